"""Attacks on ``decide`` and ``calc`` by statements in SymPy: a false one must not be proved, a true one not refuted.

Each case is a reason and a function that makes the statement, so that what raises while it is made counts as well.
``FALSE`` must be refuted, ``UNDEFINED`` must stay unknown and name what is missing, ``TRUE`` must not be refuted, and
``PROVED`` must be proved: they are the neighbours of attacks, so that refusing everything fails here.  ``HOLES`` must
not be proved, or be refused; one that is known to go wrong fails strictly, so that closing it shows.
"""

import numpy as np
import pytest
from sympy import (
    Abs,
    And,
    Basic,
    BlockMatrix,
    Eq,
    FunctionMatrix,
    HadamardProduct,
    Identity,
    Idx,
    Integer,
    KroneckerDelta,
    Lambda,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    OneMatrix,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    ZeroMatrix,
    cos,
    exp,
    log,
    oo,
    sqrt,
    symbols,
    sympify,
)

from symattn import (
    Attention,
    BlockRotation,
    CausalMask,
    DotProduct,
    EqualRowNorms,
    Equation,
    FreeOf,
    Frequencies,
    HeadFamily,
    HeadSum,
    Invariant,
    Invertible,
    InvertibleSymbol,
    KernelMatrix,
    KernelSymbol,
    MapSymbol,
    MaskSymbol,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    PrefixMask,
    RowSoftmax,
    SelfAttention,
    ShiftMatrix,
    SimilarityKernel,
    SineCosine,
    SinusoidalEncoding,
    SinusoidalVector,
    SubsetMask,
    SubsetSymbol,
    SymattnError,
    calc,
    claim,
    decide,
    dims,
    evaluate,
)
from symattn.language.base.nodes import Node

pytestmark = pytest.mark.sampled

r, n, ell, d, m, k, h, l = dims("r n ell d m k h l")
p, q = dims("p q")  # sizes that are also used as bound symbols
x, y, t = (Symbol(name, real=True) for name in "xyt")
e, f, c, s = symbols("e f c s", integer=True)
i, j = Idx("i", n), Idx("j", n)
S, A, B, C = MatrixSymbol("S", r, n), *(MatrixSymbol(name, n, n) for name in "ABC")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
a, b = MatrixSymbol("a", 1, n), MatrixSymbol("b", 1, m + k)
u, v = MatrixSymbol("u", 1, m), MatrixSymbol("v", 1, k)
G = MatrixSymbol("G", ell, ell)
M, M_square = MaskSymbol("M", r, n), MaskSymbol("N", n, n)
sigma, tau, g = PermutationSymbol("sigma", n), PermutationSymbol("tau", r), OrthogonalSymbol("g", ell)
P, R = InvertibleSymbol("P", n), InvertibleSymbol("R", n)
alpha, phi, subset = KernelSymbol("alpha"), MapSymbol("phi", ell), SubsetSymbol("T", n)
q1, k1 = MatrixSymbol("q1", 1, d), MatrixSymbol("k1", 1, d)
q2, k2 = MatrixSymbol("q2", 1, l), MatrixSymbol("k2", 1, l)
positive = Symbol("z", positive=True)


def over(summand, *bound):
    """Sum over indices that run through 0, …, n − 1."""
    return Sum(summand, *((index, 0, n - 1) for index in bound))


def matrix(rows, columns, entry):
    """Return the matrix with the given entries, by the bound symbols e and f."""
    return FunctionMatrix(rows, columns, Lambda((e, f), entry))


def shown(condition):
    """Return the n×n mask with 0 where the condition on row e and column f holds, −∞ elsewhere."""
    return matrix(n, n, Piecewise((0, condition), (-oo, True)))


def dot(left, right, width):
    return Sum(left[0, e] * right[0, e], (e, 0, width - 1))


# --------------------------------------------------------------------------------------------- classes of the user


class Scaled(SimilarityKernel):
    """The inner product divided by a parameter."""

    def __new__(cls, c):
        return Basic.__new__(cls, sympify(c))

    def formula(self, value):
        return value.sum_over_coordinates(lambda left, right: left * right) / self.args[0]


class Weighted(SimilarityKernel):
    """The sum of the query and of a row of weights."""

    def __new__(cls, weights):
        return Basic.__new__(cls, weights)

    def formula(self, value):
        weights = self.args[0]
        total = Sum(weights[0, e], (e, 0, weights.shape[1] - 1))
        return value.sum_over_coordinates(lambda left, right: left) + total


