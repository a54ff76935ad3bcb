"""What holds for all indices: as a hypothesis and as a claim, read, evaluated, refuted, proved and printed alike."""

import pytest
from sympy import (
    Derivative,
    Ge,
    Gt,
    Identity,
    Idx,
    Le,
    Lt,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    log,
    symbols,
)

from symattn import (
    Attention,
    CausalMask,
    ClaimError,
    Equation,
    ForAll,
    Invertible,
    MaskSymbol,
    RowSoftmax,
    ShapeError,
    UndeclaredSymbol,
    Unmasked,
    UnsupportedExpression,
    certificate,
    claim,
    decide,
    dims,
    latex,
    refute,
    spot_check,
    witness,
)
from symattn.deciding.agreement import agreement
from symattn.elaborate import elaborate
from symattn.prover.logic.notation import show
from symattn.render.text import text

r, n, d, ell = dims("r n d ell")
i, c, j, p = Idx("i", n), Idx("c", d), Idx("j", r), Idx("p", n)
V, A, W, x = (MatrixSymbol(*of) for of in (("V", n, d), ("A", r, n), ("W", 1, n), ("x", 1, n)))
Q, K, b = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("b", 1, d)
M, N = MaskSymbol("M", r, n), MaskSymbol("N", r, n)
lo, hi, t = symbols("lo hi t", real=True)
s = Symbol("s", integer=True)
output, mixed = (RowSoftmax(A) * V)[j, c], Sum(W[0, s] * V[s, c], (s, 0, n - 1))
above, below = ForAll((i, c), Le(lo, V[i, c])), ForAll((i, c), Le(V[i, c], hi))
weights = [ForAll(i, Ge(W[0, i], 0)), Equation(Sum(W[0, s], (s, 0, n - 1)), 1)]
ones = OneMatrix(n, 1)
logarithms = Sum(log(x[0, s] ** 2), (s, 0, n - 1)), 2 * Sum(log(x[0, s]), (s, 0, n - 1))

