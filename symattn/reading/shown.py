"""Layer 8, printing: a reading as a note would write it. It is what was decided, in other notation alone.

What the row names and the note defines stands by its name, places count as the note counts them, a vector has one
index, softmax of a vector is no transpose of a transpose. Nothing is evaluated on the way.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sympy import (
    Add,
    Basic,
    Function,
    FunctionMatrix,
    Idx,
    Integer,
    KroneckerDelta,
    MatMul,
    MatrixSymbol,
    Mul,
    Pow,
    Product,
    S,
    Sum,
    Symbol,
    Transpose,
    expand,
    preorder_traversal,
)
from sympy.core.relational import Relational
from sympy.matrices import MatrixBase
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.printing.precedence import PRECEDENCE

from symattn.language import ForAll, RowSoftmax
from symattn.language.base.names import GREEK
from symattn.language.base.naming import speaking_of
from symattn.primitives.heads.word import HeadFamily, HeadSum
from symattn.primitives.maxima.word import RowMax
from symattn.reading.judging import Reading
from symattn.reading.stage import Named
from symattn.reading.statements import FAULTS
from symattn.render.brackets import subscripted
from symattn.render.latex_names import ESCAPES
from symattn.render.latex_printer import AttentionLatexPrinter

Moved = Mapping[Basic, Any]


def formulas(reading: Reading, is_definition: bool = False) -> tuple[str, str]:
    """Return a reading as LaTeX: with the names that the row uses, and with what they stand for, where it has names.

    Both are empty where it cannot be written so. Of a definition it is the right side.
    """
    said = reading.claim.proposition
    said = said.rhs if is_definition else said
    named = sorted(reading.named, key=lambda each: sum(1 for _ in preorder_traversal(each[0])))
    texts = [each for each in named if each[1][0].startswith(TEXT)]
    try:
        full = written = _written(said, reading, dict(texts))
        for most in range(len(named), len(texts), -1):
            written = _written(said, reading, dict((*texts, *named[:most])))
            left, sign, right = written.partition(" = ")
            if not sign or left != right:
                return written, full if written != full else ""
    except (*FAULTS, NotImplementedError):
        return "", ""
    return full, ""  # what the row says would not be seen behind the names


def chained(found: list[str]) -> list[str]:
    r"""Return formulas in which a = b and b = c are one line.

    >>> chained(["a = b", "b = c", "b \\leq c", "d = e"])
    ['a = b = c', 'b \\leq c', 'd = e']
    >>> chained(["a \\leq b", "b \\leq c"])
    ['a \\leq b \\leq c']
    """
    done, end = list[str](), ""
    for each in found:
        parts = re.split(r" (=|\\leq|\\geq|<|>) ", each)
        if done and end and len(parts) == 3 and parts[0] == end:
            done[-1] += each[len(end) :]
        else:
            done.append(each)
        end = parts[-1] if len(parts) == 3 else ""
    return done


#: What stands in quotes is of the note, or to be written as it is; what else stands in LaTeX or is spelled out.
_READABLE = re.compile(
    r"""(?P<kept>“[^”]*”|(?<![\\w'])'[^']*'|"[^"]*")"""
    r"|\\mathbf\{(?P<bold>\w)\}|\\(?P<accent>hat|tilde|bar|vec|dot)\{(?P<on>\w+)\}"
    rf"|(?<![A-Za-z\\])\\?(?P<greek>{'|'.join(GREEK)})(?![A-Za-z])|(?P<top>\^\\?top)(?![A-Za-z])"
    r"|_\{(?P<below>\w+)\}"
)
_ACCENTS = {"hat": "\u0302", "tilde": "\u0303", "bar": "\u0304", "vec": "\u20d7", "dot": "\u0307"}


def readable(said: str) -> str:
    r"""Return what is said of a row with its letters as they are printed; what stands in quotes stays.

    >>> print(readable(r"\mathbf{1} is a column of ones; theta: any number; line 3 says “\theta”"))
    𝟏 is a column of ones; θ: any number; line 3 says “\theta”
    """

    def put(found: re.Match[str]) -> str:
        if found["bold"]:
            letter = found["bold"]
            start, zero = (
                (0x1D7CE, "0") if letter.isdecimal() else (0x1D400, "A") if letter.isupper() else (0x1D41A, "a")
            )
            return chr(start + ord(letter) - ord(zero)) if letter.isascii() and letter != "_" else letter
        if found["accent"]:
            return unicodedata.normalize("NFC", found["on"][0] + _ACCENTS[found["accent"]]) + found["on"][1:]
        if found["below"]:
            return f"_{found['below']}"
        return GREEK[found["greek"]] if found["greek"] else "ᵀ" if found["top"] else found[0]

    return _READABLE.sub(put, said)


#: How the name of a text begins that is one symbol.
TEXT = r"\text{``"


def name_in_latex(key: str) -> str:
    r"""Return the name of what a note defines as LaTeX: its letter, its labels below and above.

    >>> print(name_in_latex("LN"), name_in_latex(r"\mathbf{W}_Q,i^rope"), name_in_latex(r"\sigma"))
    \operatorname{LN} \mathbf{W}_{Q,i}^{\text{rope}} \sigma
    """
    if key.startswith(TEXT):
        return TEXT + "".join(ESCAPES.get(each, each) for each in key.removeprefix(TEXT)[:-3]) + "''}"
    base, below, above = re.match(r"((?:\\[A-Za-z]+\{[^}]*\}|[^_^])+)(?:_([^^]*))?(?:\^(.*))?$", key).groups()  # type: ignore[union-attr]
    base = base.replace("²", "^{2}")
    base = rf"\operatorname{{{base}}}" if re.fullmatch(r"[A-Za-z]{2,}'*", base) else base
    for mark, labels in (("_", below), ("^", above)):
        if labels:
            written = (
                rf"\text{{{each}}}" if re.fullmatch(r"[A-Za-z]{2,}", each) else each for each in labels.split(",")
            )
            base += f"{mark}{{{','.join(written)}}}"
    return base


def _written(said: Any, reading: Reading, named: Mapping[Basic, Named]) -> str:
    noted = _Noted(reading, named)
    changed = noted.changed(said, noted.counted(said))
    with speaking_of(changed):
        return str(_Printer(noted.texts, reading.first).doprint(changed))


class _Noted:
    """Turn expressions into those that a note would write, with symbols for what has a notation of its own."""

    def __init__(self, reading: Reading, named: Mapping[Basic, Named]) -> None:
        self.reading, self.first = reading, reading.first
        self.texts: dict[str, Callable[[_Printer], str]] = {}
        self.named = {expression: (name, False) for expression, name in named.items()}
        for expression, name in named.items():
            if isinstance(expression, Transpose):
                self.named.setdefault(expression.arg, (name, True))
            elif isinstance(expression, MatrixBase) and expression.shape != (1, 1):
                self.named.setdefault(expression.T.as_immutable(), (name, True))
        self.products = [(each.args, *found) for each, found in self.named.items() if isinstance(each, MatMul)]

    def counted(self, said: Any) -> Moved:
        """Return what stands for the free indices of a statement, where the note counts them from another number."""
        more = {symbol: plus for symbol, name, plus in self.reading.counted if symbol == name}
        bound = {each for node in said.atoms(ForAll) for each in node.atoms(Idx)}
        found = {each for each in said.atoms(Idx) if each not in bound}
        return {each: Symbol(str(each), integer=True) - more[str(each)] for each in found if more.get(str(each))}

    def changed(self, node: Any, moved: Moved) -> Any:
        """Return an expression as a note writes it; what stands for indices is ``moved``."""
        if node in self.named:
            return self._by_name(node, *self.named[node], moved)
        if isinstance(node, Idx) or not getattr(node, "args", ()):
            return moved.get(node, node)
        if isinstance(node, Sum | Product):
            return self._over(node, moved)
        own = self._own(node, moved)
        if own is not None:
            return own
        if isinstance(node, Mul) and (bare := _without_signs(node.args)) is not None:
            return self.changed(bare, moved)
        before = self._factors(node, moved) if isinstance(node, MatMul) else node.args
        args = [self.changed(each, moved) for each in before]
        return node if args == [*node.args] else _rebuilt(node, args)

    def _by_name(self, node: Any, name: Named, is_turned: bool, moved: Moved) -> Any:
        key, *parts = name
        arguments, places = ([self.changed(each, moved) for each in part if each is not None] for part in parts)

        def text(printer: _Printer) -> str:
            written = name_in_latex(key)
            written = subscripted(written, ", ".join(map(printer.place, places))) if places else written
            return rf"{written}\left({', '.join(map(printer._print, arguments))}\right)" if arguments else written

        symbol = self._symbol(node.shape[::-1] if is_turned else getattr(node, "shape", ()), text)
        return Transpose(symbol) if is_turned else symbol

    def _symbol(self, shape: tuple[Any, ...], text: Callable[[_Printer], str]) -> Any:
        """Return a symbol that is printed as a text."""
        name = f"shown{len(self.texts)}"
        self.texts[name] = text
        return MatrixSymbol(name, *shape) if shape else Symbol(name)

    def _over(self, node: Any, moved: Moved) -> Any:
        """Return a sum whose index counts as the note does."""
        within, limits = {**moved}, list[tuple[Any, ...]]()
        for variable, low, high in reversed(node.limits):
            letter = _letter(re.sub(r"_\d+$", "", str(variable)), variable, node.function, within)
            ends = [expand(self.changed(each, within) + self.first) for each in (low, high)]
            within[variable] = letter - self.first
            limits.insert(0, (letter, *ends))
        return node.func(self.changed(node.function, within), *limits)

    def _factors(self, node: MatMul, moved: Moved) -> list[Any]:
        """Return the factors of a product, in which those that have a name together are one."""
        factors = [*node.args]
        for own, name, is_turned in self.products:
            size = len(own)
            for at in range(len(factors) - size, -1, -1):
                if tuple(factors[at : at + size]) == own:
                    factors[at : at + size] = [self._by_name(MatMul(*own), name, is_turned, moved)]
        return factors

    def _own(self, node: Any, moved: Moved) -> Any:
        """Return what has a notation of its own; None for all else."""
        if isinstance(node, Transpose) and _is_softmax(node.arg):
            return self._softmax(node.arg, moved)
        if _is_softmax(node):
            return Transpose(self._softmax(node, moved))
        if isinstance(node, KroneckerDelta):
            return KroneckerDelta(*(self.changed(each, moved) + self.first for each in node.args), evaluate=False)
        if isinstance(node, MatrixElement) and node.parent.shape == (1, 1):
            largest = self._largest(node.parent.args[0], moved) if isinstance(node.parent, RowMax) else None
            inside = self.changed(node.parent, moved)
            return largest or self._symbol((), lambda printer: printer.parenthesize(inside, PRECEDENCE["Mul"] + 1))
        if isinstance(node, HeadSum) and isinstance(node.family, HeadFamily):
            family = node.family
            return self._sum(node.shape, family.body, (family.index, S.Zero, family.heads - 1), moved)
        if isinstance(node, FunctionMatrix) and isinstance(body := node.lamda.expr, Sum) and len(body.limits) == 1:
            whole, places = body.function, node.lamda.signature
            is_entry = isinstance(whole, MatrixElement) and (whole.i, whole.j) == tuple(places)
            if is_entry and whole.parent.shape == node.shape and not whole.parent.free_symbols & {*places}:
                return self._sum(node.shape, whole.parent, body.limits[0], moved)
        return None

    def _sum(self, shape: tuple[Any, ...], body: Any, limits: tuple[Any, ...], moved: Moved) -> Any:
        """Return a sum of matrices whose index counts as the note does."""
        index = _letter(str(limits[0]), limits[0], body, moved)
        inside = self.changed(body, {**moved, limits[0]: index - self.first})
        low, high = (expand(self.changed(each, moved) + self.first) for each in limits[1:])

        def text(printer: _Printer) -> str:
            written = printer.parenthesize(inside, PRECEDENCE["Mul"], strict=True)
            ends = map(printer._print, (low, high))
            return r"\left(\sum_{{{}={}}}^{{{}}} {}\right)".format(index, *ends, written)

        return self._symbol(shape, text)

    def _softmax(self, node: Any, moved: Moved) -> Any:
        inside = self.changed(node.scores.arg, moved)
        return self._symbol(
            inside.shape, lambda printer: rf"\operatorname{{softmax}}\left({printer._print(inside)}\right)"
        )

    def _largest(self, node: Any, moved: Moved) -> Any:
        """Return max_j x_j for the largest entry of a matrix with one row that is given by its entries."""
        if not isinstance(node, FunctionMatrix):
            return None
        (row, place), body = node.lamda.signature, node.lamda.expr
        letter = _letter("j", place, body, moved)
        inside = self.changed(body.xreplace({row: S.Zero}), {**moved, place: letter - self.first})
        ends = self.first, expand(node.shape[1] - 1 + self.first)

        def text(printer: _Printer) -> str:
            runs = rf"{ends[0]}\leq {letter}\leq {printer._print(ends[1])}"
            return rf"\max_{{{runs}}}\left({printer._print(inside)}\right)"

        return self._symbol((), text)


def _letter(name: str, variable: Any, body: Any, moved: Moved) -> Any:
    """Return a symbol for an index, called by a name that nothing else in a body is shown by."""
    parts = body.atoms(Symbol, Idx, MatrixSymbol) - {variable}
    taken = {str(each) for part in parts for each in (part, *getattr(moved.get(part), "free_symbols", ()))}
    names = (name, *(f"{name}_{number}" for number in range(1, len(taken) + 2)))
    return Symbol(next(each for each in names if each not in taken), integer=True)


def _is_softmax(node: Any) -> bool:
    """Tell whether a node is softmax of a column, which the language writes as that of a row."""
    return isinstance(node, RowSoftmax) and isinstance(node.scores, Transpose) and node.shape[0] == 1


def _rebuilt(node: Any, args: list[Any]) -> Any:
    """Return an expression with other parts; nothing is evaluated but numbers of places."""
    if isinstance(node, Add | Mul) and all(isinstance(each, Add | Mul | Symbol | Integer) for each in args):
        places = Add(*args) if isinstance(node, Add) else Mul(*args)
        if _is_place(places):
            return expand(places)
    if isinstance(node, Relational) and all(map(_is_place, args)):
        args = [expand(each - min(map(_constant, args))) for each in args]  # i − 1 < j − 1 says i < j
    if isinstance(node, Add | Mul | Pow | Relational | Function):
        return node.func(*args, evaluate=False)
    return node.func(*args)


def _is_place(node: Any) -> bool:
    """Tell whether a number is a sum of indices, sizes and whole numbers."""
    return bool(node.is_integer) and all(each.is_Symbol and each.is_integer for each in node.free_symbols)


def _constant(node: Any) -> Any:
    return expand(node).as_coeff_Add()[0]


def _without_signs(args: Iterable[Any]) -> Any:
    """Return −(−x) as x; None for another product."""
    signs, rest = 0, list[Any]()
    for each in (one for arg in args for one in (arg.args if isinstance(arg, Mul) else (arg,))):
        signs += each == -1
        rest += [each] if each != -1 else []
    return Mul(*rest, evaluate=False) if signs == 2 else None


class _Printer(AttentionLatexPrinter):
    """Print what is written as in a note: places count from its first number, and a vector has one index."""

    def __init__(self, texts: Mapping[str, Callable[[_Printer], str]] | None = None, first: int = 0) -> None:
        super().__init__()
        self.texts, self.first = texts or {}, first

    def symbol_form(self, symbol: Any) -> str:
        text = self.texts.get(str(symbol.name))
        return str(super().symbol_form(symbol)) if text is None else text(self)

    def place(self, place: Any) -> str:
        """Write a place, which the language counts from 0."""
        return str(self._print(expand(place + self.first)))

    def _print_MatrixElement(self, expr: Any) -> str:
        parent = self.parenthesize(expr.parent, PRECEDENCE["Atom"], strict=True)
        rows, columns = expr.parent.shape
        parts = [expr.i] if columns == 1 else [expr.j] if rows == 1 else [expr.i, expr.j]
        return subscripted(parent, ", ".join(map(self.place, parts)))

    def _print_FamilyMember(self, expr: Any) -> str:
        return subscripted(self._print(expr.family), self.place(expr.index))

    def _print_Transpose(self, expr: Any) -> str:
        written = str(super()._print_Transpose(expr))
        return written.removesuffix("^{T}") + r"^{\top}" if written.endswith("^{T}") else written

    def _print_Derivative(self, expr: Any) -> str:
        is_short = len(expr.variable_count) == 1 == expr.derivative_count and isinstance(
            expr.expr, MatrixElement | Symbol
        )
        above, below = (rf"\partial {self._print(each)}" for each in (expr.expr, expr.variables[0]))
        return rf"\frac{{{above}}}{{{below}}}" if is_short else str(super()._print_Derivative(expr))

    def _print_KroneckerDelta(self, expr: Any, exp: Any = None) -> str:
        written = rf"\delta_{{{' '.join(map(self._print, expr.args))}}}"
        return written if exp is None else rf"\left({written}\right)^{{{exp}}}"

    def _range(self, bounds: Any, size: Any, is_one: bool) -> str:
        start, stop, _ = bounds
        is_place = expand(stop - start) == 1 and not (is_one and (start, stop) == (0, size))
        return self.place(start) if is_place else f"{'' if start == 0 else self.place(start)}:{self._end(stop, size)}"

    def _end(self, stop: Any, size: Any) -> str:
        return "" if stop == size else str(self._print(expand(stop - 1 + self.first)))

    def shape(self, expr: Any) -> str:
        rows, columns = expr.shape
        return str(self._print(rows)) if columns == 1 else str(super().shape(expr))

    def doprint(self, expr: Any) -> str:
        return self._side(expr)

    def _side(self, side: Any) -> str:
        written = str(self._print(side))
        inside = re.fullmatch(r"\\left\((.*)\\right\)", written)
        is_whole = str(getattr(side, "name", "")) in self.texts and inside is not None
        return inside[1] if is_whole and inside is not None else written

    def _print_Equation(self, expr: Any) -> str:
        return f"{self._side(expr.lhs)} = {self._side(expr.rhs)}"

    def _print_Relational(self, expr: Any) -> str:
        signs = {"==": "=", ">": ">", "<": "<", ">=": r"\geq", "<=": r"\leq", "!=": r"\neq"}
        return f"{self._side(expr.lhs)} {signs[expr.rel_op]} {self._side(expr.rhs)}"
