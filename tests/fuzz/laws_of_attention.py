"""Laws of softmax, attention, heads, masks, positions and gradients."""

from __future__ import annotations

from typing import Any

from tests.fuzz.expressions import (
    ONE,
    Author,
    H,
    add,
    at,
    compared,
    entry,
    h,
    literal,
    matrix,
    multiply,
    number,
    q,
    rational,
    summed,
    transposed,
)
from tests.fuzz.laws import by_entries, law, sum_over, with_index
from tests.fuzz.words import E

# Softmax and attention


@law("RowSoftmax")
def softmax_shifted(author: Author, e: E) -> E:
    (A,) = e.parts
    row = matrix("OneMatrix", (ONE, A.shape[1]), ONE, A.shape[1])
    return matrix("RowSoftmax", e.shape, add(A, multiply(author.plain(A.shape[0], ONE), row)))


@law("RowSoftmax")
def softmax_by_definition(author: Author, e: E) -> E | None:
    (A,) = e.parts
    if A.kind == "mask":
        return None
    weights = matrix("exp of entries", A.shape, A)
    return by_entries(
        author,
        e.shape,
        lambda i, j: number(
            "/", entry(weights, i, j), sum_over(author, A.shape[1], lambda a: number("exp", entry(A, i, a)))
        ),
    )


@law("RowSoftmax")
def softmax_by_log_sum_exp(author: Author, e: E) -> E | None:
    (A,) = e.parts
    if A.kind == "mask":
        return None
    row = matrix("OneMatrix", (ONE, A.shape[1]), ONE, A.shape[1])
    lse = matrix("LogSumExp", (A.shape[0], ONE), A)
    return matrix("exp of entries", e.shape, matrix("A - B", e.shape, A, multiply(lse, row)))


@law("RowSoftmax")
def softmax_permuted(author: Author, e: E) -> E:
    (A,) = e.parts
    if author.rng.random() < 0.5:
        sigma = author.declared("permutation", A.shape[1])
        return multiply(matrix("RowSoftmax", e.shape, multiply(A, sigma)), transposed(sigma)) if A.kind == "real" else e
    sigma = author.declared("permutation", A.shape[0])
    return multiply(transposed(sigma), matrix("RowSoftmax", e.shape, multiply(sigma, A))) if A.kind == "real" else e


@law("Attention")
def attention_by_definition(author: Author, e: E) -> E:
    Q, K, V, mask, scale, bias = e.parts
    scores = multiply(Q, transposed(K))
    if mask is not None:
        scores = add(scores, mask)
    if scale is True:
        scores = multiply(number("/", rational(1), number("sqrt", number("size", Q.shape[1]))), scores)
    elif scale is not False:
        scores = multiply(scale, scores)
    if mask is not None:
        scores = E(scores.word, scores.parts, scores.shape, "mask")
    if bias is not None:
        scores = add(scores, bias)
    return multiply(matrix("RowSoftmax", (Q.shape[0], K.shape[0]), scores), V)


@law("Attention")
def attention_symmetries(author: Author, e: E) -> E | None:
    Q, K, V, mask, scale, bias = e.parts
    pick = author.rng.randrange(4)
    if pick == 0:
        g = author.declared("orthogonal", Q.shape[1])
        return matrix("Attention", e.shape, multiply(Q, g), multiply(K, g), V, mask, scale, bias)
    if pick == 1 and mask is None and bias is None:
        sigma = author.declared("permutation", K.shape[0])
        return matrix("Attention", e.shape, Q, multiply(sigma, K), multiply(sigma, V), mask, scale, bias)
    if pick == 2 and mask is None and bias is None:
        tau = author.declared("permutation", Q.shape[0])
        moved = matrix("Attention", e.shape, multiply(tau, Q), K, V, mask, scale, bias)
        return multiply(transposed(tau), moved)
    ones = matrix("OneMatrix", (K.shape[0], ONE), K.shape[0], ONE)
    if pick == 3 and bias is None:
        shifted = add(K, multiply(ones, author.plain(ONE, K.shape[1])))
        return matrix("Attention", e.shape, Q, shifted, V, mask, scale, bias)
    return None


