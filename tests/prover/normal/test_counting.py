"""Conditions on one position have closed sums, and indices are told apart by what is given of their positions."""

import pytest
from sympy import And, Eq, Idx, KroneckerDelta, MatrixSymbol, Ne, Piecewise, Sum, Symbol, ZeroMatrix

from symattn import Attention, CausalMask, certificate, claim, decide, dims, verifier

n, m, k, p, r, w, d, ell = dims("n m k p r w d ell")
s = Symbol("s", integer=True)
i, j, t = Idx("i", n), Idx("j", n), Idx("t", n)
a, b = Idx("a", r), Idx("b", p + 1)
K, V = MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)


def number(condition, size=n):
    """Return how many s below the size a condition holds for."""
    return Sum(Piecewise((1, condition), (0, True)), (s, 0, size - 1))


COUNTED = {
    "up to j": (number(s <= j), j + 1, ()),
    "before j": (number(s < j), j, ()),
    "after j": (number(s > j), n - 1 - j, ()),
    "from j on": (number(s >= j), n - j, ()),
    "all but j": (number(Ne(s, j)), n - 1, ()),
    "a prefix": (number(s < m, m + k), m, ()),
    "the rest": (number(s >= m, m + k), k, ()),
    "up to the end that is aligned right": (number(s <= a + k, r + k), a + k + 1, ()),
    "a window that lies inside": (number(And(s <= j, j < s + w)), w, (w <= j + 1,)),
    "a window that is cut": (number(And(s <= j, j < s + w)), j + 1, (j + 1 <= w,)),
    "between two": (number(And(s >= i, s <= j)), j - i + 1, (i <= j,)),
    "between two, none": (number(And(s >= i, s < j)), 0, (j <= i,)),
    "a column of an identity that is cut": (
        Sum(KroneckerDelta(s, b), (s, 0, p - 1)),
        Piecewise((1, b <= p - 1), (0, True)),
        (),
    ),
    "uniform weights": (
        Attention(ZeroMatrix(n, ell), K, V, CausalMask(n))[j, 0],
        Sum(V[s, 0], (s, 0, j)) / (j + 1),
        (),
    ),
}
MISCOUNTED = {
    "up to j, one too few": (number(s <= j), j, ()),
    "before j, one too many": (number(s < j), j + 1, ()),
    "after j, one too many": (number(s > j), n - j, ()),
    "from j on, one too few": (number(s >= j), n - j - 1, ()),
    "up to an index that may be outside": (number(s <= b, p), b + 1, ()),
    "a prefix of another": (number(s < m, m + k), k, ()),
    "a window that may be cut": (number(And(s <= j, j < s + w)), w, ()),
    "a window that may lie inside": (number(And(s <= j, j < s + w)), j + 1, ()),
    "a window that is one too long": (number(And(s <= j, j < s + w)), w, (w <= j + 2,)),
    "between two in the wrong order": (number(And(s >= i, s <= j)), j - i + 1, ()),
    "uniform weights, one too few": (
        Attention(ZeroMatrix(n, ell), K, V, CausalMask(n))[j, 0],
        Sum(V[s, 0], (s, 0, j)) / (j + 2),
        (),
    ),
    "aligned left": (number(s <= a, r + k), a + k + 1, ()),
}
APART = [
    (KroneckerDelta(i, t), (Ne(t, i),)),
    (KroneckerDelta(i, t), (t < i,)),
    (KroneckerDelta(i, t), (i + 1 <= t,)),
    (KroneckerDelta(i, t) * KroneckerDelta(i, j), (t < j,)),
    (KroneckerDelta(i, j), (i < t, t < j)),
    (KroneckerDelta(i, j), (i + w <= j,)),
]
NOT_APART = [
    (KroneckerDelta(i, t), (t <= i,)),
    (KroneckerDelta(i, t), (i <= t + 1,)),
    (KroneckerDelta(i, t) * KroneckerDelta(i, j), (t <= j,)),
    (KroneckerDelta(i, j), (i < t, j < t)),
    (KroneckerDelta(i, j), (Ne(i, t), Ne(j, t))),
    (KroneckerDelta(i, j), (i <= j + w,)),
]


@pytest.mark.parametrize("name", COUNTED)
def test_indices_are_counted(name, tmp_path):
    left, right, given = COUNTED[name]
    verdict = decide(left, right, given=list(given))
    assert verdict.status == "proved", str(verdict)
    path = tmp_path / "certificate"
    path.write_text(certificate(verdict), encoding="utf-8")
    verifier.verify_path(str(path))


@pytest.mark.parametrize("name", MISCOUNTED)
def test_no_index_is_counted_that_is_none(name):
    left, right, given = MISCOUNTED[name]
    assert decide(left, right, given=list(given)).status == "refuted"


@pytest.mark.parametrize("delta, given", APART, ids=str)
def test_indices_are_apart_where_their_positions_are(delta, given):
    assert decide(claim(delta, 0, given=list(given))).status == "proved"


@pytest.mark.parametrize("delta, given", NOT_APART, ids=str)
def test_indices_are_not_apart_without_a_reason(delta, given):
    assert decide(claim(delta, 0, given=list(given))).status == "refuted"


def test_indices_are_the_same_where_neither_comes_first():
    assert decide(claim(KroneckerDelta(i, j), 1, given=[i <= j, j < i + 1])).status == "proved"
    assert decide(claim(KroneckerDelta(i, j), 1, given=[i <= j, j <= i + 1])).status == "refuted"
    assert decide(claim(number(Eq(s, j)), 1)).status == "proved"
