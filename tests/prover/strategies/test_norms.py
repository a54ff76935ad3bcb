"""Inner products and norms of vectors and matrices: Cauchy and Schwarz, triangles, products; what is nearly true."""

import pytest
from sympy import Abs, Le, Lt, MatrixSymbol, Rational, Sum, Symbol, Trace, sqrt, symbols

from symattn import BlockRotation, FrobeniusNorm, InnerProduct, OrthogonalSymbol, decide, dims

n, m, h = dims("n m h")
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
C, D, E = (MatrixSymbol(name, n, m) for name in "CDE")
x, y, z = (MatrixSymbol(name, n, 1) for name in "xyz")
g, k = OrthogonalSymbol("g", n), OrthogonalSymbol("k", n)
u, v, angles = MatrixSymbol("u", 2 * h, 1), MatrixSymbol("v", 2 * h, 1), MatrixSymbol("theta", h, 1)
a, b = symbols("alpha beta", real=True)
c = Symbol("c", nonnegative=True)


def dot(left, right):
    return (left.T * right)[0, 0]


def square(vector):
    return dot(vector, vector)


def norm(vector):
    return sqrt(square(vector))


rotated = dot(BlockRotation(a * angles) * u, BlockRotation(b * angles) * v)

PROVED = {
    "an image under an isometry": Le(dot(g * x, y) ** 2, square(x) * square(y)),
    "two isometries": Le(dot(g * x, k * y) ** 2, square(x) * square(y)),
    "rotations by blocks": Le(rotated**2, square(u) * square(v)),
    "a bilinear form": Le((x.T * A * y)[0, 0] ** 2, square(x) * square(A * y)),
    "a bilinear form, on either side": Le((x.T * A * B * y)[0, 0] ** 2, square(A.T * x) * square(B * y)),
    "a semidefinite form": Le((x.T * A.T * A * y)[0, 0] ** 2, square(A * x) * square(A * y)),
    "a bilinear form and the norm of its matrix": Le((x.T * A * y)[0, 0] ** 2, Trace(A.T * A) * square(x) * square(y)),
    "a trace": Le(Trace(A) ** 2, n * Trace(A.T * A)),
    "a trace of a product": Le(Trace(A.T * C.T.T * C.T) ** 2, Trace(A.T * A) * Trace(C.T * C * C.T * C)),
    "with a factor": Le(c * dot(g * x, y) ** 2, c * square(x) * square(y)),
    "norms, not their squares": Le(dot(g * x, y), norm(x) * norm(y)),
    "the triangle with an isometry": Le(norm(g * x + y), norm(x) + norm(y)),
    "three sides": Le(norm(x + y + z), norm(x) + norm(y) + norm(z)),
    "the triangle of distances": Le(norm(x - z), norm(x - y) + norm(y - z)),
    "the triangle of distances of matrices": Le(FrobeniusNorm(C - E), FrobeniusNorm(C - D) + FrobeniusNorm(D - E)),
    "with half the norm": Le(norm(x) / 2, norm(x - y) + norm(y)),
    "the norm of a product of three": Le(
        FrobeniusNorm(A * B * C), FrobeniusNorm(A) * FrobeniusNorm(B) * FrobeniusNorm(C)
    ),
    "an inner product of images": Le(InnerProduct(A * C, D) ** 2, Trace(C.T * C) * Trace(D.T * A * A.T * D)),
}

REFUTED = {
    "without the square of a norm": Le(dot(g * x, y) ** 2, square(x)),
    "the other sign": Le(norm(x) * norm(y), dot(g * x, y)),
    "a strict one": Lt(dot(x, y) ** 2, square(x) * square(y)),
    "a trace without the width": Le(Trace(A) ** 2, Trace(A.T * A)),
    "the wrong side of a matrix": Le((x.T * A * y)[0, 0] ** 2, square(A * x) * square(y)),
    "half of a triangle": Le(norm(x - z), norm(x - y)),
    "with a factor that may be negative": Le(a * dot(g * x, y) ** 2, a * square(x) * square(y)),
    "a sum of norms for a norm of a sum": Le(norm(x) + norm(y), norm(x + y)),
    "a norm of a product, too small": Le(FrobeniusNorm(A * B), Rational(1, 2) * FrobeniusNorm(A) * FrobeniusNorm(B)),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_norms_say(name):
    assert decide(PROVED[name]).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_nearly_true_is_refuted(name):
    assert decide(REFUTED[name]).status == "refuted"


def test_an_absolute_value_of_an_image():
    assert decide(Le(Abs(dot(g * x, y)), norm(x) * norm(y))).status == "proved"


def test_sums_written_out():
    i, j = symbols("i j", integer=True)
    form = Sum(x[i, 0] * A[i, j] * y[j, 0], (i, 0, n - 1), (j, 0, n - 1))
    squares = Sum(A[i, j] ** 2, (i, 0, n - 1), (j, 0, n - 1))
    norms = Sum(x[i, 0] ** 2, (i, 0, n - 1)) * Sum(y[i, 0] ** 2, (i, 0, n - 1))
    assert decide(Le(form**2, squares * norms)).status == "proved"
    assert decide(Le(form**2, norms)).status == "refuted"
