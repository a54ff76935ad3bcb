"""Masked attention and the causal mask: Ganev, Notes on Attention and Positional Encodings, §2.6."""

from sympy import BlockMatrix, FunctionMatrix, Idx, Lambda, MatAdd, MatrixSymbol, Piecewise, Sum, exp, oo, sqrt, symbols
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    Attention,
    CausalMask,
    Equation,
    MaskSymbol,
    PrefixMask,
    RowSoftmax,
    Unmasked,
    calc,
    dims,
    run_script,
    theorem,
)

r, n, ell, d, m, k = dims("r n ell d m k")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
S, mask = MatrixSymbol("S", r, n), MaskSymbol("Mask", r, n)
j, i = Idx("j", n), Idx("i", n)
a, b, s, t = symbols("a b s t", integer=True)
causal = CausalMask(n)


@theorem(
    "G22",
    "row j of masked attention is the mean of the values with the weights exp((⟨q_j, k_i⟩ + Mask_ji)/√ℓ)",
    "Ganev, Definition 2.5",
    "defined",
)
def masked_attention():
    """Softmax of the masked scores, divided by √ℓ, times V."""
    scores = Q * K.T + mask

    def weight(key):
        return exp(scores[a, key] / sqrt(ell))

    answer = Sum(weight(s) * V[s, b], (s, 0, n - 1)) / Sum(weight(t), (t, 0, n - 1))
    return Attention(Q, K, V, mask), FunctionMatrix(r, d, Lambda((a, b), answer))


@theorem("G22.matrix", "masked attention is SoftMax((QKᵀ + Mask)/√ℓ) V", "Ganev, Definition 2.5", "proved")
def masked_attention_with_matrices():
    return Attention(Q, K, V, mask), RowSoftmax((Q * K.T + mask) / sqrt(ell)) * V


@theorem("G22.entries", "a mask has no entries but 0 and −∞: exp of them is 0 or 1", "Ganev, Definition 2.5", "proved")
def two_values_of_any():
    entry = exp(mask[Idx("j", r), i])
    return Equation(entry**2, entry)


@theorem("G22.unmasked", "each row of a mask has an entry that is not −∞", "Ganev, Definition 2.5", "proved")
def rows_of_any():
    return Unmasked(mask)


@theorem(
    "G22.causal", "entry (j, i) of the causal mask is 0 if i ≤ j and −∞ otherwise", "Ganev, Definition 2.5", "defined"
)
def causal_mask():
    return causal, FunctionMatrix(n, n, Lambda((a, b), Piecewise((0, b <= a), (-oo, True))))


@theorem("G49", "a mask may be added before or after scaling", "derived from Ganev, Definition 2.5", "proved")
def scaling():
    return Equation((S + mask) / sqrt(ell), MatAdd(mask, S / sqrt(ell), evaluate=False))


@theorem(
    "G49.attention",
    "attention with a mask is SoftMax(QKᵀ/√ℓ + Mask) V",
    "derived from Ganev, Definition 2.5",
    "proved",
)
def scaled_scores():
    return Attention(Q, K, V, mask), RowSoftmax(Q * K.T / sqrt(ell) + mask) * V


@theorem(
    "G49.diagonal",
    "the causal mask has the entry 0 in each row: on its diagonal",
    "derived from Ganev, Definition 2.5",
    "proved",
)
def diagonal():
    return Equation(MatrixElement(causal, j, j), 0)


@theorem(
    "G49.unmasked",
    "the causal mask is a mask: each row has an entry that is not −∞",
    "derived from Ganev, Definition 2.5",
    "proved",
)
def is_a_mask():
    return Unmasked(causal)


@theorem(
    "G49.entries",
    "the causal mask has no entries but 0 and −∞: exp of them is 0 or 1",
    "derived from Ganev, Definition 2.5",
    "proved",
)
def two_values():
    return Equation(exp(causal[j, i]) ** 2, exp(causal[j, i]))


@theorem(
    "G23.prefix",
    "a query that sees m keys alone attends as if there were no others",
    "derived from Ganev, §2.6",
    "proved",
)
def first_keys():
    q = MatrixSymbol("q", 1, ell)
    seen, later = MatrixSymbol("K_1", m, ell), MatrixSymbol("K_2", k, ell)
    values, later_values = MatrixSymbol("V_1", m, d), MatrixSymbol("V_2", k, d)
    keys = BlockMatrix([[seen], [later]])
    return Attention(q, keys, BlockMatrix([[values], [later_values]]), PrefixMask(m, m + k)), Attention(q, seen, values)


@theorem("G23", "query i of causal attention sees no key after i", "derived from Ganev, §2.6", "proved")
def later_keys():
    """Whatever replaces the keys and values after i, row i of the output stays."""
    X, Y = MatrixSymbol("X", n, ell), MatrixSymbol("Y", n, d)

    def after(first, second):
        entry = Piecewise((first[a, b], a <= i), (second[a, b], True))
        return FunctionMatrix(*first.shape, Lambda((a, b), entry))

    queries, column = MatrixSymbol("Q", n, ell), Idx("c", d)

    def weight(key):
        score = Sum(queries[i, t] * K[key, t], (t, 0, ell - 1)) / sqrt(ell)
        return Piecewise((exp(score), key <= i), (0, True))

    seen = Sum(weight(a) * V[a, column], (a, 0, n - 1)) / Sum(weight(s), (s, 0, n - 1))
    words = (Attention, RowSoftmax, CausalMask)
    return calc(
        MatrixElement(Attention(queries, after(K, X), after(V, Y), causal), i, column),
        (seen, words),
        (MatrixElement(Attention(queries, K, V, causal), i, column), words),
    )


if __name__ == "__main__":
    run_script(__file__)
