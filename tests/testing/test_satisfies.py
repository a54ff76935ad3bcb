"""assert_satisfies: the theorem is decided first, and then every function has to have it."""

import re
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from sympy import HadamardProduct, MatrixSymbol, OneMatrix, Symbol, sqrt

from symattn import (
    Attention,
    CausalMask,
    MaskSymbol,
    MaskWhere,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    UsageError,
    decide,
    dims,
)
from symattn.testing import (
    RELATIONS,
    Fused,
    Violation,
    assert_claim,
    assert_reproduces,
    assert_satisfies,
    relations,
    theorems_about,
)
from symattn.testing.calls import Caller
from symattn.testing.inputs import read_problem
from symattn.testing.libraries import library_of
from symattn.testing.number_types import arithmetic_for
from symattn.testing.satisfies import Assertion, Part
from symattn.testing.statements import Of, read_theorem

r, n, ell, d = dims("r n ell d")
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
X, Y, Z = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
sigma, g = PermutationSymbol("sigma", n), OrthogonalSymbol("g", ell)
SIGNATURE = "Q: b r ell, K: b n ell, V: b n d -> b r d"
NAMED = {relation.name: relation for relation in RELATIONS}


def attention(q, k, v, m=None, scale=None):
    s = q @ k.swapaxes(-1, -2) * np.asarray(scale or 1 / np.sqrt(q.shape[-1]), q.dtype)
    s = s if m is None else np.where(m, s, -np.inf)
    p = np.exp(s - s.max(-1, keepdims=True))
    return p / p.sum(-1, keepdims=True) @ v


def naive(q, k, v):
    p = np.exp(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))
    return p / p.sum(-1, keepdims=True) @ v


def check(function, relation, **options):
    return assert_satisfies(function, relation, **{"signature": SIGNATURE, "trials": 6, **options})


def test_a_theorem_of_ones_own_is_a_test():
    def relation(F):
        return F(Q * g, sigma * K * g, sigma * V), F(Q, K, V)

    def wrong(q, k, v):
        return attention(q, k, v * (1 + 1e-6 * np.arange(v.shape[-2])[:, None]))

    assert check(attention, relation, dtypes=["float64", "float32"]) == ("proved",)
    with pytest.raises(Violation) as raised:
        check(wrong, relation)
    assert "theorem, proved for the expression: Att(Q g, σ K g, σ V) = Att(Q, K, V)" in str(raised.value)


@pytest.mark.parametrize(
    "name, function",
    [
        ("width padding", lambda q, k, v: attention(q, k, v, scale=0.25)),
        ("two keys", lambda q, k, v: attention(1.001 * q, k, v)),
        ("key shift", naive),
        ("zero queries", lambda q, k, v: attention(q, k, v) * v.shape[-2] / (v.shape[-2] + 1e-6)),
        ("constant values", lambda q, k, v: attention(q, k, v) * (1 - 1e-9)),
        ("key permutation", lambda q, k, v: attention(q, k + 1e-7 * (np.arange(k.shape[-2]) == 0)[:, None], v)),
        ("more queries", lambda q, k, v: attention(q - q.mean(-2, keepdims=True), k, v)),
        ("value shift", lambda q, k, v: attention(q, k, v / (1 + 1e-9 * np.abs(v)))),
        ("one key", lambda q, k, v: attention(q, k, v) + 1e-12),
        ("duplicate keys", lambda q, k, v: attention(q, k, v) * (1 + 1e-9 * k.shape[-2])),
    ],
)
def test_a_function_that_is_nearly_right_does_not_have_the_theorem(name, function):
    check(attention, NAMED[name])
    with pytest.raises(Violation):
        check(function, NAMED[name], trials=12)


@pytest.mark.slow
def test_attention_has_all_that_is_kept_about_it():
    assert set(check(attention, theorems_about(Attention), trials=3)) == {"proved"}
    masked = {"signature": "Q: b r ell, K: b n ell, V: b n d, M: b r n -> b r d", "mask": "keep"}
    assert set(check(attention, theorems_about(Attention(Q, K, V, M)), trials=3, **masked)) == {"proved"}
    of = Attention(X, Y, Z, CausalMask(n))

    def causal(q, k, v):
        return attention(q, k, v, np.tri(q.shape[-2], dtype=bool))

    signature = "Q: b n ell, K: b n ell, V: b n d -> b n d"
    assert set(check(causal, theorems_about(of), signature=signature, trials=3)) == {"proved"}


