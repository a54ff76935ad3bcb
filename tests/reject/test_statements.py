"""False and nearly true statements: none of them is proved, and wherever possible a counterexample is found.

Each case is a reason and a claim.  ``FALSE`` holds what must come out "refuted"; ``NOT_SHOWN`` what is false, or not
defined, without a counterexample that the search can give, and must at least not come out "proved".  ``NEIGHBOURS`` are
the true statements next to them, so that a prover that refuses everything fails here too.
"""

import pytest
from sympy import (
    Abs,
    BlockMatrix,
    FunctionMatrix,
    HadamardProduct,
    Identity,
    Idx,
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
    sin,
    sqrt,
    symbols,
)

from symattn import (
    Attention,
    BlockRotation,
    CausalMask,
    DotProduct,
    EqualRowNorms,
    Equation,
    Euclidean,
    FreeOf,
    Invariant,
    Invertible,
    InvertibleSymbol,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    MapSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    PrefixMask,
    RowSoftmax,
    SelfAttention,
    ShapeError,
    ShiftMatrix,
    SineCosine,
    SinusoidalEncoding,
    SinusoidalVector,
    SquaredEuclidean,
    SubsetMask,
    SubsetSymbol,
    UndeclaredSymbol,
    UnsupportedExpression,
    calc,
    decide,
    dims,
)
from symattn.certificates.certificate import certificate
from symattn.kernel.syntax import parse
from symattn.prover.library.definitions import definition_of, table
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.strategies.core.goals import Facts
from symattn.prover.strategies.front.prove import prove as prove_goal

for _name, _, _ in table():
    definition_of(_name)

r, n, ell, d, m, k, h, p = dims("r n ell d m k h p")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
S = MatrixSymbol("S", r, n)
X, W = MatrixSymbol("X", n, p), MatrixSymbol("W", p, p)
a, b, v = MatrixSymbol("a", 1, n), MatrixSymbol("b", 1, m + k), MatrixSymbol("v", n, 1)
tall, column = MatrixSymbol("T", n, ell), MatrixSymbol("c", r, 1)
sigma, pi_n, tau = PermutationSymbol("sigma", n), PermutationSymbol("pi", n), PermutationSymbol("tau", r)
g, g_plain = OrthogonalSymbol("g", ell), MatrixSymbol("G", ell, ell)
w = MatrixSymbol("w", d, d)
M = MaskSymbol("M", r, n)
alpha, any_map = KernelSymbol("alpha"), MapSymbol("phi", ell)
P, P2, w_ell = InvertibleSymbol("P", n), InvertibleSymbol("R", n), MatrixSymbol("W", ell, ell)
x, y, t, s = (Symbol(name, real=True) for name in "xyts")
angles = MatrixSymbol("theta", h, 1)
subset = SubsetSymbol("S", n)
i, j = Idx("i", n), Idx("j", n)
c, e, f = symbols("c e f", integer=True)
shown = SinusoidalVector(t, 2 * h)


def total(summand, *indices):
    """Sum over indices that run through 0, …, n − 1."""
    return Sum(summand, *((index, 0, n - 1) for index in indices))


def squared_norms(rows, count):
    """Return the 1×count row of the squared norms of the rows."""
    return FunctionMatrix(1, count, Lambda((e, f), Sum(rows[f, c] ** 2, (c, 0, ell - 1))))


