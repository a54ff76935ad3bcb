"""The theorems by which functions of other forms are tested: attention under other masks and with biases, softmax,
normalisation of tokens, linear attention.
"""

from collections.abc import Callable

from sympy import DiagMatrix, MatrixSymbol, Symbol

from symattn import (
    Attention,
    BottomRightCausalMask,
    LogSumExp,
    RowSoftmax,
    SlidingWindowMask,
    dims,
    run_script,
    theorem,
)
from symattn.modern import ALiBi, CausalLinearAttention, LayerNorm, Retention, RMSNorm
from symattn.testing.forms import known_of
from symattn.testing.relations import Relation

r, n, ell, d, w, k = dims("r n ell d w k")
Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
R = MatrixSymbol("Q", r, ell)
A, B, X = MatrixSymbol("A", r, n), MatrixSymbol("B", r, n), MatrixSymbol("X", n, d)
gamma, beta = MatrixSymbol("gamma", 1, d), MatrixSymbol("beta", 1, d)
slope, eps, decay = Symbol("s", real=True), Symbol("epsilon", positive=True), Symbol("gamma", positive=True)
last = MatrixSymbol("K", r + k, ell), MatrixSymbol("V", r + k, d), BottomRightCausalMask(r, r + k)

#: Expressions by the ids of their claims.
EXPRESSIONS = {
    "window": Attention(Q, K, V, SlidingWindowMask(n, w)),
    "last queries": Attention(R, *last),
    "bias": Attention(R, K, V, bias=B),
    "distance": ALiBi(Q, K, V, slope),
    "softmax": RowSoftmax(A),
    "logarithm of a sum": LogSumExp(A),
    "root mean square": RMSNorm(X, eps),
    "root mean square with a gain": RMSNorm(X, eps) * DiagMatrix(gamma.T),
    "layer": LayerNorm(X, gamma, beta, eps),
    "linear": CausalLinearAttention(Q, K, V),
    "retention": Retention(Q, K, V, decay),
}
#: What the titles call them, where they do not by their ids.
NAMES = {
    "window": "attention in a window",
    "last queries": "causal attention of the last queries",
    "bias": "attention with biases",
    "distance": "attention with ALiBi",
    "root mean square": "RMSNorm",
    "root mean square with a gain": "RMSNorm with a gain",
    "layer": "LayerNorm",
    "linear": "causal linear attention",
}
#: That every query sees a key of its window, is not found out.
NOT_PROVED = {("window", "value shift"), ("window", "constant values")}


def stated(relation: Relation) -> Callable[[], object]:
    """Return the function of a claim."""

    def statement() -> object:
        return relation.sides()

    return statement


for kind, expr in EXPRESSIONS.items():
    for relation in known_of(expr):
        if (kind, relation.name) not in NOT_PROVED:
            id = f"T.{kind} {relation.name}".replace(" ", "-")
            theorem(id, f"{NAMES.get(kind, kind)}: {relation.title}", "symattn.testing.forms", "proved")(
                stated(relation)
            )

if __name__ == "__main__":
    run_script(__file__)
