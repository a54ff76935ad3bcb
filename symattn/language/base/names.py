"""Valid names of symbols, and how an ambiguous name is printed.

A name of letters, digits and subscripts stands as it is.  One that reads as a formula (``1 + 1``, ``x*``), as a number
(``½``) or as a word of the language (``pi``, ``exp``) is written in quotes wherever it is shown.  A name with
characters that nobody sees, or that turn the order of the others, is refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from symattn.errors import UnsupportedExpression
from symattn.language.base.characters import is_leftward, unseen, visible

#: The Greek alphabet in the order of Unicode, which has a second sigma that is no symbol here.
_LETTERS = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu"),
    *("nu", "xi", "omicron", "pi", "rho", "", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"),
)
GREEK = {
    **{name: chr(0x3B1 + number) for number, name in enumerate(_LETTERS) if name},
    **{name.capitalize(): chr(0x391 + number) for number, name in enumerate(_LETTERS) if name},
    "ell": "ℓ",
}
#: Letters of other alphabets that look like Latin ones.
_LOOK_ALIKES = str.maketrans(
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο" + "АВЕКМНОРСТУХЅІЈаеорсухѕіј" + "ıȷɑɡ′’ʹʼ",
    "ABEZHIKMNOPTYXo" + "ABEKMHOPCTYXSIJaeopcyxsij" + "ijag''''",
)
#: Words that stand for functions, values or parts of a sentence in what is printed; none is the name of a symbol.
WORDS = frozenset(
    (
        *("exp", "log", "ln", "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "sinh", "cosh", "tanh"),
        *("sqrt", "root", "abs", "max", "min", "sum", "product", "integral", "piecewise", "floor", "ceiling", "mod"),
        *("gcd", "factorial", "binomial", "true", "false", "nan", "zoo", "oo", "inf", "infinity", "if", "otherwise"),
        *("given", "where", "and", "or", "not", "transpose", "inverse", "identity", "trace", "tr", "det", "diag"),
        *("softmax", "att", "selfatt", "multiheadatt", "concat", "stack", "rope", "rot", "sincos", "causal", "euclid"),
        *("epan", "var"),
    )
)
#: Names of numbers, which no scalar may be taken for, and of the identity matrix.
NUMBERS = frozenset(("pi", "π", "E", "I", "EulerGamma", "Catalan", "GoldenRatio"))
_PART = r"[^\W\d_](?:[^\W_])*"
_PLAIN = rf"{_PART}(?:_+(?:[^\W_]+|\{{[^\W_]+(?:,[^\W_]+)*\}}))*[₀-₉]*['′]*"  # compiled when it is used


def check_name(name: str, what: str = "a name") -> None:
    """Raise UnsupportedExpression for a name that cannot be shown so that everybody sees the same.

    >>> check_name("x*")
    >>> check_name("a\\u200b")
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use 'a\\u200b': a name has only characters that are seen; rename it,
    without '\\u200b'
    """
    _check_plain(str.__str__(name), what)  # a text that says itself what it equals is not what is remembered


@lru_cache(maxsize=4096)
def _check_plain(name: str, what: str) -> None:
    if not name.strip():
        raise UnsupportedExpression(ascii(name), f"{what} must not be blank; rename it")
    hidden = [c for c in name if unseen(c)]
    if hidden:
        reason = f"{what} has only characters that are seen; rename it, without {hidden[0]!a}"
        raise UnsupportedExpression(ascii(name), reason)
    leftward = [c for c in name if is_leftward(c)]
    if leftward:
        reason = f"{what} in a formula is written from left to right; rename it, without {leftward[0]!a}"
        raise UnsupportedExpression(ascii(name), reason)
    if unicodedata.combining(name[0]):
        raise UnsupportedExpression(ascii(name), f"{what} begins with a letter, not with an accent; rename it")


@lru_cache(maxsize=4096)
def skeleton(written: str) -> str:
    """Return what is seen of something written: two that look alike have one skeleton.

    >>> skeleton("ехр") == skeleton("ｅｘｐ") == skeleton("exp"), skeleton("x₁") == skeleton("x1")
    (True, True)
    """
    folded = unicodedata.normalize("NFKC", written.replace("ℓ", "\0")).replace("\0", "ℓ")
    return folded.translate(_LOOK_ALIKES)


@lru_cache(maxsize=4096)
def is_plain(name: str) -> bool:
    """Tell whether a name is one word of letters, digits and subscripts that can be read in one way.

    >>> [is_plain(name) for name in ("S_Q", "θ'", "W_{k}", "x₁", "x*", "½", "2nd", "a b", "x²", "exр")]
    [True, True, True, True, False, False, False, False, False, False]
    """
    if re.fullmatch(_PLAIN, name) is None:
        return False
    letters = [c for c in name if c.isalpha()]
    whole = "".join(letters)
    if unicodedata.normalize("NFKC", whole.replace("ℓ", "l")) != whole.replace("ℓ", "l"):
        return False
    if any(c.isalnum() and not c.isalpha() and c not in "0123456789₀₁₂₃₄₅₆₇₈₉" for c in name):
        return False
    scripts = {unicodedata.name(c, "?").split()[0] for c in letters if c != "ℓ"}
    looks_otherwise = whole.translate(_LOOK_ALIKES) != whole
    return len(scripts) <= 1 or (scripts == {"LATIN", "GREEK"} and not looks_otherwise)


def is_word(name: str) -> bool:
    """Tell whether a name looks like a word of the notation: a function, a class, a part of a sentence."""
    seen = skeleton(name)
    return seen.casefold() in WORDS or seen in _CLASSES or seen.replace("_", "").casefold() in _FOLDED


#: The classes of the language, as its front door has entered them, and what they look like without regard to case.
_CLASSES: set[str] = set()
_FOLDED: set[str] = set()


def enter_classes(names: Iterable[str]) -> None:
    """Enter names of classes of the language: none is the name of a symbol, or of a class of the user."""
    found = tuple(names)
    _CLASSES.update(found)
    _FOLDED.update(name.casefold() for name in found)


def quoted(name: str) -> str:
    """Return a name in quotes, as one that reads as something else is written in text.

    >>> quoted("1 + 1"), quoted('a"')
    ('"1 + 1"', '"a\\\\""')
    """
    inside = name.replace("\\", "\\\\").replace('"', '\\"') if '"' in name else name
    return f'"{visible(inside)}"'


def spelled(name: str) -> str:
    """Return a name in quotes with every character outside ASCII as its code, so that no two names look alike.

    >>> spelled("ехр")
    '"\\\\u0435\\\\u0445\\\\u0440"'
    """
    return f'"{ascii(name)[1:-1]}"'
