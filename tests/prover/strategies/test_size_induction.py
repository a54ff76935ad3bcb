"""Sums and products over n elements, and powers with n as exponent, by induction over n."""

import pytest
from sympy import (
    Gt,
    Identity,
    Idx,
    Le,
    Lt,
    MatMul,
    MatPow,
    MatrixSymbol,
    Ne,
    Product,
    Rational,
    Sum,
    Symbol,
    Transpose,
    cos,
    exp,
    log,
    sin,
    symbols,
)

from symattn import Equation, ForAll, HeadFamily, HeadSum, claim, decide, dims
from symattn.prover.library.facts import closed_fact
from symattn.prover.logic.notation import show_theorem

n, m, p = dims("n m p")
i, j = symbols("i j", integer=True)
q, x, y = symbols("q x y", real=True)
positive = Symbol("r", positive=True)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
M, X, w = MatrixSymbol("M", m, m), MatrixSymbol("X", m, m), MatrixSymbol("w", m, 1)
a, b = (Symbol(name, integer=True, nonnegative=True) for name in "ab")
h = Idx("h", p)
ALL = (i, 0, n - 1)


def total(term):
    return Sum(term, ALL)


def product(factor):
    return Product(factor, ALL)


TRUE = {
    "Gauss": claim(total(i), n * (n - 1) / 2),
    "Gauss from 1": claim(Sum(i, (i, 1, n)), n * (n + 1) / 2),
    "squares": claim(total(i**2), n * (n - 1) * (2 * n - 1) / 6),
    "Nicomachus": claim(total(i**3), total(i) ** 2),
    "double sum": claim(Sum(i * j, ALL, (j, 0, n - 1)), (n * (n - 1) / 2) ** 2),
    "sums of sums": claim(total(Sum(j, (j, 0, i))), n * (n - 1) * (n + 1) / 6),
    "a variance": claim(total((i - (n - 1) / 2) ** 2), n * (n**2 - 1) / 12),
    "a geometric bound": Lt(total(2 ** (-i)), 2),
    "a square of a geometric sum": claim(total(q**i) ** 2 * (1 - q) ** 2, (1 - q**n) ** 2, given=Ne(q, 1)),
    "odd numbers": claim(total(2 * i + 1), n**2),
    "geometric": claim((1 - q) * total(q**i), 1 - q**n),
    "geometric quotient": claim(total(q**i), (1 - q**n) / (1 - q), given=Ne(q, 1)),
    "powers of two": claim(total(2**i), 2**n - 1),
    "arithmetic-geometric": claim(total(i * 2**i), (n - 2) * 2**n + 2),
    "exponentials": claim((exp(x) - 1) * total(exp(x * i)), exp(n * x) - 1),
    "Dirichlet kernel": claim(2 * sin(x / 2) * total(cos(i * x)), sin((n - Rational(1, 2)) * x) + sin(x / 2)),
    "telescoping": claim(total(1 / ((i + 1) * (i + 2))), n / (n + 1)),
    "a bounded series": Le(total(1 / (i + 1) ** 2), 2 - 1 / n),
    "Bernoulli": claim((1 + x) ** n >= 1 + n * x, given=x >= 0),
    "powers outgrow": Gt(2**n, n),
    "products of products": claim(product(u[i, 0] * v[i, 0]), product(u[i, 0]) * product(v[i, 0])),
    "product of exponentials": claim(product(exp(u[i, 0])), exp(total(u[i, 0]))),
    "log of a product": claim(log(product(exp(u[i, 0]))), total(u[i, 0])),
    "constant factor": claim(product(q), q**n),
    "telescoping product": claim(product((i + 2) / (i + 1)), n + 1),
    "even factors": claim(product(2 * i + 2), 2**n * product(i + 1)),
    "Weierstrass": claim(product(1 + u[i, 0] ** 2) >= 1 + total(u[i, 0] ** 2)),
    "transposed power": Equation(MatPow(Transpose(M), a), Transpose(MatPow(M, a))),
    "fixed vector": claim(MatMul(MatPow(M, a), w), w, given=[Equation(M * w, w)]),
    "power of 1": Equation(MatPow(Identity(n), n), Identity(n)),
    "matrices, geometric": Equation(
        MatPow(M, p) - Identity(m), HeadSum(HeadFamily(MatPow(M, h), h)) * (M - Identity(m))
    ),
    "powers commute": Equation(MatPow(M, a) * MatPow(M, b), MatPow(M, b) * MatPow(M, a)),
}

