"""Shape rules: misfits are named by their two neighbours, and equal means provably equal."""

import pytest
from sympy import (
    BlockMatrix,
    FunctionMatrix,
    HadamardProduct,
    Identity,
    Idx,
    Inverse,
    Lambda,
    MatMul,
    Matrix,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    Trace,
    Transpose,
    ZeroMatrix,
    exp,
    symbols,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import ShapeError, UndeclaredSymbol, UnsupportedExpression
from symattn.language import (
    Attention,
    Equation,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    check_shapes,
    claim,
    dims,
    product,
    shape_of,
    transposed,
)

r, n, ell, d, m, k = dims("r n ell d m k")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
X = MatrixSymbol("X", n, d)
tau = PermutationSymbol("tau", r)


def misfit(expression):
    with pytest.raises(ShapeError) as caught:
        check_shapes(expression)
    return caught.value


def test_well_formed_expressions_pass():
    check_shapes(
        tau * Q * K.T * V / 2,
        Q + OneMatrix(r, ell) - ZeroMatrix(r, ell),
        HadamardProduct(Q, 2 * Q),
        Identity(n) * X,
        exp((Q * K.T)[0, 0]),
        FunctionMatrix(r, n, Lambda(symbols("i j"), 0)),
    )


def test_a_product_names_the_two_neighbours():
    g = OrthogonalSymbol("g", d)
    assert misfit(tau * Q * g) == ShapeError(Q * g, (r, ell), (d, d))
    assert misfit(3 * Q * g) == ShapeError(Q * g, (r, ell), (d, d))
    assert str(misfit(tau * Q * g)) == "the shapes in Q*g do not fit: r×ell and d×d"


def test_misfits_are_found_inside_other_expressions():
    expected = ShapeError(Q * X, (r, ell), (n, d))
    i, j = Idx("i", r), Idx("j", d)
    for outside in (2 * Q * X, Q * X + MatrixSymbol("Z", r, d), Transpose(Q * X), MatrixElement(Q * X, i, j)):
        assert misfit(outside) == expected
    assert misfit(exp(MatrixElement(Q * X, i, j)) + 1) == expected
    with pytest.raises(ShapeError) as caught:
        RowSoftmax(Q * X)
    assert caught.value == expected


def test_a_sum_names_two_terms():
    assert misfit(Q + K) == ShapeError(K + Q, (n, ell), (r, ell))
    assert misfit(HadamardProduct(Q, K)) == ShapeError(HadamardProduct(Q, K), (r, ell), (n, ell))


def test_square_only():
    assert misfit(Inverse(Q)) == ShapeError(Inverse(Q), (r, ell), (ell, r))
    assert misfit(X * X).shapes == ((n, d), (d, n)), "SymPy makes X*X a power although X is not square"
    assert misfit(Trace(Q)).shapes == ((r, ell), (ell, r))


def test_sizes_are_compared_as_polynomials():
    A, B = MatrixSymbol("A", r, 2 * (m + k)), MatrixSymbol("B", 2 * m + 2 * k, d)
    check_shapes(A * B)
    assert misfit(A * MatrixSymbol("C", 2 * m, d)).shapes[1] == (2 * m, d)


def test_undeclared_sizes_are_refused():
    with pytest.raises(UndeclaredSymbol):
        check_shapes(MatrixSymbol("A", Symbol("q"), 2))
    with pytest.raises(UndeclaredSymbol):
        check_shapes(Identity(Symbol("q", integer=True)) * 2)


def test_slices_must_provably_lie_inside():
    A = MatrixSymbol("A", m + k, d)
    i = Idx("i", m + k)
    check_shapes(A[:m, :], A[m:, :], A[i, :], A[0, :], A[:, 0], A[:1, :])
    assert shape_of(A[m:, :]) == (k, d)
    assert shape_of(A[i, :]) == (1, d)
    for bad in (A[::2, :], A[:2:2, :]):
        with pytest.raises(UnsupportedExpression):
            check_shapes(bad)
    for bad in (X[:m, :], X[m:, :], X[:, 2], A[3:4, :]):  # unless n > m, or d > 2, is given
        with pytest.raises(UnsupportedExpression):
            claim(bad, bad)


def test_literal_indices_must_provably_lie_inside():
    check_shapes(MatrixSymbol("A", m + k, d)[1, 0])
    with pytest.raises(UnsupportedExpression, match="index 2"):
        check_shapes(MatrixSymbol("A", m + k, d)[2, 0])


def test_blocks():
    check_shapes(BlockMatrix([[Q], [MatrixSymbol("Q_2", n, ell)]]))
    block = BlockMatrix([[Q], [MatrixSymbol("Q_2", n, ell)]])
    assert block.shape == (n + r, ell)
    check_shapes(block.T * block)


def test_explicit_matrices_are_walked():
    assert shape_of(Matrix([[1, 2]]).as_immutable()) == (1, 2)
    with pytest.raises(UnsupportedExpression):
        check_shapes(Matrix([[MatrixSymbol("A", m, m)[1, 0], 2]]).as_immutable())


def test_product_and_transposed_evaluate_nothing():
    A = MatrixSymbol("A", n, n)
    assert product(A, A.I).args == (A, A.I)
    assert Identity(n) == (A * A.I), "SymPy cancels by itself: the reason why product exists"
    assert product(2, product(3, A)).args == (2, MatMul(3, A))
    assert product(A, 2 * A).args == (A, 2 * A)
    assert transposed(2 * A).arg == 2 * A
    assert product(1, A) is A
    with pytest.raises(ShapeError):
        product(Q, K)


def test_equations():
    assert Equation(Q, 2 * Q).args == (Q, 2 * Q)
    with pytest.raises(ShapeError) as caught:
        Equation(Q, K)
    assert caught.value.shapes == ((r, ell), (n, ell))
    with pytest.raises(ShapeError) as caught:
        Equation(Q, 1)
    assert caught.value.shapes == ((r, ell), ())


def test_attention_names_the_part_of_its_definition():
    wrong = MatrixSymbol("W", n, d)
    with pytest.raises(ShapeError) as caught:
        Attention(Q, wrong, V)
    assert caught.value == ShapeError(MatMul(Q, wrong.T), (r, ell), (d, n))
    with pytest.raises(ShapeError) as caught:
        Attention(Q, K, MatrixSymbol("V", m, d))
    assert caught.value.shapes == ((r, n), (m, d))
    with pytest.raises(ShapeError) as caught:
        Attention(Q, K, V, mask=MatrixSymbol("B", n, r))
    assert caught.value == ShapeError(Q * K.T + MatrixSymbol("B", n, r), (n, r), (r, n))
    assert str(caught.value.subexpression) == "B + Q*K.T"