class First(SimilarityKernel):
    def formula(self, value):
        return value.query[0, 0]


class ByWidth(SimilarityKernel):
    """A formula that is another one for rows of three entries."""

    def formula(self, value):
        return value.query[0, 0] * (2 if value.query.shape[1] == 3 else 1)


class WithAttribute(SimilarityKernel):
    """A parameter that is kept beside the arguments."""

    def __new__(cls, factor):
        kernel = Basic.__new__(cls)
        kernel.factor = factor
        return kernel

    def formula(self, value):
        return self.factor * value.sum_over_coordinates(lambda left, right: left * right)


class DoubleDot(DotProduct):
    def formula(self, value):
        return 2 * value.sum_over_coordinates(lambda left, right: left * right)


class lowercase(SimilarityKernel):
    def formula(self, value):
        return value.sum_over_coordinates(lambda left, right: left * right)


def twin(factor):
    """Return a class that has the name of another one."""

    class Twin(SimilarityKernel):
        def formula(self, value):
            return factor * value.sum_over_coordinates(lambda left, right: left * right)

    return Twin


ONE_TWIN, OTHER_TWIN = twin(1), twin(3)
REFUSED_NAME = type("matmul", (SimilarityKernel,), {"formula": lambda self, value: value.query[0, 0]})


class TwiceSoftmax(RowSoftmax):
    """Named a softmax by its base class, but defined otherwise."""

    def definition(self):
        return 2 * self.args[0]


class Twice(Node):
    def __new__(cls, X):
        return cls._make(tuple(X.shape), X)

    def definition(self):
        return 2 * self.args[0]


# ------------------------------------------------------------------------------------------------------ false, refuted

