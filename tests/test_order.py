"""Inequalities, quotients, roots and logarithms that take nonlinear arithmetic or cases; and what is nearly true."""

from __future__ import annotations

import pytest
from sympy import (
    Abs,
    Ge,
    Gt,
    Idx,
    Le,
    Lt,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Rational,
    Sum,
    Symbol,
    cos,
    exp,
    log,
    sqrt,
    symbols,
)

from symattn import Attention, Equation, ForAll, RowSoftmax, claim, decide, dims
from tests.written import le, lt

n, d, T, h = dims("n d T h")
i, j, c = Idx("i", n), Idx("j", n), Idx("c", d)
x, y, z, a, b = symbols("x y z a b", real=True)
p, q = symbols("p q", positive=True)
t = Symbol("t", integer=True)
u, v, w = (MatrixSymbol(name, n, 1) for name in "uvw")
Q, K, V = (MatrixSymbol(name, n, d) for name in "QKV")
P = RowSoftmax(MatrixSymbol("X", 1, n))
WEIGHTS = ForAll(i, Ge(w[i, 0], 0))


def total(f):
    return Sum(f(t), (t, 0, n - 1))


def mixed(f, g):
    return total(lambda k: f[k, 0] * g[k, 0])


def norm(f):
    return sqrt(mixed(f, f))


def sigma(value):
    return 1 / (1 + exp(-value))


UNIT = Equation(total(lambda k: w[k, 0]), 1)

TRUE = {
    "softplus": claim(Equation(log(1 + exp(z)) - log(1 + exp(-z)), z)),
    "half of a logarithm": claim(Equation(log(sqrt(p)), log(p) / 2)),
    "log-sum-exp of two": claim(Equation(log(exp(x) + exp(y)), x + log(1 + exp(y - x)))),
    "a denominator above 0": claim(Equation((x**2 - 1) / (x - 1), x + 1), given=[Gt(x, 1)]),
    "a denominator below 0": claim(Equation((x**2 + x) / x, x + 1), given=[Lt(x, 0)]),
    "partial fractions": claim(Equation(1 / (x - 1) - 1 / (x + 1), 2 / (x**2 - 1)), given=[Gt(x, 1)]),
    "a square under a root": claim(Equation(sqrt(x**2 * mixed(u, u)), Abs(x) * norm(u))),
    "a positive scale under a root": claim(
        Equation(p * x / sqrt(total(lambda k: (p * u[k, 0]) ** 2) + p**2), x / sqrt(mixed(u, u) + 1))
    ),
    "completed square": claim(lt(0, x**2 + x + 1)),
    "entries of a row": claim(le(P[0, i] * (1 - P[0, i]), Rational(1, 4))),
    "sum of squares of a row": claim(le(total(lambda k: P[0, k] ** 2), 1)),
    "least sum of squares": claim(le(1 / n, total(lambda k: P[0, k] ** 2))),
    "two entries of a row": claim(le(P[0, i] + P[0, j], 1), given=[Ne(i, j)]),
    "two weights": claim(le(w[i, 0] + w[j, 0], 1), given=[Ne(i, j), WEIGHTS, UNIT]),
    "Cauchy–Schwarz": claim(le(mixed(u, v) ** 2, mixed(u, u) * mixed(v, v))),
    "Cauchy–Schwarz with roots": claim(le(Abs(mixed(u, v)), norm(u) * norm(v))),
    "triangle inequality": claim(le(sqrt(total(lambda k: (u[k, 0] + v[k, 0]) ** 2)), norm(u) + norm(v))),
    "Jensen": claim(le(mixed(w, u) ** 2, total(lambda k: w[k, 0] * u[k, 0] ** 2)), given=[WEIGHTS, UNIT]),
    "absolute values of a sum": claim(le(Abs(total(lambda k: u[k, 0])), total(lambda k: Abs(u[k, 0])))),
    "bounded attention": claim(le(Abs(Attention(Q, K, V)[i, c]), b), given=[ForAll((i, c), Le(Abs(V[i, c]), b))]),
    "cosine": claim(le(Abs(cos(x)), 1)),
    "costs": claim(le(2 * T**2 * h + 3 * T * d * h, 5 * h * T**2), given=[Le(d, T)]),
    "inverse": claim(le(1 / y, 1 / x), given=[Gt(x, 0), Le(x, y)]),
    "roots": claim(le(sqrt(x), sqrt(y)), given=[Ge(x, 0), Le(x, y)]),
    "a root of a sum": claim(le(sqrt(p + q), sqrt(p) + sqrt(q))),
    "a number and its inverse": claim(le(2, x + 1 / x), given=[Gt(x, 0)]),
    "hyperbolic cosine": claim(le(1, (exp(z) + exp(-z)) / 2)),
    "hyperbolic tangent": claim(lt((exp(z) - exp(-z)) / (exp(z) + exp(-z)), 1)),
    "reverse triangle inequality": claim(le(Abs(Abs(x) - Abs(y)), Abs(x - y))),
    "rectifier": claim(le(Abs(Max(0, x) - Max(0, y)), Abs(x - y))),
    "distance": claim(le(Abs(x - z), a + b), given=[Le(Abs(x - y), a), Le(Abs(y - z), b)]),
}

