"""The definitions of heads, normalisation, positions and recurrences against the operators that people run.

PyTorch's and Hugging Face's own are taken where they are installed; functions by hand in NumPy are taken everywhere.
"""

import numpy as np
import pytest
from sympy import MatrixSymbol, Symbol

from symattn import (
    MatrixFamily,
    MultiHeadAttention,
    PermutationSymbol,
    decide,
    dims,
    evaluate,
    prove,
)
from symattn.modern.cross_entropy import CrossEntropyOfLogits, Divergence, LogSum, Smoothed
from symattn.modern.heads import GroupedQueryAttention, LatentAttention, MultiQueryAttention, RepeatedHeads, TiledHeads
from symattn.modern.normalisation import LayerNorm, RMSNorm
from symattn.modern.positions import ALiBi, HalfRotary, Interleaving, Rotary, RotaryTheta
from symattn.modern.recurrences import CausalLinearAttention, DeltaStep, Retention, ScalarSSM
from symattn.modern.transformer import GatedFeedForward, TransformerBlock
from symattn.modern.variants import DifferentialAttention, SigmoidAttention, SinkSoftmax, SoftCap, SoftmaxOne, UnitRows
from tests.written import softmax

n, r, ell, d, e, p, q, h, c, G, H = dims("n r ell d e p q h c G H")
X, gamma, beta = MatrixSymbol("X", n, d), MatrixSymbol("gamma", 1, d), MatrixSymbol("beta", 1, d)
Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
EPS = 1e-5
CLOSE = {"rtol": 1e-12, "atol": 1e-12}


@pytest.fixture
def rng():
    return np.random.default_rng(13)


def attention(query, key, value):
    return softmax(query @ key.T / np.sqrt(query.shape[1])) @ value


def rms(x):
    return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + EPS)


def silu(x):
    return x / (1 + np.exp(-x))


def half_rotary(x, theta, start=0):
    angles = (start + np.arange(len(x)))[:, None] * theta.T
    cos, sin = (np.concatenate([f(angles)] * 2, axis=1) for f in (np.cos, np.sin))
    first, second = np.split(x, 2, axis=1)
    return x * cos + np.concatenate([-second, first], axis=1) * sin


def rotary(x, theta, start=0):
    pairs = (x[:, ::2] + 1j * x[:, 1::2]) * np.exp(1j * (start + np.arange(len(x)))[:, None] * theta.T)
    return np.stack([pairs.real, pairs.imag], axis=2).reshape(x.shape)


# ------------------------------------------------------------------------------------------- functions by hand, NumPy


def test_normalisations_have_the_values_of_functions_by_hand(rng):
    x, g, b = rng.normal(size=(4, 6)), rng.normal(size=(1, 6)), rng.normal(size=(1, 6))
    by_hand = g * (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + EPS) + b
    found = evaluate(LayerNorm(X, gamma, beta, EPS), {X: x, gamma: g, beta: b})
    np.testing.assert_allclose(found, by_hand, **CLOSE)
    np.testing.assert_allclose(evaluate(RMSNorm(X, EPS), {X: x}), rms(x), **CLOSE)


def test_rotary_words_have_the_values_of_both_layouts(rng):
    x, data = rng.normal(size=(5, 6)), MatrixSymbol("X", n, 2 * h)
    theta, start = MatrixSymbol("theta", h, 1), Symbol("s", real=True)
    angles = evaluate(RotaryTheta(h, 10000), {h: 3})
    np.testing.assert_allclose(angles, 10000.0 ** (-np.arange(3)[:, None] / 3), **CLOSE)
    for word, by_hand in ((HalfRotary, half_rotary), (Rotary, rotary)):
        found = evaluate(word(data, theta, start), {data: x, theta: angles, start: 7.0})
        np.testing.assert_allclose(found, by_hand(x, angles, 7.0), **CLOSE)
    order = evaluate(Interleaving(h), {h: 3})
    np.testing.assert_array_equal(np.arange(6) @ order, [0, 3, 1, 4, 2, 5])


def test_alibi_has_the_values_of_its_slopes_by_hand(rng):
    x, k, v, slope = (rng.normal(size=(4, w)) for w in (2, 2, 3)), None, None, Symbol("s", real=True)
    x, k, v = x
    i, j = np.indices((4, 4))
    scores = np.where(j <= i, x @ k.T / np.sqrt(2) - 0.25 * (i - j), -np.inf)
    found = evaluate(ALiBi(Q, K, V, slope), {Q: x, K: k, V: v, slope: 0.25})
    np.testing.assert_allclose(found, softmax(scores) @ v, **CLOSE)


