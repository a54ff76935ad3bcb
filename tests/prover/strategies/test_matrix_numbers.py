"""What equations of matrices say of numbers, and of powers: what follows is proved, what nearly follows is not."""

import pytest
from sympy import Determinant, Idx, MatPow, MatrixSymbol, Ne, OneMatrix, Sum, Symbol, Trace, ZeroMatrix
from sympy import Identity as One

from symattn import (
    Equation,
    Fails,
    InnerProduct,
    Invertible,
    SquaredNorm,
    certificate,
    claim,
    decide,
    dims,
    verifier,
)

pytestmark = pytest.mark.sampled

n, m, d = dims("n m d")
C, D, F = (MatrixSymbol(name, n, n) for name in "CDF")
A, B, E = MatrixSymbol("A", n, m), MatrixSymbol("B", m, d), MatrixSymbol("E", m, n)
A1, B1 = MatrixSymbol("A1", n, m), MatrixSymbol("B1", m, d)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
X, Y = MatrixSymbol("X", 2, 2), MatrixSymbol("Y", 2, 2)
P, Q = MatrixSymbol("P", 3, 3), MatrixSymbol("Q", 3, 3)
a, lam, mu = (Symbol(name, real=True) for name in ("a", "lambda", "mu"))
p, q = Symbol("p", integer=True, nonnegative=True), Symbol("q", integer=True, nonnegative=True)
i, j, k = Idx("i", n), Idx("j", m), Idx("k", n)
symmetric, skew = Equation(C.T, C), Equation(C.T, -C)
commuting = Equation(C * D, D * C)
nothing = ZeroMatrix(n, n)


def form(x, matrix, y):
    return (x.T * matrix * y)[0, 0]


def eigen(matrix, vector, value):
    return Equation(matrix * vector, value * vector)