@law("SelfAttention")
def self_attention_by_definition(author: Author, e: E) -> E:
    X, A, B, C, mask = e.parts
    return matrix("Attention", e.shape, multiply(X, A), multiply(X, B), multiply(X, C), mask, True, None)


@law("KernelAttention")
def kernel_attention_by_definition(author: Author, e: E) -> E:
    kernel, Q, K, V, mask = e.parts
    if kernel.word == "DotProduct" and author.rng.random() < 0.5:
        return matrix("Attention", e.shape, Q, K, V, mask, False, None)
    if mask is None and author.rng.random() < 0.4:
        sigma = author.declared("permutation", K.shape[0])
        return matrix("KernelAttention", e.shape, kernel, Q, multiply(sigma, K), multiply(sigma, V), None)
    scores = matrix("KernelMatrix", (Q.shape[0], K.shape[0]), kernel, Q, K)
    return multiply(matrix("RowSoftmax", scores.shape, scores if mask is None else add(scores, mask)), V)


@law("KernelMatrix")
def kernel_matrix_by_definition(author: Author, e: E) -> E | None:
    kernel, Q, K = e.parts
    if kernel.word == "DotProduct":
        return multiply(Q, transposed(K))
    sigma = author.declared("permutation", K.shape[0])
    return multiply(matrix("KernelMatrix", e.shape, kernel, Q, multiply(sigma, K)), sigma)


@law("MultiHeadAttention", "KernelMultiHeadAttention")
def heads_by_definition(author: Author, e: E) -> E | None:
    kernel = e.parts[:-8]
    Q, K, V, a, b, c, o, mask = e.parts[-8:]
    name = author.fresh()

    def member(family: E, shape: Any) -> E:
        return matrix("member of", shape, family, at(name))

    def sizes(family: E) -> Any:
        return family.parts[3:5]

    parts = (
        multiply(Q, member(a, sizes(a))),
        multiply(K, member(b, sizes(b))),
        multiply(V, member(c, sizes(c))),
    )
    shape = (Q.shape[0], sizes(c)[1])
    head = (matrix("KernelAttention", shape, *kernel, *parts, mask) if kernel
            else matrix("Attention", shape, *parts, mask, True, None))  # fmt: skip
    if o is None:
        return matrix("HeadSum", e.shape, name, H, head)
    if o.kind == "family":
        return matrix("HeadSum", e.shape, name, H, multiply(head, member(o, sizes(o))))
    return multiply(matrix("HeadConcat", (Q.shape[0], H * q), name, H, head), o)


@law("HeadSum")
def heads_split(author: Author, e: E) -> E | None:
    name, heads, body = e.parts
    if body.word == "A*B" and not mentions(body.parts[0], name):
        return multiply(body.parts[0], matrix("HeadSum", body.parts[1].shape, name, heads, body.parts[1]))
    if body.word == "A + B":
        return add(*(matrix("HeadSum", e.shape, name, heads, part) for part in body.parts))
    return by_entries(author, e.shape, lambda i, j: summed(name, heads, entry(body, i, j)))


def mentions(e: Any, name: str) -> bool:
    if isinstance(e, tuple):
        return any(mentions(part, name) for part in e)
    return isinstance(e, E) and ((e.word == "at" and e.parts[0] == name) or any(mentions(p, name) for p in e.parts))


@law("A*B")
def concatenated_times_stacked(author: Author, e: E) -> E | None:
    X, Y = e.parts
    if X.word == "HeadConcat" and Y.word == "HeadStack":
        name, heads, body = X.parts
        other = with_index(Y.parts[2], Y.parts[0], at(name))
        return matrix("HeadSum", e.shape, name, heads, multiply(body, other))
    return None


# Masks: what is shown, otherwise said


