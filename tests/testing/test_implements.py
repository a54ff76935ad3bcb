"""assert_implements: it accepts what is right, finds what is nearly right, and says what cannot be meant."""

import re
import warnings
from dataclasses import replace
from functools import partial
from time import monotonic, sleep

import numpy as np
import pytest
from sympy import MatrixSymbol, Rational, Symbol, sqrt

from symattn import (
    Attention,
    CausalMask,
    MaskSymbol,
    MaskWhere,
    PermutationSymbol,
    RotaryEncoding,
    RowSoftmax,
    UsageError,
    dims,
)
from symattn.modern import LayerNorm
from symattn.testing import Fused, Stored, Violation, assert_implements
from symattn.testing.inputs import draw, read_problem
from symattn.testing.number_types import FLOAT64
from symattn.testing.settings import Budget
from symattn.testing.shrinking import shrunk

r, n, ell, d = dims("r n ell d")
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
SIGNATURE = "Q: b r ell, K: b n ell, V: b n d -> b r d"
MASKED = "Q: b r ell, K: b n ell, V: b n d, M: b r n -> b r d"


def attention(q, k, v, m=None, factor=1.0):
    kind = q.dtype if q.dtype.kind == "f" and q.dtype.itemsize > 2 else np.float32
    s = (q.astype(kind) @ k.astype(kind).swapaxes(-1, -2)) * np.asarray(factor / np.sqrt(q.shape[-1]), kind)
    if m is not None:
        s = np.where(m, s, -np.inf)
    top = s.max(-1, keepdims=True)
    p = np.exp(s - np.where(np.isfinite(top), top, 0))
    total = p.sum(-1, keepdims=True)
    return (p @ v.astype(kind) / np.where(total == 0, 1, total)).astype(q.dtype)


PLAIN = Attention(Q, K, V)


def check(function, expr=PLAIN, signature=SIGNATURE, **options):
    return assert_implements(function, expr, signature, **{"trials": 24, **options})


def test_attention_is_accepted_in_three_types():
    tested = check(attention, dtypes=["float64", "float32", "float16"], arithmetic=Fused("float16"))
    assert tested.calls == 72 and tested.passed_over == 0


def test_the_smallest_example_can_be_pasted():
    with pytest.raises(Violation) as raised:
        check(lambda q, k, v: attention(q, k, v, factor=1.001))
    text = str(raised.value)
    assert "f does not compute Att(Q, K, V) in float64: at b = 0, entry (0, 0)" in text
    code = text[text.index("import numpy") :]
    names = {}
    exec(code.rpartition("\n")[0], names)
    assert names["Q"].shape == (1, 1, 1) and names["K"].shape == (1, 2, 1)
    assert code.rpartition("\n")[2] == "f(Q, K, V)"


def test_the_same_seed_finds_the_same_example():
    texts = []
    for _ in range(2):
        with pytest.raises(Violation) as raised:
            check(lambda q, k, v: attention(q, k, v, factor=0.9), seed=3)
        texts.append(str(raised.value))
    assert texts[0] == texts[1]


def test_a_mask_has_the_meaning_that_is_declared():
    expr = Attention(Q, K, V, M)
    check(attention, expr, MASKED, mask="keep", empty_rows="zero")
    check(lambda q, k, v, m: attention(q, k, v, ~m), expr, MASKED, mask="drop")
    check(lambda q, k, v, m: attention(q, k, v, m == 0), expr, MASKED, mask="additive")
    with pytest.raises(Violation):
        check(attention, expr, MASKED, mask="drop")


@pytest.mark.parametrize(
    "convention, function",
    [
        ("zero", attention),
        ("nan", lambda q, k, v, m: np.where(m.any(-1, keepdims=True), attention(q, k, v, m), np.nan)),
        (
            "mean",
            lambda q, k, v, m: np.where(m.any(-1, keepdims=True), attention(q, k, v, m), v.mean(-2, keepdims=True)),
        ),
    ],
)
def test_empty_rows_are_what_is_declared(convention, function):
    expr = Attention(Q, K, V, M)
    check(function, expr, MASKED, mask="keep", empty_rows=convention)
    for other in {"zero", "nan", "mean"} - {convention}:
        with pytest.raises(Violation):
            check(function, expr, MASKED, mask="keep", empty_rows=other)


