"""The largest number of parts, of blocks and of one column is made of the largest of each; nearly that is refused."""

import pytest
from sympy import BlockMatrix, Idx, MatrixSymbol, Max, Min, exp

from symattn import Equation, HeadBlock, LogSumExp, RowMax, decide, dims, from_entries, prove, sum_over

r, p, q, H, b = dims("r p q H b")
A, B, x = MatrixSymbol("A", r, p), MatrixSymbol("B", r, q), MatrixSymbol("x", r, 1)
C, W = MatrixSymbol("C", r, q), MatrixSymbol("W", H * b, r)
i, k, h = Idx("i", r), Idx("k", p), Idx("h", H)
both, longer = BlockMatrix([[A, B]]), BlockMatrix([[A, x]])
one, other = RowMax(A)[i, 0], RowMax(B)[i, 0]


def largest(blocks):
    return RowMax(blocks)[i, 0]


TRUE = {
    "of two parts": Equation(largest(both), Max(one, other)),
    "of two parts, in the other order": Equation(largest(both), Max(other, one)),
    "of parts that change places": (RowMax(both), RowMax(BlockMatrix([[B, A]]))),
    "of three parts": Equation(largest(BlockMatrix([[A, B, C]])), Max(one, Max(other, RowMax(C)[i, 0]))),
    "of a part and one more column": Equation(largest(longer), Max(one, x[i, 0])),
    "of one column": (RowMax(x), x),
    "of a part twice": (RowMax(BlockMatrix([[A, A]])), RowMax(A)),
    "a part is not above the whole": largest(both) >= one,
    "an entry of a part is not above the whole": largest(both) >= A[i, k],
    "of two parts under exp": Equation(exp(largest(both)), exp(Max(one, other))),
    "of blocks": Equation(
        RowMax(W.T)[i, 0], RowMax(from_entries(r, H, lambda a, s: RowMax(HeadBlock(W, s, H).T)[a, 0]))[i, 0]
    ),
}
NEARLY = {
    "the smaller one of two": Equation(largest(both), Min(one, other)),
    "the first part alone": Equation(largest(both), one),
    "the sum of two": Equation(largest(both), one + other),
    "the larger first column": Equation(largest(both), Max(A[i, 0], B[i, 0])),
    "another row": Equation(RowMax(both)[0, 0], Max(one, other)),
    "strictly above a part": largest(both) > one,
    "below a part": largest(both) <= one,
    "one more column is the largest": Equation(largest(longer), x[i, 0]),
    "the first of three is left out": Equation(largest(BlockMatrix([[A, B, C]])), Max(other, RowMax(C)[i, 0])),
    "the sum over blocks": Equation(RowMax(W.T)[i, 0], sum_over(H, lambda s: RowMax(HeadBlock(W, s, H).T)[i, 0])),
    "the first block alone": Equation(RowMax(W.T)[i, 0], RowMax(HeadBlock(W, h, H).T)[i, 0]),
    "as for logarithms of sums": Equation(LogSumExp(both)[i, 0], Max(LogSumExp(A)[i, 0], LogSumExp(B)[i, 0])),
}


@pytest.mark.parametrize("name", TRUE)
def test_the_largest_of_parts(name):
    assert prove(TRUE[name], verify=True).status == "proved"


@pytest.mark.parametrize("name", NEARLY)
def test_what_is_nearly_so_is_refuted(name):
    assert decide(NEARLY[name]).status == "refuted"