FALSE = {
    "inverse of a sum": ("P + R has an inverse, another one", lambda: ((P + R).I, P.I + R.I)),
    # bound symbols
    "an inner bound symbol of the same name": (
        "the inner sum binds e anew",
        lambda: (over(a[0, e] * over(a[0, e], e), e), over(a[0, e] ** 2, e)),
    ),
    "limits in another order": (
        "the first limits are the innermost",
        lambda: (over(A[e, f] * e, e, f), over(A[e, f] * f, f, e)),
    ),
    "shifted limits, weighted by the index": (
        "1, …, n is not 0, …, n − 1",
        lambda: (Sum(a[0, e - 1] * e, (e, 1, n)), over(a[0, e] * e, e)),
    ),
    "a slice with a shifted index": (
        "row e − 1 of A weighs e",
        lambda: (Sum((A[e - 1, :] * B)[0, 0] * e, (e, 1, n)), over((A[e, :] * B)[0, 0] * e, e)),
    ),
    "positions, not indices": (
        "e runs from 1, f from 0",
        lambda: (Sum(Piecewise((1, Eq(e, f)), (0, True)), (e, 1, n), (f, 0, n - 1)), n),
    ),
    "a delta beside its range": (
        "f + 1 leaves 0, …, n − 1",
        lambda: (over(KroneckerDelta(e, f + 1), e, f), n),
    ),
    "a delta of indices of two ranges": (
        "w = n is not below n",
        lambda: (over(KroneckerDelta(e, Idx("w", n + 1)), e), Integer(1)),
    ),
    "a delta of a real number": ("x may be an index", lambda: (over(KroneckerDelta(e, x) * a[0, e], e), Integer(0))),
    "an offset that an inner sum shadows": (
        "f starts at the outer e",
        lambda: (Sum(Sum(Sum(f, (e, 0, 2)), (f, e, e + 1)), (e, 0, 1)), Integer(18)),
    ),
    "a bound symbol beside an Idx of the same name": (
        "the free i and the bound i are two",
        lambda: (matrix(n, n, A[i, f]), A),
    ),
    "swapped Lambda variables": ("it is the transpose", lambda: (FunctionMatrix(n, n, Lambda((f, e), A[e, f])), A)),
    # blocks and sizes
    "blocks of equal size swapped": (
        "the order counts",
        lambda: (BlockMatrix([[u, MatrixSymbol("w", 1, m)]]), BlockMatrix([[MatrixSymbol("w", 1, m), u]])),
    ),
    "a literal index of two blocks": (
        "entry 1 lies in the first block unless m = 1",
        lambda: (BlockMatrix([[u, v]])[0, 1], v[0, 0]),
    ),
    "diagonal halves of a rotation": (
        "m may be odd, and frequencies differ",
        lambda: (
            BlockRotation(MatrixSymbol("th", m, 1))[:m, :m],
            BlockRotation(MatrixSymbol("th", m, 1))[m:, m:],
        ),
    ),
    "prefixes m and k of m + k": ("m and k differ", lambda: (PrefixMask(m, m + k), PrefixMask(k, m + k))),
    "a size bound to another": ("n and m differ", lambda: decide(Ne(n, m))),
    "a size above 1": ("sizes start at 1", lambda: decide(n > 1)),
    "an index below n − 1": ("n may be 1", lambda: decide(i + 2 <= n)),
    # masks
    "a mask of real numbers": (
        "M is any matrix there",
        lambda: (RowSoftmax(S + MatrixSymbol("W", r, n)), RowSoftmax(S)),
    ),
    "scores under a mask doubled": (
        "the mask is idempotent, the scores are not",
        lambda: (RowSoftmax(2 * (S + M)), RowSoftmax(S + M)),
    ),
    "a mask is zero": ("it may hide keys", lambda: (M, ZeroMatrix(r, n))),
    "a causal mask turned": (
        "query j sees the keys from j on",
        lambda: (shown(f >= e), CausalMask(n)),
    ),
    "a causal mask permuted on both sides": (
        "σ moves the diagonal half",
        lambda: (sigma * CausalMask(n) * sigma.T, CausalMask(n)),
    ),
    "columns of a mask permuted back": (
        "columns move with σ",
        lambda: (RowSoftmax(M * sigma), RowSoftmax(M) * sigma.T),
    ),
    "a subset contains 0": (
        "it is any nonempty subset",
        lambda: (Piecewise((1, subset.contains(0)), (0, True)), Integer(1)),
    ),
    "the upper right part of a causal mask": (
        "it hides everything",
        lambda: (CausalMask(m + k)[:m, m:], ZeroMatrix(m, k)),
    ),
    "a masked weight is positive": ("it may be 0", lambda: decide(RowSoftmax(S + M)[0, 0] > 0)),
    # cases and extrema
    "overlapping cases in another order": (
        "the first case that holds decides",
        lambda: (
            Piecewise((1, x > 0), (2, x > -1), (3, True)),
            Piecewise((2, x > -1), (1, x > 0), (3, True)),
        ),
    ),
    "a quotient with a value at 0": ("at 0 it is 0", lambda: (Piecewise((1 / y, Ne(y, 0)), (0, True)) * y, Integer(1))),
    "an odd power of |x|": ("signs differ", lambda: (Abs(x) ** 3, x**3)),
    "|x| above x": ("they agree for x ≥ 0", lambda: decide(Abs(x) > x)),
    "a strict bound from a weak one": ("x may be 0", lambda: decide(x > 0, given=[x >= 0])),
    "a bound from the opposite one": ("y < x", lambda: decide(x <= y, given=[y < x])),
    "a weight below 1": ("a single key has weight 1", lambda: decide(RowSoftmax(S)[0, 0] < 1)),
    "a declared sign of another symbol": ("y may be negative", lambda: (sqrt(y**2) * positive, y * positive)),
    # hypotheses as rules
    "orthogonality with a third factor": (
        "Σ A_ie A_je a_e is no contraction",
        lambda: (over(A[i, e] * A[j, e] * a[0, e], e), a[0, i] * KroneckerDelta(i, j), [(A * A.T, Identity(n))]),
    ),
    "a zero diagonal": (
        "the other entries are free",
        lambda: (A, ZeroMatrix(n, n), [(HadamardProduct(A, Identity(n)), ZeroMatrix(n, n))]),
    ),
    "a sum that is 0": ("its terms need not be", lambda: (a, ZeroMatrix(1, n), [(over(a[0, e], e), Integer(0))])),
    "x = x·y": ("x may be 0", lambda: (y, Integer(1), [(x, x * y)])),
    "invariance of another thing": ("φ is not g", lambda: decide(Invariant(alpha, phi), given=[Invariant(alpha, g)])),
    "invariance used on one side": (
        "both rows must move",
        lambda: (alpha(Q[0, :] * g, K[0, :]), alpha(Q[0, :], K[0, :]), [Invariant(alpha, g)]),
    ),
    "a multiple of an invertible matrix": ("x may be 0", lambda: decide(Invertible(x * P))),
    "a sum of invertible matrices": ("P + R may be singular", lambda: decide(Invertible(P + R))),
    "AᵀA": ("A may be singular", lambda: decide(Invertible(A.T * A))),
    "equal norms of rows": ("Q is any matrix", lambda: decide(EqualRowNorms(Q))),
    "invariance under invertible matrices": (
        "only orthogonal ones",
        lambda: decide(Invariant(DotProduct(), InvertibleSymbol("W", ell))),
    ),
    # independence
    "independent of a size": ("1/n is not", lambda: decide(FreeOf(RowSoftmax(ZeroMatrix(1, n))[0, 0], n))),
    "independent of a permutation": ("the entries move", lambda: decide(FreeOf(a * sigma, sigma))),
    # names
    "the name of an inverse map": (
        "σ⁻¹ is another matrix here",
        lambda: (PermutationSymbol("σ", n) * MatrixSymbol("σ⁻¹", n, n), Identity(n)),
    ),
    "the name of a witness": (
        "M.w is a matrix here",
        lambda: (RowSoftmax(M + MatrixSymbol("M.w", r, n)), RowSoftmax(M)),
    ),
    "the name of an inverse matrix": (
        "P⁻¹ is another matrix here",
        lambda: (P.I * MatrixSymbol("P⁻¹", n, n), MatrixSymbol("P⁻¹", n, n) * P.I),
    ),
    "names of the prover": (
        "no name commutes",
        lambda: (
            MatrixSymbol("A0", n, n) * MatrixSymbol("ι0", n, n),
            MatrixSymbol("ι0", n, n) * MatrixSymbol("A0", n, n),
        ),
    ),
    # encodings
    "a size as a position": (
        "h is not 1",
        lambda: (ShiftMatrix(h, 2 * h) * SinusoidalVector(t, 2 * h), SinusoidalVector(t + 1, 2 * h)),
    ),
    "the next row of an encoding": (
        "row i is position i",
        lambda: (SinusoidalEncoding(n, 2 * h)[i, :].T, SinusoidalVector(i + 1, 2 * h)),
    ),
    "the first frequency of Denk": ("it is below 1", lambda: (Frequencies(2 * h, first=1)[0, 0], Integer(1))),
}