def test_a_function_may_be_declared_to_raise_for_an_empty_row():
    def strict(q, k, v, m):
        if not m.any(-1).all():
            raise ValueError("a row sees no key")
        return attention(q, k, v, m)

    check(strict, Attention(Q, K, V, M), MASKED, mask="keep", empty_rows="error")
    with pytest.raises(Violation, match="it raised nothing for a row that sees no key"):
        check(attention, Attention(Q, K, V, M), MASKED, mask="keep", empty_rows="error")
    with pytest.raises(Violation, match="it raised ValueError: a row sees no key"):
        check(strict, Attention(Q, K, V, M), MASKED, mask="keep", empty_rows="zero")


def changes(q, k, v):
    result = attention(q, k, v)
    q[...] = 0
    return result


@pytest.mark.parametrize(
    "function, message",
    [
        (lambda q, k, v: attention(q, k, v)[:, :1], r"it returned the shape \(1, 1, 1\); b r d is \(1, 2, 1\)"),
        (lambda q, k, v: attention(q, k, v).astype(np.float32), "it returned float32 for float64"),
        (lambda q, k, v: attention(q, k, v).tolist(), "it returned a list, no array of numpy"),
        (lambda q, k, v: None, "it returned None, no array of numpy"),
        (changes, "it changed its argument Q"),
        (lambda q, k, v: attention(q, k, v) + np.random.default_rng().random(), "two calls with the same arguments"),
        (lambda q, k, v: attention(q, k, v)[0], r"it returned the shape \(.*\); b r d is"),
        (lambda q, k, v: (attention(q, k, v),), "it returned a tuple, no array of numpy"),
        (lambda q, k, v: attention(q, k, v) + 1e-9 * np.random.default_rng().random(), "two calls|a correct function"),
        (lambda q, k, v: attention(q, k, v)[..., :3, :], "it returned the shape"),
        (lambda q, k, v: attention(q, k, v) if q.shape[-2] < 5 else 1 / 0, "it raised ZeroDivisionError"),
    ],
)
def test_what_no_function_may_do_is_said(function, message):
    with pytest.raises(Violation, match=message):
        check(function)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"function": lambda q, k: q}, "the function has no argument for V"),
        ({"function": lambda q, k, v, *, scale: q}, "the function cannot be called with Q, K, V: missing"),
        ({"function": lambda q, k, v, m: q}, "the function cannot be called with Q, K, V: missing"),
        ({"expr": Attention(Q, K, V, M), "signature": MASKED}, 'say what M means to the function: mask="keep"'),
        ({"mask": "yes"}, "mask= is one of keep, drop, additive"),
        ({"empty_rows": "zero"}, "empty_rows= needs a mask"),
        ({"dtypes": "float8"}, "the number types are float64, float32"),
        ({"dtypes": []}, "no number type is given"),
        ({"dtypes": "float16"}, "declare the arithmetic for float16"),
        ({"sizes": {"z": 3}}, "sizes= names z"),
        ({"sizes": {"r": 0}}, "the sizes for r are positive integers"),
        ({"domain": {"z": (0, 1)}}, "domain= names z"),
        ({"expr": PermutationSymbol("sigma", n) * K, "signature": "K: n ell -> n ell"}, "sigma is a PermutationSymbol"),
        ({"expr": "Attention"}, "an expression of symattn is compared with"),
        ({"signature": "Q: b r ell -> b r d"}, "the signature has no argument for K"),
        ({"library": "no_such_library"}, "the library no_such_library is not installed"),
    ],
)
def test_what_cannot_be_meant_is_an_error(arguments, message):
    given = {"function": attention, "expr": Attention(Q, K, V), "signature": SIGNATURE, **arguments}
    with pytest.raises(UsageError, match=re.escape(message)):
        assert_implements(given.pop("function"), given.pop("expr"), given.pop("signature"), **given)


