"""Determinants of symbolic size: what is proved of them, and near misses, each refuted at sizes that are numbers."""

from fractions import Fraction

import pytest
from sympy import (
    Abs,
    BlockMatrix,
    Determinant,
    Identity,
    Idx,
    Inverse,
    MatPow,
    Matrix,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Piecewise,
    Product,
    Rational,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    log,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    BlockRotation,
    Equation,
    Fails,
    ForAll,
    Invertible,
    InvertibleSymbol,
    Loewner,
    OrthogonalSymbol,
    PermutationSymbol,
    PositiveDefinite,
    PositiveSemidefinite,
    RowSoftmax,
    SquaredNorm,
    decide,
    dims,
    evaluate,
)
from symattn.certificates.refutations import _written_out
from symattn.determinants import determinant_of
from symattn.kernel.syntax import parse
from symattn.kernel.terms import Size
from symattn.numeric.semantics import evaluate_term

pytestmark = pytest.mark.sampled

n, m, k = dims("n m k")
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
D, E = MatrixSymbol("D", m, m), MatrixSymbol("E", k, k)
U, V = MatrixSymbol("U", n, m), MatrixSymbol("V", m, n)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
One, Few = Identity(n), Identity(m)
p = Idx("p", n)
c, t = Symbol("c", real=True), Symbol("t", real=True)
J, g, s = InvertibleSymbol("J", n), OrthogonalSymbol("g", n), PermutationSymbol("s", n)
F, S = MatrixSymbol("F", 5, 5), MatrixSymbol("S", 2 * m + 1, 2 * m + 1)
U2, V2 = MatrixSymbol("U", n, 2), MatrixSymbol("V", 2, n)
X, Y = MatrixSymbol("X", k, n), MatrixSymbol("Y", k, m)
det = Determinant


def blocks(*rows):
    return BlockMatrix([list(row) for row in rows])


def inner(x, M, y):
    return (x.T * M * y)[0, 0]


i = Symbol("i", integer=True)
angles, turns, R = MatrixSymbol("a", m, 1), MatrixSymbol("b", m, 1), MatrixSymbol("R", 2 * m, 2 * m)
ones = OneMatrix(n, n)


def below(matrix, more):
    """Say that a matrix has zeros above the diagonal, or above one of those above it."""
    entry = lambda i, j: Piecewise((matrix[i, j], j <= i + more), (0, True))  # noqa: E731
    return ForAll((n, n), lambda i, j: Equation(matrix[i, j], entry(i, j)))


ODD, WIDE = OrthogonalSymbol("q", 2 * m + 1), MatrixSymbol("W", 2 * m + 1, 2 * m + 1)