def test_every_slice_of_a_batch_is_computed_alike():
    def first_keys(q, k, v):
        return attention(q, np.broadcast_to(k[:1], k.shape), np.broadcast_to(v[:1], v.shape))

    with pytest.raises(Violation, match="is another matrix when its batch is computed than by itself"):
        check(first_keys, NAMED["key permutation"])


def test_a_product_is_tested_inside_of_another_product():
    G = MatrixSymbol("G", r, d)
    of = RowSoftmax(Q * K.T / sqrt(ell)).T * G
    signature = "Q: b r ell, K: b n ell, G: b r d -> b n d"

    def sums(F):
        return OneMatrix(1, n) * F(Q, K, G), OneMatrix(1, r) * G

    def backward(q, k, g, factor=1.0):
        s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
        p = np.exp(s - s.max(-1, keepdims=True))
        return (p / p.sum(-1, keepdims=True)).swapaxes(-1, -2) @ g * factor

    assert check(backward, sums, of=of, signature=signature) == ("proved",)
    with pytest.raises(Violation, match="does not satisfy"):
        check(lambda q, k, g: backward(q, k, g, 1 + 1e-9), sums, of=of, signature=signature)


def test_a_refuted_theorem_fails_with_its_counterexample():
    with pytest.raises(Violation, match=r"(?s)it does not hold: refuted.*counterexample"):
        check(attention, lambda F: (F(Q, sigma * K, V), F(Q, K, V)))


def test_a_theorem_that_is_not_decided_has_to_be_declared(monkeypatch):
    left_open = replace(decide(Attention(Q, K, V), Attention(Q, K, V)), status="unknown", theorem=None)
    monkeypatch.setattr(relations, "decide", lambda *sides: left_open)
    monkeypatch.setattr(relations, "_DECIDED", {})

    def relation(F):
        return F(2 * Q, K, V), F(Q, 2 * K, V)

    with pytest.raises(UsageError, match=r"declare it by unproved=True"):
        check(attention, relation)
    assert check(attention, relation, unproved=True) == ("unknown",)


def test_a_verdict_is_a_test():
    verdict = decide(Attention(Q, K + OneMatrix(n, 1) * MatrixSymbol("w", 1, ell), V), Attention(Q, K, V))
    assert check(attention, verdict) == ("proved",)
    with pytest.raises(Violation, match="not finite"):
        check(naive, verdict, trials=12)


def test_half_types_are_tested_in_their_arithmetic():
    def half(q, k, v):
        return attention(*(x.astype(np.float32) for x in (q, k, v))).astype(q.dtype)

    check(half, NAMED["rotation"], dtypes="float16", arithmetic=Fused("float16"))

    def coarse(q, k, v):
        return (np.rint(half(q, k, v) * 64) / 64).astype(q.dtype)

    with pytest.raises(Violation):
        check(coarse, NAMED["constant values"], dtypes="float16", arithmetic=Fused("float16"))


