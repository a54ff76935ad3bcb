"""Wrong results that SymPy 1.14 gives, or accepts: symattn decides each of these statements as mathematics has it.

Every test first reproduces the result, so that the reason for the test stays true, and then asks for a verdict.
"""

import pytest
import sympy
from sympy import (
    Eq,
    FunctionMatrix,
    Identity,
    Idx,
    IndexedBase,
    Integer,
    KroneckerDelta,
    Lambda,
    MatrixSymbol,
    Mod,
    OneMatrix,
    Q,
    Rational,
    Sum,
    Symbol,
    ask,
    exp,
    oo,
    refine,
    simplify,
    sin,
    sqrt,
    symbols,
)

from symattn import (
    Attention,
    CausalMask,
    ClaimError,
    Equation,
    HypothesisError,
    MaskedRow,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    ShapeError,
    SubsetMask,
    UndeclaredSymbol,
    UnsupportedExpression,
    decide,
    dims,
)

m, n, ell = dims("m n ell")
X, a = MatrixSymbol("X", m, n), MatrixSymbol("a", 1, n)
i = Idx("i", n)
e, j_ = Symbol("e", integer=True), Symbol("j", integer=True)
x, y = Symbol("x", real=True), Symbol("y", real=True)


def status(*statement, given=()):
    return decide(*statement, given=given).status


def test_refine_takes_orthonormal_columns_for_orthonormal_rows():
    """``refine(X*X.T, Q.orthogonal(X))`` is an identity matrix, although X is m×n."""
    assert str(refine(X * X.T, Q.orthogonal(X))) == "I"
    columns = (X.T * X, Identity(n))
    assert status(X * X.T, Identity(m), given=[columns]) == "refuted"
    g = OrthogonalSymbol("g", n)
    assert status(g * g.T, Identity(n)) == status(g.T * g, Identity(n)) == "proved"


def test_the_derivative_of_an_indexed_softmax_is_zero_in_sympy():
    """``(exp(a[i])/Sum(exp(a[i]), (i, 1, n))).diff(a[i])`` is 0: one entry of a softmax would depend on nothing."""
    base, k = IndexedBase("a"), Symbol("k", integer=True)
    weight = exp(base[k]) / Sum(exp(base[k]), (k, 1, n))
    assert weight.diff(base[k]) == 0
    # raising one score changes its weight, so the derivative is not 0
    raised = FunctionMatrix(1, n, Lambda((e, j_), a[0, j_] + x * KroneckerDelta(j_, i)))
    assert status(RowSoftmax(raised)[0, i], RowSoftmax(a)[0, i]) == "refuted"
    # symattn asks SymPy for no derivative: it proves them
    assert status(sympy.Derivative(exp(x), x), exp(x)) == "proved"
    assert status(sympy.Derivative(RowSoftmax(a)[0, i], a[0, i]), 0) != "proved"


def test_substitution_captures_a_bound_index_in_sympy():
    """Where ``subs`` puts the summation index in place of a free variable, the sum of SymPy alone binds it."""
    f, y_free, index, other = sympy.Function("f"), Symbol("y"), Symbol("i"), Symbol("i_1")
    renamed = Sum(f(index) * y_free, (index, 1, n)).subs(y_free, index)
    assert renamed == Sum(f(other) * index, (other, 1, n))
    # in symattn a free index i and a bound index of the same name are different
    bound = Symbol("i", integer=True)
    total = Sum(a[0, bound] * a[0, i], (bound, 0, n - 1))
    assert status(total, a[0, i] * Sum(a[0, e], (e, 0, n - 1))) == "proved"
    assert status(total, Sum(a[0, e] ** 2, (e, 0, n - 1))) == "refuted"


def test_the_softmax_of_a_fully_masked_row_is_one_half_in_sympy():
    """Substitution cancels exp(−∞)/(exp(−∞) + exp(−∞)) before it sees 0/0."""
    u, v = symbols("u v", real=True)
    assert (exp(u) / (exp(u) + exp(v))).subs(v, u).subs(u, -oo) == Rational(1, 2)
    with pytest.raises(MaskedRow):
        RowSoftmax(sympy.Matrix([[-oo, -oo]]))
    with pytest.raises(MaskedRow):
        SubsetMask(set(), 2)
    # a row that shows one key is fine: that key has all the weight
    masked = RowSoftmax(sympy.ImmutableMatrix([[0, -oo]]))
    assert status(masked, sympy.ImmutableMatrix([[1, 0]])) == "proved"