TRUE = {
    "one and a reflection": (det(One + g), 0, [Equation(det(g), -1)]),
    "one less a rotation of odd dimension": (det(Identity(2 * m + 1) - ODD), 0, [Equation(det(ODD), 1)]),
    "a product": (det(A * B), det(A) * det(B), []),
    "a product turned round": (det(A * B * C), det(C * A * B), []),
    "a transpose": (det(A.T), det(A), []),
    "a transposed product": (det((A * B.T).T), det(B) * det(A), []),
    "a multiple": (det(c * A), c**n * det(A), []),
    "twice": (det(2 * A), 2**n * det(A), []),
    "the other sign": (det(-A), (-1) ** n * det(A), []),
    "the identity": (det(One), 1, []),
    "a multiple of the identity": (det(c * One), c**n, []),
    "zeros": (det(ZeroMatrix(n, n)), 0, []),
    "a power": (det(A**m), det(A) ** m, []),
    "a cube": (det(A**3), det(A) ** 3, []),
    "an inverse": (det(Inverse(J)), 1 / det(J), []),
    "an inverse that is given": (det(Inverse(A)) * det(A), 1, [Invertible(A)]),
    "a similar matrix": (det(J * A * Inverse(J)), det(A), []),
    "a similar matrix less a multiple of 1": (det(J * A * Inverse(J) - c * One), det(A - c * One), []),
    "an orthogonal matrix": (det(g) ** 2, 1, []),
    "an orthogonal matrix by its equation": (det(A) ** 2, 1, [Equation(A.T * A, One)]),
    "a permutation": (det(s) ** 2, 1, []),
    "a matrix between permutations": (det(s * A * s.T), det(A), []),
    "a Gram matrix": (det(A.T * A), det(A) ** 2, []),
    "Sylvester": (det(One + U * V), det(Few + V * U), []),
    "Sylvester with a minus": (det(One - U * V), det(Few - V * U), []),
    "Sylvester of squares": (det(One + A * B), det(One + B * A), []),
    "Sylvester of three": (det(One + A * U * V), det(Few + V * A * U), []),
    "a rank-one update of 1": (det(One + u * v.T), 1 + (v.T * u)[0, 0], []),
    "a rank-one update": (det(J + u * v.T), det(J) * (1 + inner(v, Inverse(J), u)), []),
    "an update of more ranks": (det(J + U * V), det(J) * det(Few + V * Inverse(J) * U), []),
    "a reflection": (det(One - 2 * u * u.T), -1, [Equation(u.T * u, Identity(1))]),
    "blocks above": (det(blocks((A, U), (ZeroMatrix(m, n), D))), det(A) * det(D), []),
    "blocks below": (det(blocks((A, ZeroMatrix(n, m)), (V, D))), det(A) * det(D), []),
    "blocks on the diagonal": (det(blocks((D, ZeroMatrix(m, n)), (ZeroMatrix(n, m), A))), det(A) * det(D), []),
    "a sum turned round": (det(A + B.T), det(B + A.T), []),
    "a difference": (det(A - B), (-1) ** n * det(B - A), []),
    "an idempotent matrix": (det(A) * (det(A) - 1), 0, [Equation(A * A, A)]),
    "an involution": (det(A) ** 2, 1, [Equation(A * A, One)]),
    "a nilpotent matrix": (det(A), 0, [Equation(A * A, ZeroMatrix(n, n))]),
    "a factorisation": (det(A), det(B) * det(C), [Equation(A, B * C)]),
    "inverse factors": (det(A) * det(B), 1, [Equation(A * B, One)]),
    "a skew matrix": (det(A), (-1) ** n * det(A), [Equation(A.T, -A)]),
    "five rows": (det(F.T), det(F), []),
    "Sylvester of two rows": (det(One + U2 * V2), det(Identity(2) + V2 * U2), []),
    "a Schur complement": (det(blocks((J, U), (V, D))), det(J) * det(D - V * Inverse(J) * U), []),
    "nine blocks": (
        det(blocks((A, ZeroMatrix(n, m), ZeroMatrix(n, k)), (V, D, ZeroMatrix(m, k)), (X, Y, E))),
        det(A) * det(D) * det(E),
        [],
    ),
    "an eigenpair": (det(A - c * One), 0, [Equation(A * u, c * u), Ne(SquaredNorm(u), 0)]),
    "a power that is 0": (det(A), 0, [Equation(A**k, ZeroMatrix(n, n))]),
    "a skew matrix of odd size": (det(S), 0, [Equation(S.T, -S)]),
    "the Cayley transform": (det((One + A) * Inverse(One - A)), 1, [Equation(A.T, -A), Invertible(One - A)]),
    "rotations by blocks": (det(BlockRotation(angles) * R * BlockRotation(turns).T), det(R), []),
    "a reflection at any vector": (
        det(One - (2 / SquaredNorm(u)) * u * u.T),
        -1,
        [Fails(Equation(u, ZeroMatrix(n, 1)))],
    ),
    "a downdate": (det(A - U * V), det(A) * det(Few - V * Inverse(A) * U), [Invertible(A)]),
    "an update of a multiple": (det(c * A + U * V), det(A) * det(c * One + Inverse(A) * U * V), [Invertible(A)]),
    "Sylvester with a scale that may be 0": (c**m * det(c * One + U * V), c**n * det(c * Few + V * U), []),
    "a rank-one update of a multiple of 1": (det(c * One + u * v.T), c ** (n - 1) * (c + (v.T * u)[0, 0]), []),
    "equal entries beside the diagonal": (det((c - t) * One + t * ones), (c - t) ** (n - 1) * (c + (n - 1) * t), []),
    "rows with the sum 0": (det(One - RowSoftmax(A)), 0, []),
    "columns with the sum 0": (det(A), 0, [ForAll(n, lambda j: Equation(Sum(A[i, j], (i, 0, n - 1)), 0))]),
    "zeros above the diagonal": (det(A), Product(A[i, i], (i, 0, n - 1)), [below(A, 0)]),
    "zeros below the diagonal": (det(A.T), Product(A[i, i], (i, 0, n - 1)), [below(A, 0)]),
    "a diagonal matrix": (det(DiagMatrix(u)), Product(u[i, 0], (i, 0, n - 1)), []),
    "a matrix of symmetric blocks": (det(blocks((A, B), (B, A))), det(A + B) * det(A - B), []),
    "the logarithm of a square": (log(det(A) ** 2), 2 * log(Abs(det(A))), [Invertible(A)]),
    "eigenvalues of both products": (det(c * One - A * B), det(c * One - B * A), []),
    "a block that is a multiple": (det(blocks((A, A), (A, B))), det(A) * det(B - A), []),
    "a whitened matrix": (det(A) ** 2 * det(B), 1, [Equation(A * B * A.T, One)]),
    "one row": (det(MatrixSymbol("x", 1, 1)), MatrixSymbol("x", 1, 1)[0, 0], []),
}

