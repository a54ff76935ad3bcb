"""Write terms of the kernel as formulas: entries with subscripts, sums over indices, fractions and exponentials.

This is for reading a proof; the statement itself is written from the SymPy expression. One walk writes both LaTeX and
Unicode text; what differs between them is a `Notation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import chain, count, pairwise

from sympy import Basic, Inverse, MatrixSymbol

from symattn.kernel.terms import (
    BOOL,
    REAL,
    Abs,
    App,
    Const,
    Lit,
    Size,
    Term,
    Var,
    app,
    const,
    literal,
    open_body,
    sides,
    var,
)
from symattn.kernel_names import kernel_name, spelled_back
from symattn.language.base.known_words import WORDS as OWN_WORDS
from symattn.language.base.naming import NAMED, spoken_of
from symattn.language.base.templates import filled, is_enclosed, is_template
from symattn.language.plain import plain

from .brackets import as_atom, has_power, indexable, is_call
from .latex import latex, symbol_latex, template_latex
from .latex_names import SQUARES, operator_latex, template_at
from .text import SUPERSCRIPTS, called, joined, symbol_text, text

SUM, PRODUCT, POWER, ATOM = range(4)
LETTERS = "ijklmabcstuvxyz"
VECTORS = "qpwgf"  # for opened variables that are no indices
NUMBERS = "tsuvyz"  # for opened real numbers


_SELF_ATTENTION = operator_latex("SelfAtt")


class Notation:
    """Say how formulas look in LaTeX."""

    product, order, apart, beside, prime = r" \, ", r"\le", r"\neq", r" \oplus ", "'"
    hadamard, minus_infinity = r" \circ ", r"-\infty"

    def letter(self, number: int) -> str:
        return f"i_{{{number}}}"

    def times(self, factors: Sequence[str]) -> str:
        """Write a product; a number after a number needs a sign, and after a number nothing else does."""
        text = factors[0]
        for before, factor in pairwise(factors):
            text += (r" \cdot " if factor[0].isdecimal() else " " if before.isdecimal() else self.product) + factor
        return text

    def symbol(self, name: str) -> str:
        return symbol_latex(name)

    def expression(self, expr: Basic) -> str:
        return latex(expr)

    def word(self, name: str) -> str:
        """Write a word by itself; dots stand in the places that its TeX has for arguments."""
        return filled(self.template(name), lambda at, enclosed: r"\cdot")

    def template(self, name: str) -> str:
        """Write a word as it stands before its arguments, or with places for them."""
        if name == "pi":
            return r"\pi"
        own = None if name in KERNEL_WORDS else getattr(OWN_WORDS, name, None)
        return template_latex(_as_word(name), own)

    def brackets(self, inside: str) -> str:
        return rf"\left({inside}\right)"

    def call(self, head: str, arguments: Sequence[str], name: str = "", at_vectors: bool = False) -> str:
        """Write a word at its arguments; the weights of self-attention stand below it, as in a statement."""
        if is_template(template := template_at(name, head, at_vectors)):
            written = filled(template, lambda at, enclosed: self._in_place(arguments, at, enclosed))
            return written if is_enclosed(template) or template in SQUARES else self.brackets(written)
        if head != _SELF_ATTENTION:
            return head + self.brackets(", ".join(arguments))
        rows, *weights = arguments[:4]
        return f"{head}_{{{', '.join(weights)}}}" + self.brackets(r";\, ".join((rows, *arguments[4:])))

    def _in_place(self, arguments: Sequence[str], at: int, enclosed: bool) -> str:
        if at >= len(arguments):
            return r"\cdot"
        written = arguments[at]
        is_whole = enclosed or re.fullmatch(r"\\?[A-Za-z]+(_\{\w+\}|_\w)?|\d+", written) or is_call(written)
        return written if is_whole else self.brackets(written)

    def entry(self, name: str, indices: Sequence[str]) -> str:
        base = indexable(name)
        is_enclosed = is_call(base) or (base.startswith(r"\left(") and base.endswith(r"\right)"))
        return (f"{{{base}}}" if set("_^") & set(base) and not is_enclosed else base) + f"_{{{','.join(indices)}}}"

    def inverse_map(self, name: str) -> str:
        return f"{name}^{{-1}}"

    def power(self, base: str, exponent: str) -> str:
        return f"{base}^{{{exponent}}}"

    def fraction(self, above: str, below: str, small: bool = False) -> str:
        command = r"\tfrac" if small else r"\frac"
        return f"{command}{{{above}}}{{{below}}}"

    def sum(self, letter: str, size: str, body: str, sign: str = "Σ") -> str:
        operator = r"\prod" if sign == "∏" else r"\sum"
        return rf"{operator}_{{{letter} < {size}}} {body}"

    def expectation(self, letter: str, body: str, weights: str) -> str:
        return rf"\mathbb{{E}}_{{{letter} \sim {weights}}}\left[{body}\right]"

    def exp(self, exponent: str) -> str:
        return rf"\exp\left({exponent}\right)" if r"\sum" in exponent else f"e^{{{exponent}}}"

    def root(self, inside: str) -> str:
        return rf"\sqrt{{{inside}}}"

    def function(self, name: str, inside: str) -> str:
        return rf"\{name}\left({inside}\right)"

    def transpose(self, matrix: str) -> str:
        return f"{matrix}^{{T}}"

    def identity(self, size: str) -> str:
        return f"I_{{{size}}}"

    def quotient(self, index: str, size: str) -> str:
        return rf"\lfloor {index} / {size} \rfloor"

    def remainder(self, index: str, size: str) -> str:
        return rf"{index} \bmod {size}"

    def iverson(self, condition: str) -> str:
        return rf"\left[{condition}\right]"

    def maps(self, letter: str, body: str) -> str:
        return rf"\left({letter} \mapsto {body}\right)"

    def matrix(self, letters: Sequence[str], entry: str) -> str:
        return rf"\left({entry}\right)_{{{', '.join(letters)}}}"

    def needs_brackets_below(self, factors: Sequence[Term]) -> bool:
        return False


class TextNotation(Notation):
    """Say how formulas look as one line of Unicode text."""

    product, order, apart, beside, prime = "·", "≤", "≠", " ⊕ ", "′"
    hadamard, minus_infinity = "∘", "-∞"

    def letter(self, number: int) -> str:
        return f"i_{number}"

    def times(self, factors: Sequence[str]) -> str:
        return joined(factors)

    def symbol(self, name: str) -> str:
        return symbol_text(name)

    def expression(self, expr: Basic) -> str:
        return text(expr)

    def template(self, name: str) -> str:
        return "π" if name == "pi" else _as_word(name)

    def brackets(self, inside: str) -> str:
        return f"({inside})"

    def call(self, head: str, arguments: Sequence[str], name: str = "", at_vectors: bool = False) -> str:
        return head + self.brackets(", ".join(arguments))

    def entry(self, name: str, indices: Sequence[str]) -> str:
        return f"{as_atom(name)}[{', '.join(indices)}]"

    def inverse_map(self, name: str) -> str:
        return f"{name}⁻¹"

    def power(self, base: str, exponent: str) -> str:
        if exponent.isdecimal():
            return base + exponent.translate(SUPERSCRIPTS)
        return f"{base}^{exponent}" if exponent.isalnum() else f"{base}^({exponent})"

    def fraction(self, above: str, below: str, small: bool = False) -> str:
        return f"{above}/{below}"

    def sum(self, letter: str, size: str, body: str, sign: str = "Σ") -> str:
        return f"{sign}_{{{letter} < {size}}} {body}"

    def exp(self, exponent: str) -> str:
        return f"exp({exponent})"

    def root(self, inside: str) -> str:
        return f"√{inside}" if inside.isalnum() else f"√({inside})"

    def function(self, name: str, inside: str) -> str:
        return f"{name}({inside})"

    def transpose(self, matrix: str) -> str:
        return f"{matrix}ᵀ"

    def identity(self, size: str) -> str:
        return "I"

    def quotient(self, index: str, size: str) -> str:
        return f"⌊{index}/{size}⌋"

    def remainder(self, index: str, size: str) -> str:
        return f"{index} mod {size}"

    def iverson(self, condition: str) -> str:
        return f"[{condition}]"

    def expectation(self, letter: str, body: str, weights: str) -> str:
        return f"E_({letter} ∼ {weights})[{body}]"

    def maps(self, letter: str, body: str) -> str:
        return f"({letter} ↦ {body})"

    def matrix(self, letters: Sequence[str], entry: str) -> str:
        return f"[{entry}]_({', '.join(letters)})"

    def needs_brackets_below(self, factors: Sequence[Term]) -> bool:
        return len(factors) > 1


#: The constants of the kernel's library that are not called as the words of the language are.
KERNEL_WORDS = frozenset(
    [
        "block_rotation",
        "counted_product",
        "extended_add",
        "extended_scale",
        "head_block",
        "head_concat",
        "head_stack",
        "head_sum",
        "kernel_matrix",
        "masked_row_softmax",
        "power_im",
        "power_re",
        "power_remainder",
        "product_below",
        "product_to",
        "row_map",
        "row_max",
        "row_softmax",
        "sine_cosine",
    ]
)


def _rule(name: str) -> tuple[str, int] | None:
    """Return how a constant is written that is not written by its name; an encoding may count its indices from 1."""
    return WORDS.get(name.partition(".first")[0])


def _as_word(name: str) -> str:
    """Write the name of a constant as statements call the word it stands for; that of a user's word is its own.

    >>> _as_word("masked_row_softmax"), _as_word("Attention"), _as_word("head_sum")
    ('SoftMax', 'Att', 'HeadSum')
    """
    if name in KERNEL_WORDS:
        name = "".join(map(str.capitalize, name.removeprefix("masked_").split("_")))
    return called(name)


LATEX, TEXT = Notation(), TextNotation()


def term_latex(term: Term, alongside: tuple[Term, ...] = ()) -> str:
    """Return the LaTeX of a kernel term; opened indices ι0, ι1, … and bound ones are given letters that are free.

    The same opened index has the same letter in terms that are written with each other ``alongside``.

    >>> from symattn.kernel.terms import BOOL, REAL, fin, fun, var, app
    >>> A = var("A", fun(fin(Size.variable("r")), fun(fin(Size.variable("n")), REAL)))
    >>> i, j = var("ι0", fin(Size.variable("r"))), var("ι1", fin(Size.variable("n")))
    >>> term_latex(app(A, i, j))
    'A_{i,j}'
    """
    return _writer(LATEX, term, *alongside).write(term, SUM)


def term_text(term: Term, alongside: tuple[Term, ...] = ()) -> str:
    """Return a kernel term as one line of Unicode text, with the same letters as `term_latex`.

    >>> from symattn.kernel.terms import BOOL, REAL, fin, fun, var, app
    >>> A = var("A", fun(fin(Size.variable("r")), fun(fin(Size.variable("n")), REAL)))
    >>> i, j = var("ι0", fin(Size.variable("r"))), var("ι1", fin(Size.variable("n")))
    >>> term_text(app(A, i, j))
    'A[i, j]'
    """
    return _writer(TEXT, term, *alongside).write(term, SUM)


def _written(notation: Notation, size: Size) -> str:
    parts = []
    for monomial, coefficient in sorted(size.terms, key=lambda part: -sum(e for _, e in part[0])):
        factors = [
            notation.power(notation.symbol(name), str(e)) if e > 1 else notation.symbol(name) for name, e in monomial
        ]
        factors = ([] if coefficient == 1 and factors else [str(coefficient)]) + factors
        parts.append(" ".join(factors) if notation is LATEX else joined(factors))
    return " + ".join(parts)


def spine(t: Term) -> tuple[Term, list[Term]]:
    """Take an application apart: what is applied, and to what."""
    arguments: list[Term] = []
    while isinstance(t, App):
        arguments.append(t.argument)
        t = t.function
    return t, arguments[::-1]


def denied(t: Term) -> Term | None:
    """Return p if the term is ¬p, or None: ¬p is (p ∧ ⊥) = p, a ∧ b is (f ↦ f a b) = (f ↦ f ⊤ ⊤), ⊥ is ∀p. p."""
    pair = sides(t)
    whole = sides(pair[0]) if pair is not None and pair[1].type is BOOL else None
    if pair is None or whole is None or not all(isinstance(each, Abs) for each in whole):
        return None
    (_, parts), (_, truths) = (spine(each.body) for each in whole if isinstance(each, Abs))
    every = sides(parts[1]) if len(parts) == len(truths) == 2 else None
    if every is None or parts[0] is not pair[1] or not all(isinstance(each, Abs) for each in every):
        return None
    any_said = var("•0", BOOL)
    if every[0].type.domain is not BOOL:
        return None
    said, truth = (open_body(each, any_said) for each in every if isinstance(each, Abs))
    return pair[1] if said is any_said and truth is truths[0] is truths[1] else None


def _writer(notation: Notation, *terms: Term) -> _Writer:
    taken = {name for t in terms for name in ({v.name for v in t.free} | _sizes(t))}
    free = [letter for letter in LETTERS if letter not in taken]
    letters = chain(free, map(notation.letter, count()))
    opened = {v.name: v for t in terms for v in t.free if v.name.startswith("ι")}
    vectors = iter([letter for letter in VECTORS if letter not in taken] + [notation.letter(n) for n in range(99, 199)])
    numbers = (letter for letter in NUMBERS if letter not in taken)
    names: dict[str, str] = {}
    writer = _Writer(notation, names, (letter for letter in letters if letter not in names.values()))
    for name in sorted(opened, key=lambda name: int(name[1:])):
        copied = _copied(opened[name], opened.values(), terms)
        if copied is not None and not {f"{copied}'", f"{copied}′"} & taken:
            names[name] = writer.write(var(copied, opened[name].type)) + notation.prime
        elif opened[name].type is REAL:
            names[name] = next(numbers, "") or next(writer.letters)
        else:
            names[name] = next(writer.letters if opened[name].type.domain is None else vectors)
    return writer


def _copied(one: Var, opened: Iterable[Var], terms: Sequence[Term]) -> str | None:
    """Return the name of the only variable of which an opened one may be another value; of indices there are many."""
    if one.type.size is not None or sum(other.type is one.type for other in opened) > 1:
        return None
    found = {v.name for t in terms for v in t.free if v.type is one.type and not v.name.startswith("ι")}
    return found.pop() if len(found) == 1 else None


def _sizes(term: Term) -> set[str]:
    found: set[str] = set()
    stack: list[Term] = [term]
    while stack:
        t = stack.pop()
        found |= t.type.size_variables()
        if isinstance(t, App):
            stack += (t.function, t.argument)
        elif isinstance(t, Abs):
            stack.append(t.body)
    return found


def _number_to_a_power(exponent: Term) -> tuple[Lit, Term] | None:
    """Return c and x for the exponent x·log c of e, with a whole number c > 1, or None."""
    factors = _factors(exponent)
    for place, factor in enumerate(factors):
        head, inner = spine(factor)
        if isinstance(head, Const) and head.name == "log" and isinstance(inner[0], Lit) and inner[0].value > 1:
            return (inner[0], _multiplied([*factors[:place], *factors[place + 1 :]])) if _is_whole(inner[0]) else None
    return None


def _is_whole(number: Lit) -> bool:
    return "/" not in str(number.value)


def _factors(t: Term) -> list[Term]:
    head, inner = spine(t)
    if isinstance(head, Const) and head.name == "*" and len(inner) == 2:
        return [factor for part in inner for factor in _factors(part)]
    return [t]


def _summands(head: Const, arguments: Sequence[Term]) -> Iterator[Term]:
    """Yield the terms of a sum of sums, from left to right."""
    for each in arguments:
        inner, parts = spine(each)
        if isinstance(inner, Const) and inner.name == head.name and len(parts) == len(arguments):
            yield from _summands(inner, parts)
        else:
            yield each


def _is_matrix(t: Abs) -> bool:
    """Tell whether a function gives the entries of a matrix, row by row."""
    return isinstance(t.body, Abs) and t.binder.size is not None and t.body.binder.size is not None


def _is_vector(t: Term) -> bool:
    """Tell whether a term is a matrix of one row or one column."""
    rows, columns = t.type.domain, t.type.codomain and t.type.codomain.domain
    return any(each is not None and each.size == Size.number(1) for each in (rows, columns))


def _plus(a: Term, b: Term) -> Term:
    return app(const("+"), a, b)


def _times(a: Term, b: Term) -> Term:
    return app(const("*"), a, b)


def _multiplied(factors: list[Term]) -> Term:
    return reduce(_times, factors) if factors else literal(1, REAL)


def _powers_together(factors: list[Term]) -> list[Term]:
    """Put powers of one number into one, with the sum of their exponents: c^x·c^y is read as c^(x + y)."""
    found: dict[Lit, list[Term]] = {}
    others: list[Term] = []
    for factor in factors:
        head, inner = spine(factor)
        is_exponential = isinstance(head, Const) and head.name == "exp" and len(inner) == 1
        power = _number_to_a_power(inner[0]) if is_exponential else None
        if power is None:
            others.append(factor)
        else:
            found.setdefault(power[0], []).append(power[1])
    return [
        *others,
        *(app(const("exp"), _times(app(const("log"), base), reduce(_plus, sums))) for base, sums in found.items()),
    ]


class _Writer:
    """Write one term; ``names`` holds the letters of opened indices, ``letters`` those that are still free."""

    def __init__(self, notation: Notation, names: dict[str, str], letters: Iterator[str]) -> None:
        self.notation, self.names, self.letters = notation, names, letters

    def write(self, t: Term, precedence: int = SUM) -> str:
        if isinstance(t, Lit):
            return self._number(t, precedence)
        if isinstance(t, Var):
            return self.names.get(t.name) or self._symbol(t.name)
        if isinstance(t, Abs):
            return self._map(t)
        if (said := denied(t)) is not None and (written := self._denied(said)):
            return written
        head, arguments = spine(t)
        if isinstance(head, Const) and (rule := _rule(head.name)) is not None and len(arguments) >= rule[1]:
            first, places = arguments[: rule[1]], arguments[rule[1] :]
            written = str(getattr(self, f"_{rule[0]}")(head, first, SUM if places else precedence))
            if not places:
                return written
            return self.notation.entry(self.notation.brackets(written), [self.write(place) for place in places])
        if (pair := sides(t)) is not None:
            return f"{self.write(pair[0])} = {self.write(pair[1])}"
        return self._applied(head, arguments)

    def _denied(self, said: Term) -> str:
        """Write that an equation or an order does not hold."""
        head, arguments = spine(said)
        if (pair := sides(said)) is not None:
            return f"{self.write(pair[0])} {self.notation.apart} {self.write(pair[1])}"
        is_order = isinstance(head, Const) and head.name == "≤" and len(arguments) == 2
        return f"{self.write(arguments[1])} < {self.write(arguments[0])}" if is_order else ""

    def _symbol(self, name: str) -> str:
        """Write a variable of the kernel as the symbol or the inverse of the statement that it stands for."""
        meant = self._meant.get(name) or self._meant.get(name.rstrip("'"))
        if meant is not None:
            return self.notation.expression(meant)
        if name.endswith("⁻¹"):
            return self.notation.inverse_map(self._symbol(name.removesuffix("⁻¹")))
        return self.notation.symbol(spelled_back(name).replace(".", "_"))

    @cached_property
    def _meant(self) -> dict[str, Basic]:
        """The symbols and inverses of the statement by the names of their variables."""
        found: dict[str, Basic] = {}
        for node in spoken_of():
            if isinstance(node, NAMED):
                found[kernel_name(str(node.name))] = node
            elif isinstance(node, Inverse) and not isinstance(node.arg, MatrixSymbol):
                found[kernel_name(f"({plain(node.arg)})⁻¹")] = node
        return found

    def _opened(self, t: Abs, precedence: int = SUM) -> tuple[str, str]:
        letter = next(self.letters)
        name = f"•{len(self.names)}"  # like no name of a symbol
        self.names[name] = letter
        return letter, self.write(open_body(t, var(name, t.binder)), precedence)

    def _map(self, t: Abs) -> str:
        """Write a function of an index as such, and one of two indices as the matrix of its values.

        A matrix whose only row is a row of a symbol is written as that row.
        """
        head, places = spine(t.body)
        columns = t.body.type.domain
        is_row = t.binder.size == Size.number(1) and not t.body.loose and columns is not None
        if is_row and isinstance(head, Var) and places:
            return self.notation.entry(self.write(head, ATOM), [*map(self.write, places), ":"])
        if not _is_matrix(t):
            return self.notation.maps(*self._opened(t))
        letters: list[str] = []
        entry: Term = t
        for _ in range(2):
            if isinstance(entry, Abs):
                letters.append(next(self.letters))
                self.names[name := f"•{len(self.names)}"] = letters[-1]
                entry = open_body(entry, var(name, entry.binder))
        return self.notation.matrix(letters, self.write(entry))

    def _applied(self, head: Term, arguments: list[Term]) -> str:
        name = ""
        if isinstance(head, Var):
            written = self.names.get(head.name) or self._symbol(head.name)
            is_map = head.type.codomain is not None and head.type.codomain.size is not None
        else:
            name = head.name.split(".")[0] if isinstance(head, Const) else ""
            written = self.notation.template(name) if name else self.write(head)
            is_map = False
        if is_map:
            return written + self.notation.brackets(", ".join(map(self.write, arguments)))
        others = [a for a in arguments if a.type.size is None]
        places = [a for a in arguments if a.type.size is not None]
        is_alone = len(others) == 1 and isinstance(others[0], Abs) and not _is_matrix(others[0])
        is_alone = is_alone and not is_template(written)
        if is_alone:  # a map has brackets of its own
            written += self.write(others[0])
        elif others:
            written = self.notation.call(written, [*map(self.write, others)], name, all(map(_is_vector, others)))
        elif is_template(written):
            written = self.notation.call(written, [])
        return self.notation.entry(written, [self.write(place) for place in places]) if places else written

    def _enclosed(self, text: str, precedence: int, own: int) -> str:
        return self.notation.brackets(text) if precedence > own else text

    def _number(self, t: Lit, precedence: int) -> str:
        try:
            text = str(t.value)
        except ValueError:  # Python does not write integers of more than 4,300 digits
            return self.notation.brackets("…")
        if "/" in text:
            top, bottom = text.removeprefix("-").split("/")
            fraction = self.notation.fraction(top, bottom, small=True)
            if text[0] == "-":
                return self._enclosed(f"-{fraction}", precedence, SUM)
            return fraction if self.notation is LATEX else self._enclosed(fraction, precedence, PRODUCT)
        return self._enclosed(text, precedence, SUM) if text[0] == "-" else text

    def _plus(self, head: Const, arguments: list[Term], precedence: int) -> str:
        parts = [self.write(each) for each in _summands(head, arguments)]
        if all(map(str.isdecimal, parts)):
            return str(sum(map(int, parts)))
        first = next((place for place, part in enumerate(parts) if part[0] != "-"), 0)
        text, *others = parts[first], *parts[:first], *parts[first + 1 :]
        for part in others:
            text += f" - {part.removeprefix('-').lstrip()}" if part[0] == "-" else f" + {part}"
        return self._enclosed(text, precedence, SUM)

    def _times(self, _: Const, arguments: list[Term], precedence: int) -> str:
        above: list[Term] = []
        below: list[Term] = []
        stack = list(arguments)
        while stack:
            factor = stack.pop(0)
            head, inner = spine(factor)
            if isinstance(head, Const) and head.name == "*" and len(inner) == 2:
                stack = inner + stack
            elif isinstance(head, Const) and head.name == "inv":
                below.append(inner[0])
            else:
                above.append(factor)
        above = _powers_together(above)
        sign = ""
        if above and isinstance(above[0], Lit) and above[0].value < 0:
            sign, factor = "-", literal(-above[0].value, above[0].type)
            above = above[1:] if str(factor) == "1" else [factor, *above[1:]]
        if not below:
            text = sign + self._product(above, SUM if not sign else PRODUCT)
        else:
            under = self._product(below, ATOM if self.notation is TEXT else SUM)
            if self.notation.needs_brackets_below(below):
                under = self.notation.brackets(under)
            text = sign + self.notation.fraction(self._product(above, PRODUCT if self.notation is TEXT else SUM), under)
        return self._enclosed(text, precedence, SUM if sign else PRODUCT)

    def _product(self, terms: list[Term], alone: int) -> str:
        """Write factors; one alone stands where terms of the precedence ``alone`` may stand."""
        if not terms:
            return "1"
        if len(terms) == 1:
            return self.write(terms[0], alone)
        *others, last = [(t, terms.count(t)) for t in dict.fromkeys(terms)]
        if not others:
            return self._repeated(*last, alone)
        factors = [self._repeated(t, count, POWER) for t, count in others]
        return self.notation.times([*factors, self._repeated(*last, PRODUCT)])

    def _repeated(self, t: Term, count: int, precedence: int) -> str:
        """Write a factor that occurs so many times, as a power."""
        if count == 1:
            return self.write(t, precedence)
        base = self.write(t, ATOM)
        is_root = base.startswith(r"\sqrt")
        return self.notation.power(self.notation.brackets(base) if is_root or has_power(base) else base, str(count))

    def _inverse(self, _: Const, arguments: list[Term], precedence: int) -> str:
        under = self.write(arguments[0], ATOM if self.notation is TEXT else SUM)
        return self._enclosed(self.notation.fraction("1", under), precedence, PRODUCT)

    def _sum(self, head: Const, arguments: list[Term], precedence: int) -> str:
        f = arguments[0]
        if not isinstance(f, Abs):
            letter = next(self.letters)
            body = self.notation.entry(self.write(f, ATOM), [letter])
        else:
            letter, body = self._opened(f, PRODUCT)
        sign = "∏" if head.name == "product" else "Σ"
        text = self.notation.sum(letter, _written(self.notation, head.sizes[0]), body, sign)
        return self._enclosed(text, precedence, PRODUCT)

    def _over_heads(self, head: Const, arguments: list[Term], precedence: int) -> str:
        if not isinstance(arguments[0], Abs):
            return self._applied(head, arguments)
        letter, body = self._opened(arguments[0], PRODUCT)
        text = self.notation.sum(letter, _written(self.notation, head.sizes[0]), body)
        return self._enclosed(text, precedence, PRODUCT)

    def _expectation(self, head: Const, arguments: list[Term], precedence: int) -> str:
        if not isinstance(arguments[1], Abs):
            return self._applied(head, arguments)
        weights = self.write(arguments[0])
        return self.notation.expectation(*self._opened(arguments[1]), weights)

    def _encoding(self, head: Const, arguments: list[Term], precedence: int) -> str:
        if self.notation is TEXT:
            return self._applied(head, arguments)
        width, first = _written(self.notation, head.sizes[0] * Size({(): 2})), head.name.partition(".first")[2]
        below = width + (rf", \mathrm{{first}} = {first}" if first else "")
        return f"e_{{{below}}}{self.notation.brackets(self.write(arguments[0]))}"

    def _exp(self, _: Const, arguments: list[Term], precedence: int) -> str:
        if (power := _number_to_a_power(arguments[0])) is not None:
            return self.notation.power(self.write(power[0], ATOM), self.write(power[1]))
        return self.notation.exp(self.write(arguments[0]))

    def _root(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return self.notation.root(self.write(arguments[0]))

    def _function(self, head: Const, arguments: list[Term], precedence: int) -> str:
        return self.notation.function(head.name, ", ".join(map(self.write, arguments)))

    def _largest(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return self.notation.function("max", self.write(arguments[0]))

    def _bracket(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return self.notation.iverson(self.write(arguments[0]))

    def _part_of_power(self, head: Const, arguments: list[Term], precedence: int) -> str:
        a, b, exponent = map(self.write, arguments)
        return self.notation.function(head.name[-2:], self.notation.power(f"({a}, {b})", exponent))

    def _power(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return self.notation.power(self.write(arguments[0], ATOM), self.write(arguments[1]))

    def _size(self, head: Const, arguments: list[Term], precedence: int) -> str:
        text = _written(self.notation, head.sizes[0])
        return self._enclosed(text, precedence, SUM if "+" in text else PRODUCT if text.count("·") else ATOM)

    def _index(self, head: Const, arguments: list[Term], precedence: int) -> str:
        return self.write(arguments[-1], precedence)

    def _shifted(self, head: Const, arguments: list[Term], precedence: int) -> str:
        start, inner = _written(self.notation, head.sizes[0]), self.write(arguments[0])
        if start.isdecimal() and inner.isdecimal():
            return str(int(start) + int(inner))
        return start if inner == "0" else self._enclosed(f"{start} + {inner}", precedence, SUM)

    def _paired(self, head: Const, arguments: list[Term], precedence: int) -> str:
        block, place = self.write(arguments[0], POWER), self.write(arguments[1])
        width = _written(self.notation, head.sizes[1])
        if width.isdecimal() and block.isdecimal() and place.isdecimal():
            return str(int(width) * int(block) + int(place))
        text = f"{width} {block}" if self.notation is LATEX else joined([width, block])
        return self._enclosed(text + ("" if place == "0" else f" + {place}"), precedence, SUM)

    def _quotient(self, head: Const, arguments: list[Term], precedence: int) -> str:
        return self.notation.quotient(self.write(arguments[0], POWER), _written(self.notation, head.sizes[1]))

    def _remainder(self, head: Const, arguments: list[Term], precedence: int) -> str:
        size = _written(self.notation, head.sizes[1])
        return self._enclosed(self.notation.remainder(self.write(arguments[0], POWER), size), precedence, SUM)

    def _remainder_of_power(self, head: Const, arguments: list[Term], precedence: int) -> str:
        power = self.notation.power(_written(self.notation, head.sizes[0]), self.write(arguments[1]))
        return self._enclosed(self.notation.remainder(power, self.write(arguments[0], POWER)), precedence, SUM)

    def _beside(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return self._enclosed(self.notation.beside.join(self.write(a, ATOM) for a in arguments), precedence, SUM)

    def _matrix_product(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return self._enclosed(" ".join(self.write(a, POWER) for a in arguments), precedence, PRODUCT)

    def _transposed(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return self.notation.transpose(self.write(arguments[0], ATOM))

    def _identity(self, head: Const, arguments: list[Term], precedence: int) -> str:
        return self.notation.identity(_written(self.notation, head.sizes[0]))

    def _last(self, head: Const, arguments: list[Term], precedence: int) -> str:
        terms = dict(head.sizes[0].terms)
        if () in terms and terms != {(): 1}:
            return self.write(const("#", Size({**terms, (): terms[()] - 1})), precedence)
        size = _written(self.notation, head.sizes[0])
        return "0" if () in terms else self._enclosed(f"{size} - 1", precedence, SUM)

    def _hadamard(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return self._enclosed(self.notation.hadamard.join(self.write(a, POWER) for a in arguments), precedence, PRODUCT)

    def _zero(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return "0"

    def _one(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return "1"

    def _minus_infinity(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return self._enclosed(self.notation.minus_infinity, precedence, SUM)

    def _allowed(self, _: Const, arguments: list[Term], precedence: int) -> str:
        head, places = spine(arguments[0])
        if isinstance(head, Var) and len(places) == 2:  # the entry of a mask
            return self.write(arguments[0], precedence)
        return self.notation.function("log", self.notation.iverson(self.write(arguments[0])))

    def _successor(self, _: Const, arguments: list[Term], precedence: int) -> str:
        place = spine(arguments[0])[1]
        if len(place) == 1 and isinstance(place[0], Const) and place[0].name == "last":
            return self._size(place[0], [], precedence)
        before = self.write(arguments[0])
        return str(int(before) + 1) if before.isdecimal() else self._enclosed(f"{before} + 1", precedence, SUM)

    def _order(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return f"{self.write(arguments[0])} {self.notation.order} {self.write(arguments[1])}"


#: Constants that are not written by their names: the rule for each, and how many arguments it takes.
WORDS = {
    "+": ("plus", 2),
    "plus": ("plus", 2),
    "*": ("times", 2),
    "inv": ("inverse", 1),
    "sum": ("sum", 1),
    "product": ("sum", 1),
    "head_sum": ("over_heads", 1),
    "Expectation": ("expectation", 2),
    "SinusoidalVector": ("encoding", 1),
    "exp": ("exp", 1),
    "eexp": ("exp", 1),
    "sqrt": ("root", 1),
    "sin": ("function", 1),
    "cos": ("function", 1),
    "log": ("function", 1),
    "max": ("function", 2),
    "top": ("largest", 1),
    "min": ("function", 2),
    "power": ("power", 2),
    "matpow": ("power", 2),
    "power_remainder": ("remainder_of_power", 2),
    "power_re": ("part_of_power", 3),
    "power_im": ("part_of_power", 3),
    "ind": ("bracket", 1),
    "#": ("size", 0),
    "pos": ("index", 1),
    "nat": ("index", 1),
    "real": ("index", 1),
    "inl": ("index", 1),
    "emb": ("index", 1),
    "inr": ("shifted", 1),
    "pair": ("paired", 2),
    "matmul": ("matrix_product", 2),
    "transpose": ("transposed", 1),
    "identity": ("identity", 0),
    "suc": ("successor", 1),
    "quo": ("quotient", 1),
    "rem": ("remainder", 1),
    "case": ("beside", 2),
    "≤": ("order", 2),
    "last": ("last", 0),
    "nadd": ("plus", 2),
    "times": ("times", 2),
    "allow": ("allowed", 1),
    "ninf": ("minus_infinity", 0),
    "matadd": ("plus", 2),
    "matscale": ("times", 2),
    "hadamard": ("hadamard", 2),
    "zeros": ("zero", 0),
    "ones": ("one", 0),
    "extended": ("index", 1),
    "extended_add": ("plus", 2),
    "extended_scale": ("times", 2),
    "mask": ("index", 1),
}
