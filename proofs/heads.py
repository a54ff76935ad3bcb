"""Multi-head attention: Ganev, Notes on Attention and Positional Encodings, §2.5 and §2.7; the handwritten sheet.

The number of heads H is a symbol. Queries and keys have width ℓ, and p in each head; values have width d, and q in each
head; the result has width d′. A family W of matrices has the members W[h] with h = 0, …, H−1.
"""

from sympy import (
    BlockMatrix,
    Expr,
    FunctionMatrix,
    Identity,
    Idx,
    KroneckerDelta,
    Lambda,
    MatMul,
    MatrixSymbol,
    Sum,
    ZeroMatrix,
    exp,
    sqrt,
    symbols,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    Attention,
    DotProduct,
    Equation,
    HeadBlock,
    HeadConcat,
    HeadFamily,
    HeadStack,
    HeadSum,
    KernelAttention,
    KernelMultiHeadAttention,
    KernelSymbol,
    MatrixFamily,
    MultiHeadAttention,
    PermutationSymbol,
    RowSoftmax,
    ShapeError,
    calc,
    dims,
    run_script,
    theorem,
)

H, r, n, ell, d, p, q, d_out = dims("H r n ell d p q d'")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
h, k = Idx("h", H), Idx("k", H)
W_Q, W_K, W_V = MatrixFamily("W_Q", H, ell, p), MatrixFamily("W_K", H, ell, p), MatrixFamily("W_V", H, d, d_out)
tau, sigma = PermutationSymbol("tau", r), PermutationSymbol("sigma", n)
summed = MultiHeadAttention(Q, K, V, W_Q, W_K, W_V)


def weights(width):
    """Return the softmax of head h, its scores divided by the square root of a width."""
    return RowSoftmax(Q * W_Q[h] * W_K[h].T * K.T / sqrt(width))


a, b, c, s, t, g = symbols("a b c s t g", integer=True)


def averaged(score, values: Expr, column: Expr = b) -> Expr:
    """Σ_s e^{score(a, s)} v_sb / Σ_t e^{score(a, t)} for query a and column b, written out."""
    total = Sum(exp(score(a, t)), (t, 0, n - 1))
    return Sum(exp(score(a, s)) * MatrixElement(values, s, column), (s, 0, n - 1)) / total


@theorem(
    "G16.printed",
    "multi-head attention expanded divides by √ℓ",
    "Ganev, §2.5",
    "refuted",
    printed=r"\sum_{h=1}^H \text{Softmax}_{\text{row}}\left(\frac{Q W_h^Q (W_h^K)^T K^T}{\sqrt{\ell}}\right) V W_h^V",
)
def expanded_as_printed():
    """Definition 2.1 on keys of width p divides by √p."""
    return summed, HeadSum(weights(ell) * V * W_V[h], h)


@theorem(
    "G16", "multi-head attention expanded divides by √p", "Ganev, §2.5, with the width of the keys of a head", "proved"
)
def expanded():
    return calc(
        summed,
        (HeadSum(Attention(Q * W_Q[h], K * W_K[h], V * W_V[h]), h), MultiHeadAttention),
        (HeadSum(weights(p) * V * W_V[h], h), Attention),
    )


@theorem("G16.permutation", "multi-head attention is permutation equivariant", "derived from Ganev, §2.5", "proved")
def permutation():
    return MultiHeadAttention(tau * Q, sigma * K, sigma * V, W_Q, W_K, W_V), tau * summed


@theorem(
    "G16.self",
    "multi-head self-attention is permutation equivariant",
    "derived from Ganev, §2.5",
    "proved",
    uses="G16.permutation",
)
def self_permutation():
    X, U = MatrixSymbol("X", n, ell), MatrixFamily("U", H, ell, d_out)
    moved = MultiHeadAttention(sigma * X, sigma * X, sigma * X, W_Q, W_K, U)
    return moved, sigma * MultiHeadAttention(X, X, X, W_Q, W_K, U)


