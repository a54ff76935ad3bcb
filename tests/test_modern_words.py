"""Every word of symattn.modern has the values of a function by hand in NumPy, and its row in docs/modern.md.

``python tests/test_modern_words.py`` writes the table of words in docs/modern.md anew.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from sympy import Symbol

import symattn.modern
from symattn import MapSymbol, MatrixFamily, PermutationSymbol, evaluate
from tests.written import softmax

PAGE = Path(__file__).parents[1] / "docs" / "modern.md"
SIZES = {"r": 3, "n": 4, "m": 3, "p": 2, "q": 3, "d": 5, "e": 6, "ell": 2, "H": 3, "G": 2, "b": 2, "c": 3, "k": 2}
SIZES |= {"h": 3, "w": 2}
EPS = 1e-5

# --------------------------------------------------------------------------------------------------------- in NumPy


def attend(query, key, value, shown=True):
    return softmax(np.where(shown, query @ key.T / np.sqrt(query.shape[1]), -np.inf)) @ value


def lse(scores):
    return np.log(np.exp(scores).sum(axis=1, keepdims=True))


def up_to(rows, columns, first=0, window=None):
    """Whether query i, at the place first + i, sees key j: up to its own place, and within a window."""
    i, j = np.indices((rows, columns))
    return (j <= i + first) & (i + first - j < (window or columns + rows))


def rms(x, eps=0.0):
    return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + eps)


def standard(x, eps=0.0):
    return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + eps)


def unit(x):
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def gated(x, W_1, W_3, W_2):
    gate = x @ W_1
    return (gate / (1 + np.exp(-gate)) * (x @ W_3)) @ W_2


def cross_entropy(p, q):
    return -(p * np.log(q)).sum()


def joined(tiles):
    """Tiles below each other."""
    return tiles.reshape(-1, tiles.shape[2])


def scaled(query, key):
    return query @ key.T / np.sqrt(query.shape[1])


def flash_weights(query, key, L):
    return np.exp(scaled(query, key) - L)


def flash_scores(query, key, value, dO, L, D):
    return flash_weights(query, key, L) * (dO @ value.T - D)


def maximum(query, tiles):
    return scaled(query, joined(tiles)).max(axis=1, keepdims=True)


def normaliser(scores, reference):
    return np.exp(scores - reference).sum(axis=1, keepdims=True)


def merged_output_by_lse(O_1, l_1, O_2, l_2):
    return (np.exp(l_1) * O_1 + np.exp(l_2) * O_2) / (np.exp(l_1) + np.exp(l_2))


def rotary(x, theta, start):
    pairs = (x[:, ::2] + 1j * x[:, 1::2]) * np.exp(1j * (start + np.arange(len(x)))[:, None] * theta.T)
    return np.stack([pairs.real, pairs.imag], axis=2).reshape(x.shape)


def half_rotary(x, theta, start):
    order = np.arange(x.shape[1]).reshape(2, -1).T.reshape(-1)  # halves in turns
    return rotary(x[:, order], theta, start)[:, np.argsort(order)]


def turned(theta, position):
    blocks = np.zeros((2 * len(theta), 2 * len(theta)))
    for m, angle in enumerate(position * theta[:, 0]):
        blocks[2 * m : 2 * m + 2, 2 * m : 2 * m + 2] = [
            [np.cos(angle), -np.sin(angle)],
            [np.sin(angle), np.cos(angle)],
        ]
    return blocks


def recurrent(query, key, value, decays):
    """The rows of a linear recurrence, and its last state."""
    state, rows = np.zeros((key.shape[1], value.shape[1])), []
    for q_t, k_t, v_t, a in zip(query, key, value, decays, strict=True):
        state = a * state + np.outer(k_t, v_t)
        rows.append(q_t @ state)
    return np.array(rows), state


def semiseparable(logs):
    a, n = np.exp(logs[:, 0]), len(logs)
    return np.array([[np.prod(a[j + 1 : i + 1]) if j <= i else 0.0 for j in range(n)] for i in range(n)])


def grouped(x, W_Q, W_K, W_V, W_O):
    total = 0
    for queries, key, value, output in zip(W_Q, W_K, W_V, W_O, strict=True):
        heads = zip(np.split(queries, SIZES["H"], axis=1), np.split(output, SIZES["H"]), strict=True)
        total += sum(attend(x @ q, x @ key, x @ value) @ o for q, o in heads)
    return total


def latent(Q_C, Q_R, C, K_R, W_UK, W_UV, W_O):
    queries = (np.hstack(pair) for pair in zip(Q_C, Q_R, strict=True))
    heads = zip(queries, W_UK, W_UV, strict=True)
    return np.hstack([attend(q, np.hstack([C @ U, K_R]), C @ V) for q, U, V in heads]) @ W_O


def block(x, S_Q, S_K, S_V, W_1, W_3, W_2, eps):
    z = rms(x, eps)
    y = x + attend(z @ S_Q, z @ S_K, z @ S_V)
    return y + gated(rms(y, eps), W_1, W_3, W_2)


def speculative(p, q):
    """Draw from q, accept with min(1, p/q), else draw from max(0, p − q) normalised."""
    accept, rest = np.minimum(1, p / q), np.maximum(0, p - q)
    return q * accept + (1 - (q * accept).sum()) * rest / rest.sum()


def alibi(query, key, value, slope):
    i, j = np.indices((len(query), len(key)))
    scores = np.where(j <= i, scaled(query, key) - slope * (i - j), -np.inf)
    return softmax(scores) @ value


def repeated(tiles, size):
    return joined(np.repeat(tiles, size, axis=0))


def causal_weights(query, key):
    return np.tril(query @ key.T)


def interleaving(h):
    x = np.eye(2 * h)
    return np.stack([x[:, :h], x[:, h:]], axis=2).reshape(2 * h, 2 * h)


BY_HAND = {
    "ALiBi": alibi,
    "Accepted": lambda p, q: np.minimum(p, q).sum(),
    "CachedAttention": lambda q, K, k, V, v: attend(q, np.vstack([K, k]), np.vstack([V, v])),
    "CausalAttention": lambda Q, K, V: attend(Q, K, V, up_to(len(Q), len(K))),
    "CausalLinearAttention": lambda Q, K, V: recurrent(Q, K, V, np.ones(len(Q)))[0],
    "CausalOnes": lambda n: np.tri(n),
    "Centring": lambda d: np.eye(d) - 1 / d,
    "ChunkedPrefill": lambda Q, K_c, K, V_c, V: attend(
        Q, np.vstack([K_c, K]), np.vstack([V_c, V]), up_to(len(Q), len(K_c) + len(K), len(K_c))
    ),
    "CosineAttention": lambda Q, K, V, g: softmax(g * unit(Q) @ unit(K).T) @ V,
    "CrossEntropy": cross_entropy,
    "CrossEntropyOfLogits": lambda y, x: cross_entropy(y, softmax(x)),
    "Decay": lambda n, gamma: np.array([[gamma ** (i - j) if j <= i else 0.0 for j in range(n)] for i in range(n)]),
    "DecayedState": lambda K, V, gamma: recurrent(K, K, V, np.full(len(K), gamma))[1],
    "DeltaStep": lambda S, k, v, beta: S + beta * (v - S @ k) @ k.T,
    "DifferentialAttention": lambda Q_1, K_1, Q_2, K_2, V, lam: attend(Q_1, K_1, V) - lam * attend(Q_2, K_2, V),
    "Divergence": lambda p, q: (p * np.log(p / q)).sum(),
    "Entropy": lambda p: cross_entropy(p, p),
    "FeedForward": lambda x, W_1, b_1, W_2, b_2: np.maximum(0, x @ W_1 + b_1) @ W_2 + b_2,
    "FlashAttention": lambda Q, K, V: attend(Q, joined(K), joined(V)),
    "FlashDelta": lambda dO, O: (dO * O).sum(axis=1, keepdims=True),
    "FlashKeyGradient": lambda Q, K, V, dO, L, D: flash_scores(Q, K, V, dO, L, D).T @ Q / np.sqrt(Q.shape[1]),
    "FlashLogSumExp": lambda Q, K: lse(scaled(Q, joined(K))),
    "FlashMaximum": maximum,
    "FlashNormaliser": lambda Q, K: normaliser(scaled(Q, joined(K)), maximum(Q, K)),
    "FlashQueryGradient": lambda Q, K, V, dO, L, D: flash_scores(Q, K, V, dO, L, D) @ K / np.sqrt(Q.shape[1]),
    "FlashScoreGradient": flash_scores,
    "FlashSum": lambda Q, K, V: np.exp(scaled(Q, joined(K)) - maximum(Q, K)) @ joined(V),
    "FlashValueGradient": lambda Q, K, dO, L: flash_weights(Q, K, L).T @ dO,
    "FlashWeights": flash_weights,
    "GatedFeedForward": gated,
    "GroupedQueryAttention": grouped,
    "HalfRotary": half_rotary,
    "Interleaving": interleaving,
    "LatentAttention": latent,
    "LayerNorm": lambda x, gamma, beta, eps: gamma * standard(x, eps) + beta,
    "LinearState": lambda K, V: recurrent(K, K, V, np.ones(len(K)))[1],
    "LoRA": lambda W, B, A, alpha: W + alpha / B.shape[1] * B @ A,
    "LogSum": lambda x: lse(x)[0, 0],
    "MergedLSE": np.logaddexp,
    "MergedMax": np.maximum,
    "MergedNormaliser": lambda m, m_1, l_1, m_2, l_2: np.exp(m_1 - m) * l_1 + np.exp(m_2 - m) * l_2,
    "MergedOutput": lambda m, l, m_1, l_1, O_1, m_2, l_2, O_2: (
        (np.exp(m_1 - m) * l_1 * O_1 + np.exp(m_2 - m) * l_2 * O_2) / l
    ),
    "MergedOutputByLSE": merged_output_by_lse,
    "MergedSum": lambda m, m_1, O_1, m_2, O_2: np.exp(m_1 - m) * O_1 + np.exp(m_2 - m) * O_2,
    "MultiQueryAttention": lambda Q, K, V: np.hstack([attend(each, K, V) for each in Q]),
    "Normaliser": normaliser,
    "NormalizedLinearAttention": lambda Q, K, V: (
        causal_weights(Q, K) @ V / causal_weights(Q, K).sum(axis=1, keepdims=True)
    ),
    "PagedAttention": lambda q, sigma, K, V: attend(
        q, joined(K.reshape(len(sigma), -1, K.shape[1])[sigma]), joined(V.reshape(len(sigma), -1, V.shape[1])[sigma])
    ),
    "RMSNorm": rms,
    "RelativeBias": lambda n, b: np.array([[b(np.array([j - i]))[0] for j in range(n)] for i in range(n)]),
    "RepeatedHeads": repeated,
    "Residual": lambda p, q: np.maximum(0, p - q).sum(),
    "Retention": lambda Q, K, V, gamma: recurrent(Q, K, V, np.full(len(Q), gamma))[0],
    "Rotary": rotary,
    "RotaryMatrix": turned,
    "RotaryTheta": lambda h, base: base ** (-np.arange(h)[:, None] / h),
    "SSMState": lambda A, B, X: recurrent(B, B, X, np.exp(A[:, 0]))[1],
    "SafeSoftmax": softmax,
    "ScalarSSM": lambda A, C, B, X: recurrent(C, B, X, np.exp(A[:, 0]))[0],
    "Semiseparable": semiseparable,
    "SigmoidAttention": lambda Q, K, V, b: 1 / (1 + np.exp(-scaled(Q, K) - b)) @ V,
    "SinkSoftmax": lambda A, z: softmax(np.hstack([A, np.full((len(A), 1), z)]))[:, :-1],
    "Smoothed": lambda y, eps: (1 - eps) * y + eps / y.shape[1],
    "SoftCap": lambda x, c: c * np.tanh(x / c),
    "SoftTargetLoss": lambda v, z, T: cross_entropy(softmax(v / T), softmax(z / T)),
    "SoftmaxFrom": lambda S, c: softmax(S),
    "SoftmaxOne": lambda A: softmax(np.hstack([A, np.zeros((len(A), 1))]))[:, :-1],
    "SpeculativeSample": speculative,
    "Standardise": standard,
    "TileScores": scaled,
    "TiledHeads": lambda K, H: joined(np.tile(K, (H, 1, 1))),
    "TransformerBlock": block,
    "UnitRMS": rms,
    "UnitRows": unit,
    "WeightedSum": lambda S, V, c: np.exp(S - c) @ V,
    "WindowAttention": lambda Q, K, V, w: attend(Q, K, V, up_to(len(Q), len(K), window=w)),
}
#: Words of probabilities, whose rows are positive and add up to 1.
OF_PROBABILITIES = {"Accepted", "CrossEntropy", "Divergence", "Entropy", "Residual", "SpeculativeSample"}


def sized(expression):
    """The value of a size, as 2h."""
    return int(expression.subs({size: SIZES[size.name] for size in expression.free_symbols}))


def drawn(parameter, probabilities, rng):
    """A random value of a parameter."""
    if isinstance(parameter, MatrixFamily):
        return rng.normal(size=tuple(map(sized, parameter.args[1:])))
    if isinstance(parameter, PermutationSymbol):
        return rng.permutation(sized(parameter.shape[0]))
    if isinstance(parameter, MapSymbol):
        return np.tanh
    if isinstance(parameter, Symbol):
        return SIZES[parameter.name] if parameter.is_integer else rng.uniform(0.3, 0.9)
    values = rng.normal(size=tuple(map(sized, parameter.shape)))
    return softmax(values) if probabilities else values


@pytest.mark.parametrize("name", symattn.modern.__all__)
def test_a_word_has_the_values_of_a_function_by_hand(name):
    rng = np.random.default_rng(len(name))
    word = getattr(symattn.modern, name)
    parameters = word.word.parameters
    values = {parameter: drawn(parameter, name in OF_PROBABILITIES, rng) for parameter in parameters}
    sizes = {size: SIZES[size.name] for size in word.word.sizes}
    expected = BY_HAND[name](*values.values())
    found = evaluate(word(*parameters), {**sizes, **values})
    assert np.shape(found) == np.shape(expected)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def test_no_function_by_hand_is_of_a_word_that_is_no_more():
    assert sorted(BY_HAND) == symattn.modern.__all__


# ------------------------------------------------------------------------------------------------- the page of words


def kind_of(parameter):
    """What a parameter is: the shape of a matrix, or what else it may be."""
    if isinstance(parameter, MatrixFamily):
        heads, *shape = parameter.args[1:]
        return f"{written(heads)} of {'×'.join(map(written, shape))}"
    if isinstance(parameter, PermutationSymbol):
        return f"permutation of {written(parameter.shape[0])}"
    if isinstance(parameter, MapSymbol):
        return "function"
    if isinstance(parameter, Symbol):
        return "size" if parameter.is_integer else "number > 0" if parameter.is_positive else "number"
    return "×".join(map(written, parameter.shape))


def written(size):
    text = str(size).replace("ell", "ℓ").replace("*", "")
    return text if re.fullmatch(r"\w+", text) else f"({text})"


def rows_of_the_table():
    """Return the table of words: each with its parameters in their order, and the first sentence of its docstring."""
    yield "| word | parameters | what it is |"
    yield "|---|---|---|"
    for name in symattn.modern.__all__:
        word = getattr(symattn.modern, name)
        parameters = ", ".join(f"{parameter}: {kind_of(parameter)}" for parameter in word.word.parameters)
        sentence = word.__doc__.split("\n")[0].replace("|", r"\|")
        yield f"| `{name}` | {parameters} | {sentence} |"


def with_table(page):
    """Return the page with its table of words as the definitions are."""
    head = re.escape("| word | parameters | what it is |")
    return re.sub(rf"{head}\n(\|.*\n)*", lambda _: "\n".join(rows_of_the_table()) + "\n", page)


def test_the_page_has_the_parameters_of_each_word():
    page = PAGE.read_text(encoding="utf-8")
    assert "| word | parameters | what it is |" in page
    assert with_table(page) == page, "run python tests/test_modern_words.py"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
