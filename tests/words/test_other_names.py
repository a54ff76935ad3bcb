"""Every word under other names: renamed sizes and symbols, literal sizes, sizes that coincide, compound arguments.

The words are found: those of symattn and of symattn.modern, in all of their variants.  A word at other arguments has
the values of the word at the library's own names, at the same numbers, and is what its definition says.
"""

import inspect
import re
from itertools import combinations
from zlib import crc32

import numpy as np
import pytest
import sympy
from sympy import Basic, Idx, Integer, MatrixSymbol, Symbol

import symattn
import symattn.modern
from symattn import HeadFamily, MatrixFamily, decide, dims, evaluate, from_entries
from symattn.errors import SymattnError, UsageError
from symattn.language.base.dims import is_dim
from symattn.language.base.occurrences import renamed
from symattn.language.base.substitution import substituted
from symattn.language.base.symbols import NamedObject
from symattn.language.by_definition import ByDefinition
from symattn.language.inspection import declarations
from symattn.language.own_words import OfWord
from symattn.language.propositions import Proposition
from symattn.numeric.constructions import plan
from symattn.numeric.sampling import Sampler

pytestmark = pytest.mark.sampled

# ---------------------------------------------------------------------------------------------------------- the words

H, n, m, d = dims("H n m d")
A, B, F = MatrixSymbol("A", n, m), MatrixSymbol("B", d, m), MatrixFamily("F", H, n, d)
p, o, g = symattn.ProbabilitySymbol("p", n), Idx("o", n), Idx("g", H)
alpha = symattn.KernelSymbol("alpha")
#: The words that have neither parameters nor a general case, where sizes alone are not their arguments.
ARGUMENTS = {
    "BlockRotation": [(MatrixSymbol("theta", n, 1),)],
    "Expectation": [(p, A[o, 0], o), (p, A[o, 0] * A[0, 0], o)],
    "Flip": [(A,), (A, 1)],
    "Gradient": [(symattn.SquaredNorm(A), A)],
    "HeadBlock": [(MatrixSymbol("W", H * n, d), g, H)],
    "HeadConcat": [(F,), (F[g] * F[g].T, g)],
    "HeadStack": [(F,), (F[g] * F[g].T, g)],
    "HeadSum": [(F,), (F[g] * F[g].T, g)],
    "KernelMatrix": [(alpha, A, B)],
    "KernelValue": [(symattn.Euclidean(), A[:1, :], B[:1, :])],
    "MaskWhere": [(n, m, lambda i, j: i >= j)],
    "PaddingMask": [(n, n + m), (n, n + m, d)],
    "PrefixMask": [(n, n + m)],
    "PrefixLMMask": [(n + m, n)],
    "RowMap": [(symattn.MapSymbol("f", m, d), A)],
    "RowMax": [(A,)],
    "RowSoftmax": [(A,)],
    "SineCosine": [(MatrixSymbol("theta", n, 1),)],
    "SubsetMask": [(symattn.SubsetSymbol("S", n), n)],
}
LEFT_OUT = {
    "HeadFamily": "is an argument of words, and one in every claim here about a family",
    "Member": "is a condition: SubsetMask says it",
    "SimilarityKernel": "is the base of the kernels",
}
#: The parts of the names of variants in which words with arguments that may be left out have a general case.
OPTIONS = (
    *("matrix", "family", "scaled", "unscaled"),
    *("masked", "biased", "masked_after", "biased_after", "first_columns"),
)


def signature(kind):
    """Return the names of the arguments that a class needs."""
    parameters = list(inspect.signature(kind.__new__).parameters.values())[1:]
    return [each.name for each in parameters if each.default is each.empty and each.kind == each.POSITIONAL_OR_KEYWORD]


def is_a_word(kind):
    """Tell whether something that is exported is a word: no statement, no declared symbol, nothing of Python."""
    if not isinstance(kind, type) or not issubclass(kind, Basic) or issubclass(kind, Proposition):
        return False
    return not issubclass(kind, NamedObject) and "name" not in signature(kind)


def in_general(kind, option):
    """Return a word in a variant, or None where it has none of this name."""
    try:
        node = kind.known(option).node
        return node if option == (node.case()[0] if isinstance(node, ByDefinition) else "") else None
    except (SymattnError, ValueError):
        return None


def variants(name, kind):
    """Return a word at the library's own names, in all of its variants."""
    if name in ARGUMENTS:
        return [kind(*arguments) for arguments in ARGUMENTS[name]]
    if issubclass(kind, OfWord):
        return [kind(*kind.word.parameters)]
    if issubclass(kind, ByDefinition):
        options = ["".join(f".{part}" for part in parts) for k in range(3) for parts in combinations(OPTIONS, k)]
        return [node for option in options if (node := in_general(kind, option)) is not None]
    sizes = dims(" ".join(signature(kind)))
    return [kind(*sizes) if isinstance(sizes, tuple) else kind(sizes)]