def test_a_domain_restricts_what_is_drawn():
    def naive(q, k, v):
        p = np.exp(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))
        return p / p.sum(-1, keepdims=True) @ v

    with pytest.raises(Violation):
        check(naive)
    check(naive, domain={Q: (-2.0, 2.0), K: (-2.0, 2.0)})


def test_sizes_restrict_what_is_drawn():
    def of_width_4(q, k, v):
        assert q.shape[-1] == 4
        return attention(q, k, v)

    check(of_width_4, sizes={"ell": 4})
    with pytest.raises(Violation, match="it raised AssertionError"):
        check(of_width_4)


def test_numbers_are_arguments_too():
    c = Symbol("c", positive=True)
    A = MatrixSymbol("A", r, n)

    def soft(a, c):
        e = np.exp(a * c - (a * c).max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    check(soft, RowSoftmax(c * A), "A: r n, c: () -> r n")
    with pytest.raises(Violation):
        check(lambda a, c: soft(a, c * c), RowSoftmax(c * A), "A: r n, c: () -> r n")


def test_an_argument_whose_name_ends_as_a_size_is_no_size():
    A, epsilon = MatrixSymbol("A", n, d), Symbol("epsilon", positive=True)
    assert check(lambda a, e: e * a, epsilon * A, "A: n d, epsilon: () -> n d").passed_over == 0


def test_a_scale_may_be_another_one():
    check(lambda q, k, v: attention(q, k, v, factor=np.sqrt(q.shape[-1]) / 3), Attention(Q, K, V, scale=1 / sqrt(9)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"trials": 0}, "trials= is how many instances are drawn, at least 1, not 0"),
        ({"trials": "a"}, "trials= is how many instances are drawn"),
        ({"seed": -1}, "seed= is a natural number, not -1"),
        ({"domain": {"Q": (1, 0)}}, "the domain of Q is a least and a greatest number"),
        ({"domain": {"Q": 3}}, "the domain of Q is a least and a greatest number"),
    ],
)
def test_options_that_mean_nothing_are_errors_of_usage(options, message):
    with pytest.raises(UsageError, match=message):
        assert_implements(attention, Attention(Q, K, V), SIGNATURE, **options)


def test_what_is_no_function_or_no_signature_is_an_error_of_usage():
    with pytest.raises(UsageError, match="what is tested is a function of arrays, not 5"):
        assert_implements(5, Attention(Q, K, V), SIGNATURE)
    with pytest.raises(UsageError, match="a signature is a text"):
        assert_implements(attention, Attention(Q, K, V), 5)


# Options that say what is drawn, where, and for how long


def causal_with_an_edge(tile):
    """Causal attention whose last query of a tile sees the first key of the next."""

    def causal(q, k, v):
        i = np.arange(q.shape[-2])
        seen = i <= i[:, None] + (i[:, None] % tile == tile - 1)
        return attention(q, k, v, np.broadcast_to(seen, (*q.shape[:-2], *seen.shape)))

    return causal


X, Y, Z = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
OF_N = "Q: b n ell, K: b n ell, V: b n d -> b n d"


@pytest.mark.parametrize("seed", range(3))
def test_an_error_at_the_edge_of_a_tile_is_found(seed):
    options = {"sizes": {"ell": 2, "d": 1, "b": 1}, "tile": 16, "shrink": False, "trials": 40, "seed": seed}
    with pytest.raises(Violation):
        check(causal_with_an_edge(16), Attention(X, Y, Z, CausalMask(n)), OF_N, **options)


@pytest.mark.parametrize("seed", range(3))
def test_an_error_from_the_third_tile_on_is_found(seed):
    def two_tiles(q, k, v):
        n = k.shape[-2]
        return attention(q, k, v, np.broadcast_to(np.arange(n) < max(16, n - 8), (*q.shape[:-1], n)))

    options = {"sizes": {"ell": 2, "d": 1, "b": 1}, "tile": 8, "shrink": False, "trials": 40, "seed": seed}
    with pytest.raises(Violation):
        check(two_tiles, PLAIN, **options)