def tensor(member):
    """Σ_h e_h ⊗ W_h as a stack, and the stack of the W_h."""
    return HeadSum(HeadStack(KroneckerDelta(k, h) * member, k), h), HeadStack(member, h)


# An intermediate width q: W_h^V is d×q, and W^O maps the heads side by side, r×(Hq), to r×d′.

U_V, W_O = MatrixFamily("W_V", H, d, q), MatrixSymbol("W_O", H * q, d_out)
block = HeadBlock(W_O, h, H)
output_form = MultiHeadAttention(Q, K, V, W_Q, W_K, U_V, W_O)


@theorem(
    "G17.printed",
    "the W^O form lies in ℝ^(r×d)",
    "Ganev, Remark 2.4",
    ShapeError(f"{output_form} = Y", (r, d_out), (r, d)),
    printed=r"(\dots)\, W^O \in \mathbb{R}^r \otimes \mathbb{R}^d",
)
def codomain_as_printed():
    """The output is r×d′."""
    return Equation(output_form, MatrixSymbol("Y", r, d))


@theorem(
    "G16.printed.concatenated",
    "the W^O form of multi-head attention divides by √ℓ",
    "Ganev, Remark 2.4",
    "refuted",
    printed=(
        r"\left(\sum_{h=1}^H e_h \otimes \text{Softmax}_{\text{row}}\left(\frac{Q W_h^Q (W_h^K)^T "
        r"K^T}{\sqrt{\ell}}\right) V W_h^V\right) W^O"
    ),
)
def concatenated_as_printed():
    """Keys of a head have the width p."""
    return output_form, HeadConcat(weights(ell) * V * U_V[h], h) * W_O


@theorem(
    "G16.printed.absorbed",
    "the sum of heads with W_h^V W_h^O divides by √ℓ",
    "Ganev, Remark 2.4",
    "refuted",
    printed=(
        r"\sum_{h=1}^H \text{Softmax}_{\text{row}}\left(\frac{Q W_h^Q (W_h^K)^T K^T}{\sqrt{\ell}}\right) V "
        r"W_h^V W_h^O"
    ),
)
def absorbed_as_printed():
    """Keys of a head have the width p."""
    return output_form, HeadSum(weights(ell) * V * U_V[h] * block, h)


@theorem(
    "G16.concatenated", "the W^O form of multi-head attention divides by √p", "Ganev, Remark 2.4, corrected", "proved"
)
def concatenated():
    return output_form, HeadConcat(weights(p) * V * U_V[h], h) * W_O


@theorem("G16.absorbed", "the sum of heads with W_h^V W_h^O divides by √p", "Ganev, Remark 2.4, corrected", "proved")
def absorbed():
    return output_form, HeadSum(weights(p) * V * U_V[h] * block, h)


@theorem("G17", "the W^O form is the sum of heads with W_h^V W_h^O", "Ganev, Remark 2.4", "proved")
def output_absorbed():
    return calc(
        output_form,
        (HeadConcat(weights(p) * V * U_V[h], h) * W_O, (MultiHeadAttention, Attention)),
        (HeadSum(weights(p) * V * U_V[h] * block, h), ()),
        (MultiHeadAttention(Q, K, V, W_Q, W_K, HeadFamily(U_V[h] * block, h)), (MultiHeadAttention, Attention)),
    )


@theorem(
    "G17.parentheses",
    "Σ_h e_h ⊗ head_h is the stack of the heads",
    "Ganev, Remark 2.4, with √p",
    "proved",
    printed=r"\text{the element in the outer parentheses is an element of } \mathbb{R}^H \otimes \mathbb{R}^r "
    r"\otimes \mathbb{R}^q",
)
def heads_as_tensor():
    """The stack of H matrices r×q is an (Hr)×q matrix, an element of ℝ^H ⊗ ℝ^r ⊗ ℝ^q. W^O takes the heads side by side,
    as G16.concatenated says; the source's product (…) W^O pairs the indices of ℝ^H and of ℝ^q.
    """
    return tensor(weights(p) * V * U_V[h])


