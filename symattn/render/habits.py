"""Write formulas as people do: a sum begins with what is added, and a power of a number is written as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Basic, Integer, Mul, Pow, S, exp, log


def positive_first(terms: Sequence[Any]) -> list[Any]:
    """Return the terms of a sum with one in front that has no minus sign, where there is one.

    >>> from sympy.abc import k, q
    >>> positive_first([-k, q])
    [q, -k]
    """
    if not terms or not _has_minus(terms[0]):
        return list(terms)
    place = next((n for n, term in enumerate(terms) if not _has_minus(term)), 0)
    return [terms[place], *terms[:place], *terms[place + 1 :]]


def _has_minus(term: Any) -> bool:
    coefficient = term.as_coeff_mmul()[0] if getattr(term, "is_Matrix", False) else term
    return bool(coefficient.could_extract_minus_sign())


def power_of_number(expr: Basic) -> tuple[Integer, Any] | None:
    """Return c and x for exp(x*log(c)), with a whole number c > 1, or None.

    >>> from sympy.abc import i
    >>> power_of_number(exp(-i*log(10000)))
    (10000, -i)
    """
    if not isinstance(expr, exp):
        return None
    factors = Mul.make_args(expr.exp)
    for place, factor in enumerate(factors):
        if isinstance(factor, log) and factor.args[0].is_Integer and factor.args[0] > 1:
            return factor.args[0], Mul(*factors[:place], *factors[place + 1 :])
    return None


def above_and_below(product: Any) -> tuple[Any, Any]:
    """Return what stands above the bar of a product and what below it, as SymPy's `fraction` does of what is exact.

    An exponent with symbols is none of a number: SymPy would simplify it to tell, and import its units for that.

    >>> from sympy.abc import x, y
    >>> above_and_below(2*x/(3*y**2)), above_and_below(exp(-x))
    ((2*x, 3*y**2), (exp(-x), 1))
    """
    above, below = list[Any](), list[Any]()
    for factor in Mul.make_args(product):
        is_power = factor.is_commutative and (factor.is_Pow or isinstance(factor, exp))
        base, exponent = factor.as_base_exp() if is_power else (factor, S.One)
        if not exponent.free_symbols and exponent.is_negative:
            below.append(base if exponent is S.NegativeOne else Pow(base, -exponent))
        elif factor.is_Rational and not factor.is_Integer:
            above += [factor.p] if factor.p != 1 else []
            below.append(factor.q)
        else:
            above.append(factor)
    return Mul(*above, evaluate=False), Mul(*below, evaluate=False)
