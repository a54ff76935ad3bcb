"""What attention costs: the handwritten sheet's O(d_k·T²), derived from the expression.

T positions with rows of width d; queries and keys have width d_k, values d_v. The counts are exact. That the cost is
quadratic in T says only the leading term in T; a bound c·d_k·T² for all sizes needs d_v = O(d_k) and d = O(T).
"""

from sympy import Le, MatrixSymbol

from symattn import SelfAttention, claim, cost, dims, leading_term, run_script, theorem

T, d, d_k, d_v = dims("T d d_k d_v")


def self_attention(d=d, d_v=d_v):
    S_Q, S_K, S_V = MatrixSymbol("S_Q", d, d_k), MatrixSymbol("S_K", d, d_k), MatrixSymbol("S_V", d, d_v)
    return cost(SelfAttention(MatrixSymbol("X", T, d), S_Q, S_K, S_V))


@theorem(
    "H1",
    "self-attention with projections takes T²(d_k + d_v) + Td(2d_k + d_v) multiply–adds",
    "handwritten sheet, cost",
    "computed",
)
def multiply_adds():
    """The sheet's O(d_k·T²) holds where d_v = O(d_k) and d = O(T): see H1.bound and H1.inequality."""
    return self_attention().multiply_adds, T**2 * (d_k + d_v) + T * d * (2 * d_k + d_v)


@theorem(
    "H1.leading",
    "the multiply–adds of self-attention are quadratic in T: leading term T²(d_k + d_v)",
    "handwritten sheet, cost",
    "computed",
)
def leading():
    return leading_term(self_attention().multiply_adds, T), T**2 * (d_k + d_v)


@theorem(
    "H1.bound",
    "the multiply–adds of self-attention with d_v = d_k and d = T are 5·d_k·T²",
    "handwritten sheet, cost",
    "computed",
)
def bound():
    return self_attention(d=T, d_v=d_k).multiply_adds, 5 * d_k * T**2


@theorem(
    "H1.equal",
    "the multiply–adds of self-attention with d_v = d_k are 2T²d_k + 3T·d·d_k",
    "handwritten sheet, cost",
    "computed",
)
def count_for_equal_widths():
    return self_attention(d_v=d_k).multiply_adds, 2 * T**2 * d_k + 3 * T * d * d_k


@theorem("H1.inequality", "2T²d_k + 3T·d·d_k ≤ 5·d_k·T² for d ≤ T", "handwritten sheet, cost", "proved")
def bound_for_all_sizes():
    return claim(Le(2 * T**2 * d_k + 3 * T * d * d_k, 5 * d_k * T**2), given=Le(d, T))


@theorem("H1.softmax", "self-attention takes T² exponentials", "derived from the handwritten sheet, cost", "computed")
def exponentials():
    return self_attention().operations.functions, T**2


@theorem(
    "H1.memory",
    "self-attention stores scores, scaled scores, weights, Q, K, V and the output: 3T² + 2T(d_k + d_v) numbers",
    "derived from the handwritten sheet, cost",
    "computed",
)
def memory():
    return self_attention().stored, 3 * T**2 + 2 * T * (d_k + d_v)


if __name__ == "__main__":
    run_script(__file__)
