"""Two different things never print alike within one statement: in text, in LaTeX, in MathML, in plain text."""

import random
import re

import pytest
from sympy import (
    E,
    FunctionMatrix,
    Identity,
    Idx,
    Lambda,
    MatMul,
    MatrixSymbol,
    Piecewise,
    Sum,
    Symbol,
    Transpose,
    exp,
    pi,
    symbols,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.deciding.decide import decide
from symattn.errors import SymattnError
from symattn.language import (
    Equation,
    HeadBlock,
    HeadSum,
    Invariant,
    KernelMatrix,
    KernelSymbol,
    MapSymbol,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    PrefixMask,
    ProbabilitySymbol,
    RowSoftmax,
    SubsetSymbol,
    Variance,
    claim,
    dims,
)
from symattn.render.html import statement_html
from symattn.render.latex import latex
from symattn.render.mathml import mathml
from symattn.render.text import text

n, H = dims("n H")
y = Symbol("y", real=True)


def drawn(stated):
    """Return MathML without what is not drawn: rows that only group, attributes, spaces."""
    return re.sub(r"</?mrow>|<mspace[^>]*></mspace>", "", re.sub(r"<(\w+) [^>]*>", r"<\1>", mathml(latex(stated))))


FORMS = {"plain text": str, "text": text, "LaTeX": lambda x: re.sub(r"[{}\s]", "", latex(x)), "MathML": drawn}

# ------------------------------------------------------------------------------------------------------------- one name

ODD = ["1 + 1", "x*", "a b", "½", "2nd", "√2", "–1", "x=0", "x²", "pi", "E", "I", "oo", "exp", "sum", "ехр", "ｅｘｐ"]
ORDINARY = {"S_Q": "S_Q", "sigma": "σ", "ell": "ℓ", "θ'": "θ'", "W_{k}": "W_{k}", "x_12": "x_12", "last": "last"}


@pytest.mark.parametrize("name", ODD)
def test_a_name_that_reads_as_something_else_is_written_in_quotes_everywhere(name):
    stated = claim(Symbol(name, real=True) + y**2, y)
    assert f'"{name}"' in str(stated) and f'"{name}"' in text(stated) and f'"{name}"' in str(decide(stated))
    assert r"\text{``" in latex(stated) and "<mtext>“" in mathml(latex(stated)) and "<mtext>“" in statement_html(stated)


@pytest.mark.parametrize("name", ORDINARY)
def test_an_ordinary_name_is_written_without_quotes(name):
    stated = claim(Symbol(name, real=True) + y**2, y)
    assert name in str(stated) and ORDINARY[name] in text(stated)
    assert not any('"' in written or "``" in written for written in (str(stated), text(stated), latex(stated)))


def test_names_given_in_latex_are_latex():
    for name, shown in ((r"\hat{x}", r"\hat{x}"), ("x^*", "x^{*}"), (r"\bar{\theta}_k", r"\bar{\theta}_k")):
        symbol = Symbol(name, real=True)
        assert latex(claim(symbol, y)).startswith(shown) and f'"{name}"' in text(claim(symbol, y))


MAKE = {
    "a number": lambda name: Symbol(name, real=True) + y,
    "a size": lambda name: Identity(size := Symbol(name, integer=True, positive=True)) * size,
    "an index": lambda name: MatrixSymbol("A", n, 1)[Idx(name, n), 0],
    "a bound index": lambda name: Sum(MatrixSymbol("A", n, 1)[s := Symbol(name, integer=True), 0], (s, 0, n - 1)),
    "a matrix": lambda name: MatrixSymbol(name, n, n),
    "a permutation": lambda name: PermutationSymbol(name, n),
    "a family": lambda name: HeadSum(MatrixFamily(name, H, n, n)),
    "a kernel": lambda name: KernelMatrix(KernelSymbol(name), Identity(n), Identity(n)),
    "a map": lambda name: MapSymbol(name, n)(Identity(n)),
    "a subset": lambda name: Piecewise((1, SubsetSymbol(name, n).contains(0)), (0, True)),
}
HIDDEN = ["a\nb", "a\x1b[2J", "a\u200b", "\u3164", "a\u034f", "a\ufe0f", "\u2800", "\u202ea", "א", " "]


@pytest.mark.parametrize("kind", MAKE)
@pytest.mark.parametrize("name", HIDDEN)
def test_a_name_that_is_not_seen_is_refused(kind, name):
    with pytest.raises(SymattnError) as caught:
        side = MAKE[kind](name)
        decide(Equation(side, side))
    assert all(c.isprintable() for c in str(caught.value)) and "rename it" in str(caught.value)


@pytest.mark.parametrize("kind", MAKE)
def test_every_kind_of_symbol_is_written_in_quotes(kind):
    side = MAKE[kind]("x + y")
    stated = claim(side, side)
    assert '"x + y"' in str(stated) and '"x + y"' in text(stated) and "``x + y''" in latex(stated)


# -------------------------------------------------------------------------------------------- two things, one statement


i, si = Idx("i", n), Symbol("i", integer=True)
a, A, W = MatrixSymbol("a", n, 1), MatrixSymbol("A", n, n), MatrixFamily("W", H, n, n)
h, j = Idx("h", H), Symbol("j", integer=True)


def real(name):
    return Symbol(name, real=True)


def test_a_bound_index_is_not_written_like_a_free_one():
    stated = claim(Sum(a[si, 0] * a[i, 0], (si, 0, n - 1)), a[i, 0] * Sum(a[j, 0], (j, 0, n - 1)))
    assert r"\sum_{i_{1}=0}^{n - 1} {a}_{i_{1}, 0} {a}_{i, 0}" in latex(stated)
    assert "Σ_{i_1 = 0..n - 1} a[i_1, 0]·a[i, 0]" in text(stated)
    assert "Sum(a[i_1, 0]*a[i, 0], (i_1, 0, n - 1))" in str(stated)


def test_nested_sums_over_two_indices_of_one_name_have_two_names():
    other = Symbol("i", integer=True, nonnegative=True)
    nested = Sum(Sum(A[si, other], (other, 0, n - 1)), (si, 0, n - 1))
    assert text(nested) == "Σ_{i = 0..n - 1} Σ_{i_1 = 0..n - 1} A[i, i_1]"
    limits = Sum(A[si, other], (other, 0, n - 1), (si, 0, n - 1))
    assert text(limits) == text(nested) and "{A}_{i, i_{1}}" in latex(limits)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (real("σ"), real("sigma")),
        (real("a1"), real("a_1")),
        (real("Α"), real("A")),
        (real("W_{0}"), real("W_0")),
        (real("x₁"), real("x_1")),
        (real("pi"), pi),
        (real("E"), E),
        (MatrixSymbol("I", n, n), Identity(n)),
        (MatrixSymbol("W_0", n, n), W[0]),
        (MatrixSymbol("W_h", n, n), W[h]),
        (MatrixSymbol("I_n", n, n), Identity(n)),
        (MatrixSymbol("A^T", n, n), A.T),
        (MatrixSymbol("A__T", n, n), A.T),
        (real("x__2"), real("x") ** 2),
        (real("x^2"), real("x") ** 2),
        (real("e") ** y, exp(y)),
        (real("ab"), real("a") * real("b")),
    ],
)
def test_two_things_are_not_written_alike(left, right):
    for name, write in FORMS.items():
        one, other = write(Equation(left, right)).split("=") if name != "MathML" else ("", "")
        assert name == "MathML" or one.strip() != other.strip(), name
    drawings = drawn(Equation(left, right)).removeprefix("<math>").removesuffix("</math>").split("<mo>=</mo>")
    assert drawings[0] != drawings[1]