@theorem("G17.blocks", "W^O is the sum of e_h ⊗ W_h^O", "Ganev, Remark 2.4", "proved")
def output_as_tensor():
    return HeadSum(HeadStack(KroneckerDelta(k, h) * block, k), h), W_O


@theorem(
    "G16.entries",
    "multi-head attention is the sum over the heads of attention with √p, entry by entry",
    "Ganev, §2.5",
    "defined",
)
def entries():
    """The sum over the heads of their attentions; the source has √ℓ, as G16.printed says."""

    def score(query: Expr, key: Expr) -> Expr:
        return MatrixElement(MatMul(Q, W_Q[g], W_K[g].T, K.T), query, key) / sqrt(p)

    head = averaged(score, V * W_V[g])
    return summed, FunctionMatrix(r, d_out, Lambda((a, b), Sum(head, (g, 0, H - 1))))


@theorem(
    "G18",
    "the weights of all heads as one object are Σ_h e_h ⊗ (W_h^Q, W_h^K, W_h^V), the stack of the triples",
    "Ganev, §2.5",
    "proved",
)
def stack_of_triples():
    """A triple is written as one matrix, with W_h^Q and W_h^K beside each other and W_h^V in a block of its own. Such
    a matrix is a triple and no more, as all its other entries are 0.
    """
    keys = [W_Q[h], W_K[h], ZeroMatrix(ell, d_out)]
    return tensor(BlockMatrix([keys, [ZeroMatrix(d, p), ZeroMatrix(d, p), W_V[h]]]))


@theorem(
    "G18.tensor",
    "the W^Q as one object are Σ_h e_h ⊗ W_h^Q",
    "Ganev, §2.5",
    "proved",
    printed=r"e_{h=1}^H \text{ is the standard basis of } \mathbb{R}^H",
)
def queries_as_tensor():
    """The standard basis is e_1, …, e_H, which is written (e_h), with h from 1 to H beside the brackets."""
    return tensor(W_Q[h])


@theorem("G18.tensor.keys", "the W^K as one object are Σ_h e_h ⊗ W_h^K", "Ganev, §2.5", "proved")
def keys_as_tensor():
    return tensor(W_K[h])


@theorem("G18.tensor.values", "the W^V as one object are Σ_h e_h ⊗ W_h^V", "Ganev, §2.5", "proved")
def values_as_tensor():
    return tensor(W_V[h])


# The W^O form has rank Hq at most: it is a product of an r×(Hq) and an (Hq)×d′ matrix. The summed form need not be.


@theorem(
    "G47.printed",
    "every sum of heads is a W^O form of a given width q",
    "Ganev, Remark 2.4",
    "refuted",
    printed=r"\text{This set-up is equivalent}",
)
def equivalent_as_printed():
    """The W^O form of H heads has rank at most Hq. For H = q = 1 its 2×2 minors are 0, as G47.rank says; here is a sum
    of one head whose minor is not.
    """
    U, W = MatrixFamily("U", 1, 1, 1), MatrixFamily("W", 1, 2, 2)
    x, Y = MatrixSymbol("x", 2, 1), MatrixSymbol("Y", 2, 2)
    A = MultiHeadAttention(x, x, Y, U, U, W)
    return Equation(A[0, 0] * A[1, 1], A[0, 1] * A[1, 0])


