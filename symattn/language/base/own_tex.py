"""The TeX that an author gives a symbol, for its name alone: it changes how the symbol is printed, not what it is.

SymPy has one symbol for all of one name and shape, so what an author gives holds where it is given and nowhere else: in
a session, such as a notebook, until it ends; in a proof script for its claims; in the function of a claim for that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from sympy import Basic, Idx, Symbol

from symattn.calls import checks_its_call
from symattn.errors import UsageError
from symattn.language.base.names import is_word

_FONT = r"math(?:rm|bf|it|sf|tt|bb|cal|frak|scr|normal)|boldsymbol|bm|pmb"
_ACCENT = rf"\\(?:hat|check|bar|tilde|vec|dot|ddot|breve|mathring|widehat|widetilde|overline|underline|{_FONT})"
_LETTER = r"(?:[A-Za-z]|\\[A-Za-z]+)"
_BASE = rf"(?:{_ACCENT}\{{(?:{_LETTER}|{_ACCENT}\{{{_LETTER}\}})\}}|\\(?:mathrm|text|mathit)\{{[A-Za-z]+\}}|{_LETTER})"
_INDEX = r"(?:[A-Za-z0-9]|\{(?:[A-Za-z0-9,*+\- ]|\\[A-Za-z]+ ?|\{[A-Za-z]+\})+\})"
_MARK = r"\\(?:ast|star|dagger|prime|perp)"
_SYMBOL = rf"(?P<base>{_BASE})'*(?:_{_INDEX}|\^(?:[*+\-]|\{{(?:[*+\-]|{_MARK})\}}))*"
#: Commands that print something before a brace, and marks, which may stand in an index but for no symbol.
_BEFORE_A_BRACE = rf"(?:{_ACCENT}|\\text)(?=\{{)|(?<=[\^_{{, ]){_MARK}(?![A-Za-z])"
_WORD = r"\\(?:mathrm|text|mathit)\{([A-Za-z]{2,})\}"
#: What symattn itself prints: for matrices, numbers and sets of numbers.
_SETS = frozenset(rf"\mathbb{letter}" for letter in "RNZCBE") | {"GL"}
_OF_ANY = {"I": "the identity matrix"}
_OF_A_MATRIX = {"T": "the transpose"}
_OF_A_NUMBER = {"e": "the base of exp", r"\pi": "the number π"}
#: One way to write each of what looks alike.
_ALIKE = (
    (r"\^\s*\{?\s*((?:\\prime\s*)+)(?![A-Za-z])\}?", lambda found: "'" * found[1].count("p")),
    (r"\\ast(?![A-Za-z])", "*"),
    (r"\\(?:bm|pmb)(?![A-Za-z])", r"\\boldsymbol"),
    (r"\\wide(?=(?:hat|tilde)(?![A-Za-z]))", r"\\"),
    (r"\\overline(?![A-Za-z])", r"\\bar"),
    (r"[{}\s]|\\(?:left|right|operatorname|mathrm|mathit|mathnormal|text(?![a-z])|,)", ""),
    (r"(_(?:[A-Za-z0-9,]+|\\[A-Za-z]+))('+|\^[*+-])", r"\2\1"),  # of two indices either may be first
)

Symbolic = TypeVar("Symbolic", bound=Basic)
Tex: TypeAlias = dict[Basic, str]
_session: Tex = {}
_given: ContextVar[Tex] = ContextVar("given", default=_session)


@checks_its_call
def typeset(symbol: Symbolic, latex: str) -> Symbolic:
    r"""Print a symbol in LaTeX as its author writes it, and return it.

    It stays the same symbol: what is proved of it, and its plain text, do not change. TeX that another symbol of a
    statement has too is not used there, so that two symbols never look alike. Raise UsageError for TeX that is no
    letter or macro of the author's, with accents, primes and indices, or that is printed for something else anyway.

    >>> from sympy import MatrixSymbol
    >>> W = typeset(MatrixSymbol("W_Q", 2, 2), latex=r"\mathbf{W}_{\mathrm{q}}")
    >>> own_tex(W), own_tex(MatrixSymbol("W_K", 2, 2))
    ('\\mathbf{W}_{\\mathrm{q}}', '')
    """
    if not hasattr(symbol, "name"):
        raise UsageError(f"only a symbol has TeX of its own, not {symbol}")
    if not isinstance(latex, str) or not _is_symbol(latex):
        raise UsageError(f"the TeX of {symbol} is no letter or macro with accents and indices: {latex!r}")
    if meaning := _meaning(symbol, latex):
        raise UsageError(f"the TeX of {symbol} is what symattn prints for {meaning}: {latex!r}; give it another letter")
    given_here()[symbol] = latex
    return symbol


def _is_symbol(latex: str) -> bool:
    """Tell whether TeX is a letter or macro with accents and indices, and no command of TeX or LaTeX prints another."""
    from symattn.language.base.tex_commands import NO_LETTERS

    if re.fullmatch(_SYMBOL, latex) is None:
        return False
    commands = re.findall(r"\\([A-Za-z]+)", re.sub(_BEFORE_A_BRACE, " ", latex))
    return NO_LETTERS.isdisjoint(commands) and not any(re.fullmatch(_ACCENT + r"|\\text", f"\\{c}") for c in commands)


def _meaning(symbol: Any, latex: str) -> str:
    """Name what symattn prints like this TeX in a statement, where that is something other than the symbol."""
    found = re.fullmatch(_SYMBOL, latex)
    base, seen = "" if found is None else look(found["base"]), look(latex)
    word = re.match(_WORD, latex)
    if base in _SETS or (word is not None and is_word(word[1])):
        return "a set of numbers or matrices" if base in _SETS else f"{word[1]}, a word of its own" if word else ""
    others = _OF_A_NUMBER if isinstance(symbol, Symbol | Idx) else _OF_A_MATRIX
    return _OF_ANY.get(seen, "") or ("" if symbol.name == latex else others.get(seen, ""))


@lru_cache(maxsize=4096)
def look(form: str) -> str:
    r"""Return what matters of TeX for its look.

    >>> look(r"x^{\prime}") == look("x'"), look(r"x_{1}^{\ast}") == look("x^*_1"), look(r"\hat{x}") == look("x")
    (True, True, False)
    """
    for written, alike in _ALIKE:
        form = re.sub(written, alike, form)
    return form


def own_tex(symbol: Any) -> str:
    """Return the TeX that a symbol was given, or nothing."""
    return given_here().get(symbol, "")


def given_here() -> Tex:
    """Return what is given where this is called, into which `typeset` writes."""
    return _given.get()


@contextmanager
def typesetting(given: Tex | None) -> Iterator[None]:
    r"""Print symbols as given here, and nowhere else, until this ends; None leaves them as they are.

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