def test_bound_letters_of_the_notation_are_no_symbols_of_the_statement():
    q, head = (OrthogonalSymbol(name, n) for name in ("q", "h"))
    alpha = KernelSymbol("alpha")
    assert text(claim(Invariant(alpha, q))).endswith("α(q_1 q, k q) = α(q_1, k) for all rows q_1, k")
    assert "W[h_1]" in text(Equation(head * HeadSum(W), head)) and r"{W}_{h_{1}}" in latex(
        Equation(head * HeadSum(W), head)
    )


def test_an_outcome_and_a_member_of_a_family_are_bound():
    p, o, free = ProbabilitySymbol("p", n), Idx("o", n), Symbol("o", integer=True)
    stated = Equation(Variance(p, a[o, 0] * a[free, 0], o), y)
    assert "Var_(o_1∼p)[a[o, 0]·a[o_1, 0]]" in text(stated) or "Var_(o_1∼p)[a[o_1, 0]·a[o, 0]]" in text(stated)
    assert "{o_{1} \\sim p}" in latex(stated) and "o_1" in str(stated)


def test_an_element_of_a_function_matrix_keeps_its_indices_apart():
    transposed = FunctionMatrix(n, n, Lambda((si, j), A[j, si]))
    written = latex(Equation(MatrixElement(transposed, i, i), A[i, i]))
    assert r"{\left[\left({A}_{j, i_{1}}\right)_{i_{1} < n, j < n}\right]}_{i, i}" in written


