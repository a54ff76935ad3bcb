"""Theorems about two functions: decoding is prefill; refutations replay as golden vectors."""

import numpy as np
import pytest
from sympy import MatrixSymbol

from symattn import Attention, CausalMask, MaskSymbol, PermutationSymbol, RowSoftmax, UsageError, decide, dims
from symattn.testing import Implementation, Violation, assert_agree, assert_decodes, assert_reproduces
from symattn.testing.detectors import DECODE_IS_PREFILL, DECODING, PREFILL

r, n, ell, d = dims("r n ell d")
Q, K, V, A = (
    MatrixSymbol("Q", r, ell),
    MatrixSymbol("K", n, ell),
    MatrixSymbol("V", n, d),
    MatrixSymbol("A", r, n),
)
sigma = PermutationSymbol("sigma", n)
SIGNATURE = "Q: b r ell, K: b n ell, V: b n d -> b r d"
SIGNATURES = {
    "prefill_signature": "Q: b n ell, K: b n ell, V: b n d -> b n d",
    "decode_signature": "Q: b r ell, K: b r+k ell, V: b r+k d -> b r d",
}


def attention(q, k, v, seen=True):
    s = np.where(seen, q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]), -np.inf)
    p = np.exp(s - s.max(-1, keepdims=True))
    return p / p.sum(-1, keepdims=True) @ v


def aligned(q, k, v, offset=0):
    rows, keys = q.shape[-2], k.shape[-2]
    return attention(q, k, v, np.arange(keys) <= np.arange(rows)[:, None] + max(0, keys - rows + offset))


def test_decoding_with_a_cache_is_prefill():
    assert assert_decodes(aligned, aligned, **SIGNATURES, trials=4) == "proved"
    assert assert_decodes(attention, aligned, **SIGNATURES, sizes={"r": 1}, trials=4) == "proved"


@pytest.mark.parametrize(
    "decode",
    [
        lambda q, k, v: attention(q, k, v, np.arange(k.shape[-2]) <= np.arange(q.shape[-2])[:, None]),
        lambda q, k, v: aligned(q, k, v, -1),
        attention,
        lambda q, k, v: aligned(q, k[..., ::-1, :], v),
        lambda q, k, v: aligned(1.001 * q, k, v),
    ],
)
def test_decoding_that_is_nearly_prefill_is_found(decode):
    with pytest.raises(Violation, match=r"do not satisfy decode is prefill in float64"):
        assert_decodes(decode, aligned, **SIGNATURES, sizes={"r": (2, 3)}, trials=6)


def test_what_two_functions_cannot_share_is_said():
    with pytest.raises(UsageError, match="assert_agree is about two functions or more"):
        assert_agree([Implementation(attention, Attention, SIGNATURE)], lambda F: (F(Q, K, V), F(Q, K, V)))
    apart = Implementation(aligned, PREFILL, "Q: h n ell, K: h n ell, V: h n d -> h n d")
    with pytest.raises(UsageError, match="the functions of one theorem have the same batch axes"):
        assert_agree([Implementation(aligned, DECODING, SIGNATURES["decode_signature"]), apart], DECODE_IS_PREFILL)


def test_a_refutation_is_a_golden_vector():
    verdict = decide(Attention(Q, sigma * K, V), Attention(Q, K, V))
    assert assert_reproduces(attention, verdict, signature=SIGNATURE) == 2
    with pytest.raises(Violation, match=r"(?s)does not reproduce a counterexample in float64.*refuted: Att"):
        assert_reproduces(
            lambda q, k, v: np.broadcast_to(v.mean(-2, keepdims=True), (*q.shape[:-1], v.shape[-1])).copy(),
            verdict,
            signature=SIGNATURE,
        )


def test_a_statement_about_a_function_is_refuted_and_replayed():
    def soft(a):
        e = np.exp(a - a.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    options = {"of": RowSoftmax(A), "signature": "A: r n -> r n"}
    assert assert_reproduces(soft, lambda F: (F(2 * A), F(A)), **options) == 2
    with pytest.raises(Violation):
        assert_reproduces(lambda a: soft(a.swapaxes(-1, -2)).swapaxes(-1, -2), lambda F: (F(2 * A), F(A)), **options)
    with pytest.raises(UsageError, match="is not refuted by values, so there is nothing to replay"):
        assert_reproduces(soft, lambda F: (F(A * sigma), F(A) * sigma), **options)


def test_masked_and_causal_counterexamples_replay():
    M = MaskSymbol("M", r, n)
    masked = decide(Attention(Q, K, V, M), Attention(Q, K, V))
    signature = "Q: r ell, K: n ell, V: n d, M: r n -> r d"
    assert assert_reproduces(attention, masked, signature=signature, mask="keep") >= 1
    X, Y, Z = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    of = Attention(X, Y, Z, CausalMask(n))
    statement = lambda F: (F(X, Y, sigma * Z), F(X, Y, Z))  # noqa: E731
    assert assert_reproduces(aligned, statement, of=of, signature="Q: n ell, K: n ell, V: n d -> n d") == 2
