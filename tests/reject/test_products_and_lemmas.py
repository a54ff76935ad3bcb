"""False statements about products, ranges whose ends move, entries beside a part, and instances of lemmas."""

import math
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from sympy import (
    Abs,
    And,
    BlockMatrix,
    Equality,
    Identity,
    Idx,
    KroneckerDelta,
    Le,
    Lt,
    MatMul,
    MatrixSymbol,
    Max,
    Mod,
    Ne,
    OneMatrix,
    Piecewise,
    Product,
    Rational,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    cos,
    exp,
    floor,
    log,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)
from sympy.core.relational import Relational

from symattn import (
    GELU,
    Attention,
    BoxCar,
    CausalMask,
    ClaimError,
    ColumnMean,
    DotProduct,
    Equation,
    Euclidean,
    Flip,
    ForAll,
    HeadFamily,
    HeadSum,
    Invariant,
    Invertible,
    KernelAttention,
    KernelSymbol,
    LogSumExp,
    MapSymbol,
    MaskWhere,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    PrefixLMMask,
    ProbabilitySymbol,
    Proposition,
    ReLU,
    RowMap,
    RowMax,
    RowSoftmax,
    SelfAttention,
    Sigmoid,
    SlidingWindowMask,
    SquaredNorm,
    Unmasked,
    UnsupportedExpression,
    calc,
    claim,
    decide,
    dims,
    evaluate,
    prove,
)

pytestmark = pytest.mark.sampled

n, m, k, w, d, r, h, p, ell = dims("n m k w d r h p ell")
i, j, t = Idx("i", n), Idx("j", n), Idx("t", n)
a, b = symbols("a b", integer=True)
x, y, z, q = symbols("x y z q", real=True)
positive = Symbol("c", positive=True)
u, v = MatrixSymbol("u", 1, n), MatrixSymbol("v", 1, n)
A, B = MatrixSymbol("A", n, d), MatrixSymbol("B", d, n)
C, D, E = (MatrixSymbol(name, n, n) for name in "CDE")
G, H = MatrixSymbol("G", r, n), MatrixSymbol("H", n, r)
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
S, T = MatrixSymbol("S", m, m), MatrixSymbol("T", m, m)
W = MatrixSymbol("W", ell, ell)
U, X = MatrixSymbol("U", n + 1, d), MatrixSymbol("X", m + k, p)
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", n)
g, o = OrthogonalSymbol("g", ell), OrthogonalSymbol("o", n)
weights = ProbabilitySymbol("p", n)
c, c_2, target = MatrixSymbol("c", d, 1), MatrixSymbol("c_2", d, 1), MatrixSymbol("y", n, 1)
alpha, row_map, endo = KernelSymbol("alpha"), MapSymbol("f", ell, m), MapSymbol("f", ell)
least = Equation(A.T * A * c, A.T * target)
nonnegative = ForAll(i, u[0, i] >= 0)


def total(term):
    return Sum(term, (a, 0, n - 1))


def product(factor):
    return Product(factor, (a, 0, n - 1))


def number(condition):
    return total(Piecewise((1, condition), (0, True)))


def layer(matrix, mask):
    return SelfAttention(matrix, *(MatrixSymbol(f"S_{name}", p, p) for name in "QKV"), mask(matrix.shape[0]))