FALSE = {
    "a reciprocal": ("where x is not 0", 1 / x, x),
    "a root": ("where x is not negative", sqrt(x), x),
    "a logarithm": ("where x is positive", log(x), x),
    "a part of a sum": ("where the sum is not 0", a[0, i] / total(a[0, e], e), a[0, i]),
    "inverse of a sum": ("where both are defined", 1 / (x + y), 1 / x + 1 / y),
    # permutations
    "keys permuted without values": (
        "the weights move, the values do not",
        Attention(Q, sigma * K, V),
        Attention(Q, K, V),
    ),
    "values permuted without keys": (
        "the values move, the weights do not",
        Attention(Q, K, sigma * V),
        Attention(Q, K, V),
    ),
    "keys and values by different permutations": (
        "σ and π need not agree",
        Attention(Q, sigma * K, pi_n * V),
        Attention(Q, K, V),
    ),
    "keys by σ, values by σ⁻¹": (
        "σ need not be an involution",
        Attention(Q, sigma * K, sigma.T * V),
        Attention(Q, K, V),
    ),
    "queries invariant": ("the output rows move with the queries", Attention(tau * Q, K, V), Attention(Q, K, V)),
    "queries by the inverse": ("τ and τᵀ differ from size 3 on", Attention(tau * Q, K, V), tau.T * Attention(Q, K, V)),
    "second τ inside the softmax": (
        "the printed proof keeps τ on both sides",
        RowSoftmax(tau * S),
        tau * RowSoftmax(tau * S),
    ),
    "σ pulled to the wrong side": ("columns move by σᵀ", RowSoftmax(S * sigma.T), RowSoftmax(S) * sigma),
    "column permutation dropped": ("the columns of a softmax move", RowSoftmax(S * sigma), RowSoftmax(S)),
    "permutations commute": ("sizes 1 and 2 do not show it", sigma * pi_n, pi_n * sigma),
    "a permutation is an involution": ("a 3-cycle is none", sigma * sigma, Identity(n)),
    "a permutation is symmetric": ("a 3-cycle is not", sigma.T, sigma),
    "an arbitrary matrix as a permutation": (
        "softmax commutes with permutations only",
        RowSoftmax(A * B),
        A * RowSoftmax(B),
    ),
    "an arbitrary matrix with its transpose": ("AAᵀ = 1 is a property", A * A.T, Identity(n)),
    "an orthogonal matrix as a permutation": (
        "softmax does not commute with rotations of the rows",
        RowSoftmax(OrthogonalSymbol("o", r) * S),
        OrthogonalSymbol("o", r) * RowSoftmax(S),
    ),
    "self-attention invariant": (
        "it is equivariant, not invariant",
        SelfAttention(sigma * X, W, W, W),
        SelfAttention(X, W, W, W),
    ),
    "causal self-attention equivariant": (
        "a causal mask does not move with σ",
        SelfAttention(sigma * X, W, W, W, CausalMask(n)),
        sigma * SelfAttention(X, W, W, W, CausalMask(n)),
    ),
    "weights instead of rows permuted": (
        "σ acts on X, not on the weights",
        SelfAttention(X, PermutationSymbol("rho", p) * W, W, W),
        SelfAttention(X, W, W, W),
    ),
    # orthogonality
    "g without orthogonality": (
        "a shear changes the scores",
        Attention(Q * g_plain, K * g_plain, V),
        Attention(Q, K, V),
    ),
    "g on the queries alone": ("the scores need both", Attention(Q * g, K, V), Attention(Q, K, V)),
    "g and its transpose": ("(Qg)(Kgᵀ)ᵀ = Qg²Kᵀ", Attention(Q * g, K * g.T, V), Attention(Q, K, V)),
    "gᵀg = 1 used for ggᵀ": (
        "columns of a tall matrix may be orthonormal, its rows not",
        tall * tall.T,
        Identity(n),
        [(tall.T * tall, Identity(ell))],
    ),
    "ggᵀ = 1 used for gᵀg": (
        "rows of a wide matrix may be orthonormal, its columns not",
        tall.T * tall,
        Identity(ell),
        [(tall * tall.T, Identity(n))],
    ),
    "g symmetric": ("a rotation is not", g.T, g),
    "h commutes with attention": ("h acts from the right", Attention(Q, K, V * w), Attention(Q, K, V) * w.T),
    "h inside the softmax": ("the values are not in the scores", Attention(Q, K, V * w), Attention(Q, K, V)),
    # transposes and products
    "matrix products commute": ("matrices need not commute", A * B, B * A),
    "transpose of a product in the same order": ("(AB)ᵀ = BᵀAᵀ", (A * B).T, A.T * B.T),
    "rows and columns of one matrix": ("AAᵀ ≠ AᵀA unless A is normal", A * A.T, A.T * A),
    "softmax of a transpose": ("rows and columns are normalised differently", RowSoftmax(A.T), RowSoftmax(A).T),
    "softmax of symmetric scores is symmetric": (
        "each row has its own denominator",
        RowSoftmax(Q * Q.T),
        RowSoftmax(Q * Q.T).T,
    ),
    "entrywise for matrix product": ("they agree at size 1 only", HadamardProduct(A, B), A * B),
    "square of a sum without the mixed terms": ("(A + B)² has AB and BA", (A + B) * (A + B), A * A + B * B),
    "square of a sum with 2AB": ("AB and BA differ", Equation((A + B) * (A + B), A * A + 2 * A * B + B * B), None),
    "inverse of a product in the same order": (
        "(AB)⁻¹ = B⁻¹A⁻¹",
        (P * P2).I,
        P.I * P2.I,
    ),
    "identity for ones": ("they agree at size 1 only", Identity(n), OneMatrix(n, n)),
    # softmax
    "softmax of one column everywhere": ("only a single column has weight 1", RowSoftmax(S), OneMatrix(r, n)),
    "softmax of zeros is one": ("it is 1/n", RowSoftmax(ZeroMatrix(r, n)), OneMatrix(r, n)),
    "softmax is idempotent": ("softmax of weights is nearly uniform", RowSoftmax(RowSoftmax(S)), RowSoftmax(S)),
    "softmax of a scaled matrix": ("the temperature matters", RowSoftmax(2 * S), RowSoftmax(S)),
    "softmax of a sum": (
        "weights do not multiply without normalising",
        RowSoftmax(2 * S),
        HadamardProduct(RowSoftmax(S), RowSoftmax(S)),
    ),
    "softmax is linear": ("it is not", RowSoftmax(2 * S), 2 * RowSoftmax(S)),
    "shift of a column": ("only shifts of whole rows cancel", RowSoftmax(S + OneMatrix(r, 1) * a), RowSoftmax(S)),
    "columns sum to one": ("the rows do", OneMatrix(1, n) * RowSoftmax(A), OneMatrix(1, n)),
    "rows sum to the size": ("they sum to 1", RowSoftmax(S) * OneMatrix(n, 1), n * OneMatrix(r, 1)),
    "attention with uniform weights": ("only for equal scores", Attention(Q, K, V), OneMatrix(r, n) * V / n),
    # scaling
    "scale missing": ("√ℓ is 1 only for ℓ = 1", Attention(Q, K, V), Attention(Q, K, V, scale=False)),
    "√d instead of √ℓ": (
        "keys and values have different widths",
        Attention(Q, K, V),
        RowSoftmax(Q * K.T / sqrt(d)) * V,
    ),
    "ℓ instead of √ℓ": ("they agree at ℓ = 1 only", Attention(Q, K, V), RowSoftmax(Q * K.T / ell) * V),
    "scaled twice": ("scaling Q and K scales by the square", Attention(2 * Q, 2 * K, V), Attention(2 * Q, K, V)),
    "scaled values lost": ("attention is linear in V", Attention(Q, K, 2 * V), Attention(Q, K, V)),
    # masks
    "mask dropped": ("a mask hides keys", Attention(Q, K, V, M), Attention(Q, K, V)),
    "causal mask transposed": (
        "row 0 sees one key, not all",
        RowSoftmax(A + CausalMask(n)) * v,
        RowSoftmax(FunctionMatrix(n, n, Lambda((e, f), Piecewise((A[e, f], f >= e), (-100, True))))) * v,
    ),
    "causal weights are symmetric": (
        "the last row sees the first key",
        RowSoftmax(A.T + CausalMask(n)),
        RowSoftmax(A + CausalMask(n)).T,
    ),
    "prefix mask with the wrong block": (
        "the first m keys are shown",
        RowSoftmax(b + PrefixMask(m, m + k)),
        BlockMatrix([[ZeroMatrix(1, m), RowSoftmax(b[:, m:])]]),
    ),
    "prefix mask on the other half": (
        "the scores of the shown keys are normalised",
        RowSoftmax(b + PrefixMask(m, m + k)),
        BlockMatrix([[RowSoftmax(b)[:, :m], ZeroMatrix(1, k)]]),
    ),
    "mask after the softmax": (
        "masked weights are normalised again",
        RowSoftmax(a + SubsetMask(subset, n))[0, i],
        Piecewise((RowSoftmax(a)[0, i], subset.contains(i)), (0, True)),
    ),
    "complement of a subset": (
        "the keys in S are shown",
        RowSoftmax(a + SubsetMask(subset, n))[0, i],
        Piecewise((0, subset.contains(i)), (exp(a[0, i]) / total(exp(a[0, e]), e), True)),
    ),
    "permuted keys under a mask": (
        "the mask does not move with them",
        Attention(Q, sigma * K, sigma * V, M),
        Attention(Q, K, V, M),
    ),
    # size and shape coincidences
    "r = n": ("Attention(Q, K, V) is not symmetric in Q and K", Attention(A, B, B), Attention(B, A, B)),
    "attention of X to itself": ("weights need not be the identity", Attention(X, X, X), X),
    "n = 1": ("one key has weight 1, two have not", Attention(K, K, V), V),
    "ℓ = 1": (
        "|q| = |k| fixes k up to sign only there",
        DotProduct()(Q[0, :], Q[0, :]) * DotProduct()(K[0, :], K[0, :]),
        DotProduct()(Q[0, :], K[0, :]) ** 2,
    ),
    "h = 1": ("two frequencies differ", SineCosine(angles), SineCosine(OneMatrix(h, 1) * angles[0, 0])),
    # similarity kernels
    "−½|q|² kept, −½|k|² dropped": (
        "the term of the keys is not constant in a row",
        RowSoftmax(KernelMatrix(SquaredEuclidean(), Q, K)),
        RowSoftmax(Q * K.T),
    ),
    "−½|q|² dropped per column": (
        "the shift must be that of the row",
        RowSoftmax(Q * K.T - OneMatrix(r, 1) * squared_norms(K, n) / 2),
        RowSoftmax(Q * K.T),
    ),
    "EqualRowNorms dropped": (
        "keys of different norm attend differently",
        KernelAttention(SquaredEuclidean(), Q, K, V),
        Attention(Q, K, V, scale=False),
    ),
    "EqualRowNorms of the queries": (
        "the keys need equal norms",
        KernelAttention(SquaredEuclidean(), Q, K, V),
        Attention(Q, K, V, scale=False),
        [EqualRowNorms(Q)],
    ),
    "EqualRowNorms of the values": (
        "the keys need equal norms",
        KernelAttention(SquaredEuclidean(), Q, K, V),
        Attention(Q, K, V, scale=False),
        [EqualRowNorms(V)],
    ),
    "Euclidean for squared Euclidean": (
        "|q − k| is not ½|q − k|²",
        KernelAttention(Euclidean(), Q, K, V),
        KernelAttention(SquaredEuclidean(), Q, K, V),
    ),
    "squared distance without the factor 2": (
        "|q − k|² has −2 q·k",
        SquaredEuclidean()(Q[0, :], K[0, :]),
        DotProduct()(Q[0, :], K[0, :]) - DotProduct()(Q[0, :], Q[0, :]) - DotProduct()(K[0, :], K[0, :]),
    ),
    "invariance under a shear": ("g must be orthogonal", Invariant(Euclidean(), g_plain), None),
    "invariance of the dot product under any map": ("a map may double", Invariant(DotProduct(), any_map), None),
    "an arbitrary kernel is symmetric": (
        "α(q, k) and α(k, q) differ",
        alpha(Q[0, :], K[0, :]),
        alpha(K[0, :], Q[0, :]),
    ),
    "Invariant dropped": (
        "α may change under a map",
        KernelAttention(alpha, any_map(Q), any_map(K), V),
        KernelAttention(alpha, Q, K, V),
    ),
    "an arbitrary kernel is translation invariant": (
        "α is any function of two vectors",
        alpha(Q[0, :] + K[0, :], K[0, :] + K[0, :]),
        alpha(Q[0, :], K[0, :]),
    ),
    # positions
    "rotation by −k": (
        "e(t + k) needs the rotation by +k",
        ShiftMatrix(-s, 2 * h) * shown,
        SinusoidalVector(t + s, 2 * h),
    ),
    "transpose of the shift": ("Tᵀ shifts back", ShiftMatrix(s, 2 * h).T * shown, SinusoidalVector(t + s, 2 * h)),
    "wrong first=": ("the frequencies differ", ShiftMatrix(s, 2 * h, first=1) * shown, SinusoidalVector(t + s, 2 * h)),
    "first= does not matter": (
        "frequency 0 is 1, frequency 1 is not",
        SinusoidalVector(t, 2 * h),
        SinusoidalVector(t, 2 * h, first=1),
    ),
    "T(k) on the wrong side": (
        "rows move by Tᵀ from the right",
        SinusoidalVector(t, 2 * h).T * ShiftMatrix(s, 2 * h),
        SinusoidalVector(t + s, 2 * h).T,
    ),
    "shift by the product": ("shifts add up", ShiftMatrix(s, 2 * h) * ShiftMatrix(t, 2 * h), ShiftMatrix(s * t, 2 * h)),
    "the shift depends on nothing": ("T(s) depends on s", FreeOf(ShiftMatrix(s, 2 * h), s), None),
    "encodings add up": (
        "e is not linear in t",
        SinusoidalVector(t + s, 2 * h),
        SinusoidalVector(t, 2 * h) + SinusoidalVector(s, 2 * h),
    ),
    "rotations are symmetric": ("sines change sign", BlockRotation(angles), BlockRotation(angles).T),
    "angles multiply": (
        "BlockRotation is no homomorphism for that",
        BlockRotation(2 * angles),
        2 * BlockRotation(angles),
    ),
    "positions do not matter": (
        "attention over encoded rows sees positions",
        Attention(X + SinusoidalEncoding(n, 2 * h)[:, 0] * OneMatrix(1, p), X, X),
        Attention(X, X, X),
    ),
    # sums and scalars
    "sum of products": ("Σuv is not ΣuΣv", total(a[0, e] * v[e, 0], e), total(a[0, e], e) * total(v[e, 0], e)),
    "sum of a constant": ("it is n·x", total(x + 0 * a[0, e], e) + total(a[0, e], e), x + total(a[0, e], e)),
    "sum of squares": ("mixed terms are missing", total(a[0, e], e) ** 2, total(a[0, e] ** 2, e)),
    "swapped indices": ("A_ij is not A_ji", A[i, j], A[j, i]),
    "swapped indices under sums": ("row sums are not column sums", total(A[i, e], e), total(A[e, i], e)),
    "delta at the wrong index": ("Σ δ_ei a_e = a_i", total(KroneckerDelta(e, i) * a[0, e], e), a[0, j]),
    "delta not summed": ("δ_ij is not 1", KroneckerDelta(i, j), Rational(1)),
    "capture": ("the free i is not the bound index", total(a[0, e] * a[0, i], e), total(a[0, e] * a[0, e], e)),
    "trace of a product of three in another order": (
        "traces are cyclic, not symmetric",
        total(A[e, f] * B[f, e] * A[e, e], e, f),
        total(A[e, f] * B[e, f] * A[e, e], e, f),
    ),
    "exp of a sum": ("exp is multiplicative", exp(x + y), exp(x) + exp(y)),
    "exp of a product": ("exp(xy) is not exp(x)exp(y)", exp(x * y), exp(x) * exp(y)),
    "exp of a finite sum": ("it is a product", exp(total(a[0, e], e)), total(exp(a[0, e]), e)),
    "sin doubled": ("sin 2x = 2 sin x cos x", sin(2 * x), 2 * sin(x)),
    "cos of a sum with the wrong sign": ("cos(x + y) has a minus", cos(x + y), cos(x) * cos(y) + sin(x) * sin(y)),
    "sin of a negative number": ("sin is odd", Equation(sin(x), Abs(sin(x))), None),
    "sqrt of a sum": ("roots do not add up", sqrt(1 + x**2), 1 + Abs(x)),
    "sqrt of a square": ("it is |x|", sqrt(x**2), x),
    "maximum for sum": ("max(x, y) is not x + y", Max(x, y), x + y),
    "maximum for minimum": ("they agree for x = y", Max(x, y), Min(x, y)),
    "triangle inequality as an equation": ("|x + y| ≤ |x| + |y|", Abs(x + y), Abs(x) + Abs(y)),
    "strict for weak inequality": ("x = 0", x**2 > 0, None),
    "an inequality the wrong way round": ("2xy ≤ x² + y²", 2 * x * y >= x**2 + y**2, None),
    "weights below a half": ("a weight may be nearly 1", RowSoftmax(S)[0, 0] <= Rational(1, 2), None),
    "hypothesis of another variable": ("y ≥ 0 says nothing about x", sqrt(x**2), x, [y >= 0]),
    "converse of an implication": ("x² = y² leaves the sign open", x, y, [(x**2, y**2)]),
    "invertible by name only": ("a product with a plain matrix may be singular", Invertible(A * P), None),
    "a plain matrix is invertible": ("A may be 0", Invertible(A), None),
    "kernel weights for another kernel": (
        "β is not α",
        KernelAttention(alpha, Q, K, V),
        KernelAttention(KernelSymbol("beta"), Q, K, V),
    ),
    "arbitrary maps are linear": ("φ is any map", any_map(2 * Q), 2 * any_map(Q)),
}

