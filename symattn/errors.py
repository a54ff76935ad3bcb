"""The errors symattn raises: one class per kind of mistake, each naming the sub-expression in the user's notation.

Nothing here depends on SymPy: an error keeps the objects it was given and prints them with ``str``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any

#: Writes an object in a message; `symattn.language` puts its own writer here, by which no name reads as something else.
write: Callable[[object], str] = str
#: Within it several things are written as in one statement, so that no two names look alike; put here by the language.
together: Callable[..., AbstractContextManager[Any]] = nullcontext


def shape_text(shape: Sequence[object]) -> str:
    """Write a shape as in ``r×ell``; the empty shape is that of a scalar.

    >>> shape_text(("n", "d + k")), shape_text(())
    ('n×(d + k)', 'scalar')
    """
    return "×".join(_factor_text(size) for size in shape) if shape else "scalar"


def _factor_text(size: object) -> str:
    text = write(size)
    return f"({text})" if " " in text else text


class SymattnError(Exception):
    """Stand for every error of symattn: catch this to catch them all.

    >>> issubclass(ShapeError, SymattnError)
    True
    """


class ShapeError(SymattnError):
    """Report two neighbouring parts whose shapes do not fit.

    ``subexpression`` is the product, sum or equation of the two parts, ``shapes`` the pair of their shapes; a scalar
    has the shape ``()``. Two such errors are equal when the sub-expressions and both shapes read the same, so that a
    script can declare the error it expects. A ``reason`` stands in place of the message.

    >>> error = ShapeError("Q*g", ("r", "ell"), ("d", "d"))
    >>> print(error)
    the shapes in Q*g do not fit: r×ell and d×d
    >>> error == ShapeError("Q*g", ("r", "ell"), ("d", "d")), error == ShapeError("Q*g", ("r", "d"), ("d", "d"))
    (True, False)
    """

    def __init__(
        self,
        subexpression: object,
        left_shape: tuple[object, ...],
        right_shape: tuple[object, ...],
        reason: str = "",
    ) -> None:
        super().__init__(subexpression, left_shape, right_shape, reason)
        self.subexpression = subexpression
        self.shapes = (tuple(left_shape), tuple(right_shape))
        self.reason = reason

    def _reading(self) -> tuple[str, tuple[tuple[str, ...], ...]]:
        return str(self.subexpression), tuple(tuple(str(size) for size in shape) for shape in self.shapes)

    def __eq__(self, other: object) -> bool:
        return self._reading() == other._reading() if isinstance(other, ShapeError) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._reading())

    def __str__(self) -> str:
        if self.reason:
            return self.reason
        left, right = self.shapes
        with together((self.subexpression, *left, *right)):
            return f"the shapes in {write(self.subexpression)} do not fit: {shape_text(left)} and {shape_text(right)}"


class OddWidth(SymattnError):
    """Report an encoding whose width is not provably even.

    >>> print(OddWidth("SinusoidalEncoding(n, d)", "d"))
    the width d of SinusoidalEncoding(n, d) is not provably even; write it as 2*h
    """

    def __init__(self, subexpression: object, width: object) -> None:
        super().__init__(subexpression, width)
        self.subexpression = subexpression
        self.width = width

    def __str__(self) -> str:
        return f"the width {write(self.width)} of {write(self.subexpression)} is not provably even; write it as 2*h"


class MaskedRow(SymattnError):
    """Report a row of scores in which every entry is −∞, so that its softmax is undefined.

    >>> print(MaskedRow("M", 2))
    row 2 of M is masked completely: softmax needs an entry above -oo in every row
    """

    def __init__(self, subexpression: object, row: object) -> None:
        super().__init__(subexpression, row)
        self.subexpression = subexpression
        self.row = row

    def __str__(self) -> str:
        return (
            f"row {self.row} of {write(self.subexpression)} is masked completely: "
            "softmax needs an entry above -oo in every row"
        )


class UndeclaredSymbol(SymattnError):
    """Report a symbol of which symattn lacks something, its kind, its value or a name of its own, with a hint.

    >>> print(UndeclaredSymbol("n", 'declare it with dims("n")'))
    the symbol n is not declared: declare it with dims("n")
    >>> print(UndeclaredSymbol("V", "give it one", lacks="has no value"))
    the symbol V has no value: give it one
    """

    def __init__(self, symbol: object, hint: str, lacks: str = "is not declared") -> None:
        super().__init__(symbol, hint, lacks)
        self.symbol = symbol
        self.hint = hint
        self.lacks = lacks

    def __str__(self) -> str:
        return f"the symbol {write(self.symbol)} {self.lacks}: {self.hint}"


class MissingValue(UndeclaredSymbol):
    """Report a symbol that stands in an expression and has no value among those supplied.

    >>> print(MissingValue("V"))
    the symbol V has no value: add V to the values, which are given as {symbol: value}
    """

    def __init__(self, symbol: object) -> None:
        hint = f"add {write(symbol)} to the values, which are given as {{symbol: value}}"
        super().__init__(symbol, hint, lacks="has no value")
        self.args = (symbol,)  # what it is made from again when it comes from another process


class UnsupportedExpression(SymattnError):
    """Report an expression outside the language, with the reason.

    >>> print(UnsupportedExpression("Trace(A)", "the trace is not part of the language"))
    cannot use Trace(A): the trace is not part of the language
    """

    def __init__(self, subexpression: object, reason: str) -> None:
        super().__init__(subexpression, reason)
        self.subexpression = subexpression
        self.reason = reason

    def __str__(self) -> str:
        return f"cannot use {write(self.subexpression)}: {self.reason}"


class HypothesisError(SymattnError):
    """Report a hypothesis that cannot be meant: already false, or named but not given.

    >>> print(HypothesisError("False", "SymPy has evaluated it to False"))
    bad hypothesis False: SymPy has evaluated it to False
    """

    def __init__(self, proposition: object, reason: str) -> None:
        super().__init__(proposition, reason)
        self.proposition = proposition
        self.reason = reason

    def __str__(self) -> str:
        return f"bad hypothesis {write(self.proposition)}: {self.reason}"


class DefinitionError(SymattnError):
    """Report a word that cannot be defined, or not like this.

    >>> print(DefinitionError("RMSNorm: c is free in c*X; make it a parameter"))
    RMSNorm: c is free in c*X; make it a parameter
    """


class ClaimError(SymattnError):
    """Report a proof script that uses symattn wrongly, such as one with two claims of the same id.

    >>> print(ClaimError("the id G11 is used twice"))
    the id G11 is used twice
    """


class UsageError(SymattnError):
    """Report a wrong argument on the command line or in a call.

    >>> print(UsageError("no claim has the id G99"))
    no claim has the id G99
    """


class CallError(UsageError, TypeError):
    """Report a call whose arguments do not fit: one is unknown, missing or too many.

    >>> issubclass(CallError, TypeError)
    True
    """


class Fault(SymattnError):
    """Report that a step inside symattn failed, so that nothing was decided; the error behind it is its cause.

    >>> print(Fault("TypeError in scope.py, line 12"))
    symattn could not read this to its end, and says nothing about it (TypeError in scope.py, line 12)
    """

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where

    def __str__(self) -> str:
        return f"symattn could not read this to its end, and says nothing about it ({self.where})"


class answering:
    """Turn whatever escapes from a call of the user into an error of symattn; what checks have refused stays refused.

    >>> with answering():
    ...     {}["x"]
    Traceback (most recent call last):
    symattn.errors.Fault: symattn could not read this to its end, and says nothing about it (KeyError)
    """

    __slots__ = ()

    def __enter__(self) -> None:
        """Enter a with-block."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None or isinstance(error, SymattnError) or not isinstance(error, Exception):
            return
        if isinstance(error, RecursionError):
            raise UnsupportedExpression("this", "it is nested too deeply") from error
        if isinstance(error, OverflowError):
            raise UnsupportedExpression("this", "a number in it is out of the reach of floating point") from error
        if isinstance(error, MemoryError):
            raise UnsupportedExpression("this", "it takes more memory than there is") from error
        raise Fault(type(error).__name__ + _place_of(error)) from error


def _place_of(error: BaseException) -> str:
    """Say at which line of symattn an error was raised, or nothing."""
    place, trace = "", error.__traceback__
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if "symattn" in path.parts and path.name != "errors.py":
            place = f" in {path.parent.name}/{path.name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


def elsewhere(trace: TracebackType | None) -> TracebackType | None:
    """Return a traceback without the lines of symattn."""
    if trace is None:
        return None
    rest, frame = elsewhere(trace.tb_next), trace.tb_frame
    if Path(frame.f_code.co_filename).is_relative_to(Path(__file__).parent):
        return rest
    return TracebackType(rest, frame, trace.tb_lasti, trace.tb_lineno)