def test_matrices_whose_shapes_alone_differ_are_not_written_alike():
    big, k = MatrixSymbol("C", 6, 1), dims("k")
    blocks = Equation(HeadBlock(big, 0, 2)[0, 0], HeadBlock(big, 0, 3)[0, 0])
    masks = Equation(RowSoftmax(PrefixMask(n, n + k))[0, 0], RowSoftmax(PrefixMask(n, n + 2 * k))[0, 0])
    for stated in (blocks, masks):
        for name, write in FORMS.items():
            both = write(stated).replace("<math>", "").replace("</math>", "").replace("<mo>=</mo>", "=")
            one, _, other = both.partition("=")
            assert one.strip() != other.strip(), (name, one)
    assert (
        text(Equation(MatMul(Identity(n), A), A)) == "I_n A = A"
        and latex(PrefixMask(n, n + k)) == r"\operatorname{mask}_{n}^{(k + n)}"
    )


def test_two_identities_in_one_statement_say_their_sizes():
    D, k = MatrixSymbol("D", n, dims("k")), dims("k")
    assert text(Equation(MatMul(Identity(n), D, Identity(k)), D)) == "I_n D I_k = D"


# ------------------------------------------------------------------------------------------------ random statements

NAMES = [
    "W",
    "W_0",
    "W_h",
    "W_i",
    "h",
    "i",
    "i_1",
    "sigma",
    "σ",
    "a1",
    "a_1",
    "x*",
    "x^*",
    "A^T",
    "A",
    "Α",
    "I",
    "e",
    "AA",
]


def random_matrix(rng, depth, bound):
    choice = rng.randrange(8 if depth else 2)
    if choice < 1:
        return MatrixSymbol(rng.choice(NAMES), n, n)
    if choice < 2:
        return MatrixFamily(rng.choice(NAMES), H, n, n)[rng.choice([0, *random_index(rng, bound)])]
    if choice < 4:
        return MatMul(*(random_matrix(rng, depth - 1, bound) for _ in range(2)))
    if choice < 5:
        return Transpose(random_matrix(rng, depth - 1, bound))
    if choice < 6:
        return HeadSum(MatrixFamily(rng.choice(NAMES), H, n, n))
    symbol = Symbol(rng.choice(["h", "i", "i_1"]), integer=True)
    return HeadSum(random_matrix(rng, depth - 1, [*bound, symbol]), (symbol, 0, H - 1))


def random_index(rng, bound):
    return [rng.choice([Idx("i", H), Idx("h", H), Symbol("i", integer=True), *bound])]


def pattern(node, free, bound=()):
    """Return an expression up to the names of its symbols: free ones numbered as they are met, bound ones by depth."""
    if isinstance(node, HeadSum) and isinstance(node.family, MatrixFamily):
        index = Symbol("index of the heads")
        return pattern(HeadSum(node.family[index], (index, 0, node.family.heads - 1)), free, bound)
    if isinstance(node, HeadSum):
        body = pattern(node.family.body, free, (*bound, node.family.index))
        return "sum", pattern(node.family.heads, free, bound), body
    if node in bound:
        return "bound", len(bound) - max(place for place, symbol in enumerate(bound) if symbol == node)
    if isinstance(node, MatrixSymbol | MatrixFamily | Symbol | Idx):
        kind = "number" if isinstance(node, Symbol | Idx) else type(node).__name__  # the claim says which
        return kind, free.setdefault(node, len(free))
    return type(node).__name__, *(pattern(part, free, bound) for part in node.args), str(node) * (not node.args)


def test_random_statements_with_clashing_names_are_written_in_one_way_only():
    """Two statements that are written alike are the same up to the names of their symbols."""
    rng = random.Random(7)
    seen = {name: {} for name in FORMS}
    for _ in range(300):
        stated = Equation(random_matrix(rng, 3, []), random_matrix(rng, 2, []))
        free = {}
        key = pattern(stated.lhs, free), pattern(stated.rhs, free)
        for name, write in FORMS.items():
            written = write(stated)
            assert seen[name].setdefault(written, key) == key, written


def test_what_is_written_is_the_same_in_every_order_of_claims():
    x, stated = symbols("x"), Equation(MatrixSymbol("σ", n, n) * MatrixSymbol("sigma", n, n), A)
    first = [write(stated) for write in FORMS.values()]
    text(Equation(MatrixSymbol("σ", n, n), A)), latex(x)
    assert [write(stated) for write in FORMS.values()] == first
