"""Matrix arithmetic that keeps its operands as they are written, where SymPy would rewrite them.

``2*F``, ``F + X`` and ``F*X`` call ``doit`` on everything inside F, so that SymPy sums up what was written as a sum, by
methods that are not always right: Sum(KroneckerDelta(2*k, u), (k, 0, n - 1)) becomes 1 for odd u too.  A derivative is
taken where there is none, and an x·x⁻¹ that was to stay, for it needs x ≠ 0, becomes 1.  The entries of a product whose
inner size is a number are found in the same way.

``keep_sums`` lets the ``doit`` of a matrix arrange the matrix and nothing in it.  The ``doit`` of a sum or derivative
itself is SymPy's.  An entry of a product is written out term by term where a sum or a delta would be evaluated.

``know_whole_quotients`` mends what SymPy takes for a whole number: to it 2^(n + 1)/6 is one and 6^n/3 is none, so that
Mod(2^(n + 1), 6) becomes 0 when it is written, and when anything is put into it.

``Abs`` and ``signsimp`` take the sign out of -Y + Z, and of matrices they make the product of the numbers -1 and Y - Z,
which is no matrix.  A sum of matrices keeps its sign.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any

from sympy import (
    Add,
    Derivative,
    FunctionMatrix,
    HadamardProduct,
    ImmutableDenseMatrix,
    Integer,
    Inverse,
    KroneckerDelta,
    KroneckerProduct,
    MatAdd,
    MatMul,
    MatPow,
    Mul,
    Product,
    Sum,
    Transpose,
)

#: Whether a matrix is being arranged, so that sums and derivatives stay.
_ARRANGING: ContextVar[bool] = ContextVar("arranging", default=False)
_MARK = "_keeps_sums"


def keep_sums() -> None:
    """Keep SymPy from summing up inside matrices; a second call changes nothing."""
    if hasattr(Sum.doit, _MARK):
        return
    FunctionMatrix.doit = _as_it_is
    for kind in (HadamardProduct, Inverse, KroneckerProduct, MatAdd, MatMul, MatPow, Transpose):
        kind.doit = _arranging(kind.doit)
    for part in (Derivative, ImmutableDenseMatrix, Product, Sum):
        part.doit = _staying(part.doit)
    MatMul._entry = _written_out(MatMul._entry)
    MatAdd.could_extract_minus_sign = _gives_no_sign


def know_whole_quotients() -> None:
    """Let SymPy tell of a quotient that it is whole, or that it is not, only where that is so.

    >>> from sympy import Mod, Symbol
    >>> n = Symbol("n", integer=True, positive=True)
    >>> (2**(n + 1)/6).is_integer, (6**n/3).is_integer, (2**n/2).is_integer, Mod(2**(n + 1), 6)
    (None, None, True, 2*(Mod(2**(n + 1)/2, 3)))
    """
    Mul._eval_is_integer = Mul._prop_handler["integer"] = _is_whole


def _is_whole(self: Any) -> bool | None:
    if self._eval_is_rational() is False:
        return False
    coefficient, factors = self.args[0], [each for each in self.args if not each.is_Rational]
    if not all(each.is_integer for each in factors):
        return None
    if not coefficient.is_Rational or coefficient.is_Integer:
        return True
    if coefficient.q == 2 and any(each.is_even for each in factors):
        return True
    return False if coefficient.q % 2 == 0 and all(each.is_odd for each in factors) else None


def _as_it_is(self: Any, **hints: Any) -> Any:
    return self


def _gives_no_sign(self: Any) -> bool:
    return False


def _arranging(doit: Callable[..., Any]) -> Callable[..., Any]:
    """Return the ``doit`` of a matrix under which its parts stay."""

    @wraps(doit)
    def arranged(self: Any, **hints: Any) -> Any:
        token = _ARRANGING.set(True)
        try:
            return doit(self, **{**hints, "deep": False})
        finally:
            _ARRANGING.reset(token)

    return arranged


def _staying(doit: Callable[..., Any]) -> Callable[..., Any]:
    """Return the ``doit`` of what stays as it is inside a matrix that is arranged."""

    @wraps(doit)
    def summed(self: Any, **hints: Any) -> Any:
        return self if _ARRANGING.get() else doit(self, **hints)

    setattr(summed, _MARK, True)
    return summed


def _written_out(entry: Callable[..., Any]) -> Callable[..., Any]:
    """Return the entry of a product, term by term where SymPy would evaluate a sum or a delta in it."""

    @wraps(entry)
    def written(self: Any, i: Any, j: Any, expand: bool = True, **kwargs: Any) -> Any:
        coefficient, factors = self.as_coeff_matrices()
        inner = [factor.shape[1] for factor in factors[:-1]]
        if not any(isinstance(size, Integer) for size in inner) or not self.has(Sum, Product, KroneckerDelta):
            return entry(self, i, j, expand=expand, **kwargs)
        cut = next(place for place, size in enumerate(inner, 1) if isinstance(size, Integer))
        left, right = _product(factors[:cut]), _product(factors[cut:])
        return coefficient * Add(*(left[i, k] * right[k, j] for k in range(int(inner[cut - 1]))))

    return written


def _product(factors: list[Any]) -> Any:
    return factors[0] if len(factors) == 1 else MatMul(*factors)