def test_a_product_whose_shapes_only_might_fit_is_accepted_in_sympy():
    """X·X for an m×n matrix X, and K·Q for m×ℓ times n×ℓ, are built without complaint."""
    assert (X * X).shape == (m, n)
    with pytest.raises(ShapeError) as caught:
        decide(X * X, X)
    assert caught.value.shapes == ((m, n), (n, m))
    K, query = MatrixSymbol("K", m, ell), MatrixSymbol("Q", n, ell)
    assert (K * query).shape == (m, ell)
    with pytest.raises(ShapeError) as caught:
        decide(K * query, K)
    assert caught.value == ShapeError(K * query, (m, ell), (n, ell))


def test_what_is_not_known_is_false_in_sympy_s_equality():
    """``(A*B).equals``-like questions: structural inequality says nothing about mathematical inequality."""
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    assert (A + B) * (A + B) != A * A + A * B + B * A + B * B
    assert status((A + B) * (A + B), A * A + A * B + B * A + B * B) == "proved"
    s, t = PermutationSymbol("s", n), PermutationSymbol("t", n)
    assert status(s * t, t * s) == "refuted"


def test_sympy_cancels_before_anyone_asks_for_zero():
    """x/x is 1 before symattn sees it, so the statement decided is 1 = 1; a quotient that is kept needs its reason."""
    assert x / x == 1
    assert status(x / x, Rational(1)) == "proved"
    kept = (x**2 - y**2) / (x - y)
    verdict = decide(kept, x + y)
    assert verdict.status == "unknown" and verdict.missing
    assert simplify(kept) == x + y


def test_sympy_cancels_a_matrix_with_its_inverse():
    """A·A⁻¹ is the identity at once, also for a matrix that may be singular; A⁻¹ alone must be defined."""
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    assert str(A * A.I) == "I"
    assert status(A * A.I, Identity(n)) == "proved"
    assert status((A * B).I, B.I * A.I) == "unknown"
    assert decide((A * B).I, B.I * A.I).missing


def test_roots_of_squares():
    """√(x²) is |x| for real x: neither x nor, for x of any sign, anything else."""
    plain = Symbol("x", positive=True)
    assert sqrt(plain**2) == plain  # true under an assumption that symattn does not take from a symbol
    assert status(sqrt(x**2), x) == "refuted"
    with pytest.raises((UndeclaredSymbol, UnsupportedExpression)):
        z = Symbol("z")
        decide(sqrt(z**2), z)


def test_statements_that_sympy_has_evaluated():
    """Eq and relations may be evaluated away; a statement that became True or False is not decided as one."""
    A = MatrixSymbol("A", n, n)
    assert Eq(x, x) is sympy.true
    with pytest.raises(ClaimError):
        decide(Eq(x, x))
    assert decide(Equation(x, x)).status == "proved"
    with pytest.raises(HypothesisError):
        decide(A * A, A, given=[n < 0])
    assert status(A * A, A) == "refuted"


def test_assumptions_of_ask_are_not_hypotheses():
    """``ask`` derives positive definiteness of XᵀX from a property of X that a rectangular X lacks or has by luck."""
    assert ask(Q.orthogonal(X.T), Q.orthogonal(X)) is not False
    with pytest.raises((UnsupportedExpression, TypeError, ClaimError, HypothesisError)):
        decide(X.T * X, Identity(n), given=[Q.orthogonal(X)])


def test_kronecker_delta_outside_its_range():
    """``deltasummation`` answers with conditions on the range; an index of symattn is always in range."""
    k = Symbol("k", integer=True)
    unknown = Sum(KroneckerDelta(e, k), (e, 0, n - 1)).doit()
    assert unknown.has(sympy.Piecewise)
    assert status(Sum(KroneckerDelta(e, i) * a[0, e], (e, 0, n - 1)), a[0, i]) == "proved"
    assert status(Sum(KroneckerDelta(e, i), (e, 0, n - 1)), Rational(1)) == "proved"