UNDEFINED = {
    "a factor cancelled": ("x + y may be 0", (2 * x + 2 * y) / (x + y), Rational(2)),
    "a factor cancelled, x ≥ 0": ("x + y may still be 0", (2 * x + 2 * y) / (x + y), Rational(2), [x >= 0, y >= 0]),
    "a difference of squares": ("x − y may be 0", (x**2 - y**2) / (x - y), x + y),
    "the wrong nonzero hypothesis": ("x − y may be 0", (x**2 - y**2) / (x - y), x + y, [Ne(x, 0), Ne(y, 0)]),
    "a sum cancelled": ("Σ a may be 0", total(2 * a[0, e], e) / total(a[0, e], e), Rational(2)),
    "product of roots": ("x and y may both be negative", sqrt(x) * sqrt(y), sqrt(x * y)),
    "roots of multiples": ("x + y may be negative", sqrt(2 * x + 2 * y) * sqrt(x + y), sqrt(2) * (x + y)),
    "root of an entry": ("entries may be negative", sqrt(a[0, i]) + 0, sqrt(a[0, i]) + 0 * x),
    "logarithm of any number": ("log x needs x > 0", log(x) + log(y), log(x * y)),
    "inverse of any matrix": ("A may be singular", (A * B).I, B.I * A.I),
    "inverse of a permuted matrix": ("A may be singular", (sigma * A).I, A.I * sigma.T),
    "a sum of masks": (
        "two masks may hide all keys together",
        RowSoftmax(S + M + MaskSymbol("N", r, n)) * OneMatrix(n, 1),
        OneMatrix(r, 1),
    ),
    "a causal mask and a prefix": (
        "the last rows see the first keys, the first rows may see none",
        RowSoftmax(A + CausalMask(n) + MaskSymbol("N", n, n)) * OneMatrix(n, 1),
        OneMatrix(n, 1),
    ),
}