def grouped(rng, groups=2, heads=3, width=2, tokens=4, model=5):
    """Random weights of grouped queries, and the heads as arrays: queries (GH, n, p), keys and values (G, n, p)."""
    x = rng.normal(size=(tokens, model))
    W_Q, W_K, W_V = (rng.normal(size=(groups, model, w)) for w in (heads * width, width, width))
    W_O = rng.normal(size=(groups, heads * width, model))
    query = np.concatenate([np.stack(np.split(x @ W, heads, axis=1)) for W in W_Q])
    output = W_O.reshape(groups * heads, width, model)
    return x, (W_Q, W_K, W_V, W_O), query, x @ W_K, x @ W_V, output


def grouped_word(x, weights):
    shapes = ((d, H * p), (d, p), (d, p), (H * p, d))
    families = [MatrixFamily(name, G, *shape) for name, shape in zip("QKVO", shapes, strict=True)]
    values = {X: x, **dict(zip(families, weights, strict=True)), H: 3}
    return evaluate(GroupedQueryAttention(X, *families), values)


def test_grouped_queries_repeat_their_keys(rng):
    x, weights, query, key, value, output = grouped(rng)
    keys, values = np.repeat(key, 3, axis=0), np.repeat(value, 3, axis=0)
    by_hand = sum(attention(*head) @ W for *head, W in zip(query, keys, values, output, strict=True))
    np.testing.assert_allclose(grouped_word(x, weights), by_hand, **CLOSE)


def test_repeated_heads_are_numpys_repeat_and_tiled_ones_its_tile(rng):
    key, family = rng.normal(size=(2, 4, 3)), MatrixFamily("K", G, n, ell)
    for word, by_hand in ((RepeatedHeads, np.repeat(key, 3, axis=0)), (TiledHeads, np.tile(key, (3, 1, 1)))):
        found = evaluate(word(family, H), {family: key, H: 3})
        np.testing.assert_array_equal(found, by_hand.reshape(-1, 3))


