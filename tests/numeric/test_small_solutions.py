"""False statements under matrix equations that few matrices satisfy are refuted; true ones are not."""

import pytest
from sympy import Ge, HadamardProduct, Identity, Idx, Le, MatrixSymbol, OneMatrix, Symbol, Trace, ZeroMatrix

from symattn import (
    Equation,
    Fails,
    ForAll,
    InvertibleSymbol,
    PositiveSemidefinite,
    ProbabilitySymbol,
    decide,
    dims,
    refute,
    sum_over,
    witness,
)
from symattn.numeric.pattern_table import PATTERNS

n = dims("n")
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
u = MatrixSymbol("u", n, 1)
i, j = Idx("i", n), Idx("j", n)
one, ones, zero = Identity(n), OneMatrix(n, 1), ZeroMatrix(n, n)
IDEMPOTENT = [Equation(A**2, A), Equation(B**2, B)]
m, p = dims("m p")
D, E, F, G = (MatrixSymbol(*each) for each in (("D", m, n), ("E", n, m), ("F", n, p), ("G", p, n)))
H, w = MatrixSymbol("H", p, m), ProbabilitySymbol("w", n)
M, v, lam = InvertibleSymbol("M", n), MatrixSymbol("v", n, 1), Symbol("lambda", real=True)
EIGENPAIR = [Equation(A, A.T), Equation(A * u, lam * u), Fails(Equation(u, ZeroMatrix(n, 1)))]


def _penrose(matrix, plus):
    return [
        *(Equation(matrix * plus * matrix, matrix), Equation(plus * matrix * plus, plus)),
        *(Equation((matrix * plus).T, matrix * plus), Equation((plus * matrix).T, plus * matrix)),
    ]


def _stochastic(matrix):
    rows = ForAll((n, n), lambda a, b: Ge(matrix[a, b], 0))
    return [rows, Equation(matrix * ones, ones)]


def _doubly(matrix):
    return [*_stochastic(matrix), Equation(ones.T * matrix, ones.T)]


SQUARES = [Equation(A * A, zero), Equation(B * B, zero)]
STATIONARY = [*_stochastic(C), Equation(w * C, w)]
TURNS = [*(Equation(each.T, -each) for each in (A, B)), *(Equation(each * each, -one) for each in (A, B))]