#: name → what is claimed, and what is given: each is false, and close to something true.
REFUTED = {
    "a product up to the one before": (Product(u[0, a], (a, 0, i - 1)), Product(u[0, a], (a, 0, i))),
    "an empty product is not 0": (Product(u[0, a], (a, i, i - 1)), 0),
    "a product takes in a factor that it has": (
        Product(u[0, a], (a, 0, i)),
        u[0, i] * Product(u[0, a], (a, 0, i)),
    ),
    "a product takes in the factor after next": (
        Product(u[0, a], (a, i, n - 1)),
        u[0, i] * Product(u[0, a], (a, i + 2, n - 1)),
    ),
    "a place that is taken twice": (
        Product(u[0, a], (a, 0, i)) * Product(u[0, a], (a, i, n - 1)),
        product(u[0, a]),
    ),
    "signs of as many factors": (product(-u[0, a]), -product(u[0, a])),
    "factors of which one may be 0": (product(u[0, a]) > 0, nonnegative),
    "factors below 1, far below": (product(u[0, a]) <= 1, ForAll(i, u[0, i] <= 1)),
    "a product that is 0 by another factor": (u[0, 0], 0, Equation(product(u[0, a]), 0)),
    "a product of products": (Product(Product(x, (a, 0, n - 1)), (b, 0, m - 1)), x ** (n + m)),
    "an index that another product binds": (
        Product(Product(u[0, a], (a, 0, n - 1)) + a, (a, 0, m - 1)),
        Product(Product(u[0, b], (b, 0, n - 1)) + 1, (a, 0, m - 1)),
    ),
    "an index that is put into a product": (Product(x + a, (a, 0, n - 1)).subs(x, a), Product(2 * b, (b, 0, n - 1))),
    "Weierstrass below −1": (product(1 + u[0, a]) >= 1 + total(u[0, a]), ForAll(i, u[0, i] >= -2)),
    "true up to 3": (total(a * (a - 1) * (a - 2)), 0),
    "true up to 5": (
        total(a**2),
        n * (n - 1) * (2 * n - 1) / 6 + (n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5),
    ),
    "a bound that one more breaks": (total(a) <= 2 * n, n <= 6),
    "Bernoulli below −2": ((1 + x) ** n >= 1 + n * x, x >= -4),
    "a sum over two sizes": (Sum(a, (a, 0, n + m - 1)), n * (n - 1) / 2 + m * (m - 1) / 2),
    "angles of one": (total(cos(2 * pi * a / n)), 0),
    "a geometric sum at 0": (total(q**a), 0, Equation(q, 0)),
    "the last row is not row k": (X[m + k - 1 :, :], X[k : k + 1, :]),
    "row k is not row m": (X[k : k + 1, :], X[m : m + 1, :]),
    "a row behind two parts": (BlockMatrix([[U], [V]])[n : n + 1, :], V[:1, :]),
    "reversed parts": (Flip(X)[:m, :], Flip(X[:m, :])),
    "a map of a sum": (RowMap(row_map, Q + 2 * Q), RowMap(row_map, Q) + 2 * RowMap(row_map, Q)),
    "a map to another width is not one of all": (RowMap(row_map, Q)[r - 1, 0], RowMap(row_map, Q)[0, 0]),
    "a map that keeps distances keeps no products": (
        Invariant(DotProduct(), endo),
        Invariant(Euclidean(), endo),
    ),
    "windows of both sides": (number(And(a < j + w, j < a + w)), 2 * w - 1, w <= j + 1),
    "a window one off": (number(And(a <= j, a + w > j)), w, w <= j + 2),
    "two indices that may be one": (number(And(Ne(a, i), Ne(a, j))), n - 2),
    "an index beyond the last": (total(KroneckerDelta(a, i + 1)), 1),
    "a window below the length": (
        Attention(C, C, V, SlidingWindowMask(n, w)),
        Attention(C, C, V, CausalMask(n)),
        w <= n,
    ),
    "looking ahead by one": tuple(
        side(lambda size: MaskWhere(size, size, lambda query, key: key <= query + 1))
        for side in (lambda mask: layer(X, mask)[:m, :], lambda mask: layer(X[:m, :], mask))
    ),
    "a prefix beyond the cut": (layer(X, lambda s: PrefixLMMask(s, m + 1))[:m, :], layer(X[:m, :], CausalMask)),
    "a mean of all tokens": (
        layer(X - OneMatrix(m + k, 1) * ColumnMean(X), CausalMask)[:m, :],
        layer(X[:m, :] - OneMatrix(m, 1) * ColumnMean(X[:m, :]), CausalMask),
    ),
    "a key at a square": (Unmasked(MaskWhere(n, n, lambda query, key: Equality(key, query * query))),),
    "a tangent, twisted": (Le(1 + x + x**2 / 2, exp(x)), x <= 0),
    "a tangent that is touched": (Lt(1 + x, exp(x)),),
    "a logarithm that is touched": (Lt(log(x), x - 1), x > 0),
    "across the pole": (Le(1 / y, 1 / x), x <= y, Ne(x, 0), Ne(y, 0)),
    "the slope is a quarter": (Le(Sigmoid(y) - Sigmoid(x), (y - x) / 5), x <= y),
    "the curve crosses its tangent": (Le(Sigmoid(x), Rational(1, 2) + x / 4),),
    "a number very close to 1": (Le(1, tanh(x)), x >= 30),
    "the sine falls again": (Le(sin(x), sin(y)), x <= y, x >= 0, y <= 3),
    "rising outside alone": (Le(x**3 - x, y**3 - y), x <= y, x <= 0),
    "GELU is below": (Le(ReLU(x), GELU(x)),),
    "Jensen with weights of any sum": (
        Le(exp(total(v[0, a] * u[0, a])), total(v[0, a] * exp(u[0, a]))),
        ForAll(i, v[0, i] >= 0),
    ),
    "Jensen with weights of any sign": (
        Le(exp(total(v[0, a] * u[0, a])), total(v[0, a] * exp(u[0, a]))),
        Equation(total(v[0, a]), 1),
    ),
    "a weighted mean with less weight": (
        Le(total(v[0, a] * u[0, a]), RowMax(u)[0, 0]),
        ForAll(i, v[0, i] >= 0),
        total(v[0, a]) <= 1,
    ),
    "log-sum-exp of one number": (Lt(RowMax(u)[0, 0], LogSumExp(u)[0, 0]),),
    "two terms that may be one": (total(u[0, a]) >= u[0, i] + u[0, j], nonnegative),
    "one norm too small": (Le(total(u[0, a]) ** 2, (n - 1) * total(u[0, a] ** 2)), n >= 2),
    "a one-sided inverse of a wide matrix": (B * A, Identity(d), Equation(A * B, Identity(n))),
    "orthonormal columns": (A * A.T, Identity(n), Equation(A.T * A, Identity(d))),
    "an inverse in the middle": (D, MatMul(D, C, D), Equation(C * D * C, C)),
    "least squares of any Gram matrix": (c, c_2, least, Equation(A.T * A * c_2, A.T * target)),
    "no worse is not better": (
        Lt(SquaredNorm(target - A * c), SquaredNorm(target - A * c_2)),
        least,
        Ne(c[0, 0], c_2[0, 0]),
    ),
    "a projection that is not orthogonal": (Le(SquaredNorm(C * target), SquaredNorm(target)), Equation(C * C, C)),
    "a trace of a square": (Trace(C * C) >= 0,),
}


