"""Floating-point types and the arithmetic that a function is declared to use.

A type is what its numbers are like, whatever library holds them: rounding to the nearest, gradual underflow or flush to
zero. An arithmetic says which type the sums are taken in, which the results are stored in, and in which the weights of
a softmax meet the values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from symattn.errors import UsageError


@dataclass(frozen=True)
class NumberType:
    """Describe a binary floating-point type: its name, its significant bits and its range.

    >>> FLOAT16.roundoff == 2**-11, FLOAT16.largest, BFLOAT16.smallest == FLOAT32.smallest
    (True, 65504.0, True)
    """

    name: str
    bits: int
    smallest: float
    largest: float

    @property
    def roundoff(self) -> float:
        """Half the distance from 1 to the next larger number."""
        return 2.0**-self.bits

    def rounded(self, values: Any) -> np.ndarray[Any, Any]:
        """Return values rounded to the nearest numbers of the type, as float64.

        >>> BFLOAT16.rounded([1.01, 3e38, 0.1]).tolist()
        [1.0078125, 3.00405527047391e+38, 0.10009765625]
        """
        array = np.asarray(values, dtype=np.float64)
        if self.name == "float64":
            return array
        if self.name != "bfloat16":
            with np.errstate(over="ignore"):
                return array.astype(self.name).astype(np.float64)
        _, exponent = np.frexp(array)
        exponent = np.maximum(exponent, -125)  # below, the distance between neighbours stays
        kept = np.ldexp(array, self.bits - exponent)
        return np.where(np.isfinite(array), np.ldexp(np.rint(kept), exponent - self.bits), array)


FLOAT64 = NumberType("float64", 53, 2.0**-1022, float(np.finfo(np.float64).max))
FLOAT32 = NumberType("float32", 24, 2.0**-126, float(np.finfo(np.float32).max))
FLOAT16 = NumberType("float16", 11, 2.0**-14, 65504.0)
BFLOAT16 = NumberType("bfloat16", 8, 2.0**-126, 2.0**128 - 2.0**120)
#: Without rounding.
EXACT = NumberType("exact", 2000, 0.0, float("inf"))
TYPES = {each.name: each for each in (FLOAT64, FLOAT32, FLOAT16, BFLOAT16)}


def number_type(name: Any) -> NumberType:
    """Return the type with a name, or that a library calls so; raise UsageError for another one.

    >>> number_type("float32") == number_type(np.float32) == number_type(np.dtype("float32"))
    True
    """
    if isinstance(name, NumberType):
        return name
    named = getattr(name, "__name__", getattr(name, "name", str(name).rpartition(".")[2]))  # torch.float32 has neither
    if named not in TYPES:
        raise UsageError(f"the number types are {', '.join(TYPES)}, not {name!r}")
    return TYPES[named]


@dataclass(frozen=True)
class Arithmetic:
    """Declare in which types a function computes.

    ``inner`` is the type of products and sums, ``stored`` that of the matrices between them, ``weights`` that in which
    the weights of a softmax are multiplied with the values, and ``dtype`` that of what goes in and comes out.
    ``exp_ulps`` is by how many units in the last place an elementary function may be wrong, and ``tiled`` says that
    sums may be rescaled after each key, as online softmax does it.
    """

    dtype: NumberType
    inner: NumberType
    stored: NumberType
    weights: NumberType
    exp_ulps: float = 4.0
    tiled: bool = True

    @property
    def largest(self) -> float:
        """The largest number that everything on the way must stay below."""
        return min(self.inner.largest, self.stored.largest)

    def parts(self) -> list[tuple[str, Arithmetic]]:
        """List arithmetics that round more and more, up to this one, and what each of them rounds besides.

        >>> [what for what, _ in Fused("float16").parts()][:2]
        ['sums and exponentials in float32', 'weights in float16']
        """
        inner, weights, stored, dtype = (
            replace(kind, smallest=0.0) for kind in (self.inner, self.weights, self.stored, self.dtype)
        )
        first = replace(self, inner=inner, weights=inner, stored=inner, dtype=EXACT)
        second = replace(first, weights=weights)
        third = replace(second, stored=stored)
        return [
            (f"sums and exponentials in {inner.name}", first),
            (f"weights in {weights.name}", second),
            (f"what is stored in {stored.name}", third),
            (f"the result in {dtype.name}", replace(third, dtype=dtype)),
            ("numbers near 0", self),
        ]


def Fused(dtype: str, exp_ulps: float = 4.0) -> Arithmetic:
    """Declare sums and scores in float32, and weights rounded to the type of the inputs, as fused kernels have it.

    >>> Fused("bfloat16").inner.name, Fused("bfloat16").weights.name
    ('float32', 'bfloat16')
    """
    kind = number_type(dtype)
    inner = kind if kind.bits > FLOAT32.bits else FLOAT32
    return Arithmetic(kind, inner, inner, kind, exp_ulps)


def Stored(dtype: str, exp_ulps: float = 4.0, tiled: bool = False) -> Arithmetic:
    """Declare sums in float32, and each result on the way rounded to the type of the inputs, as eager code has it.

    >>> Stored("float16").inner.name, Stored("float16").stored.name
    ('float32', 'float16')
    """
    kind = number_type(dtype)
    return Arithmetic(kind, kind if kind.bits > FLOAT32.bits else FLOAT32, kind, kind, exp_ulps, tiled)


def Throughout(dtype: str, exp_ulps: float | None = None, tiled: bool | None = None) -> Arithmetic:
    """Declare every operation in the type of the inputs.

    In a half type an elementary function is taken to be right to one unit in the last place, and sums are not taken to
    be rescaled: the bounds would say nothing.

    >>> Throughout("float16").inner.name
    'float16'
    """
    kind = number_type(dtype)
    is_half = kind.bits < FLOAT32.bits
    ulps = (1.0 if is_half else 4.0) if exp_ulps is None else exp_ulps
    return Arithmetic(kind, kind, kind, kind, ulps, not is_half if tiled is None else tiled)


#: What is declared of the arithmetic: for one type, as Fused("float16"), or for all of them, as Fused.
Declared: TypeAlias = "Arithmetic | Callable[..., Arithmetic] | Sequence[Arithmetic | Callable[..., Arithmetic]] | None"


def arithmetic_for(dtype: Any, declared: Declared) -> Arithmetic:
    """Return the arithmetic of a type among those declared; float32 and float64 compute in themselves.

    Raise UsageError for a half type of which nothing is declared.

    >>> arithmetic_for("float16", Fused) == Fused("float16")
    True
    >>> arithmetic_for("float32", Fused("bfloat16")).inner.name
    'float32'
    >>> arithmetic_for("float16", Fused("bfloat16"))
    Traceback (most recent call last):
    symattn.errors.UsageError: declare the arithmetic for float16: Fused("float16"), Stored(…) or Throughout(…)
    """
    kind = number_type(dtype)
    every = tuple(declared) if isinstance(declared, list | tuple) else () if declared is None else (declared,)
    for each in every:
        found = each(kind.name) if each in (Fused, Stored, Throughout) else each
        if not isinstance(found, Arithmetic):
            raise UsageError(f'an arithmetic is Fused("{kind.name}"), Stored(…) or Throughout(…), not {each!r}')
        if found.dtype == kind:
            return found
    if kind.bits < FLOAT32.bits:
        raise UsageError(f'declare the arithmetic for {kind.name}: Fused("{kind.name}"), Stored(…) or Throughout(…)')
    return Throughout(kind.name)
