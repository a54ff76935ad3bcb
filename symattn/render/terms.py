"""Write terms of the kernel as formulas: entries with subscripts, sums over indices, fractions and exponentials.

This is for reading a proof; the statement itself is written from the SymPy expression.
"""

from __future__ import annotations

from collections.abc import Iterator

from symattn.kernel.terms import Abs, App, Const, Lit, Size, Term, Var, open_body, sides, var

from .latex import symbol_latex

SUM, PRODUCT, POWER, ATOM = range(4)
LETTERS = "ijklmabcstuvxyz"
BRACES = str.maketrans("{}", "❴❵")  # letters may be i_{0}; names in the kernel have no braces


def term_latex(term: Term, alongside: tuple[Term, ...] = ()) -> str:
    """Return the LaTeX of a kernel term; opened indices ι0, ι1, … and bound ones are given letters that are free.

    The same opened index has the same letter in terms that are written with each other ``alongside``.

    >>> from symattn.kernel.terms import REAL, fin, fun, var, app
    >>> A = var("A", fun(fin(Size.variable("r")), fun(fin(Size.variable("n")), REAL)))
    >>> i, j = var("ι0", fin(Size.variable("r"))), var("ι1", fin(Size.variable("n")))
    >>> term_latex(app(A, i, j))
    'A_{i,j}'
    """
    return _writer(term, *alongside).write(term, SUM)


def entry_latex(term: Term, alongside: tuple[Term, ...] = ()) -> str:
    """Return the LaTeX of the indices of an entry: the last two arguments of a term.

    >>> from symattn.kernel.terms import REAL, fin, fun, var, app
    >>> A = var("A", fun(fin(Size.variable("r")), fun(fin(Size.variable("n")), REAL)))
    >>> entry_latex(app(A, var("ι0", fin(Size.variable("r"))), var("ι1", fin(Size.variable("n")))))
    'i,j'
    """
    return ",".join(_writer(term, *alongside).write(index, SUM) for index in _spine(term)[1][-2:])


def _writer(*terms: Term) -> _Writer:
    taken = {name for t in terms for name in ({v.name for v in t.free} | _sizes(t))}
    letters = iter([letter for letter in LETTERS if letter not in taken] + [f"i_{{{n}}}" for n in range(99)])
    opened = {v.name for t in terms for v in t.free if v.name.startswith("ι")}
    return _Writer({name: next(letters) for name in sorted(opened, key=lambda name: int(name[1:]))}, letters)


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


def size_latex(size: Size) -> str:
    """Return the LaTeX of a size, its longest monomials first."""
    parts = []
    for monomial, coefficient in sorted(size.terms, key=lambda part: -sum(e for _, e in part[0])):
        factors = [symbol_latex(name) + (f"^{{{e}}}" if e > 1 else "") for name, e in monomial]
        parts.append(" ".join(([] if coefficient == 1 and factors else [str(coefficient)]) + factors))
    return " + ".join(parts)