FALSE = {
    "Gauss, one too many": claim(total(i), n * (n + 1) / 2),
    "Nicomachus, fourth powers": claim(total(i**4), total(i**2) ** 2),
    "a double sum without the square": claim(Sum(i * j, ALL, (j, 0, n - 1)), n * (n - 1) / 2),
    "a geometric bound that is reached": Lt(total(2 ** (-i)), Rational(3, 2)),
    "Gauss, the last left out": claim(Sum(i, (i, 1, n)), n * (n - 1) / 2),
    "squares, a sign": claim(total(i**2), n * (n - 1) * (2 * n + 1) / 6),
    "true at n = 1 only": claim(total(i), n - 1),
    "true at n = 1 and 2": claim(total(i), (n - 1) * (n**2 - 2 * n + 6) / 6),
    "geometric, one too many": claim((1 - q) * total(q**i), 1 - q ** (n + 1)),
    "geometric, the sign": claim((q - 1) * total(q**i), 1 - q**n),
    "powers of two": claim(total(2**i), 2**n),
    "Dirichlet kernel, a half too many": claim(
        2 * sin(x / 2) * total(cos(i * x)), sin((n + Rational(1, 2)) * x) + sin(x / 2)
    ),
    "a series, the wrong bound": Le(total(1 / (i + 1) ** 2), 2 - 2 / n),
    "a strict bound at n = 1": Lt(total(1 / (i + 1) ** 2), 2 - 1 / n),
    "Bernoulli, backwards": claim((1 + x) ** n <= 1 + n * x, given=x >= 0),
    "powers outgrow, strictly more": Gt(2**n, n + 1),
    "product of sums": claim(product(u[i, 0] + v[i, 0]), product(u[i, 0]) + product(v[i, 0])),
    "product of exponentials, a product": claim(product(exp(u[i, 0])), exp(product(u[i, 0]))),
    "constant factor, one too few of them": claim(product(q), q ** (n + 1)),
    "telescoping product": claim(product((i + 2) / (i + 1)), n),
    "Weierstrass, backwards": claim(product(1 + u[i, 0] ** 2) <= 1 + total(u[i, 0] ** 2)),
    "a sum is no product": claim(product(u[i, 0]), total(u[i, 0])),
    "powers of products": Equation(MatPow(M * X, a), MatPow(M, a) * MatPow(X, a)),
    "a vector that is not fixed": claim(MatMul(MatPow(M, a), w), w, given=[Equation(M * w, 2 * w)]),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_for_every_size_is_proved(name):
    assert decide(TRUE[name]).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_at_some_size_is_refuted(name):
    assert decide(FALSE[name]).status == "refuted"


@pytest.mark.parametrize(
    "statement",
    [
        Le(total(1 / (i + 1)), 2),  # true up to n = 3
        claim(total(u[i, 0]) >= 0, given=u[0, 0] >= 0),
        claim(product(u[i, 0]) >= 0),
        claim(product(u[i, 0]), 0, given=Equation(u[0, 0], 1)),
    ],
)
def test_nothing_false_passes_from_place_to_place(statement):
    assert decide(statement).status != "proved"


def test_every_place_is_taken_and_no_more():
    taken = closed_fact("place_taken")
    assert show_theorem(taken).startswith("⊢ ∀") and not taken.hypotheses
    counted = {name: closed_fact(name) for name in ("count_to_a_place", "size_induction")}
    assert not any(theorem.hypotheses for theorem in counted.values())


# Grönwall's lemma for sums: what is known speaks of sums up to a place
t = Idx("t", n + 1)
g, f = MatrixSymbol("g", n + 1, 1), MatrixSymbol("f", n, 1)
GROWS = ForAll(t, Le(g[t, 0], x + Sum(f[i, 0] * g[i, 0], (i, 0, t - 1))))
NOT_NEGATIVE = ForAll(n, lambda k: Le(0, f[k, 0]))
GROWN = Product(1 + f[i, 0], ALL)


def test_bounds_by_sums_up_to_a_place_are_passed_on():
    assert decide(Le(g[n, 0], x * GROWN), given=[GROWS, NOT_NEGATIVE]).status == "proved"
    assert decide(Le(g[n, 0], x * GROWN), given=[GROWS]).status == "refuted"
    assert decide(Le(g[n, 0], GROWN), given=[GROWS, NOT_NEGATIVE]).status == "refuted"