def test_sizes_beyond_the_usual_tiles_are_drawn_now_and_then():
    problem = read_problem(PLAIN, SIGNATURE)
    drawn = [size for number in range(40) for size in draw(problem, FLOAT64, 0, number).sizes.values()]
    assert len({size for size in drawn if size > 33}) >= 3
    of_8 = read_problem(PLAIN, SIGNATURE, tile=8)
    assert {25, 32} <= {size for number in range(40) for size in draw(of_8, FLOAT64, 0, number).sizes.values()}
    around_32 = read_problem(PLAIN, SIGNATURE, tile=32)
    assert {31, 32, 33, 65} <= {draw(around_32, FLOAT64, 0, number).sizes["n"] for number in range(40)}


def test_only_the_views_that_are_asked_for_are_passed():
    seen = set()

    def contiguous(q, k, v):
        seen.add(q.flags.c_contiguous)
        return attention(q, k, v)

    check(contiguous, views="plain")
    assert seen == {True}
    check(contiguous, views=("padded", "turned"))
    with pytest.raises(UsageError, match="views= is of plain, strided, padded, turned"):
        check(contiguous, views="sideways")


def test_each_sequence_of_a_batch_has_its_own_length():
    N = Symbol("N", integer=True, positive=True)
    expr = Attention(Q, K, V, MaskWhere(r, n, lambda j, i: i < N))
    signature = "Q: b r ell, K: b n ell, V: b n d, N: b -> b r d"

    def by_lengths(q, k, v, lengths, longest=False):
        assert lengths.dtype == np.int64
        count = np.full_like(lengths, lengths.max()) if longest else lengths
        seen = np.arange(k.shape[-2]) < count[:, None, None]
        return attention(q, k, v, seen)

    assert check(by_lengths, expr, signature, domain={N: (1, n)}).passed_over == 0
    with pytest.raises(Violation, match=r"N = np.array\(\[\d, \d\], dtype=\"int64\"\)"):
        check(lambda *a: by_lengths(*a, longest=True), expr, signature, domain={N: (1, n)})
    with pytest.raises(UsageError, match="ends at a number or a size of the expression, not at q"):
        check(by_lengths, expr, signature, domain={N: (1, Symbol("q"))})

    of_a_mask = "Q: b r ell, K: b n ell, V: b n d, M: b n -> b r d"
    check(by_lengths, Attention(Q, K, V, M), of_a_mask, mask="lengths")
    with pytest.raises(UsageError, match="lengths are those of rows that are alike: write M: b n"):
        check(by_lengths, Attention(Q, K, V, M), MASKED, mask="lengths")


def test_only_masks_of_the_kinds_that_are_asked_for_are_drawn():
    def of_prefixes(q, k, v, m):
        assert (m[..., :-1] >= m[..., 1:]).all()
        return attention(q, k, v, m)

    check(of_prefixes, Attention(Q, K, V, M), MASKED, mask="keep", mask_kinds="prefix")


def test_a_number_may_be_another_one_for_each_head():
    slope = Symbol("s", positive=True)
    expr = RowSoftmax(slope * Q * K.T) * V
    signature = "Q: b h r ell, K: b h n ell, V: b h n d, s: h -> b h r d"

    def scaled(q, k, v, s):
        return attention(q * s[:, None, None] * np.sqrt(q.shape[-1]), k, v)

    check(scaled, expr, signature, sizes={"h": (1, 2)})
    with pytest.raises(Violation):
        check(lambda q, k, v, s: scaled(q, k, v, s[::-1]), expr, signature, sizes={"h": (1, 2)})


def test_every_call_is_made_twice():
    calls = []

    def at_times(q, k, v):
        calls.append(1)
        return attention(q, k, v) + 1e-16 * (len(calls) > 30) * (len(calls) % 2)

    with pytest.raises(Violation, match="two calls with the same arguments returned different numbers"):
        check(at_times)
    calls.clear()
    check(at_times, deterministic=False)


def test_no_more_instances_are_drawn_than_there_is_time_for():
    with pytest.warns(UserWarning, match=r"was tested with [\d,]+ of 1,000,000 instances in 0 s; each takes"):
        tested = check(attention, trials=10**6, seconds=0.3)
    assert 0 < tested.calls < 10_000 and tested.passed_over == 0
    with pytest.raises(UsageError, match="seconds= is how long instances are drawn"):
        check(attention, seconds=0)