class _Writer:
    """Write one term; ``names`` holds the letters of opened indices, ``letters`` those that are still free."""

    def __init__(self, names: dict[str, str], letters: Iterator[str]) -> None:
        self.names, self.letters = names, letters

    def write(self, t: Term, precedence: int = SUM) -> str:
        if isinstance(t, Lit):
            return self._number(t, precedence)
        if isinstance(t, Var):
            return self.names.get(t.name) or _symbol(t.name)
        if isinstance(t, Abs):
            letter, body = self._opened(t)
            return rf"\left({letter} \mapsto {body}\right)"
        head, arguments = _spine(t)
        if isinstance(head, Const):
            special = getattr(self, f"_{WORDS.get(head.name, '')}", None)
            if special is not None and head.name in WORDS:
                return str(special(head, arguments, precedence))
        if (pair := sides(t)) is not None:
            return rf"{self.write(pair[0])} = {self.write(pair[1])}"
        return self._applied(head, arguments)

    def _opened(self, t: Abs) -> tuple[str, str]:
        letter = next(self.letters)
        name = "bound-" + letter.translate(BRACES)
        self.names[name] = letter
        return letter, self.write(open_body(t, var(name, t.binder)))

    def _applied(self, head: Term, arguments: list[Term]) -> str:
        name = self.names.get(head.name) if isinstance(head, Var) else None
        written = name or (_symbol(head.name) if isinstance(head, Var) else _operator(head))
        places = [a for a in arguments if a.type.size is not None]
        others = [a for a in arguments if a.type.size is None]
        if isinstance(head, Var) and head.type.codomain is not None and head.type.codomain.size is not None:
            return rf"{written}\left({', '.join(map(self.write, arguments))}\right)"
        if others:
            written += rf"\left({', '.join(map(self.write, others))}\right)"
        return written + (f"_{{{','.join(map(self.write, places))}}}" if places else "")

    @staticmethod
    def _number(t: Lit, precedence: int) -> str:
        text = str(t.value)
        if "/" in text:
            sign, (top, bottom) = text.startswith("-"), text.lstrip("-").split("/")
            text = ("-" if sign else "") + rf"\tfrac{{{top}}}{{{bottom}}}"
        return rf"\left({text}\right)" if text.startswith("-") and precedence > SUM else text

    def _plus(self, _: Const, arguments: list[Term], precedence: int) -> str:
        left, right = (self.write(a) for a in arguments)
        text = f"{left} {right}" if right.startswith("-") else f"{left} + {right}"
        return rf"\left({text}\right)" if precedence > SUM else text

    def _times(self, _: Const, arguments: list[Term], precedence: int) -> str:
        above: list[Term] = []
        below: list[Term] = []
        stack = list(arguments)
        while stack:
            factor = stack.pop(0)
            head, inner = _spine(factor)
            if isinstance(head, Const) and head.name == "*":
                stack = inner + stack
            elif isinstance(head, Const) and head.name == "inv":
                below.append(inner[0])
            else:
                above.append(factor)
        text = self._product(above)
        if below:
            text = rf"\frac{{{text}}}{{{self._product(below)}}}"
        return rf"\left({text}\right)" if precedence > PRODUCT else text

    def _product(self, terms: list[Term]) -> str:
        if len(terms) < 2:
            return self.write(terms[0]) if terms else "1"
        first, *others = terms
        sign = isinstance(first, Lit) and first.value == -1
        written = [self.write(t, PRODUCT) for t in others]
        return "-" + r" \, ".join(written) if sign else r" \, ".join([self.write(first, PRODUCT), *written])

    def _inverse(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return rf"\frac{{1}}{{{self.write(arguments[0])}}}"

    def _sum(self, head: Const, arguments: list[Term], precedence: int) -> str:
        f = arguments[0]
        if not isinstance(f, Abs):
            return rf"\textstyle\sum {self.write(f, ATOM)}"
        letter, body = self._opened(f)
        text = rf"\sum_{{{letter} < {size_latex(head.sizes[0])}}} {body}"
        return rf"\left({text}\right)" if precedence > SUM else text

    def _exp(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return rf"e^{{{self.write(arguments[0])}}}"

    def _root(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return rf"\sqrt{{{self.write(arguments[0])}}}"

    def _function(self, head: Const, arguments: list[Term], precedence: int) -> str:
        return rf"\{head.name}\left({self.write(arguments[0])}\right)"

    def _bracket(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return rf"\left[{self.write(arguments[0])}\right]"

    def _size(self, head: Const, arguments: list[Term], precedence: int) -> str:
        text = size_latex(head.sizes[0])
        return rf"\left({text}\right)" if "+" in text and precedence > SUM else text

    def _index(self, head: Const, arguments: list[Term], precedence: int) -> str:
        return self.write(arguments[-1])

    def _shifted(self, head: Const, arguments: list[Term], precedence: int) -> str:
        return f"{size_latex(head.sizes[0])} + {self.write(arguments[0])}"

    def _paired(self, head: Const, arguments: list[Term], precedence: int) -> str:
        block, place = (self.write(a) for a in arguments)
        return f"{size_latex(head.sizes[1])} {block}" + ("" if place == "0" else f" + {place}")

    def _order(self, _: Const, arguments: list[Term], precedence: int) -> str:
        return rf"{self.write(arguments[0])} \le {self.write(arguments[1])}"


WORDS = {
    "+": "plus",
    "*": "times",
    "inv": "inverse",
    "sum": "sum",
    "exp": "exp",
    "eexp": "exp",
    "sqrt": "root",
    "sin": "function",
    "cos": "function",
    "log": "function",
    "ind": "bracket",
    "#": "size",
    "pos": "index",
    "inl": "index",
    "emb": "index",
    "inr": "shifted",
    "pair": "paired",
    "≤": "order",
}


def _symbol(name: str) -> str:
    if name.endswith("⁻¹"):
        return f"{symbol_latex(name.removesuffix('⁻¹'))}^{{-1}}"
    return symbol_latex(name.replace(".", "_"))


def _operator(head: Term) -> str:
    name = head.name if isinstance(head, Const) else "f"
    return r"\pi" if name == "pi" else rf"\mathrm{{{name.split('.')[0].replace('_', ' ')}}}"


def _spine(t: Term) -> tuple[Term, list[Term]]:
    arguments: list[Term] = []
    while isinstance(t, App):
        arguments.append(t.argument)
        t = t.function
    return t, arguments[::-1]