FALSE = {
    "one and a rotation": (det(One + g), 0, [Equation(det(g), 1)]),
    "one less a reflection of odd dimension": (det(Identity(2 * m + 1) - ODD), 0, [Equation(det(ODD), -1)]),
    "a sum": (det(A + B), det(A) + det(B), []),
    "a multiple": (det(c * A), c * det(A), []),
    "a power too few": (det(c * A), c**n * det(A) * c, []),
    "twice": (det(2 * A), 2 * det(A), []),
    "the other sign": (det(-A), -det(A), []),
    "no sign": (det(-A), det(A), []),
    "a power": (det(A**m), m * det(A), []),
    "a square": (det(A * A), det(A), []),
    "an inverse": (det(Inverse(J)), det(J), []),
    "an orthogonal matrix": (det(g), 1, []),
    "an orthogonal matrix of the other kind": (det(g), -1, []),
    "a permutation": (det(s), 1, []),
    "a permuted matrix": (det(s * A), det(A), []),
    "a square of permutations": (det(s * A), -det(A), []),
    "Sylvester without 1": (det(U * V), det(V * U), []),
    "Sylvester with one minus": (det(One + U * V), det(Few - V * U), []),
    "Sylvester with 2": (det(2 * One + U * V), det(2 * Few + V * U), []),
    "Sylvester turned round wrongly": (det(One + A * B * C), det(One + A * C * B), []),
    "a rank-one update of 1": (det(One + u * v.T), 1 - (v.T * u)[0, 0], []),
    "a rank-one update": (det(A + u * v.T), det(A) + (v.T * u)[0, 0], []),
    "an update without an inverse": (det(J + u * v.T), det(J) * (1 + inner(v, J, u)), []),
    "a reflection": (det(One - 2 * u * u.T), 1, [Equation(u.T * u, Identity(1))]),
    "a reflection at a vector that is no unit": (det(One - 2 * u * u.T), -1, []),
    "blocks": (det(blocks((A, U), (V, D))), det(A) * det(D), []),
    "permuted blocks": (det(blocks((ZeroMatrix(n, n), A), (B, ZeroMatrix(n, n)))), det(A) * det(B), []),
    "permuted blocks with a minus": (det(blocks((ZeroMatrix(n, n), A), (B, ZeroMatrix(n, n)))), -det(A) * det(B), []),
    "blocks transposed one by one": (det(blocks((A, B), (C, s))), det(blocks((A.T, B.T), (C.T, s.T))), []),
    "blocks that do not commute": (det(blocks((A, B), (C, One))), det(A - C * B), []),
    "ones": (det(OneMatrix(n, n)), 0, []),
    "the trace": (det(A), Trace(A), []),
    "zeros": (det(ZeroMatrix(n, n)), 1, []),
    "a Schur complement with a plus": (det(blocks((J, U), (V, D))), det(J) * det(D + V * Inverse(J) * U), []),
    "an eigenvalue": (det(A), c, [Equation(A * u, c * u), Ne(SquaredNorm(u), 0)]),
    "an eigenpair that may be 0": (det(A - c * One), 0, [Equation(A * u, c * u)]),
    "a product of few columns": (det(u * v.T), (v.T * u)[0, 0], []),
    "a sum of 1": (det(One + One), 2, []),
    "an idempotent matrix": (det(A), 1, [Equation(A * A, A)]),
    "an involution": (det(A), 1, [Equation(A * A, One)]),
    "a skew matrix": (det(A), 0, [Equation(A.T, -A)]),
    "a symmetric matrix": (det(A) ** 2, det(A), [Equation(A.T, A)]),
    "factors": (det(A), det(B) + det(C), [Equation(A, B * C)]),
    "a commutator": (det(A * B - B * A), 0, []),
    "an antisymmetric sum": (det(A - A.T), 0, []),
    "a rotation by blocks with a sign": (det(BlockRotation(angles) * R), -det(R), []),
    "a projection": (det(One - (1 / SquaredNorm(u)) * u * u.T), -1, [Ne(SquaredNorm(u), 0)]),
    "an update with the other sign": (det(A - U * V), det(A) * det(Few + V * Inverse(A) * U), [Invertible(A)]),
    "Sylvester with a scale": (det(c * One + U * V), det(c * Few + V * U), []),
    "Sylvester with a scale the wrong way round": (c**n * det(c * One + U * V), c**m * det(c * Few + V * U), []),
    "a power too many": (det(c * One + u * v.T), c**n * (c + (v.T * u)[0, 0]), []),
    "equal entries": (det((c - t) * One + t * ones), (c - t) ** (n - 1) * (c + n * t), []),
    "rows with the sum 1": (det(RowSoftmax(A)), 0, []),
    "any diagonal": (det(A), Product(A[i, i], (i, 0, n - 1)), []),
    "zeros from the second diagonal on": (det(A), Product(A[i, i], (i, 0, n - 1)), [below(A, 1)]),
    "blocks with one sign": (det(blocks((A, B), (-B, A))), det(A + B) * det(A - B), []),
    "a block that is a multiple, with the other sign": (det(blocks((A, A), (A, B))), det(A) * det(A - B), []),
    "eigenvalues of another product": (det(c * One - A * B), det(c * One - A * B.T), []),
    "five rows": (det(-F), det(F), []),
    "a positive one": (det(A) ** 2, Symbol("a", positive=True) ** 2, []),
}