def test_making_a_failure_smaller_ends_in_time(monkeypatch):
    def slow_and_wrong(q, k, v):
        sleep(0.05)
        return attention(q, k, v, factor=0.9)

    start = monotonic()
    with pytest.raises(Violation):
        check(slow_and_wrong, shrink=5)
    assert monotonic() - start < 4


def test_it_is_said_how_much_of_the_allowed_error_was_used():
    tested = check(attention, dtypes=["float64", "float16"], arithmetic=Fused("float16"))
    assert {dtype for dtype, _ in tested.budget} == {"float64", "float16"}
    assert all(0 <= used <= 1 for used in tested.budget.values()) and max(tested.budget.values()) > 0.2
    assert "of the allowed error: float16 beyond 32" in str(tested)


def test_a_violation_says_which_rows_and_from_which_sizes_on():
    def wrong_from_9_on(q, k, v):
        found = attention(q, k, v)
        if k.shape[-2] > 8:
            found[..., :2, :] += 1
        return found

    with pytest.raises(Violation) as raised:
        check(wrong_from_9_on, sizes={"d": (2, 3)})
    said = str(raised.value)
    assert "entries are wrong, in row" in said and "seen only with n > 8" in said


@pytest.mark.parametrize(
    ("dtype", "parts"),
    [
        ("float32", ("sums and exponentials in float32", "the result in float32")),
        (
            "float16",
            ("sums and exponentials in float32", "weights in float16", "the result in float16", "numbers near 0"),
        ),
    ],
)
def test_a_violation_says_what_the_bound_is_made_of(dtype, parts):
    with pytest.raises(Violation) as raised:
        check(lambda q, k, v: attention(q, k, v) * q.dtype.type(1.25), dtypes=dtype, arithmetic=Fused("float16"))
    (line,) = (line for line in str(raised.value).splitlines() if line.startswith("it is off by"))
    found = re.fullmatch(r"it is off by (\S+), of which rounding explains (\S+): (.*)", line)
    named = [re.fullmatch(r"(\S+) for (.*)", part) for part in found[3].split(", ")]
    assert [part[2] for part in named] == list(parts)
    assert abs(sum(float(part[1]) for part in named) / float(found[2]) - 1) < 0.1 and float(found[1]) > 0.01


def test_larger_arrays_are_packed_and_the_lines_run():
    def wrong(q, k, v):
        return attention(q, k, v) * (1 + 1e-6 * (q.shape[-2] > 8))

    def made(lines):
        names = {"f": wrong}
        exec(lines.rpartition("\n")[0], names)
        return [names[name] for name in "QKV"]

    with pytest.raises(Violation) as raised:
        check(wrong, shrink=False)
    shown = str(raised.value)
    assert "import base64, zlib\n" in shown and "…" not in raised.value.example
    for one, other in zip(made(shown[shown.index("import numpy") :]), made(raised.value.example), strict=True):
        assert one.dtype == other.dtype and one.flags.writeable and np.array_equal(one, other)
    assert made(raised.value.example)[0].size > 12


def test_of_very_large_arrays_it_is_said_where_they_are(monkeypatch):
    monkeypatch.setattr("symattn.testing.calls.LONGEST_PACKED", 1000)

    def wrong(q, k, v):
        return attention(q, k, v) * 1.5

    with pytest.raises(Violation) as raised:
        check(wrong, sizes={"n": 130, "ell": 40, "d": 2, "b": 1}, shrink=False, trials=2)
    assert re.search(r"\n# K: b n ell, \(1, 130, 40\): .*; the \.example of this error makes K\n", str(raised.value))