# ------------------------------------------------------------------------------------- not defined everywhere, unknown

UNDEFINED = {
    "a mask scaled by any number": ("x may be negative", lambda: (RowSoftmax(x * M), RowSoftmax(M))),
    "a mask scaled by a square": ("x may be 0", lambda: (RowSoftmax(x**2 * M), RowSoftmax(M))),
    "a mask scaled by an entry": ("S_00 may be negative", lambda: (RowSoftmax(S[0, 0] * M), RowSoftmax(M))),
    "a mask scaled by what is not negative": (
        "it may be 0",
        lambda: (RowSoftmax(Symbol("z", nonnegative=True) * M), RowSoftmax(M)),
    ),
    "two masks in another order": (
        "together they may hide a row",
        lambda: (RowSoftmax(S + M + MaskSymbol("N", r, n)), RowSoftmax(S + MaskSymbol("N", r, n) + M)),
    ),
    "a strict causal mask": (
        "row 0 sees nothing",
        lambda: (RowSoftmax(A + shown(f < e)) * OneMatrix(n, 1), OneMatrix(n, 1)),
    ),
    "attention under a strict causal mask": (
        "both sides are undefined",
        lambda: (Attention(A, A, A, shown(f < e)),) * 2,
    ),
    "self-attention under a strict causal mask": (
        "the definition is no excuse",
        lambda: (SelfAttention(A, B, B, B, shown(f < e)), Attention(A * B, A * B, A * B, shown(f < e))),
    ),
    "a hidden part of a causal mask": ("every entry is −∞", lambda: (RowSoftmax(CausalMask(m + k)[:m, m:]),) * 2),
    "the hidden keys of a prefix": ("every entry is −∞", lambda: (RowSoftmax(PrefixMask(m, m + k)[:, m:]),) * 2),
    "the complement of a subset": (
        "S may be everything",
        lambda: (RowSoftmax(matrix(1, n, Piecewise((-oo, subset.contains(f)), (0, True)))),) * 2,
    ),
    "zero times what is undefined": (
        "0·undefined is undefined",
        lambda: (HadamardProduct(ZeroMatrix(n, n), RowSoftmax(A + shown(f < e))), ZeroMatrix(n, n)),
    ),
    "a case that is always taken": (
        "i ≥ 0 excludes nothing",
        lambda: (Piecewise((RowSoftmax(A + shown(f < e))[i, 0], i >= 0), (0, True)), Integer(0)),
    ),
    "a quotient from its own value": ("1/x = 1 is read with x = 0 too", lambda: (x, Integer(1), [(1 / x, 1)])),
    "logarithm of a square": ("x may be 0 or negative", lambda: (log(x**2), 2 * log(x))),
    "logarithms of negative numbers": (
        "log(−x) is fine, log(xy) is not where y is positive",
        lambda: (log(x * y), log(-x) + log(-y), [x < 0]),
    ),
    "roots of a product": ("y may be negative", lambda: (sqrt(x * y) * sqrt(x), x * sqrt(y), [x >= 0])),
    "a kernel with a denominator": ("q·k may be 0", lambda: (KernelMatrix(ByReciprocal(), Q, K),) * 2),
}