NEIGHBOURS = {
    "keys and values permuted together": ("", Attention(Q, sigma * K, sigma * V), Attention(Q, K, V)),
    "queries permuted": ("", Attention(tau * Q, K, V), tau * Attention(Q, K, V)),
    "softmax of permuted columns": ("", RowSoftmax(S * sigma.T), RowSoftmax(S) * sigma.T),
    "self-attention equivariant": ("", SelfAttention(sigma * X, W, W, W), sigma * SelfAttention(X, W, W, W)),
    "g on queries and keys": ("", Attention(Q * g, K * g, V), Attention(Q, K, V)),
    "g by the hypothesis it needs": (
        "",
        Attention(Q * g_plain, K * g_plain, V),
        Attention(Q, K, V),
        [(g_plain * g_plain.T, Identity(ell))],
    ),
    "gᵀg = 1 used for gᵀg": ("", tall.T * tall * w_ell, w_ell, [(tall.T * tall, Identity(ell))]),
    "values transformed": ("", Attention(Q, K, V * w), Attention(Q, K, V) * w),
    "transpose of a product": ("", (A * B).T, B.T * A.T),
    "inverse of a product": ("", (P * P2).I, P2.I * P.I),
    "softmax of one column": ("", RowSoftmax(column), OneMatrix(r, 1)),
    "softmax of zeros": ("", RowSoftmax(ZeroMatrix(r, n)), OneMatrix(r, n) / n),
    "shift of a row": ("", RowSoftmax(S + column * OneMatrix(1, n)), RowSoftmax(S)),
    "rows sum to one": ("", RowSoftmax(S) * OneMatrix(n, 1), OneMatrix(r, 1)),
    "rows sum to one under a mask": ("", RowSoftmax(S + M) * OneMatrix(n, 1), OneMatrix(r, 1)),
    "rows sum to one under a causal mask": ("", RowSoftmax(A + CausalMask(n)) * OneMatrix(n, 1), OneMatrix(n, 1)),
    "scale": ("", Attention(Q, K, V), RowSoftmax(Q * K.T / sqrt(ell)) * V),
    "prefix mask": (
        "",
        RowSoftmax(b + PrefixMask(m, m + k)),
        BlockMatrix([[RowSoftmax(b[:, :m]), ZeroMatrix(1, k)]]),
    ),
    "keys of equal norm": (
        "",
        KernelAttention(SquaredEuclidean(), Q, K, V),
        Attention(Q, K, V, scale=False),
        [EqualRowNorms(K)],
    ),
    "an invariant kernel": (
        "",
        KernelAttention(alpha, any_map(Q), any_map(K), V),
        KernelAttention(alpha, Q, K, V),
        [Invariant(alpha, any_map)],
    ),
    "shift": ("", ShiftMatrix(s, 2 * h) * shown, SinusoidalVector(t + s, 2 * h)),
    "shift of a row vector": (
        "",
        SinusoidalVector(t, 2 * h).T * ShiftMatrix(s, 2 * h).T,
        SinusoidalVector(t + s, 2 * h).T,
    ),
    "free of the position": ("", FreeOf(ShiftMatrix(s, 2 * h), t), None),
    "delta": ("", total(KroneckerDelta(e, i) * a[0, e], e), a[0, i]),
    "exp of a sum": ("", exp(x + y), exp(x) * exp(y)),
    "sin doubled": ("", sin(2 * x), 2 * sin(x) * cos(x)),
    "a positive weight": ("", RowSoftmax(S)[0, 0] > 0, None),
    "a factor cancelled where it is not zero": ("", (2 * x + 2 * y) / (x + y), Rational(2), [Ne(x + y, 0)]),
    "a sum of exponentials cancelled": ("", total(2 * exp(a[0, e]), e) / total(exp(a[0, e]), e), Rational(2)),
}


