"""Words of the language in a note: a function that a sidecar declares to be one, as ``'Att' = "Attention"``.

What a word makes of its arguments says its shape, so the sizes of these have to be known: they are declared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Expr, sympify

import symattn.language as language
from symattn.errors import SymattnError
from symattn.language.base.known_words import words
from symattn.language.base.shapes import shape_of
from symattn.reading.refusal import Refused
from symattn.reading.sizes import Size
from symattn.reading.values import Value

#: What stands below a word → an option of it.
OPTIONS = {"unscaled": ("scale", False)}


#: Names of notes → the word that each is by habit, and how many arguments that takes.
_HABITS = dict.fromkeys(("attention", "attn", "att"), ("Attention", 3))
#: Names of log Σ exp of a vector: the word of the language takes it of each row of a matrix.
_SUMMED = ("lse", "logsumexp")
_BY_NAME, _OFFERED = ("softmax", "sigmoid", "ReLU"), ("softmax", "sigmoid", "any")


def offered(name: str, count: int) -> str:
    """Return what a sidecar may say of a function that is called with some arguments: first what fits its name.

    >>> offered(r"\\mathrm{Attn}", 3), offered("f", 1)
    ('[functions] \\'\\\\mathrm{Attn}\\' = "Attention" | "any"', '[functions] \\'f\\' = "softmax" | "sigmoid" | "any"')
    """
    called = re.sub(r"\\[A-Za-z]+|[^A-Za-z]", "", name).lower()
    if called in _SUMMED:
        return rf"define = ['\operatorname{{{name}}}(x) = \log \sum_i e^{{x_i}}'] | [functions] '{name}' = \"any\""
    habit, arguments = _HABITS.get(called, ("", 0))
    known = [habit] if habit and count == arguments else [each for each in _BY_NAME if called.endswith(each.lower())]
    words = (*known, "any") if habit else (*known, *_OFFERED)
    return f"[functions] '{name}' = {' | '.join(f'{chr(34)}{each}{chr(34)}' for each in dict.fromkeys(words))}"


def words_named(names: str) -> list[Any]:
    """Return the words with a name, those that there are: of A | B, both."""
    return [each for name in names.split("|") if (each := _named(name.strip())) is not None]


def _named(name: str) -> Any:
    if name in words():
        return words()[name]
    return getattr(language, name, None) if name in language.__all__ and name[:1].isupper() else None


def kernel_named(names: str) -> Any:
    """Return the similarity of two vectors with a name; None where it is something else."""
    found = words_named(names)
    is_one = len(found) == 1 and isinstance(found[0], type) and issubclass(found[0], language.SimilarityKernel)
    return found[0] if is_one else None


def applied(word: Any, name: str, arguments: Sequence[Value], options: Mapping[str, Value]) -> Value:
    """Apply a word of the language to values whose sizes are known."""
    for value in (*arguments, *options.values()):
        if value.shape is not None and any(size.known() is None for size in value.shape):
            raise Refused(f"{name} needs arguments of declared shapes: [shapes]")

    def made() -> Any:
        return word(*(value.make() for value in arguments), **{name: each.make() for name, each in options.items()})

    try:
        shape = shape_of(example := made())
    except (SymattnError, TypeError, ValueError) as error:
        raise Refused(f"{name}: {' '.join(str(error).split())[:120]}") from error
    if not isinstance(example, Expr) or shape is None or len(shape) != 2:
        return Value(None, made)
    rows, columns = (Size(sympify(each), may_be_one=True) for each in shape)
    return Value((rows, columns), made, f"{name}( )")