def test_multi_query_and_latent_attention_have_the_values_of_functions_by_hand(rng):
    Qs, keys, values = MatrixFamily("Q", H, r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    query, key, value = rng.normal(size=(3, 2, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 2))
    found = evaluate(MultiQueryAttention(Qs, keys, values), {Qs: query, keys: key, values: value})
    np.testing.assert_allclose(found, np.hstack([attention(each, key, value) for each in query]), **CLOSE)

    Q_C, Q_R = MatrixFamily("Q_C", H, r, ell), MatrixFamily("Q_R", H, r, p)
    C, K_R = MatrixSymbol("C", n, c), MatrixSymbol("K_R", n, p)
    W_UK, W_UV, W_O = MatrixFamily("U", H, c, ell), MatrixFamily("W", H, c, q), MatrixSymbol("W_O", H * q, e)
    shapes = ((3, 2, 4), (3, 2, 2), (5, 6), (5, 2), (3, 6, 4), (3, 6, 2), (6, 7))
    symbols, arrays = (Q_C, Q_R, C, K_R, W_UK, W_UV, W_O), [rng.normal(size=shape) for shape in shapes]
    found = evaluate(LatentAttention(*symbols), dict(zip(symbols, arrays, strict=True)))
    q_c, q_r, latent, k_r, u_k, u_v, w_o = arrays
    heads = [
        attention(np.hstack([q_c[a], q_r[a]]), np.hstack([latent @ u_k[a], k_r]), latent @ u_v[a]) for a in range(3)
    ]
    np.testing.assert_allclose(found, np.hstack(heads) @ w_o, **CLOSE)


def test_recurrences_have_the_values_of_loops_over_tokens(rng):
    query, key, value, decays = (rng.normal(size=(6, w)) for w in (3, 3, 2, 1))
    names = MatrixSymbol("Q", n, p), MatrixSymbol("K", n, p), MatrixSymbol("V", n, d)
    logs, rate = MatrixSymbol("A", n, 1), Symbol("gamma", positive=True)
    values = dict(zip((*names, logs, rate), (query, key, value, decays, 0.7), strict=True))
    words = {
        CausalLinearAttention(*names): np.ones(6),
        Retention(*names, rate): np.full(6, 0.7),
        ScalarSSM(logs, *names): np.exp(decays[:, 0]),
    }
    for word, factors in words.items():
        state, rows = np.zeros((3, 2)), []
        for a, q_t, k_t, v_t in zip(factors, query, key, value, strict=True):
            state = a * state + np.outer(k_t, v_t)
            rows.append(q_t @ state)
        np.testing.assert_allclose(evaluate(word, values), rows, **CLOSE)


def test_the_delta_rule_writes_what_its_key_then_returns(rng):
    S, k, v = MatrixSymbol("S", d, p), MatrixSymbol("k", p, 1), MatrixSymbol("v", d, 1)
    state, key, value = rng.normal(size=(3, 4)), rng.normal(size=(4, 1)), rng.normal(size=(3, 1))
    key /= np.linalg.norm(key)
    np.testing.assert_allclose(evaluate(DeltaStep(S, k, v, 1), {S: state, k: key, v: value}) @ key, value, **CLOSE)


def test_variants_have_the_values_of_functions_by_hand(rng):
    A, z, b, cap = MatrixSymbol("A", r, n), *(Symbol(name, real=True) for name in "zb"), Symbol("c", positive=True)
    scores = rng.normal(size=(3, 4))
    exps = np.exp(scores)
    np.testing.assert_allclose(evaluate(SoftmaxOne(A), {A: scores}), exps / (1 + exps.sum(1, keepdims=True)), **CLOSE)
    by_hand = softmax(np.hstack([scores, np.full((3, 1), 0.4)]))[:, :4]
    np.testing.assert_allclose(evaluate(SinkSoftmax(A, z), {A: scores, z: 0.4}), by_hand, **CLOSE)
    np.testing.assert_allclose(evaluate(SoftCap(z, cap), {z: 70.0, cap: 50.0}), 50 * np.tanh(1.4), **CLOSE)
    names = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    query, key, value = rng.normal(size=(3, 2)), rng.normal(size=(4, 2)), rng.normal(size=(4, 5))
    values = {**dict(zip(names, (query, key, value), strict=True)), b: -0.3, z: 0.8}
    weights = 1 / (1 + np.exp(-(query @ key.T / np.sqrt(2) - 0.3)))
    np.testing.assert_allclose(evaluate(SigmoidAttention(*names, b), values), weights @ value, **CLOSE)
    twice = DifferentialAttention(*names[:2], *names[:2], names[2], z)
    np.testing.assert_allclose(evaluate(twice, values), 0.2 * attention(query, key, value), **CLOSE)


# ---------------------------------------------------------------------------------------------- PyTorch, Hugging Face


def test_normalisations_are_pytorchs(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    x, g, b = rng.normal(size=(4, 6)), rng.normal(size=(1, 6)), rng.normal(size=(1, 6))
    tensors = [torch.from_numpy(each) for each in (x, g[0], b[0])]
    theirs = torch.nn.functional.layer_norm(tensors[0], (6,), tensors[1], tensors[2], EPS)
    found = evaluate(LayerNorm(X, gamma, beta, EPS), {X: x, gamma: g, beta: b})
    np.testing.assert_allclose(found, theirs.numpy(), **CLOSE)
    if hasattr(torch.nn.functional, "rms_norm"):
        theirs = torch.nn.functional.rms_norm(tensors[0], (6,), tensors[1], EPS)
        np.testing.assert_allclose(evaluate(RMSNorm(X, EPS), {X: x}) * g, theirs.numpy(), **CLOSE)


def test_multi_head_attention_is_pytorchs(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    heads, width = 3, 2
    module = torch.nn.MultiheadAttention(heads * width, heads, bias=False, batch_first=True, dtype=torch.float64)
    x = rng.normal(size=(5, heads * width))
    with torch.no_grad():
        theirs = module(*[torch.from_numpy(x)[None]] * 3, need_weights=False)[0][0].numpy()
        stacked, output = module.in_proj_weight.numpy(), module.out_proj.weight.numpy().T
    families = [MatrixFamily(f"W_{name}", H, d, p) for name in "QKV"]
    W_O = MatrixSymbol("W_O", H * p, d)
    split = [np.stack(np.split(W.T, heads, axis=1)) for W in np.split(stacked, 3)]
    values = {X: x, W_O: output, **dict(zip(families, split, strict=True))}
    np.testing.assert_allclose(evaluate(MultiHeadAttention(X, X, X, *families, W_O), values), theirs, **CLOSE)


def test_grouped_queries_are_pytorchs(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    x, weights, query, key, value, output = grouped(rng)
    attend = torch.nn.functional.scaled_dot_product_attention
    tensors = [torch.from_numpy(np.ascontiguousarray(each))[None] for each in (query, key, value)]
    try:
        theirs = attend(*tensors, enable_gqa=True)[0].numpy()
    except TypeError:
        pytest.skip("this PyTorch has no enable_gqa")
    np.testing.assert_allclose(grouped_word(x, weights), sum(map(np.matmul, theirs, output)), **CLOSE)


def test_the_layout_of_halves_is_llamas(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    llama = pytest.importorskip("transformers.models.llama.modeling_llama", reason="transformers is missing")
    x, data, theta = rng.normal(size=(5, 6)), MatrixSymbol("X", n, 2 * h), MatrixSymbol("theta", h, 1)
    angles = 10000.0 ** (-np.arange(3)[:, None] / 3)
    turns = torch.from_numpy(np.concatenate([np.arange(5)[:, None] * angles.T] * 2, axis=1))[None]
    tensor = torch.from_numpy(x)[None, None]
    theirs = llama.apply_rotary_pos_emb(tensor, tensor, turns.cos(), turns.sin())[0][0, 0].numpy()
    np.testing.assert_allclose(evaluate(HalfRotary(data, theta, 0), {data: x, theta: angles}), theirs, **CLOSE)
    norm = llama.LlamaRMSNorm(6, eps=EPS).to(torch.float64)
    with torch.no_grad():
        theirs = norm(torch.from_numpy(x)).numpy()  # computed in single precision inside
    np.testing.assert_allclose(evaluate(RMSNorm(data, EPS), {data: x}), theirs, rtol=1e-5, atol=1e-6)


def test_the_layout_of_pairs_is_gpt_js(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    gptj = pytest.importorskip("transformers.models.gptj.modeling_gptj", reason="transformers is missing")
    x, data, theta = rng.normal(size=(5, 6)), MatrixSymbol("X", n, 2 * h), MatrixSymbol("theta", h, 1)
    angles = 10000.0 ** (-np.arange(3)[:, None] / 3)
    turns = torch.from_numpy(np.arange(5)[:, None] * angles.T)[None]
    theirs = gptj.apply_rotary_pos_emb(torch.from_numpy(x)[None, :, None], turns.sin(), turns.cos())[0, :, 0].numpy()
    np.testing.assert_allclose(evaluate(Rotary(data, theta, 0), {data: x, theta: angles}), theirs, **CLOSE)


def test_losses_are_pytorchs(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    F = torch.nn.functional
    names, smoothing = [MatrixSymbol(name, 1, n) for name in "yxq"], Symbol("epsilon", real=True)
    y, x, other = names
    arrays = softmax(rng.normal(size=(1, 5))), rng.normal(size=(1, 5)), softmax(rng.normal(size=(1, 5)))
    values = {**dict(zip(names, arrays, strict=True)), smoothing: 0.1}
    targets, logits, others = map(torch.from_numpy, arrays)
    for eps, expression in ((0.0, y), (0.1, Smoothed(y, smoothing))):
        theirs = F.cross_entropy(logits, targets, label_smoothing=eps).item()
        np.testing.assert_allclose(evaluate(CrossEntropyOfLogits(expression, x), values), theirs, **CLOSE)
    theirs = F.kl_div(others.log(), targets, reduction="sum").item()
    np.testing.assert_allclose(evaluate(Divergence(y, other), values), theirs, **CLOSE)
    np.testing.assert_allclose(evaluate(LogSum(x), values), torch.logsumexp(logits, dim=1).item(), **CLOSE)


def test_unit_rows_are_pytorchs(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    x = rng.normal(size=(4, 6))
    theirs = torch.nn.functional.normalize(torch.from_numpy(x), dim=1).numpy()
    np.testing.assert_allclose(evaluate(UnitRows(X), {X: x}), theirs, **CLOSE)


def test_softmax_off_by_one_is_pytorchs_attention_with_a_key_of_zeros(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    module = torch.nn.MultiheadAttention(4, 1, bias=False, add_zero_attn=True, batch_first=True, dtype=torch.float64)
    x, A, value = rng.normal(size=(5, 4)), MatrixSymbol("A", r, n), MatrixSymbol("V", n, d)
    with torch.no_grad():
        theirs = module(*[torch.from_numpy(x)[None]] * 3, need_weights=False)[0][0].numpy()
        W_Q, W_K, W_V = (W.T for W in np.split(module.in_proj_weight.numpy(), 3))
        output = module.out_proj.weight.numpy().T
    values = {A: x @ W_Q @ (x @ W_K).T / 2, value: x @ W_V}
    np.testing.assert_allclose(evaluate(SoftmaxOne(A) * value, values) @ output, theirs, **CLOSE)


def test_linear_biases_are_blooms(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    bloom = pytest.importorskip("transformers.models.bloom.modeling_bloom", reason="transformers is missing")
    biases = bloom.build_alibi_tensor(torch.ones(1, 5), 4, torch.float64).numpy()  # heads × 1 × keys
    slope, (x, k, v) = Symbol("s", real=True), (rng.normal(size=(5, w)) for w in (2, 2, 3))
    for bias in biases:
        scores = np.where(np.tri(5) > 0, x @ k.T / np.sqrt(2) + bias, -np.inf)
        found = evaluate(ALiBi(Q, K, V, slope), {Q: x, K: k, V: v, slope: bias[0, 1]})
        np.testing.assert_allclose(found, softmax(scores) @ v, **CLOSE)


def llama_config(**sizes):
    """The configuration of a small Llama."""
    transformers = pytest.importorskip("transformers", reason="transformers is missing")
    return transformers.LlamaConfig(**sizes)


def test_rotary_frequencies_are_llamas():
    pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    llama = pytest.importorskip("transformers.models.llama.modeling_llama", reason="transformers is missing")
    try:
        embedding = llama.LlamaRotaryEmbedding(config=llama_config(hidden_size=24, num_attention_heads=4))
    except TypeError:  # transformers before 4.43
        embedding = llama.LlamaRotaryEmbedding(6)
    found = evaluate(RotaryTheta(h, 10000), {h: 3})
    np.testing.assert_allclose(found[:, 0], embedding.inv_freq.numpy(), rtol=1e-6)


def test_repeated_heads_are_llamas(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    llama = pytest.importorskip("transformers.models.llama.modeling_llama", reason="transformers is missing")
    key, family = rng.normal(size=(2, 4, 3)), MatrixFamily("K", G, n, ell)
    theirs = llama.repeat_kv(torch.from_numpy(key)[None], 3)[0].reshape(-1, 3).numpy()
    np.testing.assert_array_equal(evaluate(RepeatedHeads(family, H), {family: key, H: 3}), theirs)


def test_the_gated_layer_is_llamas(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    llama = pytest.importorskip("transformers.models.llama.modeling_llama", reason="transformers is missing")
    config = llama_config(hidden_size=6, intermediate_size=8, num_attention_heads=2)
    layer, x = llama.LlamaMLP(config).to(torch.float64), rng.normal(size=(4, 6))
    with torch.no_grad():
        theirs = layer(torch.from_numpy(x)).numpy()
        weights = [part.weight.numpy().T for part in (layer.gate_proj, layer.up_proj, layer.down_proj)]
    names = MatrixSymbol("W_1", d, e), MatrixSymbol("W_3", d, e), MatrixSymbol("W_2", e, d)
    found = evaluate(GatedFeedForward(X, *names), {X: x, **dict(zip(names, weights, strict=True))})
    np.testing.assert_allclose(found, theirs, **CLOSE)


# --------------------------------------------------------------------------------------------------------- the depth


def np_block(x, S_Q, S_K, S_V, W_1, W_3, W_2):
    z = rms(x)
    y = x + attention(z @ S_Q, z @ S_K, z @ S_V)
    z = rms(y)
    return y + (silu(z @ W_1) * (z @ W_3)) @ W_2


SHAPES = (("S_Q", d, p), ("S_K", d, p), ("S_V", d, d), ("W_1", d, e), ("W_3", d, e), ("W_2", e, d))
eps = Symbol("epsilon", positive=True)


def stack(tokens, depth):
    for layer in range(depth):
        tokens = TransformerBlock(tokens, *(MatrixSymbol(f"{name}^{layer}", *s) for name, *s in SHAPES), eps)
    return tokens


def test_a_block_has_the_values_of_a_function_by_hand(rng):
    sizes = {d: 4, p: 2, e: 3}
    arrays = [rng.normal(size=tuple(sizes[s] for s in shape)) for _, *shape in SHAPES]
    symbols = [MatrixSymbol(f"{name}^0", *shape) for name, *shape in SHAPES]
    x = rng.normal(size=(3, 4))
    found = evaluate(stack(X, 1), {X: x, eps: EPS, **dict(zip(symbols, arrays, strict=True))})
    np.testing.assert_allclose(found, np_block(x, *arrays), **CLOSE)


def test_the_proof_for_a_stack_grows_at_most_linearly_with_its_depth():
    """Counted in inferences: what a layer more adds does not grow."""
    sigma = PermutationSymbol("sigma", n)
    block = prove(stack(sigma * X, 1), sigma * stack(X, 1))
    counts = {}
    for depth in (1, 2, 4, 8):
        verdict = decide(stack(sigma * X, depth), sigma * stack(X, depth), using=[block])
        assert verdict.status == "proved"
        counts[depth] = verdict.inferences
    per_layer = [(counts[b] - counts[a]) / (b - a) for a, b in ((1, 2), (2, 4), (4, 8))]
    assert max(per_layer[1:]) <= per_layer[0] + 10 and counts[8] <= 8 * counts[1], counts