FALSE = {
    "softplus with a sign": claim(Equation(log(1 + exp(z)) - log(1 + exp(-z)), -z)),
    "half of a logarithm, whole": claim(Equation(log(sqrt(p)), log(p))),
    "log-sum-exp with a sign": claim(Equation(log(exp(x) + exp(y)), x + log(1 + exp(x - y)))),
    "a denominator that may be 0": claim(Equation((x**2 - 1) / (x - 1), x + 1), given=[Ge(x, 1)]),
    "another denominator that may be 0": claim(Equation((x**2 + x) / x, x + 1), given=[Le(x, 0)]),
    "a square under a root without |x|": claim(Equation(sqrt(x**2 * mixed(u, u)), x * norm(u))),
    "a scale without its square": claim(Equation(sqrt(total(lambda k: p * u[k, 0] ** 2)), p * norm(u))),
    "an incomplete square": claim(lt(0, x**2 + 2 * x + 1)),
    "entries of a row, closer": claim(le(P[0, i] * (1 - P[0, i]), Rational(1, 5))),
    "sum of squares, strictly (n = 1)": claim(lt(total(lambda k: P[0, k] ** 2), 1)),
    "least sum of squares, strictly": claim(lt(1 / n, total(lambda k: P[0, k] ** 2))),
    "the same entry twice": claim(le(P[0, i] + P[0, j], 1)),
    "two weights of any sign": claim(le(w[i, 0] + w[j, 0], 1), given=[Ne(i, j), UNIT]),
    "Cauchy–Schwarz, strictly": claim(lt(mixed(u, v) ** 2, mixed(u, u) * mixed(v, v))),
    "Cauchy–Schwarz the other way": claim(le(mixed(u, u) * mixed(v, v), mixed(u, v) ** 2)),
    "Cauchy–Schwarz with weights of any sign": claim(
        le(
            total(lambda k: w[k, 0] * u[k, 0] * v[k, 0]) ** 2,
            total(lambda k: w[k, 0] * u[k, 0] ** 2) * total(lambda k: w[k, 0] * v[k, 0] ** 2),
        )
    ),
    "triangle inequality the other way": claim(le(norm(u) + norm(v), sqrt(total(lambda k: (u[k, 0] + v[k, 0]) ** 2)))),
    "Jensen without the sum": claim(le(mixed(w, u) ** 2, total(lambda k: w[k, 0] * u[k, 0] ** 2)), given=[WEIGHTS]),
    "Jensen without the sign": claim(le(mixed(w, u) ** 2, total(lambda k: w[k, 0] * u[k, 0] ** 2)), given=[UNIT]),
    "absolute values of a sum the other way": claim(le(total(lambda k: Abs(u[k, 0])), Abs(total(lambda k: u[k, 0])))),
    "attention bounded by too little": claim(
        le(Abs(Attention(Q, K, V)[i, c]), b / 2), given=[ForAll((i, c), Le(Abs(V[i, c]), b))]
    ),
    "cosine, strictly": claim(lt(Abs(cos(x)), 1)),
    "cosine, closer": claim(le(cos(x), Rational(9, 10))),
    "costs the other way round": claim(le(2 * T**2 * h + 3 * T * d * h, 5 * h * T**2), given=[Le(T, d)]),
    "costs, strictly": claim(lt(2 * T**2 * h + 3 * T * d * h, 5 * h * T**2), given=[Le(d, T)]),
    "inverse without a sign": claim(le(1 / y, 1 / x), given=[Ne(x, 0), Ne(y, 0), Le(x, y)]),
    "roots the other way": claim(le(sqrt(y), sqrt(x)), given=[Ge(x, 0), Le(x, y)]),
    "a root of a sum the other way": claim(le(sqrt(p) + sqrt(q), sqrt(p + q))),
    "a number and its inverse, any sign": claim(le(2, x + 1 / x), given=[Ne(x, 0)]),
    "hyperbolic cosine, strictly": claim(lt(1, (exp(z) + exp(-z)) / 2)),
    "hyperbolic tangent, closer": claim(le((exp(z) - exp(-z)) / (exp(z) + exp(-z)), Rational(1, 2))),
    "reverse triangle inequality the other way": claim(le(Abs(x - y), Abs(Abs(x) - Abs(y)))),
    "rectifier, strictly": claim(lt(Abs(Max(0, x) - Max(0, y)), Abs(x - y))),
    "distance of two bounds": claim(le(Abs(x - z), a), given=[Le(Abs(x - y), a), Le(Abs(y - z), b)]),
    "one bound of an absolute value": claim(le(Abs(x), 2), given=[Le(x, 2)]),
    "minimum for maximum": claim(le(Max(x, y), Min(x + 1, y + 1))),
    "sigmoid above 1/2": claim(le(Rational(1, 2), sigma(x))),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_of_order_is_proved(name):
    assert decide(TRUE[name]).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_what_is_nearly_true_is_not_proved(name):
    assert decide(FALSE[name]).status != "proved"