def _inverse():
    return prove(T * S, Identity(m), given=[Equation(S * T, Identity(m))])


def _pairs():
    return prove(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V))


_orthogonal = [Equation(C.T * C, Identity(n)), Equation(C * C.T, Identity(n))]
_rows, _family = Idx("head", h), MatrixFamily("M", h, n, n)
#: name → a lemma that is true, a claim that is false and looks like an instance.
LEMMAS = {
    "a lemma of square matrices at wide ones": (_inverse, claim(H * G, Identity(n), given=[(G * H, Identity(r))])),
    "an inverse of another": (_inverse, claim(D * C, Identity(n), given=[(C * E, Identity(n))])),
    "a permutation that is orthogonal alone": (_pairs, claim(Attention(Q, o * K, o * V), Attention(Q, K, V))),
    "a permutation by its equations": (_pairs, claim(Attention(Q, C * K, C * V), Attention(Q, K, V), _orthogonal)),
    "permutations in another order": (
        lambda: prove(RowSoftmax(G * sigma), RowSoftmax(G) * sigma),
        claim(RowSoftmax(G * sigma * tau), RowSoftmax(G) * tau * sigma),
    ),
    "an involution is not orthogonal": (
        lambda: prove(Attention(Q * g, K * g, V), Attention(Q, K, V)),
        claim(Attention(Q * W, K * W, V), Attention(Q, K, V), given=[(W * W, Identity(ell))]),
    ),
    "a positive number that is a square": (
        lambda: prove(positive * x < positive * y, given=[x < y]),
        claim(z**2 * x < z**2 * y, given=[x < y]),
    ),
    "a positive number that is negative": (
        lambda: prove(positive * x <= positive * y, given=[x <= y]),
        claim(-x * z <= -y * z, given=[x <= y, z > 0]),
    ),
    "a size that a lemma asks to be 2": (
        lambda: prove(n * x >= 2 * x, given=[n >= 2, x >= 0]),
        claim(m * x >= 2 * x, given=[x >= 0]),
    ),
    "a size that stands twice": (
        lambda: prove(C * OneMatrix(n, n) * OneMatrix(n, 1), n * C * OneMatrix(n, 1)),
        claim(G * OneMatrix(n, n) * OneMatrix(n, 1), r * G * OneMatrix(n, 1)),
    ),
    "an index that stands twice": (lambda: prove(C[i, i] * C[i, i] >= 0), claim(C[i, j] * C[j, i] >= 0)),
    "one index in place of all": (
        lambda: prove(ForAll(i, u[0, i] >= 0), given=[ForAll(j, u[0, j] >= 1)]),
        claim(ForAll(i, u[0, i] >= 0), given=[u[0, j] >= 1]),
    ),
    "members that do not vary": (
        lambda: prove(HeadSum(HeadFamily(C, _rows)), h * C),
        claim(HeadSum(_family), h * _family[0]),
    ),
    "an invariance of another kernel": (
        lambda: prove(
            KernelAttention(alpha, Q * W, K * W, V), KernelAttention(alpha, Q, K, V), given=[Invariant(alpha, W)]
        ),
        claim(KernelAttention(BoxCar(), Q * W, K * W, V), KernelAttention(BoxCar(), Q, K, V)),
    ),
    "a hypothesis of the name of one that is given": (
        lambda: prove(x, y, given=[(x - y, z), (z, 0)]),
        claim(x, y, given=[(z, 0)]),
    ),
    "an absolute value": (lambda: prove(Abs(x), x, given=[x >= 0]), claim(Abs(y), y)),
}