class ByReciprocal(SimilarityKernel):
    def formula(self, value):
        return 1 / value.sum_over_coordinates(lambda left, right: left * right)


# ------------------------------------------------------------------------------------------------ true, to be proved

PROVED = {
    "a mask twice": ("masks are idempotent", lambda: (RowSoftmax(S + M + M), RowSoftmax(S + M))),
    "a mask scaled by a positive number": ("", lambda: (RowSoftmax((1 + x**2) * M), RowSoftmax(M))),
    "a prefix of everything": ("", lambda: (RowSoftmax(a + PrefixMask(n, n)), RowSoftmax(a))),
    "the upper left part of a causal mask": ("", lambda: (CausalMask(m + k)[:m, :m], CausalMask(m))),
    "the causal mask by its formula": ("", lambda: (shown(f <= e), CausalMask(n))),
    "the same subset twice": ("", lambda: (SubsetMask([0, 0], 2), SubsetMask({0}, 2))),
    "a permuted mask": ("", lambda: (RowSoftmax(2 * tau * M * sigma), tau * RowSoftmax(M) * sigma)),
    "sizes in another order": ("m + k = k + m", lambda: (BlockMatrix([[u, v]])[:, m : k + m], v)),
    "widths in another order": ("h·2 = 2·h", lambda: (SinusoidalVector(t, h * 2), SinusoidalVector(t, 2 * h))),
    "shifted limits": ("", lambda: (Sum(a[0, e - 1], (e, 1, n)), over(a[0, e], e))),
    "limits from n on": ("", lambda: (Sum(a2[0, e], (e, n, 2 * n - 1)), over(a2[0, e + n], e))),
    "the same bound symbol in two limits": ("", lambda: (over(a[0, e], e, e), n * over(a[0, e], e))),
    "swapped Lambda variables": ("", lambda: (FunctionMatrix(n, n, Lambda((f, e), A[e, f])), A.T)),
    "a size as a position": (
        "",
        lambda: (ShiftMatrix(h, 2 * h) * SinusoidalVector(t, 2 * h), SinusoidalVector(t + h, 2 * h)),
    ),
    "one row has equal norms": ("", lambda: decide(EqualRowNorms(a))),
    "rows of an orthogonal matrix": ("", lambda: decide(EqualRowNorms(g))),
    "independent of a mask": ("", lambda: decide(FreeOf(RowSoftmax(S + M) * OneMatrix(n, 1), M))),
    "the diagonal by a hypothesis": ("", lambda: (A * A * A, A, [(A * A, A)])),
    "a kernel with a number as parameter": ("", lambda: (Scaled(3)(q1, k1), dot(q1, k1, d) / 3)),
    "a subclass of a kernel": ("its own formula counts", lambda: (KernelMatrix(DoubleDot(), Q, K), 2 * Q * K.T)),
    "a subclass of a matrix": ("its own definition counts", lambda: (TwiceSoftmax(S), 2 * S)),
    "a class of the name of another": ("", lambda: (KernelMatrix(OTHER_TWIN(), Q, K), 3 * Q * K.T)),
    "a hypothesis about a declared sign": ("", lambda: (Abs(positive) / positive, Integer(1))),
}
a2 = MatrixSymbol("a2", 1, 2 * n)

