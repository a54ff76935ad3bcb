"""The proof scripts for Ganev §1–§2.7: all claims as declared; the definitions against loops written out in NumPy."""

import importlib.util
import math
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import sympy as sp
from sympy import Ge, Le, MatrixSymbol

from symattn import Equation, MaskedRow, claim, decide, evaluate
from symattn.scripts.claims import load, run_claim

PROOFS = Path(__file__).parent.parent.parent / "proofs"
SCRIPTS = ("softmax", "single_query", "attention", "causal", "similarity")
REGISTRIES = {name: load([PROOFS / f"{name}.py"]) for name in SCRIPTS}
CLAIMS = [entry for registry in REGISTRIES.values() for entry in registry.entries.values()]
RNG = np.random.default_rng(7)


def word(claim):
    """The word that a claim of a definition is about; its formula stands beside it."""
    return claim[0]


def script(name: str) -> ModuleType:
    """The module of a proof script, whose names the tests use."""
    spec = importlib.util.spec_from_file_location(f"tested_{name}", PROOFS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


softmax, single, attention, causal, similarity = map(script, SCRIPTS)


@pytest.mark.parametrize("entry", CLAIMS, ids=lambda entry: entry.id)
def test_claim_comes_out_as_declared(entry):
    record = run_claim(entry).record
    assert record.as_declared, record.reason


def test_ids():
    ids = {entry.id for entry in CLAIMS}
    bare = "G1 G2 G3 G4 G7 G8 G9 G10 G14 G22 G24 G25 G45 G46 G48 G49 G51 H2 H9 S1 S2"
    assert set(bare.split()) <= ids
    assert {"G45.printed", "G51.coordinates", "S1.printed"} <= ids
    assert len([name for name in ids if name.split(".")[0] == "G7"]) == 6


# ---------------------------------------------------------------------------------- references, by loops over entries


def softmax_row(scores):
    exponentials = [0.0 if x == -math.inf else math.exp(x) for x in scores]
    return [e / sum(exponentials) for e in exponentials]


def answer(scores, values):
    """The weighted average of the values for each row of scores."""
    result = np.zeros((len(scores), values.shape[1]))
    for j, row in enumerate(scores):
        for weight, value in zip(softmax_row(row), values, strict=True):
            result[j] += weight * value
    return result


def dots(Q, K):
    return [[sum(q[a] * k[a] for a in range(len(q))) for k in K] for q in Q]


def scaled(scores, width):
    return [[s / math.sqrt(width) for s in row] for row in scores]


def random(*shape):
    return RNG.normal(size=shape)


R, N, ELL, D, P = 3, 5, 4, 2, 6
Q, K, V = random(R, ELL), random(N, ELL), random(N, D)
MASK = np.zeros((R, N))
MASK[0, 1:] = MASK[2, ::2] = -np.inf


def test_softmax():
    A = random(R, N)
    assert np.allclose(evaluate(word(softmax.softmax()), {softmax.A: A}), [softmax_row(row) for row in A])
    found = evaluate(word(softmax.extended_softmax()), {softmax.A: A, softmax.mask: MASK})
    assert np.allclose(found, [softmax_row(row) for row in A + MASK])
    assert np.all(found[-np.inf == MASK] == 0)


def test_softmax_of_a_masked_row_is_an_error():
    masked = MASK.copy()
    masked[1] = -np.inf
    with pytest.raises(MaskedRow, match="row 1 of"):
        evaluate(word(softmax.extended_softmax()), {softmax.A: random(R, N), softmax.mask: masked})
    with pytest.raises(MaskedRow, match="row 0 of"):
        type(word(softmax.softmax()))(sp.ImmutableMatrix([[-sp.oo, -sp.oo], [0, -sp.oo]]))


@pytest.mark.parametrize("standardised", [False, True])
def test_one_query(standardised):
    q = random(ELL, 1)
    expression = word(single.standardised_attention()) if standardised else word(single.normalised_attention())
    scores = dots(q.T, K)
    expected = answer(scaled(scores, ELL) if standardised else scores, V)
    assert np.allclose(evaluate(expression, {single.q: q, single.K: K, single.V: V}), expected)


def test_index_forms_of_the_answers():
    q = random(ELL, 1)
    one = {single.q: q, single.K: K, single.V: V, single.c: 1}
    batch = {single.Q: Q, single.K: K, single.V: V, single.c: 1, single.j: 2}
    linear = sum(sum(q[a, 0] * K[i, a] for a in range(ELL)) * V[i, 1] for i in range(N))
    assert np.isclose(evaluate(single.linear().rhs, one), linear)
    assert np.isclose(evaluate(single.normalised().rhs, one), answer(dots(q.T, K), V)[0, 1])
    assert np.isclose(evaluate(single.standardised_form().rhs, one), answer(scaled(dots(q.T, K), ELL), V)[0, 1])
    assert np.isclose(
        evaluate(single.linear_batch().rhs, batch), sum(s * v for s, v in zip(dots(Q, K)[2], V[:, 1], strict=True))
    )
    assert np.isclose(evaluate(single.normalised_batch().rhs, batch), answer(dots(Q, K), V)[2, 1])
    assert np.isclose(
        evaluate(single.standardised_batch().statements[-1].rhs, batch), answer(scaled(dots(Q, K), ELL), V)[2, 1]
    )


def test_attention_and_masked_attention():
    arrays = {attention.Q: Q, attention.K: K, attention.V: V}
    scores = scaled(dots(Q, K), ELL)
    assert np.allclose(evaluate(word(attention.attention()), arrays), answer(scores, V))
    masked = evaluate(word(causal.masked_attention()), arrays | {causal.mask: MASK})
    assert np.allclose(masked, answer(np.array(scores) + MASK, V))


def test_a_mask_without_a_zero_in_a_row_is_an_error():
    arrays = {
        causal.Q: Q,
        causal.K: K,
        causal.V: V,
        causal.mask: np.where(np.arange(R) == 2, -np.inf, 0.0)[:, None] + MASK,
    }
    with pytest.raises(MaskedRow, match="row 2 of"):
        evaluate(word(causal.masked_attention()), arrays)


def test_causal_mask():
    found = evaluate(word(causal.causal_mask()), {causal.n: N})
    assert [[found[j, i] for i in range(N)] for j in range(N)] == [
        [0 if i <= j else -math.inf for i in range(N)] for j in range(N)
    ]


@pytest.mark.parametrize("scale", [True, False])
def test_self_attention(scale):
    X, weights = random(N, P), [random(P, width) for width in (ELL, ELL, D)]
    symbols = (attention.X, attention.S_Q, attention.S_K, attention.S_V)
    expression = word(attention.self_attention()) if scale else word(attention.unscaled())
    scores = dots(X @ weights[0], X @ weights[1])
    expected = answer(scaled(scores, ELL) if scale else scores, X @ weights[2])
    assert np.allclose(evaluate(expression, dict(zip(symbols, (X, *weights), strict=True))), expected)


def test_self_attention_of_the_sheet():
    X, W_q, W_k = random(N, P), random(P, ELL), random(P, ELL)
    symbols = (attention.inputs, attention.W_q, attention.W_k)
    expected = [softmax_row(row) for row in scaled(dots(X @ W_q, X @ W_k), ELL)]
    found = evaluate(word(attention.sheet()), dict(zip(symbols, (X, W_q, W_k), strict=True)))
    assert np.allclose(found, expected)


def test_best_linear_map_is_that_of_numpy():
    found = evaluate(attention.best, {attention.K: K, attention.V: V, attention.G: K.T @ K})
    assert np.allclose(found, np.linalg.lstsq(K, V, rcond=None)[0])


def distance(x, y):
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(x, y, strict=True)))