@pytest.mark.parametrize("name", TRUE)
def test_proved(name):
    left, right, given = TRUE[name]
    verdict = decide(left, right, given=given)
    assert verdict.status == "proved", str(verdict)


@pytest.mark.parametrize("name", FALSE)
def test_refuted(name):
    left, right, given = FALSE[name]
    verdict = decide(left, right, given=given)
    assert verdict.status == "refuted", str(verdict)


@pytest.mark.parametrize("power", [2, 4])
def test_no_even_power_of_a_matrix_of_odd_dimension_is_minus_one(power):
    assert decide(Fails(Equation(WIDE**power, -Identity(2 * m + 1)))).status == "proved"


@pytest.mark.parametrize("given", [Equation(WIDE**3, -Identity(2 * m + 1)), Equation(A * A, -One)], ids=str)
def test_an_odd_power_may_be_so_and_a_square_of_any_dimension(given):
    assert decide(Fails(given)).status != "proved"


@pytest.mark.parametrize("matrix", [J, g, s, Inverse(J), J * g], ids=str)
def test_the_determinant_of_an_invertible_matrix_is_not_0(matrix):
    assert decide(Ne(det(matrix), 0)).status == "proved"


INVERTIBLE = {
    "the matrix": (Invertible(A), [Ne(det(A), 0)]),
    "a factor": (Invertible(A), [Ne(det(A * B), 0)]),
    "a product": (Invertible(A * B), [Ne(det(A), 0), Ne(det(B), 0)]),
    "what may be cancelled": (Equation(B, C), [Ne(det(A), 0), Equation(A * B, A * C)]),
    "an inverse on the other side": (Equation(B * A, One), [Equation(A * B, One)]),
}


@pytest.mark.parametrize("name", INVERTIBLE)
def test_a_matrix_is_invertible_where_its_determinant_is_not_0(name):
    claimed, given = INVERTIBLE[name]
    assert decide(claimed, given=given).status == "proved"


def test_what_is_not_cancelled():
    assert decide(Equation(B, C), given=[Equation(A * B, A * C)]).status == "refuted"
    assert decide(Ne(det(A), 0), given=[Ne(A[0, 0], 0)]).status == "refuted"


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_determinants_that_are_written_out_are_those_of_the_kernel(size):
    rows = [[Fraction(3 * i * i + 5 * i * j + j + 1, 1 + (i + j) % 3) % 7 for j in range(size)] for i in range(size)]
    whole = evaluate_term(parse(f"λA:[{size}]→[{size}]→ℝ. det{{{size}}} A"), {}, {})
    matrix = Matrix(size, size, lambda i, j: Rational(rows[i][j].numerator, rows[i][j].denominator))
    assert whole(rows) == Fraction(str(det(matrix.as_immutable()).definition().doit()))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_the_determinants_by_birds_algorithm_are_those_of_sympy(size):
    """Of numbers, and of the term by which a certificate of a refutation defines them."""
    rows = [
        [Fraction((7 * i * i + 3 * i * j + 5 * j + 2) % 11 - 4, 1 + (i * j) % 3) for j in range(size)]
        for i in range(size)
    ]
    wanted = Matrix(size, size, lambda i, j: Rational(rows[i][j].numerator, rows[i][j].denominator)).det()
    defined = evaluate_term(_written_out(Size.number(size)), {}, {})
    assert determinant_of(rows) == defined(lambda i: lambda j: rows[i][j]) == Fraction(str(wanted))