rank = dims("q")
RANK = [
    Equation(C * C, C),
    Equation(C, MatrixSymbol("U", n, rank) * MatrixSymbol("V", rank, n)),
    Equation(MatrixSymbol("L", rank, n) * MatrixSymbol("U", n, rank), One(rank)),
    Equation(MatrixSymbol("V", rank, n) * MatrixSymbol("R", n, rank), One(rank)),
]
NUMBERS = {
    "a form of a symmetric matrix": (form(u, C, v), form(v, C, u), [symmetric]),
    "a form of a skew one": (form(u, C, v), -form(v, C, u), [skew]),
    "a quadratic form of a skew one": (form(u, C, u), 0, [skew]),
    "of an odd power of a skew one": (form(u, C * C * C, u), 0, [skew]),
    "a skew one and a symmetric one": (Trace(C * D), 0, [skew, Equation(D.T, D)]),
    "eigenvectors of a symmetric matrix": (
        InnerProduct(u, v),
        0,
        [symmetric, eigen(C, u, lam), eigen(C, v, mu), Ne(lam, mu)],
    ),
    "left and right eigenvectors": (InnerProduct(u, v), 0, [eigen(C, u, lam), eigen(C.T, v, mu), Ne(lam, mu)]),
    "eigenvectors of an orthogonal matrix": (
        InnerProduct(u, v),
        0,
        [Equation(C.T * C, One(n)), eigen(C, u, lam), eigen(C, v, mu), Ne(lam * mu, 1)],
    ),
    "the trace of a commutator": (Trace(F), 0, [Equation(C * D - D * C, F)]),
    "an entry of what is 0": (A[i, j], 0, [Equation(A.T * A, ZeroMatrix(m, m))]),
    "the diagonal of a skew matrix": (C[i, i], 0, [skew]),
    "its squares": (Sum(C[i, i] ** 2, (i, 0, n - 1)), 0, [skew]),
    "the diagonal of what is twice its transpose": (C[i, i], 0, [Equation(C.T, 2 * C)]),
    "the diagonal of what makes ones with its transpose": (2 * C[i, i], 1, [Equation(C.T + C, OneMatrix(n, n))]),
    "an entry of a column that is 0": (u[i, 0], 0, [Equation(u * u.T, nothing)]),
    "the trace of what anticommutes with an involution": (
        Trace(D),
        0,
        [Equation(C * D, -D * C), Equation(C * C, One(n))],
    ),
    "the trace of a projection is its rank": (Trace(C), rank, RANK),
    "a commutator that is a number": (a, 0, [Equation(C * D - D * C, a * One(n))]),
}
MATRICES = {
    "of a Gram matrix": (A, ZeroMatrix(n, m), [Equation(A.T * A, ZeroMatrix(m, m))]),
    "of a product with its transpose": (A, ZeroMatrix(n, m), [Equation(A * A.T, nothing)]),
    "of one factor more": (A * B, ZeroMatrix(n, d), [Equation(A.T * A * B, ZeroMatrix(m, d))]),
    "of two": (A * B, A * B1, [Equation(A.T * A * B, A.T * A * B1)]),
    "of a sum of Gram matrices": (A1, ZeroMatrix(n, m), [Equation(A.T * A + A1.T * A1, ZeroMatrix(m, m))]),
    "of a symmetric square": (C, nothing, [symmetric, Equation(C * C, nothing)]),
    "of a normal square": (C, nothing, [Equation(C * C.T, C.T * C), Equation(C * C, nothing)]),
    "of a skew square": (C * u, ZeroMatrix(n, 1), [skew, Equation(C * C * u, ZeroMatrix(n, 1))]),
}
INVERSES = {
    "of a sum, by Hua": ((C + D).I, C.I - (C + C * D.I * C).I, [*map(Invertible, (C, D, C + D))]),
    "of what has factors on both sides": (
        (C * D * C + C * F * C).I,
        C.I * (D + F).I * C.I,
        [*map(Invertible, (C, D + F))],
    ),
    "of a product with a sum": ((F * C + F * D).I * F, (C + D).I, [*map(Invertible, (F, C + D))]),
}
POWERS = {
    "of a product": (MatPow(C * D, p), MatPow(C, p) * MatPow(D, p), [commuting]),
    "two powers": (MatPow(C, p) * MatPow(D, q), MatPow(D, q) * MatPow(C, p), [commuting]),
    "of a sum": (
        MatPow(C + D, p + 1),
        MatPow(C, p + 1) + MatPow(D, p + 1),
        [Equation(C * D, nothing), Equation(D * C, nothing)],
    ),
    "of what changes its sign": (MatPow(C, 2 * p) * D, D * MatPow(C, 2 * p), [Equation(C * D, -D * C)]),
    "of a symmetric matrix": (MatPow(C, p).T, MatPow(C, p), [symmetric]),
    "under a trace": (Trace(MatPow(C * D, p)), Trace(MatPow(D * C, p)), []),
    "under traces of two sizes": (Trace(MatPow(A * E, p + 1)), Trace(MatPow(E * A, p + 1)), []),
    "of a similar matrix": (Trace(MatPow(C * D * C.I, p)), Trace(MatPow(D, p)), [Invertible(C)]),
}
SMALL = {
    "of a product": (Determinant(P * Q), Determinant(P) * Determinant(Q), []),
    "of what is orthogonal": (Determinant(P) ** 2, 1, [Equation(P.T * P, One(3))]),
    "of what is skew": (Determinant(P), 0, [Equation(P.T, -P)]),
    "of an inverse": (Determinant(X.I), 1 / Determinant(X), [Invertible(X), Ne(Determinant(X), 0)]),
    "of factors of the identity": (Determinant(X) * Determinant(Y), 1, [Equation(X * Y, One(2))]),
    "Cayley and Hamilton": (
        MatPow(P, 3) - Trace(P) * MatPow(P, 2) + (Trace(P) ** 2 - Trace(P * P)) / 2 * P,
        Determinant(P) * One(3),
        [],
    ),
}
PROVED = {
    f"{kind}: {name}": stated
    for kind, cases in (
        ("numbers", NUMBERS),
        ("0", MATRICES),
        ("inverses", INVERSES),
        ("powers", POWERS),
        ("determinants", SMALL),
    )
    for name, stated in cases.items()
}
NOT_PROVED = {
    "an entry of what need not be 0": (A[i, j], 0, [Equation(A.T * A1, ZeroMatrix(m, m))]),
    "entries on either side of the diagonal": (C[i, k], C[k, i], [Equation(C * C.T, C.T * C)]),
    "the trace of what has a rank": (Trace(C), rank, RANK[1:]),
    "the trace of what anticommutes": (Trace(D), 0, [Equation(C * D, -D * C)]),
    "Hua with another sign": ((C + D).I, C.I + (C + C * D.I * C).I, [*map(Invertible, (C, D, C + D))]),
    "a sum with other factors": ((C * D + F * C).I, (D + F).I * C.I, [*map(Invertible, (C, D + F))]),
    "a form of any matrix": (form(u, C, v), form(v, C, u), []),
    "a form of a skew matrix with two vectors": (form(u, C, v), 0, [skew]),
    "a quadratic form of a symmetric matrix": (form(u, C, u), 0, [symmetric]),
    "the diagonal of a symmetric matrix": (C[i, i], 0, [symmetric]),
    "an entry of a skew matrix": (C[i, k], 0, [skew]),
    "the diagonal of another matrix": (D[i, i], 0, [skew]),
    "the diagonal where the rest is all ones": (C[i, i], 1, [Equation(C.T + C, OneMatrix(n, n))]),
    "of an even power of a skew one": (form(u, C * C, u), 0, [skew]),
    "eigenvectors of any matrix": (InnerProduct(u, v), 0, [eigen(C, u, lam), eigen(C, v, mu), Ne(lam, mu)]),
    "eigenvectors of the same eigenvalue, perhaps": (
        InnerProduct(u, v),
        0,
        [symmetric, eigen(C, u, lam), eigen(C, v, mu)],
    ),
    "what commutes up to a multiple of one of them": (C, nothing, [Equation(C * D - D * C, C)]),
    "an anticommutator that is 1": (C, nothing, [Equation(C * D + D * C, One(n))]),
    "0 of a product of two": (A, ZeroMatrix(n, m), [Equation(A.T * A1, ZeroMatrix(m, m))]),
    "0 of a square": (C, nothing, [Equation(C * C, nothing)]),
    "0 of the first factor": (A, ZeroMatrix(n, m), [Equation(A.T * A * B, ZeroMatrix(m, d))]),
    "0 of a difference of Gram matrices": (A, ZeroMatrix(n, m), [Equation(A.T * A - A1.T * A1, ZeroMatrix(m, m))]),
    "0 of the vector": (u, ZeroMatrix(n, 1), [skew, Equation(C * C * u, ZeroMatrix(n, 1))]),
    "powers of what does not commute": (MatPow(C * D, p), MatPow(C, p) * MatPow(D, p), []),
    "powers of what changes its sign": (MatPow(C * D, p), MatPow(C, p) * MatPow(D, p), [Equation(C * D, -D * C)]),
    "odd powers of what changes its sign": (
        MatPow(C, 2 * p + 1) * D,
        D * MatPow(C, 2 * p + 1),
        [Equation(C * D, -D * C)],
    ),
    "a power of one factor": (MatPow(C * D, p), MatPow(C, p) * D, [commuting]),
    "powers of a sum where one product is 0": (
        MatPow(C + D, p + 1),
        MatPow(C, p + 1) + MatPow(D, p + 1),
        [Equation(C * D, nothing)],
    ),
    "the powers 0 of two sizes": (Trace(MatPow(A * E, p)), Trace(MatPow(E * A, p)), []),
    "the trace of a product of powers": (Trace(MatPow(C * D, p)), Trace(MatPow(C, p) * MatPow(D, p)), []),
    "the determinant of a sum": (Determinant(P + Q), Determinant(P) + Determinant(Q), []),
    "the determinant of what is orthogonal": (Determinant(P), 1, [Equation(P.T * P, One(3))]),
    "the determinant of what is skew, of two rows": (Determinant(X), 0, [Equation(X.T, -X)]),
    "determinants of a product of two": (Determinant(X) * Determinant(Y), 1, [Equation(X * Y, Y * X)]),
}