# Not refuted: true, whether or not they are proved.
TRUE = {
    "loops of rules": ("A = B and B = A", lambda: (A * C, B * C, [(A, B), (B, A)])),
    "a rule that grows": ("A = A·A", lambda: (A * A * A, A, [(A, A * A)])),
    "a rule with its own left side": ("A = A + A", lambda: (A, ZeroMatrix(n, n), [(A, A + A)])),
    "a symmetric matrix": ("A = Aᵀ", lambda: (A * A.T, A.T * A, [(A, A.T)])),
    "a contradiction": ("everything follows", lambda: (x, y, [(x, Integer(1)), (x, Integer(0))])),
    "an empty interval": ("everything follows", lambda: (x, y, [x > 0, x < 0])),
    "a fixed point of exp": ("no number has it", lambda: (x, y, [(x, exp(x))])),
    "one singular and invertible matrix": (
        "everything follows",
        lambda: (B, C, [(A, ZeroMatrix(n, n)), Invertible(A)]),
    ),
    "max and min": ("", lambda: (Max(x, y) + Min(x, y), x + y)),
    "the sum of positions": ("", lambda: (Sum(e, (e, 1, n)), n * (n + 1) / 2)),
    "a one-sided inverse": ("of a square matrix", lambda: decide(Invertible(A), given=[(A * B, Identity(n))])),
    "orthogonal matrices are invertible": ("", lambda: decide(Invertible(g))),
    "a Gram matrix plus 1": ("", lambda: decide(Invertible(A.T * A + Identity(n)))),
    "invariance under the square": ("", lambda: decide(Invariant(alpha, g * g), given=[Invariant(alpha, g)])),
    "an invariance of the first entry": ("(q·G)_0 = q_0", lambda: (G[0, 0], Integer(1), [Invariant(First(), G)])),
    "equal to a positive number": ("so it is positive", lambda: decide(y > 0, given=[Equation(positive, y)])),
    "equal to an integer": ("so it is not a half", lambda: decide(Ne(2 * y, 1), given=[Equation(e, y)])),
    "independent under a hypothesis": ("for x > 0 it is 1", lambda: decide(FreeOf(Abs(x) / x, x), given=[x > 0])),
    "the last part of a causal mask": ("", lambda: (CausalMask(m + k)[m:, m:], CausalMask(k))),
    "a mask that is given as 0": ("", lambda: (RowSoftmax(S + M), RowSoftmax(S), [(M, ZeroMatrix(r, n))])),
}


def answer(make):
    """Return the verdict of an attack: what it makes is a statement, or already decided."""
    made = make()
    return decide(*made) if isinstance(made, tuple) else made


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_refuted(name):
    reason, make = FALSE[name]
    verdict = answer(make)
    assert verdict.status == "refuted", f"{reason}: {verdict}"


@pytest.mark.parametrize("name", UNDEFINED)
def test_what_is_not_defined_everywhere_is_unknown(name):
    reason, make = UNDEFINED[name]
    verdict = answer(make)
    assert verdict.status == "unknown" and verdict.missing, f"{reason}: {verdict}"


@pytest.mark.parametrize("name", PROVED)
def test_a_true_statement_is_proved(name):
    reason, make = PROVED[name]
    verdict = answer(make)
    assert verdict.status == "proved", f"{reason}: {verdict}"


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_is_not_refuted(name):
    reason, make = TRUE[name]
    verdict = answer(make)
    assert verdict.status in ("proved", "unknown"), f"{reason}: {verdict}"


# ------------------------------------------------------------------------------------------------------- calc steps

CALC = {
    "a given that is not named": lambda: calc(x, (y, ()), given=[Equation(x, y)]),
    "a step that is not defined": lambda: calc((x**2 - y**2) / (x - y), (x + y, ())),
    "the wrong definition": lambda: calc(SelfAttention(A, B, B, B), (Attention(A * B, A * B, A * B), Attention)),
    "a law of a definition that is not named": lambda: calc(
        SelfAttention(sigma * A, B, B, B), (sigma * SelfAttention(A, B, B, B), sigma)
    ),
    "a law of two definitions, one not named": lambda: calc(
        SelfAttention(sigma * A, B, B, B), (sigma * SelfAttention(A, B, B, B), (sigma, SelfAttention, Attention))
    ),
    "a kernel that is not named": lambda: calc(KernelMatrix(ONE_TWIN(), Q, K), (Q * K.T, KernelMatrix)),
    "a kernel of the user in lower case": lambda: calc(KernelMatrix(lowercase(), Q, K), (Q * K.T, KernelMatrix)),
    "a matrix of the user": lambda: calc(Twice(A), (2 * A, ())),
}


@pytest.mark.parametrize("name", CALC)
def test_a_step_uses_only_what_it_names(name):
    assert decide(CALC[name]()).status == "unknown"