EXPORTED = {name: getattr(module, name) for module in (symattn, symattn.modern) for name in module.__all__}
WORDS = {
    f"{name} {k}" if k else name: node
    for name, kind in EXPORTED.items()
    if is_a_word(kind) and name not in LEFT_OUT
    for k, node in enumerate(variants(name, kind))
}

# ---------------------------------------------------------------------------------------------------------- other names

#: Names that definitions, proofs and arrays use for their own indices and sizes.
INTERNAL = ("h", "i", "j", "k", "e", "N", "n", "a", "c", "s", "t", "u", "x", "m", "o", "r", "q")


def other(symbol, name, sizes):
    """Return a symbol of the same kind, of another name and at other sizes."""
    return substituted(renamed(symbol, name), sizes) if not isinstance(symbol, Symbol) else renamed(symbol, name)


def symbols_of(node):
    """Return the sizes of a word, and its other symbols, in their order."""
    found = sorted(declarations(node).all(), key=lambda symbol: (str(symbol.name), str(symbol)))
    return [s for s in found if is_dim(s)], [s for s in found if not is_dim(s)]


class Place:
    """Hold a word at other arguments: what each of the library's symbols stands for there, and the word itself."""

    def __init__(self, node, size=lambda place, symbol: symbol, name=lambda place, symbol: symbol.name, argument=None):
        sizes, others = symbols_of(node)
        self.sizes = {symbol: size(k, symbol) for k, symbol in enumerate(sizes)}
        self.values = dict(self.sizes)
        for k, symbol in enumerate(others):
            new = other(symbol, str(name(k, symbol)), self.sizes)
            self.values[symbol] = argument(new) if argument is not None else new
        self.word = node.func(*(self.put(argument) for argument in node.args))

    def put(self, argument):
        if argument in self.values:
            return self.values[argument]
        return substituted(argument, self.values)


def literal(number):
    return lambda node: Place(node, size=lambda k, s: Integer(number))


def turned(node):
    """Give each size the name of the next, and each other symbol of one kind the name of the next."""
    sizes, others = symbols_of(node)
    return Place(
        node,
        size=lambda k, s: sizes[(k + 1) % len(sizes)],
        name=lambda k, s: others[(k + 1) % len(others)].name,
    )


def added(symbol):
    if isinstance(symbol, MatrixFamily):
        h = Idx("h", symbol.heads)
        return HeadFamily(symbol[h] + other(symbol, f"{symbol.name}2", {})[h], h)
    if type(symbol) is MatrixSymbol or is_number(symbol):
        return symbol + other(symbol, f"{symbol.name}2", {})
    return symbol


def multiplied(symbol):
    w = dims("w")
    if isinstance(symbol, MatrixFamily):
        h, (rows, columns) = Idx("h", symbol.heads), symbol.member_shape
        right = MatrixFamily(f"{symbol.name}2", symbol.heads, w, columns)
        return HeadFamily(MatrixSymbol(f"{symbol.name}1", rows, w) * right[h], h)
    if type(symbol) is MatrixSymbol:
        rows, columns = symbol.shape
        return MatrixSymbol(f"{symbol.name}1", rows, w) * MatrixSymbol(f"{symbol.name}2", w, columns)
    return symbol * other(symbol, f"{symbol.name}2", {}) if is_number(symbol) else symbol


def doubled(symbol):
    if isinstance(symbol, MatrixFamily):
        h = Idx("g", symbol.heads)
        return HeadFamily(2 * symbol[h], h)
    return 2 * symbol if type(symbol) is MatrixSymbol or is_number(symbol) else symbol


def is_number(symbol):
    return isinstance(symbol, Symbol) and not isinstance(symbol, Idx)


PLACES = {
    "its own names": Place,
    "renamed sizes": lambda node: Place(node, size=lambda k, s: dims(INTERNAL[k])),
    "renamed symbols": lambda node: Place(node, size=lambda k, s: dims(f"n_{k}"), name=lambda k, s: f"{INTERNAL[k]}"),
    "names of each other": turned,
    "sizes 1": literal(1),
    "sizes 2": literal(2),
    "sizes 3": literal(3),
    "sizes that coincide": lambda node: Place(node, size=lambda k, s: dims("n")),
    "sizes that are sums": lambda node: Place(node, size=lambda k, s: dims("h") + dims(f"n_{k}")),
    "sizes that are products": lambda node: Place(node, size=lambda k, s: 2 * dims(f"n_{k % 2}") * dims("H")),
    "sums": lambda node: Place(node, argument=added),
    "products": lambda node: Place(node, argument=multiplied),
    "multiples": lambda node: Place(node, argument=doubled),
}

# -------------------------------------------------------------------------------------------------------------- numbers


