"""That an index lies in a subset can be given; of other indices nothing is said."""

import pytest
from sympy import And, Gt, Idx, Le, MatrixSymbol, Piecewise, exp

from symattn import ClaimError, Member, RowSoftmax, SubsetMask, SubsetSymbol, claim, decide, dims, sum_over

n = dims("n")
x, A = MatrixSymbol("x", 1, n), SubsetSymbol("A", n)
i, j = Idx("i", n), Idx("j", n)
P = RowSoftmax(x + SubsetMask(A, n))
SEEN = sum_over(n, lambda k: Piecewise((exp(x[0, k]), A.contains(k)), (0, True)))

PROVED = {
    "its weight": claim(P[0, i], exp(x[0, i]) / SEEN, given=[A.contains(i)]),
    "its sign": claim(Gt(P[0, i], 0), given=[Member(i, A)]),
    "with another hypothesis": claim(Gt(P[0, i], 0), given=And(A.contains(i), Le(j, i))),
}
REFUTED = {
    "nothing is given": claim(Gt(P[0, i], 0)),
    "of another index": claim(Gt(P[0, i], 0), given=[A.contains(j)]),
    "all are seen": claim(P[0, i], RowSoftmax(x)[0, i], given=[A.contains(i)]),
}


@pytest.mark.parametrize("name", PROVED)
def test_members(name):
    assert decide(PROVED[name]).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_what_members_do_not_say(name):
    assert decide(REFUTED[name]).status == "refuted"


def test_it_is_not_claimed():
    with pytest.raises(ClaimError, match="given, not claimed"):
        decide(A.contains(i))
