"""What a mask does to a softmax: Ganev, Notes on Attention and Positional Encodings, §2.6."""

from sympy import BlockMatrix, FunctionMatrix, Idx, Lambda, MatrixSymbol, Piecewise, Sum, Symbol, ZeroMatrix, exp, oo
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    Equation,
    MaskSymbol,
    PrefixMask,
    RowSoftmax,
    SubsetMask,
    SubsetSymbol,
    calc,
    dims,
    run_script,
    theorem,
)

m, k, n = dims("m k n")
S = SubsetSymbol("S", n)
a = MatrixSymbol("a", 1, n)
i, s, t = Idx("i", n), Idx("s", n), Symbol("t", integer=True)
o = Symbol("o", integer=True)
masked = RowSoftmax(a + SubsetMask(S, n))


@theorem("G19.mask", "mask_m is 0 in the first m places and −∞ in the others", "Ganev, §2.6", "defined")
def prefix_mask():
    return PrefixMask(m, m + k), FunctionMatrix(1, m + k, Lambda((o, t), Piecewise((0, t < m), (-oo, True))))


@theorem("G20.mask", "mask^S is 0 in S and −∞ elsewhere", "Ganev, §2.6", "defined")
def subset_mask():
    return SubsetMask(S, n), FunctionMatrix(1, n, Lambda((o, t), Piecewise((0, S.contains(t)), (-oo, True))))


@theorem("G19", "SoftMax(a + mask_m) = SoftMax(a_1, …, a_m) ⊕ 0", "Ganev, §2.6", "proved")
def prefix():
    b = MatrixSymbol("b", 1, m + k)  # n = m + k, so that 1 ≤ m < n
    return RowSoftmax(b + PrefixMask(m, m + k)), BlockMatrix([[RowSoftmax(b[:, :m]), ZeroMatrix(1, k)]])


@theorem(
    "G19.derivation",
    "entry i of SoftMax(a + mask_m) is that of SoftMax(a_1, …, a_m) for i ≤ m and 0 for i > m, line by line",
    "Ganev, §2.6",
    "proved",
)
def prefix_by_lines():
    """The sum over all keys ends at the last that is seen, as the others add e^−∞ = 0, and so are their own entries."""
    b, key = MatrixSymbol("b", 1, m + k), Idx("i", m + k)
    scores = b + PrefixMask(m, m + k)

    def weight(key):
        return exp(MatrixElement(scores, 0, key))

    def seen(value):
        return Piecewise((value, key < m), (0, True))

    return calc(
        MatrixElement(RowSoftmax(scores), 0, key),
        (weight(key) / Sum(weight(t), (t, 0, m + k - 1)), RowSoftmax),
        (seen(exp(b[0, key]) / Sum(exp(b[0, t]), (t, 0, m - 1))), PrefixMask),
    )


@theorem(
    "G20",
    "SoftMax(a + mask^S) is the softmax over S, and 0 elsewhere",
    "Ganev, §2.6",
    "proved",
)
def subset():
    def weight(key):
        return exp(MatrixElement(a + SubsetMask(S, n), 0, key))

    total = Sum(Piecewise((exp(a[0, s]), S.contains(s)), (0, True)), (s, 0, n - 1))
    return calc(
        MatrixElement(masked, 0, i),
        (weight(i) / Sum(weight(s), (s, 0, n - 1)), RowSoftmax),
        (Piecewise((exp(a[0, i]) / total, S.contains(i)), (0, True)), SubsetMask),
    )


@theorem(
    "G21",
    "SoftMax(a + mask) = exp(a)·exp(mask) / Σ exp(a_i) exp(mask_i)",
    "Ganev, §2.6",
    "proved",
)
def exponential_form():
    """The mask stays as it is written: that e^−∞ is 0, in the denominator too, is for the kernel to find."""
    mask = MaskSymbol("Mask", 1, n)

    def weight(key):
        return exp(MatrixElement(a + mask, 0, key))

    def product(key):
        return exp(a[0, key]) * exp(MatrixElement(mask, 0, key))

    return calc(
        MatrixElement(RowSoftmax(a + mask), 0, i),
        (weight(i) / Sum(weight(s), (s, 0, n - 1)), RowSoftmax),
        (product(i) / Sum(product(s), (s, 0, n - 1)), ()),
    )


@theorem(
    "G21.subset",
    "SoftMax(a + mask^S) = exp(a)·exp(mask^S) / Σ exp(a_i) exp(mask_i^S)",
    "Ganev, §2.6",
    "proved",
)
def exponential_form_of_subset():
    mask = SubsetMask(S, n)

    def product(key):
        return exp(a[0, key]) * exp(MatrixElement(mask, 0, key))

    return Equation(MatrixElement(masked, 0, i), product(i) / Sum(product(s), (s, 0, n - 1)))


if __name__ == "__main__":
    run_script(__file__)