def drawn(expression, rng):
    """Return random values of all symbols of an expression, positive where any real number would do."""
    declared = declarations(expression)
    sizes = {size: (2, 3, 1)[k % 3] for k, size in enumerate(sorted(declared.sizes, key=str))}
    values = Sampler(declared, plan(()), rng).values(sizes)
    for symbol in (*declared.matrices, *declared.families):
        values[symbol] = np.abs(values[symbol]) + 0.1
    for symbol in declared.scalars:
        values[symbol] = abs(values[symbol])
    for index in declared.indices:
        values[index] = int(rng.integers(index.upper.subs(sizes) + 1))
    return values


def number_of(argument, values):
    """Return the value of what stands for a symbol."""
    if isinstance(argument, HeadFamily):
        members = evaluate(symattn.HeadStack(argument), values)
        return members.reshape(-1, evaluate(argument[0], values).shape[0], members.shape[1])
    return values[argument] if argument in values else evaluate(argument, values)


EVERYWHERE = [
    (name, place)
    for name, node in WORDS.items()
    for place in PLACES
    if not (isinstance(node, symattn.Gradient) and place in ("sums", "products", "multiples"))  # it is by plain entries
]


@pytest.mark.parametrize(("name", "place"), EVERYWHERE)
def test_a_word_has_the_values_that_it_has_at_its_own_names(name, place):
    node, there = WORDS[name], PLACES[place](WORDS[name])
    rng = np.random.default_rng(crc32(f"{name} {place}".encode()))
    values = drawn(there.word, rng)
    own = {symbol: number_of(argument, values) for symbol, argument in there.values.items()}
    assert str(there.word) and symattn.latex(there.word)
    expected, found = number_or_nan(node, own), number_or_nan(there.word, values)
    assert np.shape(found) == np.shape(expected)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
    if (stated := defined(there.word)) is not None:
        np.testing.assert_allclose(number_or_nan(stated, values), expected, rtol=1e-9, atol=1e-12)


def number_or_nan(expr, values):
    """Return a value, and nan where there is none: a row of equal numbers has no standard deviation to divide by."""
    try:
        return evaluate(expr, values)
    except UsageError as error:
        assert "has no value at the supplied values" in str(error)
        return np.nan


# ------------------------------------------------------------------------------------------------------------ decisions


def defined(word):
    """Return what a word is by its definition, or by its entries; None for a number that has no definition."""
    if hasattr(word, "definition"):
        return word.definition()
    return from_entries(*word.shape, lambda i, j: word[i, j]) if word.is_Matrix else None


def given(missing, word):
    """Return what a word needs to be defined, which is said as code."""
    names = {str(symbol.name): symbol for symbol in declarations(word).all()}
    found = []
    for text in missing:
        text = re.sub(r"^every row of (.*) has an unmasked entry$", r"Unmasked(\1)", text)
        text = re.sub(r"^(.*) ≠ 0$", r"Ne(\1, 0)", text)
        found.append(eval(text, {**vars(sympy), **EXPORTED, "Unmasked": symattn.Unmasked, **names}))
    return found


def check_decided(name, place):
    word = PLACES[place](WORDS[name]).word
    stated = defined(word)
    verdict = decide(word, word if stated is None else stated)
    if verdict.missing:
        verdict = decide(word, word if stated is None else stated, given(verdict.missing, word))
    assert verdict.status == "proved", verdict


#: Where a word is defined nowhere, or the proof that it is what its definition says is not found.
NOT_DECIDED = {
    ("Attention 15", "sizes 2"): "two masks: a key is seen by both, at a place that has no name",
    ("NormalizedLinearAttention", "sums"): "what is needed is not seen in what is given: both are long sums",
    ("Standardise", "sizes 1"): "the deviation of one number is 0",
    ("TransformerBlock", "sizes 2"): "its entries are too long",
    ("TransformerBlock", "sums"): "its entries are too long",
    ("TransformerBlock", "products"): "its entries are too long",
}
DECIDED = [pair for pair in EVERYWHERE if pair not in NOT_DECIDED]
#: Every word at one place, each place for many words, and words of families at every place.
QUICK = [
    (name, place)
    for name, place in DECIDED
    if list(PLACES).index(place) == crc32(name.encode()) % len(PLACES)
    or (name in symattn.modern.__all__ and declarations(WORDS[name]).families)
]


@pytest.mark.parametrize(("name", "place"), QUICK)
def test_a_word_is_what_its_definition_says(name, place):
    check_decided(name, place)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "place"), [pair for pair in DECIDED if pair not in set(QUICK)])
def test_every_word_is_what_its_definition_says_everywhere(name, place):
    check_decided(name, place)


def test_what_is_left_out_is_a_word():
    assert set(LEFT_OUT) | set(ARGUMENTS) <= set(EXPORTED)
    assert set(NOT_DECIDED) <= set(EVERYWHERE)
