"""The TeX that an author gives a symbol, for its name alone: it changes how the symbol is printed, not what it is.

SymPy has one symbol for all of one name and shape, so what an author gives holds where it is given and nowhere else: in
a session, such as a notebook, until it ends; in a proof script for its claims; in the function of a claim for that one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeAlias, TypeVar

from sympy import Basic

from symattn.errors import UsageError

_ACCENT = r"\\(?:hat|bar|tilde|vec|dot|ddot|widehat|widetilde|overline|underline|math[a-z]+|boldsymbol|bm)"
_LETTER = r"(?:[A-Za-z]|\\[A-Za-z]+)"
_BASE = rf"(?:{_LETTER}|{_ACCENT}\{{(?:{_LETTER}|{_ACCENT}\{{{_LETTER}\}})\}}|\\(?:mathrm|text|mathit)\{{[A-Za-z]+\}})"
_INDEX = r"(?:[A-Za-z0-9]|\{(?:[A-Za-z0-9,*+\- ]|\\[A-Za-z]+ ?|\{[A-Za-z]+\})+\})"
_SYMBOL = re.compile(rf"{_BASE}'*(?:_{_INDEX}|\^(?:[*+\-]|\{{(?:[*+\-]|\\(?:ast|star|dagger|prime|circ|perp))\}}))*")
#: Commands that are no letters: what they print is something else.
_NO_NAMES = re.compile(
    r"\\(infty|emptyset|top|bot|partial|nabla|cdot|times|circ|oplus|otimes|sum|prod|int|forall|exists|neg|pm|mp|le|ge"
    r"|leq|geq|neq|ne|in|to|mapsto|quad|qquad|frac|sqrt|log|exp|sin|cos|max|min|det|left|right|begin|end|hbox|input)"
    r"(?![A-Za-z])"
)

Symbolic = TypeVar("Symbolic", bound=Basic)
Tex: TypeAlias = dict[Basic, str]
_session: Tex = {}
_given: ContextVar[Tex] = ContextVar("given", default=_session)
#: What each file gave while it was read: modules that scripts share are read once.
_by_files: dict[str, Tex] = {}


def typeset(symbol: Symbolic, latex: str) -> Symbolic:
    r"""Print a symbol in LaTeX as its author writes it, and return it.

    It stays the same symbol: what is proved of it, and its plain text, do not change. TeX that another symbol of a
    statement has too is not used there, so that two symbols never look alike. Raise UsageError for TeX that is no
    letter or macro, with accents, primes and indices.

    >>> from sympy import MatrixSymbol
    >>> W = typeset(MatrixSymbol("W_Q", 2, 2), latex=r"\mathbf{W}_{\mathrm{q}}")
    >>> own_tex(W), own_tex(MatrixSymbol("W_K", 2, 2))
    ('\\mathbf{W}_{\\mathrm{q}}', '')
    """
    if not hasattr(symbol, "name"):
        raise UsageError(f"only a symbol has TeX of its own, not {symbol}")
    if not isinstance(latex, str) or not _SYMBOL.fullmatch(latex) or _NO_NAMES.search(latex):
        raise UsageError(f"the TeX of {symbol} is no letter or macro with accents and indices: {latex!r}")
    given_here()[symbol] = latex
    if (file := _file_that_is_read()) is not None:
        _by_files.setdefault(file, {})[symbol] = latex
    return symbol


def _file_that_is_read() -> str | None:
    """Return the file of the module whose lines are run now, as they are when it is imported."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back  # type: ignore[assignment]
    return None if frame is None else frame.f_code.co_filename


def own_tex(symbol: Any) -> str:
    """Return the TeX that a symbol was given, or nothing."""
    return given_here().get(symbol, "")


def given_here() -> Tex:
    """Return what is given where this is called, into which `typeset` writes."""
    return _given.get()


def given_by(files: Iterable[str]) -> Tex:
    """Return what some files gave while they were read."""
    return {symbol: latex for file in files for symbol, latex in _by_files.get(file, {}).items()}


def forget(file: str) -> None:
    """Forget what a file gave, which will be read again."""
    _by_files.pop(file, None)


@contextmanager
def typesetting(given: Tex | None) -> Iterator[None]:
    """Print symbols as given here, and nowhere else, until this ends; None leaves them as they are.

    >>> from sympy import Symbol
    >>> x = Symbol("x")
    >>> with typesetting({x: "\\\\xi"}):
    ...     own_tex(x)
    '\\\\xi'
    >>> own_tex(x)
    ''
    """
    token = _given.set(given_here() if given is None else given)
    try:
        yield
    finally:
        _given.reset(token)