def test_a_failure_is_drawn_again_by_seed_and_trials():
    def wrong(q, k, v):
        return attention(q, k, v) * (1 + 1e-6 * (k.shape[-2] > 16))

    with pytest.raises(Violation) as raised:
        check(wrong, shrink=False, seed=2, trials=40)
    said = re.search(r"which seed=(\d+), trials=(\d+) draws again as the last", str(raised.value))
    seed, trials = map(int, said.groups())
    with pytest.raises(Violation) as again:
        check(wrong, shrink=False, seed=seed, trials=trials)
    assert again.value.example == raised.value.example
    check(wrong, seed=seed, trials=trials - 1)


def test_a_failure_is_made_as_small_however_slow_the_calls_are(monkeypatch):
    """What may be tried is counted; time alone ends it where calls are very slow, and that is said."""
    shown = []
    for pause in (0.0, 0.002):

        def wrong(q, k, v, pause=pause):
            sleep(pause)
            return attention(q, k, v, factor=0.9)

        with pytest.raises(Violation) as raised:
            check(wrong, seed=3)
        shown.append(str(raised.value))
    assert shown[0] == shown[1] and "made smaller in" not in shown[0]
    with pytest.raises(Violation, match=r"made smaller in 5 attempts; with a larger shrink= it may become smaller"):
        check(wrong, seed=3, shrink=5)
    monkeypatch.setattr("symattn.testing.settings.MOST_SECONDS", 0.0)
    with pytest.raises(Violation, match=r"made smaller in 0 attempts, then 0 s were over: shrink=0 repeats it"):
        check(wrong, seed=3)
    with pytest.raises(UsageError, match=r"shrink= is True, False, or how many attempts make .* smaller, not 0\.5"):
        check(wrong, shrink=0.5)


@pytest.mark.parametrize("view", ["strided", "padded", "turned"])
def test_the_example_lies_in_memory_as_the_arguments_did(view):
    def needs_rows(q, k, v):
        if not (q.flags.c_contiguous and q.base is None):
            raise ValueError("strides")
        return attention(q, k, v)

    with pytest.raises(Violation) as raised:
        check(needs_rows, views=view, sizes={"r": 2, "ell": 3})
    names = {}
    exec(raised.value.example.rpartition("\n")[0], names)
    assert names["Q"].shape[1:] == (2, 3)
    with pytest.raises(ValueError, match="strides"):
        needs_rows(names["Q"], names["K"], names["V"])


def test_a_function_of_another_library_says_which_arrays_it_was_called_with():
    with pytest.raises(Violation, match=r"no attribute 'unsqueeze' It was called with arrays of NumPy: say library="):
        check(lambda q, k, v: q.unsqueeze(0))


def test_a_view_that_a_kernel_does_not_take_is_named():
    def takes_memory_for_contiguous(q, k, v):
        return attention(q, k, v if v.flags.c_contiguous else v[::-1])

    with pytest.raises(Violation, match=r"right where arrays lie by themselves: views='plain'"):
        check(takes_memory_for_contiguous, shrink=False)
    with pytest.raises(Violation) as raised:
        check(lambda q, k, v: 2 * attention(q, k, v), shrink=False)
    assert "views='plain'" not in str(raised.value)


def test_every_size_is_halved_before_single_rows_are_left_out():
    problem = read_problem(PLAIN, SIGNATURE, {"b": 1, "ell": 1, "d": 1, "n": 33, "r": 65})
    instance = draw(problem, FLOAT64, 0, 0)
    free = replace(problem, choices={})
    small = shrunk(instance, free, FLOAT64, lambda each: each.sizes["n"] > 16, Budget(16))
    assert small.sizes["r"] < 5


def test_another_arithmetic_that_would_do_is_named():
    def stored(q, k, v):
        half = q.dtype
        s = (q.astype(np.float32) @ k.astype(np.float32).swapaxes(-1, -2)).astype(half)
        s = (s / np.sqrt(q.shape[-1])).astype(half).astype(np.float32)
        p = np.exp(s - s.max(-1, keepdims=True))
        p = (p / p.sum(-1, keepdims=True)).astype(half).astype(np.float32)
        return (p @ v.astype(np.float32)).astype(half)

    check(stored, dtypes="float16", arithmetic=Stored("float16"))
    with pytest.raises(Violation, match=r"it is within Stored\('float16'\)"):
        check(stored, dtypes="float16", arithmetic=Fused("float16"))


