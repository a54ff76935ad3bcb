"""Complex numbers as pairs of real terms: (a + bi)(c + di) = (ac − bd) + (ad + bc)i and so on, by definition.

No primitive of the kernel stands for a complex number.  e^{a + bi} is e^a (cos b + i sin b), |a + bi| is √(a² + b²),
|a + bi|² is a² + b², and 1/(a + bi) is (a − bi)/(a² + b²), which has to be defined.  A part that is plainly 0 is left
out.
"""

from __future__ import annotations

from functools import reduce
from typing import Any, TypeAlias

from sympy import (
    Abs,
    Add,
    Basic,
    I,
    Integer,
    Mul,
    Piecewise,
    Pow,
    Sum,
    Symbol,
    conjugate,
    exp,
    im,
    re,
)
from sympy.core.numbers import ImaginaryUnit

from symattn.errors import UnsupportedExpression
from symattn.kernel_names import kernel_name
from symattn.language.base.complex_numbers import HINT, imaginary_part, is_complex, real_part

from ..kernel.terms import REAL, Term, app, const, var
from ..prover.library.definitions import defined
from .exponents import chosen, is_natural_exponent, natural
from .formulas import add, differ, multiply, number
from .scalars import check_exponent
from .scope import Scope, elaborates

ZERO, ONE, MINUS_ONE = number(0), number(1), number(-1)
Pair: TypeAlias = tuple[Term, Term]


@elaborates(re)
def _real_part(scope: Scope, node: Any) -> Term:
    return parts(scope, node.args[0])[0]


@elaborates(im)
def _imaginary_part(scope: Scope, node: Any) -> Term:
    return parts(scope, node.args[0])[1]


@elaborates(conjugate)
def _conjugate(scope: Scope, node: Any) -> Term:
    return scope.real(_as_real(node))


@elaborates(ImaginaryUnit)
def _imaginary_unit(scope: Scope, node: Basic) -> Term:
    return scope.real(_as_real(node))


def _as_real(node: Any) -> Basic:
    """Return the number whose conjugate is taken; raise UnsupportedExpression when it is complex."""
    if is_complex(node):
        raise UnsupportedExpression(node, f"a real number is needed here; {HINT}")
    return node.args[0]


@elaborates(Abs)
def _modulus(scope: Scope, node: Any) -> Term:
    if is_complex(node.args[0]):
        return app(const("sqrt"), squared_modulus(parts(scope, node.args[0])))
    return app(defined("abs"), scope.real(node.args[0]))


def is_power_of_modulus(node: Any) -> bool:
    """Tell whether a power is |z|², or an integer power of that."""
    base, exponent = node.args
    is_even = isinstance(exponent, Integer) and exponent != 0 and exponent % 2 == 0
    return is_even and isinstance(base, Abs) and is_complex(base.args[0])


def power_of_modulus(scope: Scope, node: Any) -> Term:
    """Return a power of |z|² = a² + b², without a root."""
    base, exponent = node.args
    check_exponent(exponent, node)
    square = squared_modulus(parts(scope, base.args[0]))
    power = reduce(multiply, [square] * (abs(int(exponent)) // 2))
    if exponent > 0:
        return power
    scope.need(differ(square, ZERO), base.args[0], "{} ≠ 0")
    return app(const("inv"), power)


def squared_modulus(pair: Pair) -> Term:
    """Return a² + b²."""
    return _plus(_times(pair[0], pair[0]), _times(pair[1], pair[1]))


def parts(scope: Scope, node: Any) -> Pair:
    """Return the real and the imaginary part of a scalar; raise UnsupportedExpression for what is no number."""
    if not is_complex(node) or node in scope.frame.bound:
        return scope.real(node), ZERO
    if node is I:
        return ZERO, ONE
    if isinstance(node, Symbol):
        return _declared(scope, node)
    if isinstance(node, Sum | Piecewise):
        first, second = (scope.real(_of_part(node, part)) for part in (real_part, imaginary_part))
        return first, second
    if isinstance(node, Pow):
        return _power(scope, node)
    if isinstance(node, Add):
        pairs = [parts(scope, argument) for argument in node.args]
        return reduce(lambda z, w: (_plus(z[0], w[0]), _plus(z[1], w[1])), pairs)
    if isinstance(node, Mul):
        return reduce(_product, [parts(scope, argument) for argument in node.args])
    if isinstance(node, conjugate):
        a, b = parts(scope, node.args[0])
        return a, _times(MINUS_ONE, b)
    if isinstance(node, exp):
        return _exponential(*parts(scope, node.args[0]))
    raise UnsupportedExpression(node, f"{type(node).__name__} of a complex number is not part of the language")


def _declared(scope: Scope, symbol: Symbol) -> Pair:
    """Return the two variables of a complex symbol."""
    if symbol not in scope.variables:
        name = kernel_name(str(symbol))
        scope.variables[symbol] = tuple(var(scope.fresh(f"{part}_{name}"), REAL) for part in ("re", "im"))
    first, second = scope.variables[symbol]
    return first, second


def _of_part(node: Any, part: Any) -> Basic:
    """Return a sum, or a distinction of cases, of the real or the imaginary parts."""
    if isinstance(node, Sum):
        return Basic.__new__(Sum, part(node.function), *node.limits)
    return Basic.__new__(Piecewise, *(Basic.__new__(type(pair), part(pair.expr), pair.cond) for pair in node.args))


def _exponential(a: Term, b: Term) -> Pair:
    cosine, sine = app(const("cos"), b), app(const("sin"), b)
    if a is ZERO:
        return cosine, sine
    size = app(const("exp"), a)
    return multiply(size, cosine), multiply(size, sine)


def _power(scope: Scope, node: Any) -> Pair:
    if not isinstance(node.exp, Integer):
        return _natural_power(scope, node)
    exponent = int(node.exp)
    check_exponent(node.exp, node)
    pair = parts(scope, node.base)
    if exponent < 0:
        square = squared_modulus(pair)
        scope.need(differ(square, ZERO), node.base, "{} ≠ 0")
        inverse = app(const("inv"), square)
        pair = _times(pair[0], inverse), _times(MINUS_ONE, _times(pair[1], inverse))
    return reduce(_product, [pair] * abs(exponent)) if exponent else (ONE, ZERO)


def _natural_power(scope: Scope, node: Any) -> Pair:
    """Return the parts of (a + bi)ⁿ for a natural number n."""
    pair = parts(scope, node.base)

    def part(name: str) -> Term:
        constant = app(defined(name), *pair)
        if is_natural_exponent(scope, node.exp):
            return app(constant, natural(scope, node.exp))
        found = chosen(scope, node.exp, lambda number: app(constant, number))
        return app(constant, natural(scope, node.exp)) if found is None else found

    return part("power_re"), part("power_im")


def _product(z: Pair, w: Pair) -> Pair:
    (a, b), (c, d) = z, w
    real = _plus(_times(a, c), _times(MINUS_ONE, _times(b, d)))
    return real, _plus(_times(a, d), _times(b, c))


def _plus(left: Term, right: Term) -> Term:
    if left is ZERO:
        return right
    return left if right is ZERO else add(left, right)


def _times(left: Term, right: Term) -> Term:
    if left is ZERO or right is ZERO:
        return ZERO
    if left is ONE:
        return right
    return left if right is ONE else multiply(left, right)