#: What is true next to what is false above.
PROVED = {
    "a product up to j and from j + 1": (
        Product(u[0, a], (a, 0, i)) * Product(u[0, a], (a, i + 1, n - 1)),
        product(u[0, a]),
    ),
    "a product takes in its last factor": (Product(u[0, a], (a, 0, i)), u[0, i] * Product(u[0, a], (a, 0, i - 1))),
    "a product takes in its first factor": (
        Product(u[0, a], (a, i, n - 1)),
        u[0, i] * Product(u[0, a], (a, i + 1, n - 1)),
    ),
    "a square of a product takes in its last factor twice": (
        Product(u[0, a], (a, 0, i)) ** 2,
        (u[0, i] * Product(u[0, a], (a, 0, i - 1))) ** 2,
    ),
    "a product beside its square": (
        u[0, i] * Product(u[0, a], (a, 0, i - 1)) ** 2,
        Product(u[0, a], (a, 0, i - 1)) * Product(u[0, a], (a, 0, i)),
    ),
    "an end that falls in one index": (Sum(x, (a, 0, n + i - j - 1)), (n + i - j) * x),
    "windows of both sides": (number(And(a < j + w, j < a + w)), 2 * w - 1, w <= j + 1, j + w <= n),
    "two indices that are two": (number(And(Ne(a, i), Ne(a, j))), n - 2, Ne(i, j)),
    "no map fits better": (Le(SquaredNorm(target - A * c), SquaredNorm(target - A * c_2)), least),
    "cancelled from the right": (C, D, Equation(C * A, D * A), Invertible(A * A.T)),
    "rising where it rises": (Le(x**3 - x, y**3 - y), x <= y, x >= 1),
    "the root below its tangent": (Le(sqrt(x), (1 + x) / 2), x >= 0),
    "Gibbs with less weight": (
        total(weights[0, a] * log(weights[0, a] / v[0, a])) >= 0,
        ForAll(i, v[0, i] > 0),
        ForAll(i, weights[0, i] > 0),
        total(v[0, a]) <= 1,
    ),
}


def _decided(parts):
    """Decide a relation or two sides, under the hypotheses that follow."""
    sides = 1 if isinstance(parts[0], Relational | Proposition) else 2
    return decide(claim(*parts[:sides], given=list(parts[sides:]))).status


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_nearly_true_is_refuted(name):
    assert _decided(REFUTED[name]) == "refuted"


@pytest.mark.parametrize("name", PROVED)
def test_what_is_true_beside_it_is_proved(name):
    assert _decided(PROVED[name]) == "proved"