@pytest.mark.parametrize("case", PROVED)
def test_what_follows_is_proved(case, tmp_path):
    left, right, given = PROVED[case]
    verdict = decide(claim(Equation(left, right), given=given))
    assert verdict.status == "proved", str(verdict)
    path = tmp_path / "certificate"
    path.write_text(certificate(verdict), encoding="utf-8")
    verifier.verify_path(str(path))


@pytest.mark.parametrize("case", NOT_PROVED)
def test_what_nearly_follows_is_not_proved(case):
    left, right, given = NOT_PROVED[case]
    assert decide(claim(Equation(left, right), given=given)).status != "proved"


def test_that_no_commutator_is_the_identity_is_said():
    verdict = decide(claim(Equation(C, D), given=[Equation(C * D - D * C, One(n))]))
    assert verdict.status == "unknown"
    assert "contradicts itself" in verdict.report


FAIL = {
    "a commutator is not 1": (C * D - D * C, One(n), []),
    "a product the other way round is not 0": (D * C, nothing, [Equation(C * D, One(n))]),
    "what is nilpotent is not 1": (C, One(n), [Equation(C * C, nothing)]),
    "an involution is not 0": (C, nothing, [Equation(C * C, One(n))]),
    "a unit vector is not 0": (u, ZeroMatrix(n, 1), [Equation(SquaredNorm(u), 1)]),
}
MAY_HOLD = {
    "a commutator of two": (C * D - D * C, nothing, []),
    "what is idempotent": (C, One(n), [Equation(C * C, C)]),
    "what is nilpotent": (C, nothing, [Equation(C * C, nothing)]),
    "a square": (C * C, -One(n), []),
    "one entry of a unit vector": (u[i, 0], 0, [Equation(SquaredNorm(u), 1)]),
}


@pytest.mark.parametrize("case", FAIL)
def test_an_equation_of_matrices_that_cannot_hold_fails(case):
    left, right, given = FAIL[case]
    assert decide(claim(Fails(Equation(left, right)), given=given)).status == "proved"


@pytest.mark.parametrize("case", MAY_HOLD)
def test_an_equation_of_matrices_that_may_hold_is_not_proved_to_fail(case):
    left, right, given = MAY_HOLD[case]
    assert decide(claim(Fails(Equation(left, right)), given=given)).status != "proved"


def test_eigenvectors_of_a_matrix_that_is_not_symmetric():
    given = [eigen(C, u, lam), eigen(C, v, mu), Ne(lam, mu)]
    assert decide(claim(Equation(InnerProduct(u, v), 0), given=given)).status == "refuted"