def test_a_reason_is_a_class_and_not_its_name():
    first, second = (type("Namesake", (ONE_TWIN,), {}) for _ in range(2))
    assert decide(KernelMatrix(first(), Q, K), Q * K.T).status == "proved"  # the first of the two enters the kernel
    with pytest.raises(SymattnError, match="two different classes have this name"):
        calc(KernelMatrix(first(), Q, K), (Q * K.T, (KernelMatrix, second)))


# ------------------------------------------------------------------------------------------------------------- holes

BOUND_SIZE = "a bound symbol made by dims() is no free size of its name: not as the length "
HOLES = {
    "a triangular sum": (
        BOUND_SIZE + "of an inner sum: Σ_(q=1..n) Σ_(e<q) x is n(n+1)/2·x",
        lambda: (Sum(Sum(x, (e, 0, q - 1)), (q, 1, n)), n * q * x),
    ),
    "a triangular sum, shifted": (
        BOUND_SIZE + "of an inner sum: both sides are closed, and differ",
        lambda: (Sum(Sum(x, (e, 0, q - 1)), (q, 1, n)), Sum(Sum(x, (e, 0, q - 1)), (q, m, m + n - 1))),
    ),
    "triangular limits of one sum": (
        BOUND_SIZE + "of inner limits",
        lambda: (Sum(x, (e, 0, q - 1), (q, 1, n)), n * q * x),
    ),
    "cumulative sums are symmetric": (
        BOUND_SIZE + "of a sum in a FunctionMatrix: the transpose is another matrix",
        lambda: (
            FunctionMatrix(n, n, Lambda((p, q), Sum(x, (e, 0, q)))),
            FunctionMatrix(n, n, Lambda((p, q), Sum(x, (e, 0, q)))).T,
        ),
    ),
    "a shape that is bound": (
        BOUND_SIZE + "of a row: Σ_q softmax(0, …, 0)_0 is a harmonic number",
        lambda: (
            Sum(RowSoftmax(ZeroMatrix(1, q))[0, 0], (q, 1, n)),
            Sum(RowSoftmax(ZeroMatrix(1, q))[0, 0], (q, m, m + n - 1)),
        ),
    ),
    "a number of heads that is bound": (
        BOUND_SIZE + "of an inner sum over heads",
        lambda: (
            Sum(HeadSum(heads[0], (e, 0, q - 1))[0, 0], (q, 1, n)),
            n * q * heads[0][0, 0],
        ),
    ),
    "an index from which an offset is taken": (
        "the offset of a bound symbol is what it was at its binder, though an inner sum binds e anew",
        lambda: (
            Sum(Sum(Sum(five[0, f - e + 2], (e, 0, 1)), (f, e, e + 1)), (e, 0, 1)),
            4 * Sum(five[0, f + 2], (f, 0, 1)),
        ),
    ),
    "a kernel whose parameter is the size l": (
        "the size parameter of a definition must not capture the user's own size l",
        lambda: (Scaled(l)(q1, k1), dot(q1, k1, d) / d),
    ),
    "a kernel whose parameter is a row k": (
        "the rows of a kernel's definition must not capture the user's own 1×l row k",
        lambda: (
            Weighted(MatrixSymbol("k", 1, l))(q2, k2),
            Sum(q2[0, e], (e, 0, l - 1)) + Sum(k2[0, e], (e, 0, l - 1)),
        ),
    ),
    "a kernel with another formula at one width": (
        "the formula is read at the width that is meant",
        lambda: (ByWidth()(*(MatrixSymbol(name, 1, 3) for name in ("q3", "k3"))), MatrixSymbol("q3", 1, 3)[0, 0]),
    ),
    "a kernel with a parameter beside its arguments": (
        "for SymPy the two kernels are equal, so the second must not get the formula of the first",
        lambda: (
            decide(KernelMatrix(WithAttribute(1), Q, K), Q * K.T),
            decide(KernelMatrix(WithAttribute(2), Q, K), Q * K.T),
        )[1],
    ),
    "a delta with a range": (
        "outside of the range in its third argument a delta is 0",
        lambda: (
            KroneckerDelta(Idx("w", n + 2), Idx("w2", n + 2), (0, 1)),
            KroneckerDelta(Idx("w", n + 2), Idx("w2", n + 2)),
        ),
    ),
    "a claim and a right side": (
        "a claim has no right side beside it",
        lambda: decide(claim(x, x), y),
    ),
}
five, heads = MatrixSymbol("five", 1, 5), MatrixFamily("W", p, 1, 1)


@pytest.mark.parametrize("name", HOLES)
def test_a_hole(name):
    """Refusing the statement with an error of its own is as good as not proving it."""
    try:
        status = answer(HOLES[name][1]).status
    except SymattnError:
        status = "refused"
    assert status != "proved"