@law("CausalMask", "SlidingWindowMask", "BlockDiagonalMask", "PrefixLMMask", "TopLeftCausalMask", "PaddingMask")
def mask_by_condition(author: Author, e: E) -> E | None:
    j, i = author.fresh(), author.fresh()
    rows, columns = e.shape
    row, column = at(j), at(i)
    lower = compared("<=", column, row)
    if e.word in ("CausalMask", "TopLeftCausalMask"):
        shown = lower
    elif e.word == "PrefixLMMask":
        before = compared("<", number("position", column), number("size", e.parts[1]))
        shown = E("or", (before, lower), kind="condition")
    elif e.word == "SlidingWindowMask" and e.parts[2]:
        near = compared("<", number("position", row), add(number("position", column), number("size", e.parts[1])))
        shown = E("and", (near, lower), kind="condition")
    elif e.word == "PaddingMask":
        shown = compared("<", number("position", column), number("size", e.parts[0]))
    else:
        return None
    return matrix("MaskWhere", e.shape, j, rows, i, columns, shown, kind="mask")


# Positions


@law("SinusoidalVector")
def sinusoidal_by_definition(author: Author, e: E) -> E:
    t, width, first = e.parts
    return matrix("SineCosine", e.shape, multiply(t, matrix("Frequencies", (h, ONE), width, first)))


@law("ShiftMatrix")
def shift_by_definition(author: Author, e: E) -> E:
    t, width, first = e.parts
    return matrix("BlockRotation", e.shape, multiply(t, matrix("Frequencies", (h, ONE), width, first)))


@law("A*B")
def shift_of_encoding(author: Author, e: E) -> E | None:
    X, Y = e.parts
    if X.word == "ShiftMatrix" and Y.word == "SinusoidalVector" and X.parts[1:] == Y.parts[1:]:
        return matrix("SinusoidalVector", e.shape, add(X.parts[0], Y.parts[0]), *X.parts[1:])
    return None


@law("BlockRotation")
def rotation_composed(author: Author, e: E) -> E:
    (angles,) = e.parts
    B = author.plain(h, ONE)
    turned = matrix("BlockRotation", e.shape, matrix("A - B", angles.shape, angles, B))
    return multiply(turned, matrix("BlockRotation", e.shape, B))


@law("SinusoidalEncoding")
def encoding_by_entries(author: Author, e: E) -> E:
    _, width, first = e.parts
    return by_entries(
        author,
        e.shape,
        lambda i, j: entry(
            matrix("SinusoidalVector", (width, ONE), number("position", i), width, first), j, literal(0)
        ),
    )


@law("RotaryEncoding")
def rotary_linear(author: Author, e: E) -> E | None:
    X, angles, start = e.parts
    if X.word == "A + B":
        return add(*(matrix("RotaryEncoding", e.shape, part, angles, start) for part in X.parts))
    if angles is None:
        return matrix("RotaryEncoding", e.shape, X, matrix("Frequencies", (h, ONE), 2 * h, 0), start)
    return None


# Gradients


@law("Gradient")
def gradient_by_rule(author: Author, e: E) -> E | None:
    L, A = e.parts
    if L.word == "SquaredNorm" and L.parts[0] == A:
        return multiply(rational(2), A)
    if L.word == "SquaredNorm" and L.parts[0].word == "A*B":
        B = L.parts[0].parts[0]
        return multiply(rational(2), multiply(transposed(B), multiply(B, A)))
    if L.word == "InnerProduct" and L.parts[1] == A and L.parts[0] != A:
        return L.parts[0]
    if L.word == "InnerProduct" and L.parts[1].word == "RowSoftmax" and L.parts[0] != A:
        G, P = L.parts
        inner = matrix("RowSum", (A.shape[0], ONE), matrix("Hadamard", A.shape, G, P))
        row = matrix("OneMatrix", (ONE, A.shape[1]), ONE, A.shape[1])
        return matrix("Hadamard", A.shape, P, matrix("A - B", A.shape, G, multiply(inner, row)))
    return None