@pytest.mark.parametrize(
    "relation, options, message",
    [
        (lambda F: F(Q, K, V), {}, "a theorem about F returns its two sides"),
        (lambda F: (Q, Q), {}, "does not mention what is tested"),
        (lambda F: (F(Q, K), F(Q, K, V)), {}, "F takes 3 arguments, Q, K, V"),
        (3, {}, "a theorem is a function of F, the id of a claim, or a verdict, not 3"),
        (NAMED["rotation"], {"of": 3}, "of= is the class Attention or an expression"),
        (NAMED["rotation"], {"signature": "Q: r ell, K: n ell -> r n"}, "attention has three arguments"),
        (NAMED["masked rotation"], {"signature": "Q: r ell, K: n ell, V: n d, M: r n -> r d"}, "say what M means"),
        (NAMED["rotation"], {"sizes": {"z": 2}}, "sizes= names z"),
    ],
)
def test_what_cannot_be_meant_is_an_error(relation, options, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        check(attention, relation, **options)


def changes(q, k, v):
    result = attention(q, k, v)
    k[...] = 0
    return result


@pytest.mark.parametrize(
    "function, message",
    [
        (lambda q, k, v: attention(q, k, v)[..., :1], "it returned the shape"),
        (lambda q, k, v: attention(q, k, v).astype(np.float32), "it returned float32 for float64"),
        (lambda q, k, v: None, "it returned None, no array of numpy"),
        (lambda q, k, v: 1 / 0, "it raised ZeroDivisionError: division by zero"),
        (changes, "it changed its argument K, or what lies beside it in memory"),
        (lambda q, k, v: attention(q, k, v) * np.nan, "it returned a number that is not finite: nan"),
    ],
)
def test_what_no_function_may_do_is_said(function, message):
    with pytest.raises(Violation, match=message):
        check(function, NAMED["factor"])


def test_a_function_without_an_argument_for_a_symbol_is_an_error():
    with pytest.raises(UsageError, match="the function has no argument for V"):
        check(lambda q, k: q, NAMED["factor"])


def test_numbers_are_arguments_of_theorems_too():
    c, A = Symbol("c", positive=True), MatrixSymbol("A", r, n)

    def soft(a, c):
        e = np.exp(c * a - (c * a).max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    options = {"of": RowSoftmax(c * A), "signature": "A: b r n, c: () -> b r n"}
    assert check(soft, lambda F: (F(2 * A, c), F(A, 2 * c)), **options) == ("proved",)
    with pytest.raises(Violation):
        check(lambda a, c: soft(a, c * c), lambda F: (F(2 * A, c), F(A, 2 * c)), **options)


def test_few_shapes_may_be_drawn():
    seen = set()

    def counted(q, k, v):
        seen.add((q.shape, k.shape, v.shape))
        return attention(q, k, v)

    check(counted, NAMED["key shift"], shapes=2, sizes={"b": 1}, trials=8)
    assert len(seen) == 2


def test_sizes_beyond_the_usual_tiles_are_drawn_for_theorems_too():
    def tail(q, k, v):  # of more than 32 keys those after the last whole tile are left out
        n = k.shape[-2] if k.shape[-2] < 32 else k.shape[-2] // 32 * 32
        return attention(q, k[..., :n, :], v[..., :n, :])

    with pytest.raises(Violation, match=r"n = 33"):
        check(tail, theorems_about(Attention), trials=12)
    check(tail, NAMED["key permutation"], sizes={"n": (16, 64)})
    with pytest.raises(Violation):
        check(tail, NAMED["key permutation"], sizes={"n": (40,)}, shrink=False)


def test_all_sizes_are_alike_now_and_then():
    seen = []
    check(lambda *a: (seen.append((*a[0].shape[1:], *a[2].shape[1:])), attention(*a))[1], NAMED["rotation"], trials=9)
    assert sum(len(set(sizes)) == 1 < sizes[0] for sizes in seen) > 1


def test_a_domain_restricts_what_is_drawn_for_theorems():
    N, D = Symbol("N", integer=True, positive=True), MatrixSymbol("D", r, n)
    of = HadamardProduct(RowSoftmax(Q * K.T / sqrt(ell) + MaskWhere(r, n, lambda j, i: i < N)), D) * V
    seen, various = [], set()

    def function(q, k, v, lengths, kept):
        assert (lengths >= 1).all() and (lengths <= k.shape[-2]).all() and (kept >= 0).all() and (kept <= 1).all()
        seen.append(kept.max())
        various.add(len(set(lengths.tolist())) > 1)
        m = np.arange(k.shape[-2]) < lengths[:, None, None]
        s = np.where(m, q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]), -np.inf)
        p = np.exp(s - s.max(-1, keepdims=True))
        return p / p.sum(-1, keepdims=True) * kept @ v

    options = {"of": of, "signature": "Q: b r ell, K: b n ell, V: b n d, N: b, D: b r n -> b r d", "trials": 8}
    relation = lambda F: (F({Q: Q * g, K: K * g}), F({}))  # noqa: E731
    assert assert_satisfies(function, relation, domain={N: (1, n), D: (0, 1)}, **options) == ("proved",)
    assert max(seen) > 0.5 and True in various


