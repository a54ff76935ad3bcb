"""The zoo: correct functions, and functions with a planted bug, each with what it is to compute.

``SOURCES`` says for a class of bugs where it really occurred; of the others no public case was found.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sympy import (
    BlockMatrix,
    FunctionMatrix,
    HadamardProduct,
    Lambda,
    MatrixSymbol,
    OneMatrix,
    Rational,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    sqrt,
    symbols,
    tanh,
)

from symattn import (
    Attention,
    BottomRightCausalMask,
    CausalMask,
    LogSumExp,
    MaskSymbol,
    PermutationSymbol,
    RotaryEncoding,
    RowSoftmax,
    SlidingWindowMask,
    dims,
)
from symattn.modern import CausalLinearAttention, LayerNorm, RMSNorm
from symattn.testing.detectors import theorems_about
from symattn.testing.relations import Relation
from tests.zoo import kernels, variants
from tests.zoo import rows as of_rows
from tests.zoo.sources import SOURCES

r, n, ell, d, k = dims("r n ell d k")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
X, Y, Z = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
LK, LV = MatrixSymbol("K", r + k, ell), MatrixSymbol("V", r + k, d)
h = dims("h")
start = Symbol("s", integer=True, nonnegative=True)
M, B, A = MaskSymbol("M", r, n), MatrixSymbol("B", r, n), MatrixSymbol("A", r, n)
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", r)
w, u, c = MatrixSymbol("w", 1, ell), MatrixSymbol("u", 1, d), MatrixSymbol("c", r, 1)
G = MatrixSymbol("dO", r, d)
P = RowSoftmax(Q * K.T / sqrt(ell))
dP = G * V.T
row_sums = HadamardProduct(P, dP) * OneMatrix(n, n)
s, t = MatrixSymbol("s", r, 1), MatrixSymbol("t", r, 1)
j, i, m = symbols("j i m", integer=True)
logistic = FunctionMatrix(r, 1, Lambda((j, i), 1 / (1 + exp(t[j, 0] - s[j, 0]))))
keys, rows = OneMatrix(n, 1), OneMatrix(r, 1)
scores = Q * K.T / sqrt(ell)
PM = RowSoftmax(scores + M)
capped = FunctionMatrix(r, n, Lambda((j, i), 4 * tanh(scores[j, i] / 4)))
distance = FunctionMatrix(n, n, Lambda((j, i), (i - j) / 4))
TX, TY, theta = MatrixSymbol("Q", n, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("theta", h, 1)
later = BottomRightCausalMask(r, r + k)
near = SlidingWindowMask(n, 3)
T, gamma, beta = MatrixSymbol("X", n, d), MatrixSymbol("gamma", 1, d), MatrixSymbol("beta", 1, d)
eps = Rational(1, 10**5)


@dataclass(frozen=True)
class Family:
    """Say what functions compute, how their arrays lie, and which theorems are asserted of them."""

    expr: Any
    signature: str
    relations: tuple[Any, ...]
    of: Any = None
    options: dict[str, Any] = field(default_factory=dict)


def about(name: str, statement: Callable[..., Any]) -> Relation:
    """Return a theorem about a function of this zoo."""
    return Relation(name, name, "", statement)


def padded(matrix: Any, factor: int = 1) -> Any:
    """Return four times the width, the rest of it zeros."""
    return BlockMatrix([[factor * matrix, ZeroMatrix(matrix.shape[0], 3 * matrix.shape[1])]])


def both(above: Any, below: Any) -> Any:
    """Return one matrix above another."""
    return BlockMatrix([[above], [below]])


a, b = MatrixSymbol("a", 1, ell), MatrixSymbol("b", 1, ell)
s_1, t_1 = MatrixSymbol("s", 1, d), MatrixSymbol("t", 1, d)
#: (dO Vᵀ − the means of its rows) / n, the gradient of the scores where all weights are 1/n.
centred = (dP - dP * OneMatrix(n, n) / n) / n


def capped_logistic() -> Any:
    """Return the means of s and t, with a logistic function of the difference of their capped scores for a weight."""
    x, y = ((4 * tanh(Sum(Q[j, m] * key[0, m], (m, 0, ell - 1)) / sqrt(ell) / 4)) for key in (a, b))
    return FunctionMatrix(r, d, Lambda((j, i), s_1[0, i] + (t_1[0, i] - s_1[0, i]) / (1 + exp(x - y))))


def of_backward(expr: Any, signature: str, *own: Relation, **options: Any) -> Family:
    """Return the family of a gradient, with the theorems about it and some of its own."""
    return Family(expr, signature, (*theorems_about(expr), *own), options=options)


MASKED = theorems_about(Attention(Q, K, V, M))
TURNED = Attention(RotaryEncoding(TX, theta, start), RotaryEncoding(TY, theta, start), Z)
PADDED = tuple(each for each in MASKED if each.name not in ("masked own key shown", "masked prefix means"))
FAMILIES = {
    "plain": Family(Attention(Q, K, V), "Q: b r ell, K: b n ell, V: b n d -> b r d", theorems_about(Attention)),
    "masked": Family(
        Attention(Q, K, V, M),
        "Q: b r ell, K: b n ell, V: b n d, M: b r n -> b r d",
        MASKED,
        options={"mask": "keep", "empty_rows": "zero"},
    ),
    "padded": Family(
        Attention(Q, K, V, M),
        "Q: b r ell, K: b n ell, V: b n d, M: b n -> b r d",
        PADDED,
        options={"mask": "keep"},
    ),
    "causal": Family(
        Attention(X, Y, Z, CausalMask(n)),
        "Q: b n ell, K: b n ell, V: b n d -> b n d",
        theorems_about(Attention(X, Y, Z, CausalMask(n))),
    ),
    "decoding": Family(
        Attention(Q, LK, LV, later),
        "Q: b r ell, K: b r+k ell, V: b r+k d -> b r d",
        theorems_about(Attention(Q, LK, LV, later)),
    ),
    "window": Family(
        Attention(X, Y, Z, near),
        "Q: b n ell, K: b n ell, V: b n d -> b n d",
        theorems_about(Attention(X, Y, Z, near)),
    ),
    "grouped": Family(
        Attention(Q, K, V),
        "Q: b (g rep) r ell, K: b g n ell, V: b g n d -> b (g rep) r d",
        theorems_about(Attention),
        options={"sizes": {"b": (1, 2), "g": (1, 2), "rep": (1, 2)}},
    ),
    "heads": Family(
        Attention(Q, K, V),
        "Q: b r (H ell), K: b n (H ell), V: b n (H d) -> b r (H d)",
        theorems_about(Attention),
        options={"sizes": {"b": (1, 2), "H": 2}},
    ),
    "biased": Family(
        Attention(Q, K, V, bias=B),
        "Q: b r ell, K: b n ell, V: b n d, B: b r n -> b r d",
        theorems_about(Attention(Q, K, V, bias=B)),
    ),
    "softmax": Family(
        RowSoftmax(A),
        "A: b r n -> b r n",
        theorems_about(RowSoftmax(A)),
    ),
    "values backward": of_backward(
        P.T * G,
        "Q: b r ell, K: b n ell, dO: b r d -> b n d",
        about("zero queries", lambda F: (F(ZeroMatrix(r, ell), K, G), OneMatrix(n, r) * G / n)),
    ),
    "queries backward": of_backward(
        HadamardProduct(P, dP - row_sums) * K / sqrt(ell),
        "Q: b r ell, K: b n ell, V: b n d, dO: b r d -> b r ell",
    ),
    "keys backward": of_backward(
        HadamardProduct(P, dP - row_sums).T * Q / sqrt(ell),
        "Q: b r ell, K: b n ell, V: b n d, dO: b r d -> b n ell",
        about("equal keys", lambda F: (F(Q, keys * w, V, G), centred.T * Q / sqrt(ell))),
    ),
    "queries backward under a mask": of_backward(
        HadamardProduct(PM, dP - HadamardProduct(PM, dP) * OneMatrix(n, n)) * K / sqrt(ell),
        "Q: b r ell, K: b n ell, V: b n d, dO: b r d, M: b r n -> b r ell",
        mask="keep",
    ),
    "scores backward": of_backward(
        HadamardProduct(P, dP - row_sums) / sqrt(ell),
        "Q: b r ell, K: b n ell, V: b n d, dO: b r d -> b r n",
        about("sum", lambda F: (F(Q, K, V, G) * OneMatrix(n, 1), ZeroMatrix(r, 1))),
        about("zero queries", lambda F: (F(ZeroMatrix(r, ell), K, V, G), centred / sqrt(ell))),
        about("key permutation", lambda F: (F(Q, sigma * K, sigma * V, G), F(Q, K, V, G) * sigma.T)),
    ),
    "capped": Family(
        RowSoftmax(capped + M) * V,
        "Q: b r ell, K: b n ell, V: b n d, M: b r n -> b r d",
        (
            about("zero queries", lambda F: (F(ZeroMatrix(r, ell), K, V, M), RowSoftmax(M) * V)),
            about("equal keys", lambda F: (F(Q, keys * w, V, M), RowSoftmax(M) * V)),
            about("constant values", lambda F: (F(Q, K, keys * u, M), rows * u)),
            about("value shift", lambda F: (F(Q, K, V + keys * u, M), F(Q, K, V, M) + rows * u)),
            about("width padding", lambda F: (F(padded(Q, 2), padded(K), V, M), F(Q, K, V, M))),
            about("two keys", lambda F: (F(Q, both(a, b), both(s_1, t_1), ZeroMatrix(r, 2)), capped_logistic())),
        ),
        options={"mask": "keep", "empty_rows": "zero"},
    ),
    "by distance": Family(
        RowSoftmax(X * Y.T / sqrt(ell) + distance + CausalMask(n)) * Z,
        "Q: b n ell, K: b n ell, V: b n d -> b n d",
        theorems_about(RowSoftmax(X * Y.T / sqrt(ell) + distance + CausalMask(n)) * Z),
    ),
    "rotary": Family(
        TURNED,
        "Q: b n (h 2), K: b n (h 2), V: b n d, theta: b h, s: () -> b n d",
        theorems_about(TURNED),
        options={"sizes": {"b": (1, 2), "n": (1, 2, 3, 5), "h": (1, 2), "d": (1, 2)}},
    ),
    "root mean square": Family(RMSNorm(T, eps), "X: b n d -> b n d", theorems_about(RMSNorm(T, eps))),
    "layer": Family(
        LayerNorm(T, gamma, beta, eps),
        "X: b n d, gamma: d, beta: d -> b n d",
        theorems_about(LayerNorm(T, gamma, beta, eps)),
    ),
    "logarithm of a sum": Family(LogSumExp(A), "A: b r n -> b r", theorems_about(LogSumExp(A))),
    "linear": Family(
        CausalLinearAttention(X, Y, Z),
        "Q: b n ell, K: b n ell, V: b n d -> b n d",
        theorems_about(CausalLinearAttention(X, Y, Z)),
    ),
}


@dataclass(frozen=True)
class Entry:
    """Hold a function, what family it is of, and the bug that was planted, if any."""

    name: str
    family: str
    function: Callable[..., Any]
    bug: str = ""

    @property
    def source(self) -> str:
        """Where such a bug occurred."""
        return SOURCES.get(self.bug, "")


def _textbook_times_one(q: Any, k: Any, v: Any) -> Any:
    """Masked with nothing hidden."""
    return kernels.textbook(q, k, v, mask=None)


def _by_queries(q: Any, k: Any, v: Any) -> Any:
    """One query after the other."""
    parts = [kernels.textbook(q[..., j : j + 1, :], k, v) for j in range(q.shape[-2])]
    return kernels.np.concatenate(parts, axis=-2)


def _keys_backwards(q: Any, k: Any, v: Any) -> Any:
    """Online softmax from the last key to the first."""
    return kernels.tiled(q, k[..., ::-1, :], v[..., ::-1, :], tile=1)


def _both_scaled(q: Any, k: Any, v: Any) -> Any:
    """Queries and keys each scaled by the fourth root."""
    kind = kernels.inner(q)
    root = kind(q.shape[-1] ** -0.25)
    return kernels.textbook(q.astype(kind) * root, k.astype(kind) * root, v.astype(kind), scale=1.0).astype(q.dtype)


def _by_einsum(q: Any, k: Any, v: Any) -> Any:
    """Sums by einsum."""
    q_, k_, v_ = kernels.lifted(q, k, v)
    s = kernels.np.einsum("...il,...jl->...ij", q_, k_) / q_.dtype.type(q.shape[-1] ** 0.5)
    p = kernels.np.exp(s - s.max(-1, keepdims=True))
    return (kernels.np.einsum("...ij,...jd->...id", p, v_) / p.sum(-1)[..., None]).astype(q.dtype)


def _rounded_weights(q: Any, k: Any, v: Any) -> Any:
    """Weights in the type of the inputs before they meet the values."""
    q_, k_, v_ = kernels.lifted(q, k, v)
    p = kernels.weights_of(q_, k_).astype(q.dtype).astype(q_.dtype)
    return (p @ v_).astype(q.dtype)


def _by_logarithm(q: Any, k: Any, v: Any) -> Any:
    """Weights by the logarithm of their sum, as backward passes compute them anew."""
    q_, k_, v_ = kernels.lifted(q, k, v)
    s = q_ @ kernels.swapped(k_) * q_.dtype.type(q.shape[-1] ** -0.5)
    top = s.max(-1, keepdims=True)
    return (kernels.np.exp(s - (top + kernels.np.log(kernels.np.exp(s - top).sum(-1, keepdims=True)))) @ v_).astype(
        q.dtype
    )


def _lowest(q: Any, k: Any, v: Any, mask: Any) -> Any:
    """Hidden scores are the lowest number, and rows that see nothing are put to 0."""
    found = kernels.textbook(q, k, v, mask, fault="lowest number for hidden scores")
    return kernels.np.where(mask.any(-1, keepdims=True), found, 0).astype(q.dtype)


def _by_products(q: Any, k: Any, v: Any, mask: Any) -> Any:
    """Exponentials of what is seen alone, each row by itself."""
    q_, k_, v_ = kernels.lifted(q, k, v)
    s = q_ @ kernels.swapped(k_) * q_.dtype.type(q.shape[-1] ** -0.5)
    top = kernels.np.where(mask, s, -kernels.INF).max(-1, keepdims=True)
    top = kernels.np.where(kernels.np.isfinite(top), top, 0)
    p = kernels.np.where(mask, kernels.np.exp(kernels.np.minimum(s - top, 0)), 0)
    total = p.sum(-1, keepdims=True)
    return (p @ v_ / kernels.np.where(total == 0, 1, total)).astype(q.dtype)


CORRECT = (
    Entry("all scores at once", "plain", kernels.textbook),
    Entry("tiles of 4 keys", "plain", kernels.tiled),
    Entry("tiles of 1 key", "plain", partial(kernels.tiled, tile=1)),
    Entry("tiles of 16 keys in base 2", "plain", partial(kernels.tiled, tile=16, base2=True)),
    Entry("two parts joined", "plain", kernels.split),
    Entry("five parts joined", "plain", partial(kernels.split, parts=5)),
    Entry("without a mask", "plain", _textbook_times_one),
    Entry("one query at a time", "plain", _by_queries),
    Entry("keys from last to first", "plain", _keys_backwards),
    Entry("queries and keys scaled", "plain", _both_scaled),
    Entry("sums by einsum", "plain", _by_einsum),
    Entry("weights rounded", "plain", _rounded_weights),
    Entry("hidden scores are −∞", "masked", kernels.textbook),
    Entry("hidden scores are lowest", "masked", _lowest),
    Entry("exponentials of what is seen", "masked", _by_products),
    Entry("masked tiles", "masked", kernels.tiled),
    Entry("masked tiles of 1 key", "masked", partial(kernels.tiled, tile=1)),
    Entry("padding by a mask", "padded", kernels.padded),
    Entry("padding by taking keys", "padded", kernels.padded_by_taking),
    Entry("causal by a mask", "causal", kernels.causal),
    Entry("causal by prefixes", "causal", kernels.causal_by_prefixes),
    Entry("causal in tiles", "causal", partial(kernels.causal, attention=kernels.tiled)),
    Entry("decoding", "decoding", kernels.causal),
    Entry("decoding in tiles", "decoding", partial(kernels.causal, attention=kernels.tiled)),
    Entry("window by a mask", "window", kernels.window),
    Entry("window by slices", "window", kernels.window_by_slices),
    Entry("groups repeated", "grouped", kernels.grouped),
    Entry("groups by an axis", "grouped", kernels.grouped_by_axes),
    Entry("heads in the width", "heads", partial(kernels.heads, H=2)),
    Entry("bias after scaling", "biased", lambda q, k, v, bias: kernels.textbook(q, k, v, bias=bias)),
    Entry("softmax", "softmax", kernels.softmax),
    Entry("softmax by logarithms", "softmax", kernels.softmax_by_logarithms),
    Entry("gradient of the values", "values backward", kernels.values_backward),
    Entry("gradient of the queries", "queries backward", kernels.queries_backward),
    Entry("gradient of the queries by results", "queries backward", partial(kernels.queries_backward, tiles=True)),
    Entry("gradient of the keys", "keys backward", variants.keys_backward),
    Entry("gradient of the queries under a mask", "queries backward under a mask", variants.masked_backward),
    Entry("gradient of the scores", "scores backward", variants.weights_backward),
    Entry("capped scores", "capped", variants.capped),
    Entry("biases by distance", "by distance", variants.by_distance),
    Entry("turned pairs", "rotary", variants.rotary),
    Entry("masked parts joined", "masked", variants.masked_parts),
    Entry("queries in one array", "plain", variants.queries_of_batch),
    Entry("base 2 in tiles of 4", "plain", variants.in_base_2),
    Entry("weights by a logarithm", "plain", _by_logarithm),
    Entry("root mean square", "root mean square", of_rows.rms),
    Entry("root mean square by norms", "root mean square", of_rows.rms_by_norms),
    Entry("normalised rows", "layer", of_rows.layer),
    Entry("logarithm of a sum", "logarithm of a sum", of_rows.log_sum),
    Entry("linear by a state", "linear", of_rows.linear),
    Entry("linear by scores", "linear", of_rows.linear_by_scores),
)


def _planted(family: str, function: Callable[..., Any], *bugs: str, **more: Any) -> list[Entry]:
    return [Entry(f"{family}: {bug}", family, partial(function, fault=bug, **more), bug) for bug in bugs]


PLANTED = (
    *_planted(
        "plain",
        kernels.textbook,
        "changes its queries",
        "takes memory for contiguous",
        "one key head for all",
        "single precision inside",
        "scale of the number of keys",
        "scale of the width of the values",
        "scale of a fixed width",
        "scale of the width of all heads",
        "scale 1/width",
        "no scale",
        "scaled twice",
        "rest of the width left out",
        "keys reshaped, not transposed",
        "scores capped",
        "scores clipped",
        "scores in half precision",
        "softmax over the queries",
        "softmax over the batch",
        "largest of all scores",
        "largest size of a score",
        "mean subtracted, not the largest",
        "nothing subtracted",
        "coarse exponential",
        "small weights left out",
        "exponential in half precision",
        "a small number added to the sum",
        "one more in the sum",
        "sum of the weights squared",
        "padded keys counted",
        "weights in 8 bits",
        "weights in half precision",
        "dropout left on",
        "last key left out",
        "as wide as the keys",
        "last tile of queries not written",
        "returns single precision",
    ),
    *_planted(
        "plain",
        kernels.tiled,
        "largest begins at 0",
        "largest begins at -10000",
        "rest of the keys left out",
        "last tile padded with scores 0",
        "largest of the tile",
        "weights by the largest before",
        "rescaled the wrong way",
        "sum in half precision",
        "sum not rescaled",
        "result not rescaled",
        "divided in every tile",
    ),
    *_planted("plain", kernels.tiled, "log2 e left out", "log2 e cut short", base2=True),
    *_planted(
        "plain",
        kernels.split,
        "joined by the largest alone",
        "joined by a plain mean",
        "joined without the largest",
        "joined by the logarithms",
        "first part alone",
    ),
    *_planted(
        "masked",
        kernels.textbook,
        "mask inverted",
        "mask of the first batch",
        "mask of the first query",
        "mask transposed",
        "mask moved by one key",
        "hidden scores are 0",
        "hidden scores are -100",
        "hidden scores are -10000",
        "hidden scores are 1e-9",
        "mask by a product",
        "hidden scores lowered by 10000",
        "largest of hidden scores too",
        "hidden after softmax",
        "lowest number for hidden scores",
        "empty rows are means",
        "empty rows are nan",
        "first value for an empty row",
    ),
    *_planted(
        "masked",
        kernels.tiled,
        "tile skipped by its first key",
        "tile skipped by its last key",
        "mask of the first tile",
        "hidden first tile is nan",
    ),
    *_planted(
        "padded",
        kernels.padded,
        "padding counted in the sum",
        "padding hidden in the queries",
        "padding taken for a prefix",
        "padding of the first sequence",
    ),
    *_planted(
        "causal",
        kernels.causal,
        "one later key",
        "its own key hidden",
        "the first key is hidden",
        "turned the other way",
        "counted within tiles",
        "no tiles before its own",
        "whole tile of its own",
        "tile of its own left out",
        "hides nothing",
    ),
    *_planted(
        "decoding",
        kernels.causal,
        "aligned with the first key",
        "one query sees the first key",
        "newest key not yet stored",
    ),
    *_planted(
        "window",
        kernels.window,
        "one key too many",
        "one key too few",
        "window on both sides",
        "window not causal at its end",
        "windows are blocks",
        "window left out",
    ),
    *_planted(
        "grouped",
        kernels.grouped,
        "groups tiled, not repeated",
        "first group for all",
        "values of the tiled group",
        "groups counted from the end",
    ),
    *_planted(
        "heads",
        kernels.heads,
        "heads cut from the rows",
        "heads are the inner axis",
        "heads not put back",
        "heads put back in the other order",
        H=2,
    ),
    *[
        Entry(
            f"biased: {bug}",
            "biased",
            partial(lambda q, k, v, b, bug: kernels.textbook(q, k, v, None, b, bug), bug=bug),
            bug,
        )
        for bug in (
            "bias before scaling",
            "bias of the wrong sign",
            "bias of the first batch",
            "bias left out in the last tile",
            "bias clipped",
        )
    ],
    *_planted(
        "softmax",
        kernels.softmax,
        "over columns",
        "nothing subtracted",
        "logarithm returned",
        "one more in the sum",
        "temperature left in",
    ),
    *_planted("values backward", kernels.values_backward, "weights of the keys", "accumulated in half precision"),
    *_planted(
        "queries backward",
        kernels.queries_backward,
        "sum of the row left out",
        "sum of the row without weights",
        "sum of the columns",
        "scale left out",
    ),
    *_planted("plain", variants.queries_of_batch, "queries of sequence b begin at b"),
    *_planted("plain", variants.in_base_2, "log2 e in every tile"),
    *_planted("plain", variants.far_from_near, "scores subtracted from the largest"),
    *_planted(
        "masked",
        variants.masked_parts,
        "parts after a hidden one left out",
        "hidden parts have the weight of a score 0",
        "parts that see nothing are nan",
    ),
    *_planted(
        "keys backward",
        variants.keys_backward,
        "sum of the row left out for the keys",
        "gradient of the keys not transposed",
        "scale left out for the keys",
        "scale twice for the keys",
        "keys in place of queries",
        "gradient of the first sequence for all",
        "gradients of the last tile not added",
    ),
    *_planted(
        "queries backward under a mask",
        variants.masked_backward,
        "row sums with the weights before the mask",
        "row sums with what is hidden",
        "mask left out in the backward pass",
        "causal in the backward pass",
    ),
    *_planted(
        "scores backward",
        variants.weights_backward,
        "derivative of the logistic function",
        "row sums in half precision",
        "sum of the row added",
    ),
    *_planted(
        "capped",
        variants.capped,
        "cap after the mask",
        "scores times the cap's tanh",
        "cap before scaling",
        "cap not multiplied back",
        "cap left out",
    ),
    *_planted(
        "by distance",
        variants.by_distance,
        "distance of the wrong sign",
        "distance counted from 1",
        "distance of the key from the start",
        "slope of the next head",
        "distance before scaling",
        "distances within a tile",
    ),
    *_planted(
        "rotary",
        variants.rotary,
        "halves for pairs",
        "keys in halves",
        "keys are not turned",
        "keys turned the other way",
        "keys turned from position 0",
        "angles in half precision",
    ),
    *_planted(
        "plain",
        kernels.textbook,
        "root of the width cut to an integer",
        "scaled after softmax",
        "keys of an earlier call",
        "eight largest scores alone",
    ),
    *_planted(
        "root mean square",
        of_rows.rms,
        "sum of squares, not their mean",
        "mean taken away too",
        "mean square of all tokens",
        "ε outside of the root",
        "a smaller ε",
        "squares in half precision",
    ),
    *_planted(
        "layer",
        of_rows.layer,
        "normalised over the tokens",
        "variance of a sample",
        "variance by the mean of squares",
        "mean not taken away",
        "gain counted from 1",
        "ε beside the deviation",
    ),
    *_planted(
        "logarithm of a sum",
        of_rows.log_sum,
        "largest of all rows",
        "nothing subtracted from the exponents",
        "logarithm in base 2",
        "largest not put back",
    ),
    *_planted(
        "linear",
        of_rows.linear,
        "keys of its own tile all seen",
        "its own key left out",
        "state of the tile before alone",
        "tiles before left out",
    ),
)