def test_a_layout_that_was_meant_is_named():
    def turned_by_halves(x, theta):
        angle = np.arange(x.shape[-2])[:, None] * theta
        a, b = np.split(x, 2, axis=-1)
        return np.concatenate([a * np.cos(angle) + b * np.sin(angle), b * np.cos(angle) - a * np.sin(angle)], -1)

    h, theta = dims("h"), MatrixSymbol("theta", dims("h"), 1)
    encoded = RotaryEncoding(MatrixSymbol("X", n, 2 * h), theta, 0)
    with pytest.raises(Violation, match=r"it is right where arrays lie otherwise: X: b n \(2 h\)"):
        assert_implements(turned_by_halves, encoded, "X: b n (h 2), theta: h -> b n (h 2)", trials=4)
    with pytest.raises(Violation) as raised:  # which is right in no layout
        assert_implements(lambda *both: 2 * turned_by_halves(*both), encoded, "X: b n (h 2), theta: h -> b n (h 2)")
    assert "otherwise" not in str(raised.value)


def test_an_axis_of_length_1_is_written_1():
    def normalised(x, gain, shift):
        assert gain.shape == (1, x.shape[-1])
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * gain + shift

    X, gain, shift = MatrixSymbol("X", n, d), MatrixSymbol("gamma", 1, d), MatrixSymbol("beta", 1, d)
    expr, signature = LayerNorm(X, gain, shift, Rational(1, 10**5)), "X: b n d, gamma: 1 d, beta: d -> b n d"
    assert assert_implements(normalised, expr, signature, trials=4).calls == 4


def test_a_kernel_that_is_refused_says_which_property_was():
    def refused(q, k, v):
        if v.shape[-1] != q.shape[-1]:
            warnings.warn("It requires values as wide as keys. (Triggered internally)", stacklevel=1)
            raise RuntimeError("No available kernel. Aborting execution.")
        return attention(q, k, v)

    with pytest.raises(Violation, match=r"What was refused: It requires values as wide as keys\.\n"):
        check(refused)


class Kernel:
    """Attention with a factor that it holds."""

    def __init__(self, factor):
        self.factor, self._cache = factor, {}

    def __call__(self, q, k, v):
        return attention(q, k, v, factor=self.factor)

    def forward(self, q, k, v):
        return self(q, k, v)


kernel_of_module = Kernel(0.5)


@pytest.mark.parametrize(
    ("function", "name", "lines"),
    [
        (Kernel(0.9), "Kernel(factor=0.9)", ["# f is Kernel(factor=0.9)", "f(Q, K, V)"]),
        (Kernel(0.8).forward, "Kernel(factor=0.8).forward", ["# f is Kernel(factor=0.8).forward", "f(Q, K, V)"]),
        (kernel_of_module, "Kernel(factor=0.5)", ["# kernel_of_module is Kernel(factor=0.5)"]),
        (kernel_of_module.forward, "Kernel(factor=0.5).forward", ["kernel_of_module.forward(Q, K, V)"]),
        (partial(attention, factor=0.5), "attention(factor=0.5)", ["attention(Q, K, V, factor=0.5)"]),
    ],
)
def test_an_object_that_is_called_has_a_name_and_an_example_that_runs(function, name, lines):
    with pytest.raises(Violation) as raised:
        check(function, trials=4)
    shown = str(raised.value)
    assert shown.startswith(f"{name} does not compute Att(Q, K, V)") and set(lines) <= set(shown.splitlines())
    names = {"f": function, "attention": attention, "kernel_of_module": kernel_of_module}
    exec(shown[shown.index("import numpy") :], names)


def test_an_exact_0_is_said_plainly():
    def nearly(q, k, v):
        return attention(q, k, v) + 0.25

    with pytest.raises(Violation) as raised:
        check(nearly, sizes={"n": 1})
    said = str(raised.value)
    assert re.search(r"it returned 0\.25; a correct function returns 0, or a number up to \d\.\de-308\n", said)
    assert "\nit is off by 0.25, of which rounding explains nothing\n" in said