def claim_of(case):
    _, lhs, rhs, *given = case
    return lhs, rhs, given[0] if given else ()


@pytest.mark.parametrize("name", FALSE)
def test_false_statements_are_refuted(name):
    lhs, rhs, given = claim_of(FALSE[name])
    verdict = decide(lhs, rhs, given)
    assert verdict.status == "refuted", f"{name}: {verdict}"
    assert verdict.counterexample.kind == "values"
    assert verdict.theorem is None or certificate(verdict)  # a theorem at these values, where numbers decide nothing


@pytest.mark.parametrize("name", UNDEFINED)
def test_what_is_not_defined_everywhere_is_unknown(name):
    lhs, rhs, given = claim_of(UNDEFINED[name])
    verdict = decide(lhs, rhs, given)
    assert verdict.status == "unknown", f"{name}: {verdict}"
    assert verdict.missing
    assert verdict.theorem is None


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_the_true_neighbours_are_proved(name):
    lhs, rhs, given = claim_of(NEIGHBOURS[name])
    verdict = decide(lhs, rhs, given)
    assert verdict.status == "proved", f"{name}: {verdict}"


ILL_FORMED = {
    "g ∈ O(d), as printed": (lambda: Q * OrthogonalSymbol("g", d), (r, ell), (d, d)),
    "a product without the transpose": (lambda: Q * K, (r, ell), (n, ell)),
    "a sum of different shapes": (lambda: K + Q, (n, ell), (r, ell)),
    "a square of a rectangular matrix": (lambda: K * K, (n, ell), (ell, n)),
    "σ on the wrong side": (lambda: K * sigma, (n, ell), (n, n)),
}