@pytest.mark.parametrize("name", LEMMAS)
def test_what_only_looks_like_an_instance_of_a_lemma_is_refuted(name):
    lemma, stated = LEMMAS[name]
    assert decide(stated, using=[lemma()]).status == "refuted"
    if isinstance(stated.proposition, Equation):
        assert decide(calc(stated.lhs, (stated.rhs, lemma()), given=stated.given)).status != "proved"


@pytest.mark.parametrize(
    "stated",
    [
        claim(Sum(x, (a, 0, i * (n - i))) <= n * x, given=[x >= 0]),  # false at n = 5, i = 2: 7·x
        claim(Sum(x**2 + 1, (a, 0, i * (n - i))) <= n * (x**2 + 1)),
        claim(Product(x, (a, 0, i * (n - i))) <= x**n, given=[x >= 1]),
        claim(Sum(Sum(x**2, (b, 0, a * (n - a))), (a, 0, n - 1)) <= n * n * x**2),
        claim(Sum(x, (a, i * (n - 1 - i), n * n)), (n * n + 1) * x),
        claim(floor(i * (n - i) / w) <= n - 1),
        claim(Mod(i * (n - i), w) <= w - 2),
    ],
)
def test_a_range_whose_end_rises_and_then_falls_is_no_range(stated):
    with suppress(UnsupportedExpression):
        assert decide(stated).status != "proved"


@pytest.mark.parametrize(
    "entry",
    [
        lambda: X[m:, :][-1, 0],
        lambda: X.T[:, m:][0, -1],
        lambda: U[1:, :][i - 1, 0],
        lambda: U[1:, :][i - 1, :],
        lambda: U[:n, :][Idx("l", n + 1), 0],
        lambda: X[m:, :][Idx("l", k) - m, 0],
    ],
)
def test_an_entry_beside_a_part_is_none_of_it(entry):
    with pytest.raises(UnsupportedExpression, match="taken before"):
        entry()


def test_the_entries_inside_a_part_are_read():
    assert decide(X[m:, :][k - 1, 0], X[m + k - 1, 0]).status == "proved"
    assert decide(X[m:, :][-1, :], X[m + k - 1 :, :]).status == "proved"
    assert decide(U[1:, :][i, 0], U[i + 1, 0]).status == "proved"


@pytest.mark.parametrize("change", [{"steps": ((S * T, T * S, (), ()),)}, {}])
def test_a_verdict_that_was_changed_is_refused_without_notation_of_the_kernel(change):
    true = prove((S * T).T, T.T * S.T)
    with pytest.raises(ClaimError) as refused:
        decide(C * D, D * C + ZeroMatrix(n, n), using=[replace(true, claim=claim(S * T, T * S), **change)])
    assert not any(sign in str(refused.value) for sign in "⊢{λ")


M = MatrixSymbol("M", n, d)
#: name → expression, values, what the definition gives.
VALUES = {
    "none but −∞": (LogSumExp(M), {M: [[-math.inf, -math.inf]]}, [[-math.inf]]),
    "an empty sum": (log(1 + Sum(exp(u[0, a]), (a, 0, i - 1))), {u: [[9.0, 9.0]], i: 0}, 0.0),
    "a number out of reach": (log(exp(x) + 10**400), {x: 1}, 400 * math.log(10)),
    "a number that is all but 0": (log(exp(x) + Rational(1, 10**400)), {x: -2000}, -400 * math.log(10)),
    "an exponent out of reach": (log(exp(x) + exp(y)), {x: 800, y: 10**400}, math.inf),
    "the larger of two out of reach": (Max(x, y), {x: 10**400, y: 1}, math.inf),
    "small floats": (LogSumExp(M), {M: np.array([[100, 100]], dtype=np.float32)}, [[100 + math.log(2)]]),
}


@pytest.mark.parametrize("name", VALUES)
def test_logarithms_of_sums_of_exponentials_are_what_the_definition_gives(name):
    expression, values, expected = VALUES[name]
    assert np.allclose(np.asarray(evaluate(expression, values)), expected)


def test_an_array_is_left_as_it_was():
    values = np.array([[1.0, 2.0], [3.0, 5.0]])
    for part in (M, M.T.T, M[:1, :], 1 * M, BlockMatrix([[M]])):
        evaluate(RowSoftmax(part) + part, {M: values})
    assert values.tolist() == [[1, 2], [3, 5]]