@theorem(
    "G47.rank",
    "for one head and q = 1 every 2×2 minor of the W^O form is 0",
    "derived from Ganev, Remark 2.4",
    "proved",
)
def rank():
    """A form with a minor that is not 0, as that of G47.printed, is then no W^O form. At any H and q the W^O form is
    a product with the width Hq between, as G16.concatenated says, and has no larger rank.
    """
    W_Q, W_K, W_V = (
        MatrixFamily(f"W_{name}", 1, *shape) for name, *shape in (("Q", ell, p), ("K", ell, p), ("V", d, 1))
    )
    form = MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, MatrixSymbol("W_O", 1, d_out))
    (i, i_2), (j, j_2) = (Idx("i", r), Idx("i'", r)), (Idx("j", d_out), Idx("j'", d_out))

    def product(first, second):
        return MatrixElement(form, *first) * MatrixElement(form, *second)

    return Equation(product((i, j), (i_2, j_2)), product((i, j_2), (i_2, j)))


@theorem(
    "G47", "every sum of heads is a W^O form with q = d′ and W_h^O = 1", "Ganev, Remark 2.4, with q = d′", "proved"
)
def equivalent():
    return MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, HeadFamily(Identity(d_out), h)), summed


# Similarity kernels: §2.7 carried over to §2.4 and §2.5.

alpha = KernelSymbol("alpha")


def with_kernel(queries, keys, values, value_weights=W_V):
    return KernelMultiHeadAttention(alpha, queries, keys, values, W_Q, W_K, value_weights)


@theorem(
    "G32", "multi-head attention with a kernel is the sum over the heads of attention with it", "Ganev, §2.7", "defined"
)
def kernel_heads():
    def score(query: Expr, key: Expr) -> Expr:
        return alpha((Q * W_Q[g])[query, :], (K * W_K[g])[key, :])

    head = averaged(score, V * W_V[g])
    return with_kernel(Q, K, V), FunctionMatrix(r, d_out, Lambda((a, b), Sum(head, (g, 0, H - 1))))


@theorem(
    "G32.self",
    "self-attention with a kernel is attention with it for Q = XS_Q, K = XS_K, V = XS_V",
    "Ganev, §2.7",
    "defined",
)
def kernel_self():
    X = MatrixSymbol("X", n, ell)
    S_Q, S_K, S_V = MatrixSymbol("S_Q", ell, p), MatrixSymbol("S_K", ell, p), MatrixSymbol("S_V", ell, d)
    queries, keys, values = X * S_Q, X * S_K, X * S_V
    answer = averaged(lambda query, key: alpha(queries[query, :], keys[key, :]), values)
    return KernelAttention(alpha, queries, keys, values), FunctionMatrix(n, d, Lambda((a, b), answer))


@theorem(
    "G32.permutation", "multi-head attention with any kernel is permutation equivariant", "after Ganev, §2.7", "proved"
)
def kernel_permutation():
    return with_kernel(tau * Q, sigma * K, sigma * V), tau * with_kernel(Q, K, V)


@theorem(
    "G32.linear",
    "multi-head attention with any kernel: a linear map of the W_h^V is one of the result",
    "after Ganev, §2.7",
    "proved",
)
def kernel_linear():
    g = MatrixSymbol("g", d_out, d_out)
    return with_kernel(Q, K, V, HeadFamily(W_V[h] * g, h)), with_kernel(Q, K, V) * g


# The handwritten sheet: unscaled self-attention in each head, the heads side by side, then a linear map.


def sheet_score(X: Expr):
    """The score of two tokens in head h, unscaled."""
    return lambda query, key: MatrixElement(MatMul(X, W_Q[h], W_K[h].T, X.T), query, key)


@theorem(
    "H8",
    "multi-head attention is a linear map of the unscaled heads side by side",
    "handwritten sheet, heads",
    "defined",
)
def sheet_heads():
    X, W_V = MatrixSymbol("X", n, ell), MatrixFamily("W_V", H, ell, q)
    heads = HeadConcat(FunctionMatrix(n, q, Lambda((a, c), averaged(sheet_score(X), X * W_V[h], c))), h)
    return KernelMultiHeadAttention(DotProduct(), X, X, X, W_Q, W_K, W_V, W_O), heads * W_O


if __name__ == "__main__":
    run_script(__file__)
