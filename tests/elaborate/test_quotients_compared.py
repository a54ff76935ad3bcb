"""Comparisons of ⌊i/w⌋ and ⌊j/w⌋, also as SymPy writes them: i/w < ⌊j/w⌋ + 1; near misses are refuted."""

import pytest
from sympy import Ge, Gt, Idx, Le, Lt, MatrixSymbol, floor

from symattn import CausalMask, Equation, MaskWhere, RowSoftmax, claim, decide, dims

n, w = dims("n w")
i, j = Idx("i", n), Idx("j", n)
S = MatrixSymbol("S", n, n)
BLOCKS = MaskWhere(n, n, lambda j, i: floor(i / w) <= floor(j / w))
LATER = MaskWhere(n, n, lambda j, i: floor(i / w) > floor(j / w))

PROVED = {
    "a greater index is in no earlier block": claim(Ge(floor(j / w), floor(i / w)), given=[Le(i, j)]),
    "the other way round": claim(Le(floor(i / w), floor(j / w)), given=[Lt(i, j)]),
    "as a quotient": claim(Le(floor(i / w), j / w), given=[Le(i, j)]),
    "the first block": claim(Equation(floor(i / w), 0), given=[Lt(i, w)]),
    "rows of blocks have entries": claim(RowSoftmax(S + BLOCKS), RowSoftmax(BLOCKS + S)),
}
REFUTED = {
    "in a later block": claim(Gt(floor(j / w), floor(i / w)), given=[Lt(i, j)]),
    "one index less": claim(Ge(floor(j / w), floor(i / w)), given=[Le(i, j + 1)]),
    "nothing is given": claim(Ge(floor(j / w), floor(i / w))),
    "the second block": claim(Equation(floor(i / w), 0), given=[Le(i, w)]),
    "a quotient is more than its floor": claim(Le(i / w, floor(j / w)), given=[Le(i, j)]),
    "above a floor, not above the next one": claim(Lt(floor(j / w), floor(i / w)), given=[Lt(floor(j / w), i / w)]),
    "blocks are not causal": claim(RowSoftmax(S + BLOCKS), RowSoftmax(S + CausalMask(n))),
}


@pytest.mark.parametrize("name", PROVED)
def test_quotients_in_order(name):
    assert decide(PROVED[name]).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_quotients_out_of_order(name):
    assert decide(REFUTED[name]).status == "refuted"


def test_rows_without_entries_are_asked_for():
    verdict = decide(RowSoftmax(S + LATER), RowSoftmax(LATER + S))
    assert verdict.status == "unknown"
    assert "unmasked" in verdict.report