KERNELS = {
    "euclidean": lambda q, k: -distance(q, k),
    "squared_euclidean": lambda q, k: -(distance(q, k) ** 2) / 2,
    "epanechnikov": lambda q, k: max(0.0, 1 - distance(q, k)),
    "box_car": lambda q, k: 1.0 if distance(q, k) <= 1 else 0.0,
}


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("step", [0.1, 0.5, 2.0])
def test_kernels_of_the_table(name, step):
    q, k = random(ELL, 1), random(ELL, 1)
    k = q + step * (k - q) / distance(q[:, 0], k[:, 0])
    found = evaluate(word(getattr(similarity, name)()), {similarity.q: q, similarity.k: k})
    assert np.isclose(found, KERNELS[name](q[:, 0], k[:, 0]))


def test_attention_with_a_kernel():
    def alpha(q, k):
        return math.sin(q[0] * k[1]) - q[1]

    arrays = {similarity.Q: Q, similarity.K: K, similarity.V: V, similarity.alpha: alpha}
    expected = answer([[alpha(q, k) for k in K] for q in Q], V)
    assert np.allclose(evaluate(word(similarity.kernel_attention()), arrays), expected)


# ----------------------------------------------------------------------------------------- near misses are not proved


def test_least_squares_needs_the_best_map():
    K, V, B, G = attention.K, attention.V, attention.B, attention.G
    norm, other = attention.squared_norm, 2 * attention.best
    wrong = claim(norm(K * B - V), norm(K * other - V) + norm(K * (B - other)), given=[attention.gram])
    assert decide(wrong).status == "refuted"
    assert decide(G.I * K.T * V, K.T * V, given=[attention.gram]).status != "proved"


def test_softmax_is_not_bounded_by_one_half():
    masked, j, i = softmax.masked, softmax.j, softmax.i
    assert decide(Le(masked[j, i], sp.Rational(1, 2))).status == "refuted"
    assert decide(Ge(masked[j, i], sp.Rational(1, 100))).status == "refuted"


def test_rows_alone_do_not_make_an_orthonormal_basis():
    q, keys = single.q, MatrixSymbol("K", single.n, single.ell)
    assert (
        decide(Equation(q, keys.T * keys * q), given=[Equation(keys * keys.T, sp.Identity(single.n))]).status
        != "proved"
    )


def test_the_average_is_not_bounded_by_a_smaller_number():
    bound = similarity.lower_bound()
    (low, output) = bound.proposition.proposition.args
    assert decide(Le(low + 1, output), given=bound.given).status == "refuted"