def test_a_subclass_is_evaluated_by_its_own_definition():
    assert decide(Max(TwiceSoftmax(a)[0, 0], 0) + Min(TwiceSoftmax(a)[0, 0], 0), 2 * a[0, 0]).status != "refuted"


def test_a_subclass_of_a_kernel_is_evaluated_by_its_own_formula():
    values = {a: np.array([[1.0, 2.0]]), n: 2}
    assert evaluate(KernelMatrix(DoubleDot(), a, a), values) == 10


def test_a_member_of_a_family_captures_nothing():
    squares, h_index = MatrixFamily("W", p, p, p), Idx("h", p)
    sums = HeadFamily(FunctionMatrix(1, 1, Lambda((c, f), Sum(squares[h_index][0, s], (s, 0, p - 1)))), h_index)
    total = [Sum(sums[index][0, 0], (index, 0, p - 1)) for index in (e, s)]
    assert decide(*total).status != "refuted"


def test_an_entry_of_a_definition_captures_nothing():
    angles = FunctionMatrix(h, 1, Lambda((e, f), Sum(e * s, (s, 0, 2))))  # 3e
    assert SineCosine(angles)[2 * s, 0].args[0].free_symbols >= {s}


# ----------------------------------------------------------------------------------------------------------- crashes


def polynomial(*factors):
    product = Integer(1)
    for factor in factors:
        product *= 1 + factor
    return product


ANSWERED = {
    "two splits of one size": (
        "[m+k] is split as m+k and as k+m",
        lambda: (BlockMatrix([[u, v]]), BlockMatrix([[v, u]])),
    ),
    "the cosine of a product": (
        "the ring runs out of its budget",
        lambda: (cos(polynomial(x, y, t, a[0, 0])), cos(polynomial(x, y, t, a[0, 0]) + 1)),
    ),
    "an entry of the identity": (
        "SymPy makes it a KroneckerDelta with three arguments",
        lambda: (Identity(n)[i, j], Integer(0)),
    ),
    "a power beyond the depth of recursion": ("written out, it is that deep", lambda: (x**100_000, x**100_000 + y)),
    "cases of a subset": (
        "SymPy cannot turn Member into a set",
        lambda: (Max(Piecewise((1, subset.contains(i)), (0, True)), x),) * 2,
    ),
    "a kernel with the name of an operation": (
        "matmul is in the table of definitions",
        lambda: (KernelMatrix(REFUSED_NAME(), Q, K), Q * K.T),
    ),
    "a kernel of the user that is not what is said": (
        "the search for a counterexample needs no value for the user's own kernel",
        lambda: (Scaled(3)(q1, k1), dot(q1, k1, d) / 2),
    ),
    "a size with a name in LaTeX": (
        "the kernel writes the name of the size otherwise",
        lambda: (Sum(latex_row[0, e], (e, 0, latex_row.shape[1] - 1)),) * 2,
    ),
    "a size that is even": (
        "the kernel knows nothing of that",
        lambda: (Sum(even_row[0, e], (e, 0, even_row.shape[1] - 1)),) * 2,
    ),
}
latex_row = MatrixSymbol("b", 1, dims("n_{k}"))
even_row = MatrixSymbol("b", 1, Symbol("n_even", even=True, positive=True))


@pytest.mark.parametrize("name", ANSWERED)
def test_an_answer_and_no_traceback(name):
    assert answer(ANSWERED[name][1]).status in ("proved", "refuted", "unknown")


def test_limits_that_depend_on_a_bound_symbol_are_evaluated():
    triples = Sum(x, (f, e, e + 2), (e, 0, n - 1))
    assert decide(triples, 3 * n * x).status == "proved"
    assert evaluate(triples, {x: 1.0, n: 3}) == 9


def test_conditions_of_numbers_and_members_stand_together():
    """A case may speak of a number and of a subset at once."""
    both = Piecewise((1, And(subset.contains(i), x > 0)), (0, True))
    parts = Piecewise((Piecewise((1, x > 0), (0, True)), subset.contains(i)), (0, True))
    assert decide(both, parts).status == "proved"


def test_half_is_exact():
    """A float is no number of the language; a rational is."""
    with pytest.raises(SymattnError):
        decide(x * 0.5 + x * 0.5, x)
    assert decide(x * Rational(1, 2) + x * Rational(1, 2), x).status == "proved"
