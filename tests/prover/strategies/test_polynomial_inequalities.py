"""Inequalities between polynomials and fractions of a few numbers follow from weighted squares, as in textbooks."""

import pytest
from sympy import Eq, Ge, Gt, Le, Lt, MatrixSymbol, Rational, exp, sqrt, symbols

from symattn import ForAll, InnerProduct, RowSum, decide, dims, sum_over
from symattn.modern import LogSum

a, b, c, x, y = symbols("a b c x y", real=True)
n = dims("n")
p, q, scores = (MatrixSymbol(name, 1, n) for name in ("p", "q", "s"))
WEIGHTS = [ForAll(n, lambda i: Gt(p[0, i], 0))]
OF_TOTAL_ONE = [*WEIGHTS, Eq(sum_over(n, lambda i: p[0, i]), 1)]
POSITIVE = [Gt(a, 0), Gt(b, 0), Gt(c, 0)]
OF_ONE = [Eq(a + b + c, 1)]


def le(left, right):
    return Le(left, right, evaluate=False)


def over(f):
    """Return Σ f²/p."""
    return sum_over(n, lambda i: f(i) ** 2 / p[0, i])


NESBITT = a / (b + c) + b / (a + c) + c / (a + b)
TRUE = {
    "Nesbitt": (le(Rational(3, 2), NESBITT), POSITIVE),
    "three means": (le(3 / (1 / a + 1 / b + 1 / c), (a + b + c) / 3), POSITIVE),
    "AM-GM of three cubes": (le(3 * a * b * c, a**3 + b**3 + c**3), POSITIVE),
    "AM-GM, weighted": (le(3 * a**2 * b, 2 * a**3 + b**3), POSITIVE),
    "Young, exponents 3 and 3/2": (le(a * b**2, a**3 / 3 + 2 * b**3 / 3), POSITIVE),
    "a sum times the sum of the inverses": (le(9, (a + b + c) * (1 / a + 1 / b + 1 / c)), POSITIVE),
    "products of sums": (le(8 * a * b * c, (a + b) * (b + c) * (c + a)), POSITIVE),
    "cyclic sums of degree three": (le(a**2 * b + b**2 * c + c**2 * a, a**3 + b**3 + c**3), POSITIVE),
    "Titu's lemma": (le((x + y) ** 2 / (a + b), x**2 / a + y**2 / b), POSITIVE),
    "Titu's lemma, of sums in pairs": (
        le((a + b + c) / 2, a**2 / (b + c) + b**2 / (a + c) + c**2 / (a + b)),
        POSITIVE,
    ),
    "squares over the other": (le(a + b, a**2 / b + b**2 / a), POSITIVE),
    "power mean of order three": (le(((a + b) / 2) ** 3, (a**3 + b**3) / 2), POSITIVE),
    "power mean of order four": (le(((a + b) / 2) ** 4, (a**4 + b**4) / 2), []),
    "mixed sixth powers": (le(a**5 * b + a * b**5, a**6 + b**6), []),
    "a tangent of x³": (le(3 * a, a**3 + 2), [Ge(a, 0)]),
    "a tangent of x⁴": (le(4 * a - 3, a**4), []),
    "products in pairs, on the simplex": (le(a * b + b * c + c * a, Rational(1, 3)), OF_ONE),
    "squares, on the simplex": (le(Rational(1, 3), a**2 + b**2 + c**2), OF_ONE),
    "roots, on the simplex": (le(sqrt(a) + sqrt(b) + sqrt(c), sqrt(3)), [*OF_ONE, *POSITIVE]),
    "a quadratic in two numbers": (le(a * b + a + b, a**2 + b**2 + 1), []),
    "sum for product one": (le(3, a + b + c), [Eq(a * b * c, 1), *POSITIVE]),
    "Titu's lemma, of sums": (
        le(sum_over(n, lambda i: q[0, i]) ** 2 / RowSum(p)[0, 0], over(lambda i: q[0, i])),
        WEIGHTS,
    ),
    "a second moment by importance weights": (
        le(InnerProduct(q, scores) ** 2, over(lambda i: q[0, i] * scores[0, i])),
        OF_TOTAL_ONE,
    ),
    "squares of exponentials": (
        le(sum_over(n, lambda i: exp(2 * q[0, i])), sum_over(n, lambda i: exp(q[0, i])) ** 2),
        [],
    ),
    "log-sum-exp of three times the scores": (le(LogSum(3 * scores), 3 * LogSum(scores)), []),
    "squares for product one": (le(a + b + c, a**2 + b**2 + c**2), [Eq(a * b * c, 1), *POSITIVE]),
}
FALSE = {
    "Nesbitt with 8/5": (le(Rational(8, 5), NESBITT), POSITIVE),
    "Nesbitt, strict": (Lt(Rational(3, 2), NESBITT), POSITIVE),
    "AM-GM with 4": (le(4 * a * b * c, a**3 + b**3 + c**3), POSITIVE),
    "AM-GM of cubes of any sign": (le(3 * a * b * c, a**3 + b**3 + c**3), []),
    "AM-GM, one may be negative": (le(3 * a * b * c, a**3 + b**3 + c**3), POSITIVE[:2]),
    "AM-GM, weighted the other way": (le(3 * a * b**2, 2 * a**3 + b**3), POSITIVE),
    "products of sums with 9": (le(9 * a * b * c, (a + b) * (b + c) * (c + a)), POSITIVE),
    "a sum times the sum of the inverses, with 10": (le(10, (a + b + c) * (1 / a + 1 / b + 1 / c)), POSITIVE),
    "power mean of order three of any sign": (le(((a + b) / 2) ** 3, (a**3 + b**3) / 2), []),
    "a tangent of x³ below −2": (le(3 * a, a**3 + 2), []),
    "a tangent of x⁴ moved up": (le(4 * a - Rational(29, 10), a**4), []),
    "products in pairs above the mean": (le(a * b + b * c + c * a, Rational(33, 100)), OF_ONE),
    "squares, strictly": (Lt(Rational(1, 3), a**2 + b**2 + c**2), OF_ONE),
    "a quadratic in two numbers, strictly": (Lt(a * b + a + b, a**2 + b**2 + 1), []),
    "mixed sixth powers times two": (le(2 * a**5 * b + 2 * a * b**5, a**6 + b**6), []),
    "Titu's lemma without the sum below": (le(sum_over(n, lambda i: q[0, i]) ** 2, over(lambda i: q[0, i])), WEIGHTS),
    "Titu's lemma, twice": (le(2 * sum_over(n, lambda i: q[0, i]) ** 2, over(lambda i: q[0, i])), OF_TOTAL_ONE),
    "a second moment by importance weights of any sign": (
        le(InnerProduct(q, scores) ** 2, over(lambda i: q[0, i] * scores[0, i])),
        OF_TOTAL_ONE[1:],
    ),
    "squares of exponentials below half": (
        le(2 * sum_over(n, lambda i: exp(2 * q[0, i])), sum_over(n, lambda i: exp(q[0, i])) ** 2),
        [],
    ),
    "log-sum-exp of three times the scores, from below": (le(3 * LogSum(scores), LogSum(3 * scores)), []),
    "sum for product one, of any sign": (le(3, a + b + c), [Eq(a * b * c, 1)]),
}


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved(name):
    statement, given = TRUE[name]
    assert decide(statement, given=given).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_what_is_nearly_true_is_refuted(name):
    statement, given = FALSE[name]
    assert decide(statement, given=given).status == "refuted"
