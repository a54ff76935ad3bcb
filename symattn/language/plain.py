"""Plain text of expressions, as SymPy's ``str`` writes them, with names that can be read in one way only."""

from __future__ import annotations

import re
from typing import Any

from sympy import Basic
from sympy.matrices import MatrixBase
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from symattn import errors
from symattn.depth import deep
from symattn.language.base.characters import visible
from symattn.language.base.naming import NamesSymbols, form_of_name, speaking_of
from symattn.language.base.own_classes import real_name
from symattn.language.entrywise import function_of_entries, word_at_matrix


class PlainPrinter(NamesSymbols, StrPrinter):
    """Print as SymPy's ``str`` does, names that read as something else in quotes and clashing bound symbols renamed."""

    def __init__(self) -> None:
        super().__init__({"order": None})

    def own_text(self, expr: Basic) -> str:
        return self.applied(self.own_name(real_name(type(expr))), expr.args)

    def _print_Sum(self, expr: Any) -> str:
        return self._over_limits(expr, list(expr.limits), [])

    _print_Product = _print_Sum

    def _over_limits(self, expr: Any, limits: list[Any], written: list[str]) -> str:
        if not limits:
            return f"{type(expr).__name__}({self._print(expr.function)}, {', '.join(written)})"
        variable, *bounds = limits.pop()
        ends = [self._print(bound) for bound in bounds]
        with self.binding([variable], expr.function, *(bound for limit in limits for bound in limit[1:])):
            name = self._print(variable)
            here = f"({', '.join([name, *ends])})" if ends else name
            return self._over_limits(expr, limits, [here, *written])

    def _print_Identity(self, expr: Any) -> str:
        return self.applied(type(expr).__name__, expr.args)

    _print_OneMatrix = _print_ZeroMatrix = _print_Identity

    def _print_MatrixBase(self, expr: Any) -> str:
        rows = [self.stringify(row, ", ") for row in expr.tolist()]
        return f"Matrix([{', '.join(f'[{row}]' for row in rows)}])"

    _print_ImmutableDenseMatrix = _print_MatrixBase

    def _print_Lambda(self, expr: Any) -> str:
        with self.binding(expr.variables, expr.expr):
            names = ", ".join(map(self._print, expr.variables))
            return f"Lambda({names if len(expr.variables) == 1 else f'({names})'}, {self._print(expr.expr)})"

    def _print_ElementwiseApplyFunction(self, expr: Any) -> str:
        at_matrix, named = word_at_matrix(expr), function_of_entries(expr)
        if at_matrix is not None:
            return self.applied(expr.function.expr.word.name, at_matrix)
        matrix = self.parenthesize(expr.expr, PRECEDENCE["Atom"], strict=True)
        return f"{matrix}.applyfunc({self._print(expr.function) if named is None else named.__name__})"


_printer = PlainPrinter()


def plain(x: Any) -> str:
    """Write an expression or proposition as SymPy's ``str`` does, with names that can be read in one way only.

    Of an object of Python the address is left out, which is another one in every run; a class is its name, and what the
    kernel proved or builds is named by its kind: its notation is not that of the statement.

    >>> from sympy import Symbol
    >>> y = Symbol("y", real=True)
    >>> plain(y*(2 + Symbol("1 + 1", real=True)))
    'y*("1 + 1" + 2)'
    """
    if isinstance(x, MatrixBase):
        with speaking_of(x):
            return _printer._print_MatrixBase(x)
    if isinstance(x, type):
        return real_name(x)
    if type(x) in (tuple, list):
        inner = ", ".join(repr(each) if isinstance(each, str) else plain(each) for each in x)
        return f"[{inner}]" if type(x) is list else f"({inner}{',' if len(x) == 1 else ''})"
    if str(type(x).__module__).startswith("symattn.kernel."):
        return f"a {type(x).__name__.lower()} of the kernel"
    return _printer.doprint(x) if isinstance(x, Basic) else visible(re.sub(r" at 0x[0-9a-fA-F]+", "", str(x)))


def plain_name(name: str, scalar: bool = False) -> str:
    """Write the name of a symbol as in a statement; a ``scalar`` must not be taken for a number.

    >>> plain_name("K"), plain_name("x*"), plain_name("pi"), plain_name("pi", scalar=True)
    ('K', '"x*"', 'pi', '"pi"')
    """
    return form_of_name(_printer, name, scalar)


def bound_text(enclosure: str) -> str:
    """Write the enclosure of a number; an exact number loses its brackets.

    >>> bound_text("[1/2]"), bound_text("[-oo]"), bound_text("[0.731 ± 4.19e-19]")
    ('1/2', '-oo', '[0.731 ± 4.19e-19]')
    """
    return re.sub(r"\[([-./\w]+)\]", r"\1", enclosure)


def plain_together(*things: Any) -> list[str]:
    """Write several things that stand in one statement."""
    with speaking_of(*things):
        return [plain(thing) for thing in things]


def in_message(x: Any) -> str:
    """Write something in a message; of what is too long or too deep to be written, its class.

    >>> in_message(10**5000)
    'int(…)'
    """
    try:
        with deep():
            return plain(x)
    except (ValueError, RecursionError):  # Python does not write integers of more than 4,300 digits
        return f"{real_name(type(x))}(…)"


errors.write, errors.together = in_message, speaking_of
