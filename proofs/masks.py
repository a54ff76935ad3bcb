"""What a mask does to a softmax: Ganev, Notes on Attention and Positional Encodings, §2.6."""

from sympy import BlockMatrix, Idx, MatrixSymbol, Piecewise, Sum, ZeroMatrix, exp

from symattn import Equation, PrefixMask, RowSoftmax, SubsetMask, SubsetSymbol, calc, dims, run_script, theorem

m, k, n = dims("m k n")
S = SubsetSymbol("S", n)
a = MatrixSymbol("a", 1, n)
i, s = Idx("i", n), Idx("s", n)
masked = RowSoftmax(a + SubsetMask(S, n))


@theorem("G19", "a prefix mask truncates the softmax", "Ganev, §2.6", "proved")
def prefix():
    b = MatrixSymbol("b", 1, m + k)  # n = m + k, so that 1 ≤ m < n
    return RowSoftmax(b + PrefixMask(m, m + k)), BlockMatrix([[RowSoftmax(b[:, :m]), ZeroMatrix(1, k)]])


@theorem("G20", "a subset mask restricts the softmax to the subset", "Ganev, §2.6", "proved")
def subset():
    def weight(key):
        return exp((a + SubsetMask(S, n))[0, key])

    total = Sum(Piecewise((exp(a[0, s]), S.contains(s)), (0, True)), (s, 0, n - 1))
    return calc(
        masked[0, i],
        (weight(i) / Sum(weight(s), (s, 0, n - 1)), (RowSoftmax, SubsetMask)),
        (Piecewise((exp(a[0, i]) / total, S.contains(i)), (0, True)), SubsetMask),
    )


@theorem("G21", "a mask multiplies the exponentials", "Ganev, §2.6", "proved")
def exponential_form():
    mask = SubsetMask(S, n)
    total = Sum(exp(a[0, s]) * exp(mask[0, s]), (s, 0, n - 1))
    return Equation(masked[0, i], exp(a[0, i]) * exp(mask[0, i]) / total)


if __name__ == "__main__":
    run_script(__file__)