@pytest.mark.parametrize("name", ILL_FORMED)
def test_shapes_that_only_might_fit_are_refused(name):
    expression, left, right = ILL_FORMED[name]
    made = expression()
    with pytest.raises(ShapeError) as caught:
        decide(made, made)
    assert caught.value == ShapeError(made, left, right)


def test_attention_of_q_with_itself_needs_as_many_values_as_queries():
    """r = n is a coincidence: Att(Q, Q, V) is refused although r and n may be equal."""
    with pytest.raises(ShapeError):
        Attention(Q, Q, V)


LINE = RowSoftmax(tau * Q * g * g.T * K.T / sqrt(ell)) * V
NEXT = RowSoftmax(tau * Q * K.T / sqrt(ell)) * V
PULLED = tau * RowSoftmax(Q * K.T / sqrt(ell)) * V
STEPS = {
    "orthogonality not named": calc(LINE, (NEXT, ())),
    "orthogonality of something else": calc(LINE, (NEXT, (tau,))),
    "softmax not named": calc(NEXT, (PULLED, (tau,))),
    "permutation not named": calc(NEXT, (PULLED, (RowSoftmax,))),
    "attention not named": calc(Attention(Q, K, V), (RowSoftmax(Q * K.T / sqrt(ell)) * V, ())),
    "a given fact not named": calc(
        KernelAttention(SquaredEuclidean(), Q, K, V),
        (Attention(Q, K, V, scale=False), (KernelAttention, KernelMatrix, RowSoftmax, SquaredEuclidean, Attention)),
        given=[EqualRowNorms(K)],
    ),
    "a false step between true ends": calc(NEXT, (tau * NEXT, (RowSoftmax, tau)), (PULLED, (RowSoftmax, tau))),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_step_may_use_only_what_it_names(name):
    verdict = decide(STEPS[name])
    assert verdict.status == "unknown" and verdict.theorem is None
    assert verdict.report


def test_the_named_steps_are_proved():
    verdict = decide(calc(LINE, (NEXT, g), (PULLED, (RowSoftmax, tau))))
    assert verdict.status == "proved" and not verdict.notes


def test_an_idle_reason_is_reported():
    verdict = decide(calc(LINE, (NEXT, (g, RowSoftmax))))
    assert verdict.status == "proved"
    assert any("RowSoftmax is named but not needed" in note for note in verdict.notes)


# ------------------------------------------------------------------------------------------ statements of the kernel

GRAM = "(∀i j:[l]. (Σ a:[l]. g i a * g j a) = ind (i = j))"
UNPROVABLE = {
    "x / x": "∀x:ℝ. x * inv x = 1",
    "√x squared": "∀x:ℝ. sqrt x * sqrt x = x",
    "exp log": "∀x:ℝ. exp (log x) = x",
    "inverse of a sum": "∀x y:ℝ. inv (x + y) = inv x + inv y",
    "a sum of all entries cancelled": "∀f:[n]→ℝ. (Σ i:[n]. f i) * inv (Σ i:[n]. f i) = 1",
    "sizes": "#{n} = #{m}",
    "a size is not one": "#{n} = 1",
    "sizes of sums": "#{m+k} = #{m} * #{k}",
    "minus infinity minus itself": "∀x:ℝ∞. plus x ninf = x",
    "zero times minus infinity": "times 0 ninf = emb 0",
    "a negative temperature": "∀x:ℝ∞, c:ℝ. times c ninf = ninf",
    "a mask without a witness": "∀A:[r]→[n]→ℝ, M:[r]→[n]→𝔹, i:[r]."
    " (Σ j:[n]. masked_row_softmax{r,n} (extended_add{r,n} (extended{r,n} A) (mask{r,n} M)) i j) = 1",
    "a witness in one row": "∀A:[r]→[n]→ℝ, M:[r]→[n]→𝔹, w:[n]. M 0@[r] w ⇒ (∀i:[r]."
    " (Σ j:[n]. masked_row_softmax{r,n} (extended_add{r,n} (extended{r,n} A) (mask{r,n} M)) i j) = 1)",
    "a witness that is masked": "∀A:[r]→[n]→ℝ, M:[r]→[n]→𝔹, w:[r]→[n]. (∀i:[r]. ¬(M i (w i))) ⇒ (∀i:[r]."
    " (Σ j:[n]. masked_row_softmax{r,n} (extended_add{r,n} (extended{r,n} A) (mask{r,n} M)) i j) = 1)",
    "causal weights on later keys": "∀A:[n]→[n]→ℝ, i j:[n]. masked_row_softmax{n,n} (extended_add{n,n}"
    " (extended{n,n} A) (mask{n,n} (causal{n}))) i j * ind (pos{n} j < pos{n} i) = 0",
    "the other half of a prefix": "∀i:[k]. prefix{m,k} 0@[1] (inr{m,k} i)",
    "blocks swapped": "∀A B:[r]→[n]→ℝ. beside{r,n,n} A B = beside{r,n,n} B A",
    "rows of g instead of columns": f"∀g:[l]→[l]→ℝ. {GRAM} ⇒ (∀i j:[l]. (Σ a:[l]. g a i * g a j) = ind (i = j))",
    "g twice": f"∀g:[l]→[l]→ℝ. {GRAM} ⇒ (∀i j:[l]. (Σ a:[l]. g i a * g a j) = ind (i = j))",
    "a map that preserves another kernel": "∀α β:([l]→ℝ)→([l]→ℝ)→ℝ, g:([l]→ℝ)→[l]→ℝ, x y:[l]→ℝ."
    " (∀q k:[l]→ℝ. α (g q) (g k) = α q k) ⇒ β (g x) (g y) = β x y",
    "a map on one side": "∀α:([l]→ℝ)→([l]→ℝ)→ℝ, g:([l]→ℝ)→[l]→ℝ, x y:[l]→ℝ."
    " (∀q k:[l]→ℝ. α (g q) (g k) = α q k) ⇒ α (g x) y = α x y",
    "an arbitrary map reindexes": "∀f:[n]→ℝ, s:[n]→[n]. (Σ i:[n]. f (s i)) = (Σ i:[n]. f i)",
    "a left inverse of sizes m and n": "∀f:[n]→ℝ, s:[m]→[n], t:[n]→[m]. (∀i:[m]. t (s i) = i)"
    " ⇒ (Σ i:[m]. f (s i)) = (Σ j:[n]. f j)",
    "rotation by the negative angle": "∀a:[h]→[1]→ℝ."
    " block_rotation{h} a = block_rotation{h} (λi:[h], j:[1]. -1 * a i j)",
    "sine and cosine exchanged": "∀a:[h]→[1]→ℝ. sine_cosine{h} a = matmul{h*2,h*2,1} (identity{h*2})"
    " (λi:[h*2], j:[1]. ind (rem{h,2} i = 0@[2]) * cos (a (quo{h,2} i) j)"
    " + ind (rem{h,2} i = 1@[2]) * sin (a (quo{h,2} i) j))",
    "places for blocks": "∀i:[m], j:[m]. pair{m,m} i j = pair{m,m} j i",
    "capture of a summation index": "∀f:[n]→ℝ, i:[n]. (Σ j:[n]. f i * f j) = (Σ j:[n]. f j * f j)",
    "quantifiers exchanged": "∀f:[n]→[n]→ℝ. (∀i:[n]. f i i = 0) ⇒ (∀i j:[n]. f i j = 0)",
    "an equation of one entry": "∀f g:[n]→ℝ. f 0@[n] = g 0@[n] ⇒ f = g",
    "from a false hypothesis of another variable": "∀x y:ℝ. x = 0 ⇒ y = 0",
}


@pytest.mark.parametrize("name", UNPROVABLE)
def test_the_prover_does_not_prove(name):
    with pytest.raises(ProofError):
        prove_goal(parse(UNPROVABLE[name]), Facts())


SAME_NAMES = {
    "a permutation and a plain matrix": (PermutationSymbol("A", n), A),
    "an orthogonal and a plain matrix": (OrthogonalSymbol("A", n) * A, A),
    "a permutation and an orthogonal matrix": (PermutationSymbol("A", n), OrthogonalSymbol("A", n)),
    "an invertible and a plain matrix": (InvertibleSymbol("A", n), A),
    "matrices of two shapes": (A * MatrixSymbol("A", n, m), MatrixSymbol("A", n, m)),
    "a matrix and a number": (MatrixSymbol("x", 1, 1)[0, 0] + x, 2 * x),
    "a matrix and a size": (MatrixSymbol("n", n, n), A),
}


@pytest.mark.parametrize("name", SAME_NAMES)
def test_two_symbols_of_one_name_are_not_taken_for_one(name):
    with pytest.raises(UndeclaredSymbol, match="stands for two different symbols"):
        decide(*SAME_NAMES[name])


# names that the prover gives to its own variables, and names of constants
NAMES = ["ι0", "ι1", "x0", "?0", "λ0", "•", "★", "y0", "matmul", "sum", "exp", "=", "a b", "1"]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_only_names(name):
    C = MatrixSymbol(name, n, n)
    assert decide(C * (A * C), (C * A) * C).status == "proved"
    assert decide(C * A, A * C).status == "refuted"
    assert decide(RowSoftmax(C) * OneMatrix(n, 1), OneMatrix(n, 1)).status == "proved"
    rho = PermutationSymbol(name, n)
    assert decide(RowSoftmax(rho * A), rho * RowSoftmax(A)).status == "proved"
    assert decide(RowSoftmax(rho * A), RowSoftmax(A)).status == "refuted"


OUTSIDE = {
    "a sum with one index too many": lambda: Sum(v[e, 0], (e, 0, n)),
    "the second row of an n×n matrix": lambda: A[1, 1],
    "a negative index": lambda: A[-1, 0],
    "an index of another range": lambda: A[Idx("o", m), 0],
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_indices_outside_are_refused(name):
    expression = OUTSIDE[name]()
    with pytest.raises(UnsupportedExpression):
        decide(expression, expression + 0 * x)