PROVED = {
    "a softmax stays above": claim(Le(lo, output), given=[above]),
    "a softmax stays below": claim(Ge(hi, output), given=[below]),
    "strictly": claim(Lt(lo, output), given=[ForAll((i, c), Lt(lo, V[i, c]))]),
    "one column is enough": claim(Le(lo, output), given=[ForAll(i, Le(lo, V[i, c]))]),
    "a bound for each column": claim(ForAll((j, c), Le(b[0, c], output)), given=[ForAll((i, c), Le(b[0, c], V[i, c]))]),
    "attention stays above": claim(Le(lo, Attention(Q, K, V)[j, c]), given=[above]),
    "masked attention stays above": claim(Le(lo, Attention(Q, K, V, M)[j, c]), given=[above]),
    "two queries": claim(Le(Attention(Q, K, V)[j, c] - output, hi - lo), given=[above, below]),
    "any weights": claim(Le(lo, mixed), given=[above, *weights]),
    "at one place": claim(Le(lo, V[0, 0]), given=[above]),
    "at two places": claim(Le(2 * lo, V[0, 0] + V[i, c]), given=[above]),
    "the bounds are in order": claim(Le(lo, hi), given=[above, below]),
    "where the name is free as well": claim(Le(lo, V[i, c]), given=[ForAll(i, Le(lo, V[i, c]))]),
    "in another order": claim(ForAll((c, i), Le(lo, V[i, c])), given=[above]),
    "for each index in turn": claim(ForAll(i, ForAll(c, Le(lo, V[i, c]))), given=[above]),
    "an equation for all entries": claim(x, ZeroMatrix(1, n), given=[ForAll(i, Equation(x[0, i], 0))]),
    "an equation": claim(ForAll(i, Equation((2 * x)[0, i], 2 * x[0, i]))),
    "an exponential": claim(ForAll(i, Gt(exp(x[0, i]), 0))),
    "what makes a logarithm defined": claim(*logarithms, given=[ForAll(i, Gt(x[0, i], 0))]),
    "what makes a quotient defined": claim(
        Sum((x[0, s] + 1) / x[0, s], (s, 0, n - 1)),
        n + Sum(1 / x[0, s], (s, 0, n - 1)),
        given=[ForAll(i, Ne(x[0, i], 0))],
    ),
    "a row of a mask": claim(Unmasked(M)),
    "a row of a causal mask": claim(Unmasked(CausalMask(n))),
    "a row of numbers": claim(Unmasked(A)),
    "what makes a softmax defined": claim(RowSoftmax(M + N) * ones, OneMatrix(r, 1), given=[Unmasked(M + N)]),
    "scores beside the masks": claim(RowSoftmax(A + M + N) * ones, OneMatrix(r, 1), given=[Unmasked(M + N)]),
    "attention with two masks": claim(Attention(Q, K, ones, M + N), OneMatrix(r, 1), given=[Unmasked(M + N)]),
}
REFUTED = {
    "not strictly": claim(Lt(lo, output), given=[above]),
    "from one entry": claim(Le(lo, output), given=[Le(lo, V[i, c])]),
    "another column": claim(Le(lo, V[i, c]), given=[ForAll(i, Le(lo, V[i, 0]))]),
    "another row": claim(Le(lo, V[i, c]), given=[ForAll(c, Le(lo, V[0, c]))]),
    "the other way": claim(Le(output, lo), given=[above]),
    "weights of any sign": claim(Le(lo, mixed), given=[above, weights[1]]),
    "weights of any sum": claim(Le(lo, mixed), given=[above, weights[0]]),
    "all from one": claim(ForAll(i, Le(lo, V[i, c])), given=[Le(lo, V[i, c])]),
    "for an index that is not spoken of": claim(ForAll(i, Le(x[0, 0], 1))),
    "an equation": claim(ForAll(i, Equation((2 * x)[0, i], 3 * x[0, i]))),
    "a position": claim(ForAll(i, Le(x[0, i], i))),
    "two masks together": claim(Unmasked(M + N)),
    "the upper bound of another": claim(Le(output, lo), given=[below]),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_holds_for_all_is_used_and_proved(name):
    verdict = decide(PROVED[name])
    assert verdict.status == "proved"
    assert not verdict.possibly_vacuous


@pytest.mark.parametrize("name", REFUTED)
def test_what_does_not_follow_is_refuted(name):
    verdict = decide(REFUTED[name])
    assert verdict.status == "refuted"
    assert certificate(verdict)


@pytest.mark.parametrize("masks", [[M], [N], [M, N]])
def test_each_mask_by_itself_does_not_make_their_sum_defined(masks):
    verdict = decide(claim(RowSoftmax(M + N) * ones, OneMatrix(r, 1), given=[Unmasked(mask) for mask in masks]))
    assert verdict.missing == ("every row of M + N has an unmasked entry",)


def test_indices_may_be_those_of_a_function():
    a, b = Idx("a", n), Idx("b", r)
    assert ForAll(n, lambda a: Gt(x[0, a], 0)) == ForAll(a, Gt(x[0, a], 0))
    assert ForAll((r, n), lambda b, a: (A[b, a], x[0, a])) == ForAll((b, a), (A[b, a], x[0, a]))
    assert ForAll(n, lambda a: x[0, a] > 0).indices == (a,)
    outside = Idx("a", r)
    assert str(ForAll(n, lambda a: A[outside, a] > 0)) == "A[a, a_1] > 0 for all a_1"  # that outside is not bound
    for sizes, function in [((n,), lambda: x[0, 0] > 0), (n, lambda a, b: x[0, a] > 0), ((), lambda: x[0, 0] > 0)]:
        with pytest.raises(UnsupportedExpression):
            ForAll(sizes, function)
    with pytest.raises(UnsupportedExpression):
        ForAll(n, lambda a: a)
    with pytest.raises(UnsupportedExpression):
        ForAll(1 - n, lambda a: x[0, a] > 0)
    with pytest.raises(UnsupportedExpression, match="or give that n >= 2"):
        decide(ForAll(n - 1, lambda a: x[0, a] > 0))


def test_what_is_missing_can_be_given():
    assert "ForAll(n, lambda s: x[0, s] > 0)" in decide(*logarithms).missing
    assert decide(*logarithms, given=[ForAll(i, Gt(x[0, i], 0))]).status == "proved"
    assert decide(*logarithms, given=[Gt(x[0, i], 0)]).status == "unknown"


def test_the_kernel_reads_it_as_a_quantifier():
    assert show(elaborate(ForAll((i, c), Le(lo, V[i, c]))).goal) == "∀x0:[n]. ∀x1:[d]. lo ≤ V x0 x1"
    assert show(elaborate(ForAll((c, i), Le(lo, V[i, c]))).goal) == "∀x0:[d]. ∀x1:[n]. lo ≤ V x1 x0"


def test_a_proof_is_replayed_and_both_readings_agree():
    stated = PROVED["a softmax stays above"]
    assert decide(stated, verify=True).status == "proved"
    assert agreement(stated).agrees
    assert agreement(REFUTED["an equation"]).agrees


def test_numbers_read_it_alike():
    stated = PROVED["a softmax stays above"]
    assert spot_check(stated).max_error < 1e-12
    assert refute(stated) is None
    assert witness(ForAll(i, Equation(x[0, i], 0)), [ForAll(p, Equation(x[0, p], p))]).values["x"] == [["0"]]
    assert spot_check(REFUTED["an equation"]).max_error > 1e-3
    assert refute(REFUTED["a position"]).values["i"] == "0"


def test_a_hypothesis_for_all_must_hold_at_every_index():
    assert witness(Le(lo, 0), [ForAll(i, Lt(x[0, i], 0)), ForAll(i, Gt(x[0, i], 0))]) is None
    found = witness(Le(lo, 0), [Equation(n, 3), ForAll(i, Lt(x[0, i], lo))])
    assert found is None or all(float(value) < float(found.values["lo"]) for value in map(eval, found.values["x"][0]))


def test_the_bound_index_is_printed_apart_from_a_free_one():
    stated = claim(Le(x[0, i], t), given=[ForAll(i, Le(x[0, i], t))])
    assert str(stated) == "x[0, i] <= t given x[0, i_1] <= t for all i_1"
    assert text(ForAll((i, c), Le(lo, V[i, c]))).endswith("lo ≤ V[i, c] for all i, c")
    assert r"{V}_{i, c} \text{ for all } i, c" in latex(ForAll((i, c), Le(lo, V[i, c])))
    assert text(Unmasked(M + N)) == "every row of M + N has an unmasked entry"


long, half = MatrixSymbol("X", n + 2, d), Idx("h", 1)
#: what is stated → how it ends in text, and in LaTeX: with the range unless a place of the index has exactly this.
RANGES = [
    (ForAll(half, Equation(long[half, 0], long[0, 0])), "for all h < 1", r"\text{ for all } 0 \leq h < 1"),
    (ForAll(i, Le(t, long[i + 1, 0])), "for all i < n", r"\text{ for all } 0 \leq i < n"),
    (ForAll((half, c), Le(t, long[half, c])), "for all h < 1, c < d", r"all } 0 \leq h < 1, 0 \leq c < d"),
    (ForAll(i, Le(t, lo)), "for all i < n", r"\text{ for all } 0 \leq i < n"),
    (ForAll(i, Le(t, Sum(x[0, i], (i, 0, n - 1)))), "for all i < n", r"\text{ for all } 0 \leq i < n"),
    (ForAll(Idx("n", n), Le(t, long[Idx("n", n), 0])), "for all n_1 < n", r"\text{ for all } 0 \leq n_{1} < n"),
    (ForAll(i, Le(long[i, 0], x[0, i])), "for all i", r"\text{ for all } i"),
    (ForAll(i, Equation(V[i, :], V[0, :])), "for all i", r"\text{ for all } i"),
    (ForAll(c, Le(t, long[0, c])), "for all c", r"\text{ for all } c"),
]


@pytest.mark.parametrize("stated, end, tex", RANGES)
def test_a_range_is_printed_unless_a_place_fixes_it(stated, end, tex):
    assert text(stated).endswith(end) and str(stated).endswith(end) and latex(stated).endswith(tex)
    assert str(claim(Le(lo, hi), given=[stated])).endswith(end)


def test_substitution_does_not_capture_the_bound_index():
    assert str(ForAll(i, Le(x[0, i], t)).subs(t, x[0, i])) == "x[0, i_1] <= x[0, i] for all i_1"


@pytest.mark.parametrize(
    "make",
    [
        lambda: ForAll(s, Le(x[0, 0], t)),
        lambda: ForAll(Idx("q"), Le(x[0, 0], t)),
        lambda: ForAll((i, i), Le(x[0, i], t)),
        lambda: ForAll((), Le(x[0, 0], t)),
        lambda: ForAll(i, Invertible(Identity(n))),
        lambda: ForAll(i, Le(i, i)),
        lambda: ForAll(i, x[0, i]),
        lambda: ForAll(Idx("i", (1, n)), Le(x[0, 0], t)),
        lambda: ForAll(i, Equation(Derivative(t**2, t), 2 * t)),
        lambda: ForAll(i, Equation(x, V)),
        lambda: Unmasked(t),
        lambda: decide(ForAll(i, Le(x[0, Idx("k", 2 * n)], t))),
    ],
)
def test_anything_else_is_refused(make):
    with pytest.raises((ClaimError, ShapeError, UndeclaredSymbol, UnsupportedExpression)):
        make()