FALSE = {
    "squares that vanish, with a trace": (Equation(A * B * A * B, zero), [*SQUARES, Equation(Trace(A * B), 0)]),
    "squares that vanish, of what commutes": (Equation(A * B, zero), [*SQUARES, Equation(A * B, B * A)]),
    "a stationary distribution is in balance": (Equation(w[0, i] * C[i, j], w[0, j] * C[j, i]), STATIONARY),
    "a stationary distribution is uniform": (Equation(w[0, i], w[0, j]), STATIONARY),
    "sums of rows and columns, normal": (Equation(C * C.T, C.T * C), _doubly(C)),
    "a root of 1 is symmetric": (Equation(C.T, C), [*_stochastic(C), Equation(C**3, one)]),
    "the pseudo-inverse of a product": (Equation(H, G * E), [*_penrose(D, E), *_penrose(F, G), *_penrose(D * F, H)]),
    "the pseudo-inverse of a square": (Equation(C, B * B), [*_penrose(A, B), *_penrose(A * A, C)]),
    "what commutes with the same": (Equation(B * C, C * B), [Equation(A * B, B * A), Equation(A * C, C * A)]),
    "skew matrices of square −1": (Equation(A * B, B * A), TURNS),
    "entries of a semidefinite matrix, their roots": (
        PositiveSemidefinite(B),
        [PositiveSemidefinite(A), Equation(HadamardProduct(B, B), A), _stochastic(B)[0], Equation(B.T, B)],
    ),
    "the reverse order of pseudo-inverses": (
        Equation(D * F * G * E * D * F, D * F),
        [*_penrose(D, E), *_penrose(F, G)],
    ),
    "commuting with one that has an inverse": (
        Equation(A * C, C * A),
        [Equation(A * M, M * A), Equation(M * C, C * M)],
    ),
    "an eigenvalue that is 1": (Equation(lam, 1), EIGENPAIR),
    "what is not 0 is one column": (Equation(u, v), [Fails(Equation(each, ZeroMatrix(n, 1))) for each in (u, v)]),
    "a product of idempotents": (Equation((A * B) ** 2, A * B), IDEMPOTENT),
    "idempotents commute": (Equation(A * B, B * A), IDEMPOTENT),
    "a sum of idempotents": (Equation((A + B) ** 2, A + B), IDEMPOTENT),
    "an idempotent is symmetric": (Equation(A.T, A), IDEMPOTENT[:1]),
    "involutions commute": (Equation(A * B, B * A), [Equation(A**2, one), Equation(B**2, one)]),
    "a nilpotent is zero": (Equation(A, zero), [Equation(A * A, zero)]),
    "zero divisors on the other side": (Equation(B * A, zero), [Equation(A * B, zero)]),
    "a zero diagonal": (Equation(C, zero), [Equation(HadamardProduct(one, C), zero)]),
    "rows of sum 1 are at most 1": (Le(C[i, j], 1), [Equation(C * ones, ones)]),
    "rows of sum 1, columns as well": (Equation(C.T * ones, ones), [Equation(C * ones, ones)]),
    "rows of sum 1 keep sums": (
        Equation(sum_over(n, lambda s: (C * u)[s, 0]), sum_over(n, lambda s: u[s, 0])),
        [Equation(C * ones, ones)],
    ),
}
TRUE = {
    "squares that vanish, of a sum that commutes": (Equation((A + B) ** 3, zero), [*SQUARES, Equation(A * B, B * A)]),
    "a stationary distribution stays": (Equation(w * C * C, w), STATIONARY),
    "columns of a product": (Equation(ones.T * A * C, ones.T), [*_doubly(A), *_doubly(C)]),
    "the pseudo-inverse of a transpose": (Equation(C, B.T), [*_penrose(A, B), *_penrose(A.T, C)]),
    "pseudo-inverses are one": (Equation(C, B), [*_penrose(A, B), *_penrose(A, C)]),
    "the square of what commutes up to a sign": (Equation(A * A * C, C * A * A), [Equation(A * C, -C * A)]),
    "a skew matrix of square −1 keeps lengths": (Equation(A.T * A, one), TURNS),
    "entries of a semidefinite matrix": (Ge(A[i, i], 0), [PositiveSemidefinite(A)]),
    "an eigenvector that is not 0": (Fails(Equation(sum_over(n, lambda s: u[s, 0] ** 2), 0)), EIGENPAIR),
    "what is 0 and is not": (Equation(A, B), [Equation(u, ZeroMatrix(n, 1)), EIGENPAIR[2]]),
    "the complement of an idempotent": (Equation((one - A) ** 2, one - A), IDEMPOTENT[:1]),
    "zero divisors squared": (Equation((B * A) ** 2, zero), [Equation(A * B, zero)]),
    "commuting with itself": (Equation(A * B * A, A), [Equation(A * B, one), Equation(A**2, one)]),
}


@pytest.mark.parametrize("name", FALSE)
def test_it_is_refuted(name):
    proposition, given = FALSE[name]
    assert decide(proposition, given=given).status == "refuted"


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_not_refuted(name):
    proposition, given = TRUE[name]
    assert refute(proposition, given=given) is None


def test_contradictions_have_no_witness():
    assert witness(Equation(A, B), given=[Equation(A, A + one)]) is None
    assert witness(Equation(A, B), given=[Equation(A * A, zero), Equation(A, one)]) is None


def test_no_two_patterns_are_alike():
    shapes = [(4, 4), (4, 5)]
    made = {
        tuple(entry(a, b, rows, columns) for rows, columns in shapes for a in range(rows) for b in range(columns))
        for entry in PATTERNS.values()
    }
    assert len(made) == len(PATTERNS)


@pytest.mark.parametrize("name", ["a product of idempotents", "the pseudo-inverse of a square"])
def test_the_same_counterexample_is_found_again(name):
    proposition, given = FALSE[name]
    assert refute(proposition, given=given).values == refute(proposition, given=given).values
