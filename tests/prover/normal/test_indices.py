"""Normal forms of indices and of indicators of propositions."""

import pytest

KINDS = {"s": "[n]→[n]", "t": "[n]→[n]", "i": "[n]", "j": "[n]", "a": "[m]", "b": "[k]", "c": "[m]", "d": "[k]",
         "M": "[n]→[n]→𝔹", "x": "ℝ", "p": "𝔹", "q": "𝔹", "e": "[m*k]"}  # fmt: skip

ALIKE = {
    "inverse maps cancel": ("s (t (s i))", "s i"),
    "inverse maps cancel the other way": ("t (s (s (t i)))", "i"),
    "block of a pair": ("quo{m,k} (pair{m,k} a b)", "a"),
    "place of a pair": ("rem{m,k} (pair{m,k} a b)", "b"),
    "equality is symmetric": ("ind (i = j)", "ind (j = i)"),
    "maps move to one side": ("ind (s i = j)", "ind (i = t j)"),
    "maps cancel in an equality": ("ind (s i = s j)", "ind (i = j)"),
    "maps twice": ("ind (s (s i) = j)", "ind (i = t (t j))"),
    "equality of the same": ("ind (s i = s (t (s i)))", "1"),
    "pairs": ("ind (pair{m,k} a b = pair{m,k} c d)", "ind (b = d) * ind (a = c)"),
    "halves": ("ind (inl{m,k} a = inl{m,k} c)", "ind (a = c)"),
    "other halves": ("ind (inr{m,k} b = inr{m,k} d)", "ind (d = b)"),
    "disjoint halves": ("ind (inl{m,k} a = inr{m,k} b)", "0"),
    "disjoint halves reversed": ("ind (inr{m,k} b = inl{m,k} a)", "0"),
    "literals": ("ind (0@[2] = 1@[2])", "0"),
    "literals reversed": ("ind (1@[2] = 0@[2])", "0"),
    "same literals": ("ind (1@[2] = 1@[2])", "1"),
    "conjunction": ("ind (p ∧ q)", "ind q * ind p"),
    "negation": ("ind (¬p)", "1 + -1 * ind p"),
    "double negation": ("ind (¬¬p)", "ind p"),
    "truth": ("ind ⊤", "1"),
    "falsity": ("ind ⊥", "0"),
    "idempotent": ("ind p * ind p * ind p", "ind p"),
    "excluded": ("ind p * ind (¬p)", "0"),
    "a prefix holds on the left": ("ind (prefix{m,k} 0@[1] (inl{m,k} a))", "1"),
    "a prefix fails on the right": ("ind (prefix{m,k} 0@[1] (inr{m,k} b))", "0"),
    "everything": ("ind (everything{n,n} i j)", "1"),
    "causal on the diagonal": ("ind (causal{n} i i)", "1"),
    "causal": ("ind (causal{n} i j)", "ind (pos{n} j ≤ pos{n} i)"),
    "only the first index comes first": ("ind (pos{n} i ≤ pos{n} 0@[n])", "ind (i = 0@[n])"),
    "the first row of a causal mask": ("ind (causal{n} 0@[n] i)", "ind (i = 0@[n])"),
    "the last row of a causal mask": ("ind (causal{n} last{n} i)", "1"),
    "the first column of a causal mask": ("ind (causal{n} i 0@[n])", "1"),
    "no position is negative": ("ind (0 ≤ pos{n} i)", "1"),
    "every position is below the size": ("ind (pos{n} i + 1 ≤ #{n})", "1"),
    "written otherwise": ("ind (-1 * #{n} ≤ -1 + -1 * pos{n} i)", "1"),
    "in a score": ("eexp (allow (pos{n} i ≤ pos{n} last{n}))", "1"),
    "the delta moves indices": ("ind (i = j) * pos{n} i", "ind (i = j) * pos{n} j"),
    "the delta moves into masks": ("ind (i = j) * ind (M i j)", "ind (j = i) * ind (M j j)"),
    "the delta moves through maps": ("ind (s i = j) * pos{n} j", "ind (i = t j) * pos{n} (s i)"),
}

APART = {
    "a map and its inverse": ("s i", "t i"),
    "a map twice": ("s (s i)", "i"),
    "different maps in an equality": ("ind (s i = j)", "ind (i = s j)"),
    "map on one side": ("ind (s i = i)", "1"),
    "indices": ("ind (i = j)", "1"),
    "one component of a pair": ("ind (pair{m,k} a b = pair{m,k} c d)", "ind (a = c)"),
    "conjunction is not a sum": ("ind (p ∧ q)", "ind p + ind q"),
    "masks are not symmetric": ("ind (M i j)", "ind (M j i)"),
    "causal masks are not symmetric": ("ind (causal{n} i j)", "ind (causal{n} j i)"),
    "the second index is not the first": ("ind (pos{n} i ≤ 1)", "ind (i = 0@[n])"),
    "a positive position": ("ind (1 ≤ pos{n} i)", "1"),
    "two below the size": ("ind (pos{n} i + 2 ≤ #{n})", "1"),
    "the size of something else": ("ind (pos{n} i + 1 ≤ #{m})", "1"),
    "the last index alone": ("ind (pos{n} last{n} ≤ pos{n} i)", "1"),
    "a negative bound": ("ind (pos{n} i ≤ -1)", "ind (i = 0@[n])"),
    "twice a position": ("ind (2 * pos{n} i + 1 ≤ #{n})", "1"),
    "order is not strict": ("ind (pos{n} i ≤ pos{n} j)", "ind (pos{n} i < pos{n} j)"),
}


@pytest.mark.parametrize("case", ALIKE)
def test_one_normal_form(logic, case):
    pair = [logic.inverse_maps()]
    first, second = (logic.normal_form(logic.term(text, **KINDS), bijections=pair) for text in ALIKE[case])
    assert first is second


@pytest.mark.parametrize("case", APART)
def test_different_normal_forms(logic, case):
    pair = [logic.inverse_maps()]
    first, second = (logic.normal_form(logic.term(text, **KINDS), bijections=pair) for text in APART[case])
    assert first is not second


def test_arbitrary_maps_do_not_cancel(logic):
    for text in ("s (t i)", "t (s i)", "ind (s i = s j)"):
        t = logic.term(text, **KINDS)
        assert logic.normal_form(t) is t


def test_the_inverse_is_that_of_the_same_map(logic):
    kinds = {**KINDS, "u": "[n]→[n]", "v": "[n]→[n]"}
    pairs = [logic.inverse_maps(), logic.inverse_maps("u", "v")]
    for text in ("s (v i)", "t (u i)", "s (u i)"):
        t = logic.term(text, **kinds)
        assert logic.normal_form(t, bijections=pairs) is t
    mixed = logic.term("v (t (s (u i)))", **kinds)
    assert logic.normal_form(mixed, bijections=pairs) is logic.term("i", i="[n]")


def test_a_mask_with_a_witness(logic):
    h = logic.term("∀i:[n]. M i (w i)", M="[n]→[n]→𝔹", w="[n]→[n]")
    kinds = {**KINDS, "w": "[n]→[n]"}
    assert logic.normal_form(logic.term("ind (M j (w j))", **kinds), h) is logic.term("1")
    other = logic.term("ind (M i (w j))", **kinds)
    assert logic.normal_form(other, h) is other
