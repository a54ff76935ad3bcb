"""How a word of one's own is called: the names of its arguments in their order, and what each has to be, in words."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from keyword import iskeyword
from typing import Any

from sympy import Basic, Idx, MatrixSymbol

from symattn.errors import UnsupportedExpression, shape_text
from symattn.language.base.dims import is_dim
from symattn.language.base.naturals import is_natural
from symattn.language.base.shapes import shape_of
from symattn.language.base.symbols import (
    InvertibleSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    ProbabilitySymbol,
)
from symattn.primitives.heads.word import MatrixFamily
from symattn.primitives.kernels.word import KernelSymbol
from symattn.primitives.maps.word import MapSymbol
from symattn.primitives.sequential.word import SequentialEncoding
from symattn.primitives.subsets.word import SubsetSymbol

#: What an argument is called, by the class of the parameter; the first that fits counts.
KINDS: tuple[tuple[type, Callable[[Any], str]], ...] = (
    (PermutationSymbol, lambda p: f"a permutation, {shape_text(p.shape)}"),
    (OrthogonalSymbol, lambda p: f"an orthogonal matrix, {shape_text(p.shape)}"),
    (InvertibleSymbol, lambda p: f"an invertible matrix, {shape_text(p.shape)}"),
    (MaskSymbol, lambda p: f"a mask, {shape_text(p.shape)}"),
    (ProbabilitySymbol, lambda p: f"probabilities, {shape_text(p.shape)}"),
    (MatrixSymbol, lambda p: f"a matrix, {shape_text(p.shape)}"),
    (MatrixFamily, lambda p: f"a family of {p.heads} matrices, {shape_text(p.member_shape)}"),
    (KernelSymbol, lambda p: "a similarity kernel"),
    (MapSymbol, lambda p: f"a map from rows of {p.width} numbers to rows of {p.out_width}"),
    (SubsetSymbol, lambda p: f"a subset of {p.size} indices"),
    (SequentialEncoding, lambda p: f"a sequential encoding of dimension {p.width}"),
    (Idx, lambda p: "an index" if p.upper is None else f"an index below {p.upper + 1}"),
)
#: What is said of a number that is declared so; the first that fits counts.
SIGNS = ("positive", "negative", "nonnegative", "nonpositive", "nonzero", "integer")


def argument_names(parameters: Sequence[Basic], function: Callable[..., Any] | None = None) -> tuple[str, ...]:
    """Return the names by which arguments may be given: those of the function's own, or of the parameters.

    >>> from sympy import Symbol
    >>> argument_names([Symbol("x"), Symbol("lambda"), Symbol("x^*")])
    ('x', 'lambda_', 'x_')
    """
    names = [str(parameter) for parameter in parameters]
    if function is not None:
        bound = inspect.signature(function).bind(*parameters)
        own = [name for name, value in bound.arguments.items() if any(value is each for each in parameters)]
        names = own if len(own) == len(names) else names
    found: list[str] = []
    for place, name in enumerate(names):
        plain = re.sub(r"\W+", "_", name)
        plain += "_" if iskeyword(plain) else ""
        found.append(plain if plain.isidentifier() and plain not in found else f"argument{place}")
    return tuple(found)


def signature(names: Sequence[str]) -> inspect.Signature:
    """Return the signature of a word: every argument by its place or its name, and none may be left out.

    >>> print(signature(["X", "eps"]))
    (X, eps)
    """
    return inspect.Signature([inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names])


def in_order(
    word: str, names: Sequence[str], parameters: Sequence[Basic], arguments: tuple[Any, ...], named: Mapping[str, Any]
) -> tuple[Any, ...]:
    """Return the arguments in their order; raise UnsupportedExpression for a wrong number of them, or a wrong name.

    A name may be that of the argument or that of the parameter's symbol.
    """
    if not named and len(arguments) == len(names):
        return arguments
    takes = f"it takes {len(names)} argument{'' if len(names) == 1 else 's'} ({', '.join(names) or 'none'})"
    places = {**{str(symbol): place for place, symbol in enumerate(parameters)}, **{n: p for p, n in enumerate(names)}}
    found: dict[int, Any] = dict(enumerate(arguments))
    for name, value in named.items():
        if name not in places:
            from difflib import get_close_matches  # read where a call does not fit

            near = get_close_matches(name, places, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise UnsupportedExpression(word, f"{takes}, and none is called {name}{hint}")
        if places[name] in found:
            raise UnsupportedExpression(word, f"{takes}, and {name} is given twice")
        found[places[name]] = value
    missing = [name for place, name in enumerate(names) if place not in found]
    if named and missing:
        raise UnsupportedExpression(
            word, f"{takes}; {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        )
    if len(found) != len(names):
        raise UnsupportedExpression(word, f"{takes}, not {len(found)}")
    return tuple(found[place] for place in range(len(names)))


def described(names: Sequence[str], parameters: Sequence[Any], expression: Any) -> str:
    """Say what each argument has to be, and what comes of them, a line for each."""
    lines = [f"    {name}: {_kind(parameter)}" for name, parameter in zip(names, parameters, strict=True)]
    shape = shape_of(expression)
    gives = f"Gives a matrix, {shape_text(shape)}." if shape else "Gives a number."
    return "\n".join(["Arguments:", *lines, "", gives])


def _kind(parameter: Any) -> str:
    if is_dim(parameter):
        return "a size"
    called = next((write(parameter) for kind, write in KINDS if isinstance(parameter, kind)), None)
    if called is not None:
        return called
    if is_natural(parameter):
        return "a natural number"
    sign = next((sign for sign in SIGNS if getattr(parameter, f"is_{sign}")), "")
    return f"a number, {sign}" if sign else "a number"