def test_an_index_out_of_range_is_not_an_entry():
    """SymPy lets an entry X[k, 0] stand for any symbol k; an index must provably lie in its range."""
    k = Symbol("k", integer=True)
    assert X[k, 0].args[1] == k
    with pytest.raises((UndeclaredSymbol, UnsupportedExpression)):
        decide(X[k, 0], X[k, 0] + 0 * x)


def test_a_symbol_without_assumptions_is_complex_in_sympy():
    """Theorems here are about real numbers: a symbol that is not declared real is refused, not taken for real."""
    z = Symbol("z")
    assert z.is_real is None
    with pytest.raises((UndeclaredSymbol, UnsupportedExpression)):
        decide(sin(z) ** 2 + sympy.cos(z) ** 2, Rational(1))
    assert status(sin(x) ** 2 + sympy.cos(x) ** 2, Rational(1)) == "proved"


def test_assumptions_of_symbols_bind_counterexamples():
    """A value that breaks an assumption of a symbol refutes nothing: q² ≥ q fails at 1/2 only."""
    q, positive = Symbol("q", integer=True), Symbol("q", positive=True)
    assert status(q**2 >= q) != "refuted"
    assert status(q**2, q) == "refuted"
    assert status(positive**2 >= positive) == "refuted"


def test_explicit_instances_are_not_the_general_statement():
    """At size 1 every softmax row is 1 and every product commutes; the statement is about all sizes."""
    A, B = MatrixSymbol("A", 1, 1), MatrixSymbol("B", 1, 1)
    assert simplify((A * B).as_explicit()[0, 0] - (B * A).as_explicit()[0, 0]) == 0
    assert status(A * B, B * A) == "proved"
    C, D = MatrixSymbol("C", n, n), MatrixSymbol("D", n, n)
    assert status(C * D, D * C) == "refuted"
    assert status(RowSoftmax(MatrixSymbol("u", n, 1)), OneMatrix(n, 1)) == "proved"
    assert status(RowSoftmax(a), OneMatrix(1, n)) == "refuted"


def test_bound_variables_of_function_matrices():
    """Two FunctionMatrices that differ in the names of their bound variables are different objects, but equal."""
    r, c, u, w = symbols("r c u w", integer=True)
    A = MatrixSymbol("A", n, n)
    one, other = (FunctionMatrix(n, n, Lambda(pair, A[pair[1], pair[0]])) for pair in ((r, c), (u, w)))
    assert status(one, other) == "proved"
    assert status(one, A.T) == "proved"
    assert status(one, A) == "refuted"


def test_minus_infinity_is_no_number():
    """−∞ − (−∞) and 0·(−∞) are nan in SymPy; such scores are refused instead of evaluated."""
    assert -oo + oo is sympy.nan and 0 * oo is sympy.nan
    A = MatrixSymbol("A", n, n)
    for wrong in (lambda: RowSoftmax(-1 * CausalMask(n) + A), lambda: A * CausalMask(n),
                  lambda: Attention(CausalMask(n), A, A)):  # fmt: skip
        with pytest.raises(UnsupportedExpression):
            decide(made := wrong(), made)


def test_quotients_by_numbers_are_not_taken_for_whole():
    """To SymPy 2^(n + 1)/6 is a whole number, because 2^(n + 1) is even, and 6^n/3 is none, because 3 is odd."""
    N = Symbol("N", integer=True, nonnegative=True)
    assert (6**N / 3).is_integer is None and (2 ** (N + 1) / 2).is_integer and ((2 * N + 1) / 2).is_integer is False
    for power, remainder in ((-((-2) ** (N + 1)), 2), ((-2) ** (2 * N + 1), 4), (2 ** (2 * N + 1) + 1, 3)):
        for written in (Mod(power, 6, evaluate=False), Mod(power, 6)):
            assert status(written, Integer(0)) == "refuted"
            assert status(written, Integer(remainder)) == "proved"