SIGNS = {
    "a definite matrix": (det(A) > 0, [PositiveDefinite(A)], "proved"),
    "a congruent matrix": (det(J * A * J.T) > 0, [PositiveDefinite(A)], "proved"),
    "a semidefinite matrix": (det(A) >= 0, [PositiveSemidefinite(A)], "proved"),
    "a semidefinite matrix that may be singular": (det(A) > 0, [PositiveSemidefinite(A)], "refuted"),
    "a symmetric matrix": (det(A) >= 0, [Equation(A, A.T)], "refuted"),
    "a negative definite matrix": (det(A) > 0, [PositiveDefinite(-A)], "refuted"),
    "a ridge": (det(U.T * U + Few) > 0, [], "proved"),
    "a Gram matrix": (det(U.T * U) > 0, [], "refuted"),
    "a number": (det(A) >= 1, [PositiveDefinite(A)], "refuted"),
    "Hadamard": (det(A) <= Product(A[p, p], (p, 0, n - 1)), [PositiveSemidefinite(A)], "proved"),
    "Hadamard for a correlation": (det(A) <= 1, [PositiveDefinite(A), ForAll(p, Equation(A[p, p], 1))], "proved"),
    "Hadamard for any symmetric one": (det(A) <= Product(A[p, p], (p, 0, n - 1)), [Equation(A, A.T)], "refuted"),
    "Hadamard the other way": (det(A) >= Product(A[p, p], (p, 0, n - 1)), [PositiveDefinite(A)], "refuted"),
    "more": (det(A) <= det(A + B), [PositiveDefinite(A), PositiveSemidefinite(B)], "proved"),
    "a column more": (det(A) <= det(A + u * u.T), [PositiveDefinite(A)], "proved"),
    "an order": (log(det(A)) <= log(det(B)), [PositiveDefinite(A), Loewner(A, B)], "proved"),
    "above one": (det(One + A) >= 1, [PositiveSemidefinite(A)], "proved"),
    "below one": (det(A) <= 1, [PositiveDefinite(A), Loewner(A, One)], "proved"),
    "Stein's loss": (log(det(A)) <= Trace(A) - n, [PositiveDefinite(A)], "proved"),
    "Stein's loss the other way": (log(det(A)) >= Trace(A) - n, [PositiveDefinite(A)], "refuted"),
    "below one, with any sign": (det(A) <= 1, [Equation(A, A.T), Loewner(A, One)], "refuted"),
    "more than what may be negative": (det(A) <= det(A + B), [PositiveSemidefinite(B)], "refuted"),
    "more of what may be negative": (det(A) <= det(A + B), [PositiveDefinite(A), Equation(B, B.T)], "refuted"),
    "an order the other way": (det(B) <= det(A), [PositiveDefinite(A), Loewner(A, B)], "refuted"),
}


@pytest.mark.parametrize("name", SIGNS)
def test_the_signs_of_determinants_of_forms(name):
    claimed, given, status = SIGNS[name]
    assert decide(claimed, given=given).status == status


def test_a_determinant_may_be_0():
    assert decide(Ne(det(A), 0)).status == "refuted"


def test_the_determinant_of_a_product_of_few_rows_is_that_of_many():
    assert decide(det(MatPow(F, 2)), det(F) ** 2).status == "proved"


@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_values(size):
    rows = [[(3 * i * i + 5 * i * j + j + 1) % 7 for j in range(size)] for i in range(size)]
    assert abs(evaluate(det(A), {A: rows}) - Matrix(rows).det()) < 1e-9 * (1 + abs(Matrix(rows).det()))


@pytest.mark.parametrize("size", [6, 8, 13, 25])
def test_a_false_claim_of_many_rows_is_refuted(size):
    wide = MatrixSymbol("A", size, size)
    assert decide(det(wide), det(wide.T) + 1).status == "refuted"
