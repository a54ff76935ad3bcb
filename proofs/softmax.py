"""Softmax as a probability distribution: Ganev, Notes on Attention and Positional Encodings, §1.

Scores lie in ℝ ∪ {−∞}, and every row has an entry in ℝ: A holds real scores, a mask puts −∞ in places.
"""

from sympy import FunctionMatrix, Ge, Gt, Idx, Integer, Lambda, Le, MatrixSymbol, OneMatrix, Sum, exp, symbols
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import Equation, MaskSymbol, RowSoftmax, calc, claim, dims, run_script, theorem

r, n = dims("r n")
A, mask = MatrixSymbol("A", r, n), MaskSymbol("Mask", r, n)
j, i = Idx("j", r), Idx("i", n)
a, b, s = symbols("a b s", integer=True)
masked = RowSoftmax(A + mask)


def written_out(score):
    """e^{x_b}/Σ_s e^{x_s} for the scores x of row a."""
    return FunctionMatrix(r, n, Lambda((a, b), exp(score(a, b)) / Sum(exp(score(a, s)), (s, 0, n - 1))))


@theorem("G1", "entry i of the softmax of a row x is exp(x_i)/Σ_j exp(x_j)", "Ganev, §1", "defined")
def softmax():
    return RowSoftmax(A), written_out(lambda row, key: A[row, key])


@theorem(
    "G1.extended",
    "entry i of the softmax of a row x in ℝ ∪ {−∞} is exp(x_i)/Σ_j exp(x_j), with e^−∞ = 0",
    "Ganev, §1",
    "defined",
)
def extended_softmax():
    return masked, written_out(lambda row, key: A[row, key] + mask[row, key])


@theorem("G1.entry", "SoftMax(x)_i = exp(x_i)/Σ_j exp(x_j), where scores may be −∞", "Ganev, §1", "proved")
def entry():
    score = (A + mask)[j, i]
    return Equation(masked[j, i], exp(score) / Sum(exp((A + mask)[j, s]), (s, 0, n - 1)))


@theorem("G2", "the entries of each row of the softmax add up to 1", "Ganev, §1", "proved")
def total():
    return Equation(masked * OneMatrix(n, 1), OneMatrix(r, 1))


@theorem("G2.derivation", "the entries of a row of the softmax add up to 1, line by line", "Ganev, §1", "proved")
def total_by_lines():
    def weight(key):
        return exp((A + mask)[j, key])

    whole = Sum(weight(s), (s, 0, n - 1))
    return calc(
        Sum(MatrixElement(masked, j, a), (a, 0, n - 1)),
        (Sum(weight(a) / whole, (a, 0, n - 1)), RowSoftmax),
        (Sum(weight(a), (a, 0, n - 1)) / whole, ()),
        (Integer(1), mask),
    )


@theorem("G2.nonnegative", "no entry of the softmax is negative", "Ganev, §1", "proved")
def nonnegative():
    return Ge(masked[j, i], 0)


@theorem("G2.upper", "no entry of the softmax is above 1", "Ganev, §1", "proved")
def at_most_one():
    return Le(masked[j, i], 1)


@theorem(
    "G2.positive",
    "an entry of the softmax is positive where its own score is finite",
    "derived from Ganev, §1",
    "proved",
)
def positive():
    """The other scores of the row may be −∞."""
    return claim(Gt(masked[j, i], 0), given=[Equation(mask[j, i], 0)])


@theorem("G2.zero", "an entry of the softmax is 0 where its score is −∞", "derived from Ganev, §1", "proved")
def zero():
    return claim(masked[j, i], 0, given=[Equation(exp(mask[j, i]), 0)])


if __name__ == "__main__":
    run_script(__file__)
