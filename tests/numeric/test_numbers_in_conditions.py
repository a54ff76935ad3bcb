"""Sizes reach the numbers that conditions name, and nothing that holds is refuted there."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import And, FunctionMatrix, Integer, Lambda, Le, Lt, MatrixSymbol, Mod, Piecewise, floor, symbols

from symattn import Attention, CausalMask, SlidingWindowMask, decide, dims
from symattn.language.inspection import numbers_in_conditions
from symattn.numeric.size_search import LARGEST_REACHED, reaching_choices

n, d = dims("n d")
_I, _J = symbols("i j", integer=True, nonnegative=True)
Q, K, V = (MatrixSymbol(name, n, d) for name in "QKV")


def where(condition: Any) -> FunctionMatrix:
    return FunctionMatrix(n, n, Lambda((_I, _J), Piecewise((Integer(1), condition), (Integer(0), True))))


def window(last: int) -> FunctionMatrix:
    return where(And(_J <= _I, Le(_I - _J, last)))


@pytest.mark.parametrize(
    ("one", "other", "size"),
    [
        (window(6), window(8), 8),
        (window(9), window(10), 11),
        (where(_I < 11), where(_I < 12), 12),
        (where(Le(floor(_I / 9), 0)), where(Lt(_I, 10)), 10),
        (where(Lt(Mod(_I, 8), 7)), where(Lt(_I, 7)), 9),
    ],
    ids=str,
)
def test_windows_that_differ_far_out_are_refuted_where_they_differ_first(one: Any, other: Any, size: int) -> None:
    verdict = decide(one, other)
    assert verdict.status == "refuted", verdict.report
    assert verdict.counterexample is not None and verdict.counterexample.sizes == {"n": size}


def test_a_long_window_is_not_the_causal_mask() -> None:
    verdict = decide(Attention(Q, K, V, SlidingWindowMask(n, 9)), Attention(Q, K, V, CausalMask(n)))
    assert verdict.status == "refuted"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (window(7), where(And(_J <= _I, _I - _J < 8))),
        (window(7) + window(9), window(9) + window(7)),
        (where(_I < 9), where(_I <= 8)),
        (where(And(_I < 9, _I < 12)), where(_I < 9)),
    ],
    ids=str,
)
def test_windows_that_agree_are_not_refuted(one: Any, other: Any) -> None:
    assert decide(one, other).status == "proved"


def test_numbers_count_where_they_stand_in_conditions() -> None:
    assert numbers_in_conditions(window(9), 7 * V) == (1, 9)
    assert numbers_in_conditions(SlidingWindowMask(n, 12)) == (12,)


def test_sizes_reach_numbers_up_to_a_limit() -> None:
    assert not list(reaching_choices(2, [3, LARGEST_REACHED + 1]))
    assert list(reaching_choices(1, [8])) == [(9,), (10,)]