def test_lengths_are_passed_where_a_theorem_has_a_mask_that_shows_the_first_keys():
    of, signature = Attention(Q, K, V, M), "Q: b r ell, K: b n ell, V: b n d, M: b n -> b r d"

    def by_lengths(q, k, v, lengths, more=0):
        seen = np.arange(k.shape[-2]) < lengths[:, None, None] + more
        return attention(q, k, v, seen)

    options = {"of": of, "signature": signature, "mask": "lengths", "trials": 8}
    found = assert_satisfies(by_lengths, theorems_about(of), **options)
    assert found.count("passed over") < 5 < found.count("proved")
    with pytest.raises(Violation):
        assert_satisfies(lambda *a: by_lengths(*a, more=1), theorems_about(of), **options)


def test_no_theorems_are_kept_about_what_is_not_attention():
    with pytest.raises(UsageError, match="no theorems are kept about"):
        theorems_about(Q * K.T)


def test_no_theorem_is_no_test():
    with pytest.raises(UsageError, match="no theorem is given"):
        check(attention, [])


def tiled(q, k, v, tile=4):
    """Forget to rescale what was added up when a larger score comes."""
    most = np.full((*q.shape[:-1], 1), -np.inf)
    total, added = np.zeros_like(most), np.zeros((*q.shape[:-1], v.shape[-1]))
    for first in range(0, k.shape[-2], tile):
        s = q @ k[..., first : first + tile, :].swapaxes(-1, -2) / np.sqrt(q.shape[-1])
        larger = np.maximum(most, s.max(-1, keepdims=True))
        p = np.exp(s - larger)
        total = total * np.exp(most - larger) + p.sum(-1, keepdims=True)
        added = added + p @ v[..., first : first + tile, :]
        most = larger
    return added / total


@pytest.mark.parametrize("signature", ["Q: r ell, K: n ell, V: n d -> r d", SIGNATURE])
def test_a_failure_that_the_smallest_sizes_do_not_show_is_made_small(signature):
    with pytest.raises(Violation, match=r"(?s)d = 1, ell = 1, n = [56], r = 1:") as raised:
        check(tiled, NAMED["constant values"], signature=signature, trials=12)
    lines = str(raised.value).splitlines()
    assert any(line in ("seen only with n > 4", "seen only with n > 5") for line in lines)
    start = lines.index("import numpy as np")
    names = {}
    exec("\n".join([*lines[start:-1], f"result = {lines[-1]}"]), {"tiled": tiled}, names)
    assert (names["V"] == 1).all() and abs(names["result"] - 1).max() > 0.1
    assert raised.value.__cause__ is None and raised.value.__suppress_context__


@pytest.mark.parametrize(
    ("declared", "filled"), [("zero", 0.0), ("nan", np.nan), ("mean", "mean"), ("zero", "mean"), ("mean", 0.0)]
)
def test_rows_that_see_no_key_are_as_declared(declared, filled):
    def masked(q, k, v, m):
        blind = ~m.any(-1, keepdims=True)
        found = attention(q, k, v, m | blind)
        return np.where(blind, v.mean(-2, keepdims=True) if filled == "mean" else filled, found)

    of, signature = Attention(Q, K, V, M), "Q: b r ell, K: b n ell, V: b n d, M: b r n -> b r d"
    options = {"of": of, "signature": signature, "mask": "keep", "empty_rows": declared, "trials": 4}
    if str(filled) in (declared, {"zero": "0.0"}.get(declared)):
        assert assert_satisfies(masked, theorems_about(of)[:1], **options) == ("proved",)
        return
    with pytest.raises(Violation, match="masked does not compute Att"):
        assert_satisfies(masked, theorems_about(of)[:1], **options)


def test_what_the_function_raised_is_the_cause_of_its_violation():
    with pytest.raises(Violation) as raised:
        check(lambda q, k, v: 1 / 0, NAMED["factor"])
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


def test_claims_that_come_with_symattn_are_tests_in_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "other.py").write_text("x = 1\n")
    assert check(attention, "G13", trials=2) == ("proved",)
    assert assert_claim("G13").status == "proved"
    with pytest.raises(UsageError, match=r"G12.printed.2 does not mention what is tested, Att\(Q, K, V\)"):
        assert_reproduces(attention, "G12.printed.2", signature=SIGNATURE)
    with pytest.raises(UsageError, match=r"no claim has the id 'G2777': none that is declared here, none in .*proofs'"):
        check(attention, "G2777")


def test_what_is_grossly_wrong_is_shown_before_what_is_off_by_little():
    def off(q, k, v):  # a term in the denominator, and a scale that is wrong for large widths
        s = q @ k.swapaxes(-1, -2) / np.sqrt(min(q.shape[-1], 3))
        p = np.exp(s - s.max(-1, keepdims=True))
        return p / (p.sum(-1, keepdims=True) + 1e-6) @ v

    relations = [each for each in theorems_about(Attention) if each.name in ("zero queries", "width padding")]
    with pytest.raises(Violation, match="does not satisfy width padding"):
        check(off, relations)
    with pytest.raises(Violation, match="does not satisfy zero queries"):
        check(off, relations[:1])


def test_two_numbers_that_differ_are_shown_as_two():
    def off(q, k, v):
        return attention(q, k, v) + 1e-12

    with pytest.raises(Violation, match=r"the left side is 1\.000000000001 and the right side 1;"):
        check(off, lambda F: (F(Q, K, OneMatrix(n, d)), OneMatrix(r, d)), trials=1)


@pytest.mark.parametrize("seed", range(3))
def test_a_failure_beyond_a_tile_is_shown_at_the_smallest_size_beyond_it(seed):
    kernel = partial(tiled, tile=16)
    shown = []
    for _ in range(2):
        with pytest.raises(Violation) as raised:
            check(kernel, theorems_about(Attention), trials=12, tile=16, seed=seed)
        shown.append(str(raised.value))
    assert shown[0] == shown[1] and "\nseen only with n > 16\n" in shown[0]
    assert re.search(r"\nat b = 1, d = 1, ell = 1, (m = \d, )?n = 17, r = 1:\n", shown[0])


def test_places_are_left_out_of_every_kind_of_symbol():
    """A permutation keeps an order, a mask keeps a key in every row, and sizes that are part of sums stay."""
    stated = NAMED["key permutation"]
    of = Of(Attention, ["Q", "K", "V"])
    problem = read_problem(of.expr, SIGNATURE, {"n": range(1, 9), "r": (3,), "ell": (2,), "d": (2,), "b": (2,)})
    caller = Caller(attention, library_of(attention), arithmetic_for("float64", None))
    assertion = Assertion(read_theorem(stated, [of]), [Part(of, problem, caller)], 0)
    drawn = assertion.draw(3, {"n": 6, "r": 3, "ell": 2, "d": 2, "b": 2})
    (fewer,) = assertion._taken(drawn, "n", np.array([0, 2, 5]))
    assert fewer.sizes["n"] == 3 and assertion.fails(fewer) is None
    for values in fewer.values.values():
        shapes = {str(getattr(symbol, "name", symbol)): np.shape(value) for symbol, value in values.items()}
        assert shapes["K"] == (3, 2) and shapes["sigma"] == (3, 3) and shapes["Q"] == (3, 2)
        sigma = next(value for symbol, value in values.items() if str(getattr(symbol, "name", "")) == "sigma")
        assert (sigma.sum(axis=0) == 1).all() and (sigma.sum(axis=1) == 1).all()
    (one,) = assertion._taken(drawn, "b", np.array([1]))
    assert list(one.values) == [(0,)] and one.values[(0,)] is drawn.values[(1,)]
    assert not list(assertion._taken(drawn, "r", np.array([0, 1])))  # no other number of queries is allowed
