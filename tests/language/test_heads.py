"""Families of matrices and multi-head attention: shapes, definitions, values, proofs, what must be refused."""

import numpy as np
import pytest
from sympy import Add, Identity, Idx, KroneckerDelta, MatrixSymbol, S, Symbol, ZeroMatrix, sqrt

from symattn import calc, decide, evaluate, latex, refute, spot_check
from symattn.deciding.agreement import agreement
from symattn.errors import ShapeError, UndeclaredSymbol, UnsupportedExpression, UsageError
from symattn.language import (
    Attention,
    DotProduct,
    Equation,
    Euclidean,
    FamilyMember,
    HeadBlock,
    HeadConcat,
    HeadFamily,
    HeadStack,
    HeadSum,
    KernelAttention,
    KernelMultiHeadAttention,
    KernelSymbol,
    MaskSymbol,
    MatrixFamily,
    MultiHeadAttention,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    claim,
    declarations,
    dims,
)
from symattn.render.terminal import grid
from symattn.render.text import text

H, r, n, ell, d, p, q, e = SIZES = dims("H r n ell d p q e")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
W_Q, W_K, W_V = (MatrixFamily(f"W_{x}", H, a, b) for x, a, b in (("Q", ell, p), ("K", ell, p), ("V", d, q)))
W_O, O = MatrixSymbol("W_O", H * q, e), MatrixFamily("O", H, q, e)
h, k = Idx("h", H), Idx("k", H)
alpha = KernelSymbol("alpha")
head = Attention(Q * W_Q[h], K * W_K[h], V * W_V[h])
summed = MultiHeadAttention(Q, K, V, W_Q, W_K, W_V)
with_output = MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, W_O)
with_family = MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, O)
with_kernel = KernelMultiHeadAttention(alpha, Q, K, V, W_Q, W_K, W_V, W_O)

EVERY = (
    W_Q[h],
    W_Q[0],
    HeadSum(head, h),
    HeadSum(W_Q),
    HeadConcat(head, h),
    HeadStack(O),
    HeadBlock(W_O, h, H),
    HeadFamily(W_V[h] * O[h], h),
    summed,
    with_output,
    with_family,
    with_kernel,
    KernelMultiHeadAttention(DotProduct(), Q, K, V, W_Q, W_K, W_V),
)


@pytest.mark.parametrize("node", EVERY, ids=str)
def test_rebuilding_gives_an_equal_node(node):
    assert node.func(*node.args) == node
    assert hash(node.func(*node.args)) == hash(node)
    assert node.doit() is node
    assert node.xreplace({}) == node


def test_shapes():
    assert W_Q[h].shape == (ell, p)
    assert HeadSum(head, h).shape == summed.shape == (r, q)
    assert HeadConcat(head, h).shape == (r, H * q)
    assert HeadStack(O).shape == W_O.shape
    assert HeadBlock(W_O, h, H).shape == (q, e)
    assert with_output.shape == with_family.shape == with_kernel.shape == (r, e)


def test_definitions_are_the_displayed_formulas():
    inner = Symbol("h", integer=True, nonnegative=True)
    own = Attention(Q * W_Q[inner], K * W_K[inner], V * W_V[inner])
    heads = (inner, 0, H - 1)
    assert summed.definition() == HeadSum(own, heads)
    assert with_output.definition() == HeadConcat(own, heads) * W_O
    assert with_family.definition() == HeadConcat(own, heads) * HeadStack(O)
    kernel = KernelAttention(alpha, Q * W_Q[inner], K * W_K[inner], V * W_V[inner])
    assert with_kernel.definition() == HeadConcat(kernel, heads) * W_O


def test_the_bound_index_of_a_definition_has_a_name_of_its_own():
    named_h = MatrixFamily("h", H, ell, p)
    assert str(MultiHeadAttention(Q, K, V, named_h, W_K, W_V).definition().family.index) == "h_1"


def test_members_of_a_family_given_by_an_expression():
    products = HeadFamily(W_V[h] * O[h], h)
    assert products.member_shape == (d, e)
    assert products[0] == W_V[0] * O[0]
    assert products[k] == W_V[k] * O[k]
    assert HeadFamily(W_V[h] * O[h], (k, 0, H - 1)).index == k


def test_only_free_symbols_are_declared():
    found = declarations(with_output, HeadSum(head, h))
    assert [str(f) for f in found.families] == ["W_K", "W_Q", "W_V"]
    assert found.indices == ()
    assert declarations(W_Q[h]).indices == (h,)


@pytest.mark.parametrize(
    "make",
    [
        lambda: W_Q[1],
        lambda: W_Q[-1],
        lambda: FamilyMember(Q, 0),
        lambda: HeadFamily(W_V[h] * O[h], h)[1],
        lambda: HeadSum(Q),
        lambda: HeadSum(head, H),
        lambda: HeadSum(head, Idx("h", (1, H))),
        lambda: HeadSum(head, (h, 1, H)),
        lambda: HeadSum(head, (H, 0, H - 1)),
        lambda: HeadSum(KroneckerDelta(h, k), h),
        lambda: HeadSum(MaskSymbol("M", r, n), h),
        lambda: HeadBlock(W_O, 1, H),
        lambda: MultiHeadAttention(Q, K, V, Q, W_K, W_V),
        lambda: MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, Symbol("x", real=True)),
        lambda: KernelMultiHeadAttention(Q, Q, K, V, W_Q, W_K, W_V),
    ],
)
def test_what_is_no_family_or_no_head_is_refused(make):
    with pytest.raises(UnsupportedExpression):
        make()


def test_an_undeclared_size_is_refused():
    with pytest.raises(UndeclaredSymbol):
        MatrixFamily("W", Symbol("H"), 1, 1)


@pytest.mark.parametrize(
    ("make", "shapes"),
    [
        (lambda: MultiHeadAttention(V, K, V, W_Q, W_K, W_V), ((n, d), (ell, p))),
        (lambda: MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, MatrixSymbol("W", q, e)), ((r, H * q), (q, e))),
        (lambda: MultiHeadAttention(Q, K, V, W_Q, W_V, W_V), ((n, ell), (d, q))),
        (lambda: MultiHeadAttention(Q, K, Q, W_Q, W_K, W_Q), ((r, n), (r, ell))),
        (lambda: MultiHeadAttention(Q, K, V, W_Q, MatrixFamily("W", n, ell, p), W_V), ((n, ell, p), (H, ell, p))),
        (lambda: MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, MatrixFamily("W", n, q, e)), ((n, q, e), (H, q, e))),
        (lambda: HeadBlock(MatrixSymbol("W", H + q, e), h, H), ((H + q, e), (H, e))),
        (lambda: Equation(summed, Q), ((r, q), (r, ell))),
        (lambda: HeadSum(Q * W_V[h], h), ((r, ell), (d, q))),
    ],
)
def test_misfits_name_the_two_shapes(make, shapes):
    with pytest.raises(ShapeError) as raised:
        make()
    assert raised.value.shapes == shapes


def with_keys_of_their_own_width(widths=(ell, e)):
    """Return the arguments of a multi-head attention from one sequence to another one, of other widths."""
    own, others = widths
    sequences = MatrixSymbol("Q", r, own), MatrixSymbol("K", n, others), MatrixSymbol("V", n, d)
    return *sequences, MatrixFamily("W_Q", H, own, p), MatrixFamily("W_K", H, others, p), W_V


@pytest.mark.parametrize("widths", [(ell, e), (e, 2), (n, r), (d, ell)], ids=str)
@pytest.mark.parametrize("output", [(), (W_O,), (O,), (None, MatrixSymbol("B", r, n))], ids=str)
def test_queries_and_keys_may_have_two_widths(widths, output):
    arguments = *with_keys_of_their_own_width(widths), *output
    for node in (MultiHeadAttention(*arguments), KernelMultiHeadAttention(Euclidean(), *arguments)):
        assert decide(node, node.definition()).status == "proved"
        assert decide(node, 2 * node.definition()).status == "refuted"
        assert agreement((node, node)).agrees


def test_each_width_is_that_of_its_weights():
    Q, K, V, A, B, C = with_keys_of_their_own_width()
    for misfit in ((Q, K, V, B, A, C), (K, Q, V, A, B, C), (Q, K, V, A, A, C), (Q, K, V, B, B, C)):
        with pytest.raises(ShapeError):
            MultiHeadAttention(*misfit)


# -------------------------------------------------------------------------------------------------------------- values


def softmax(scores):
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def drawn(seed=0, **sizes):
    """Return random values of all matrices and families, by symbol."""
    rng = np.random.default_rng(seed)
    numbers = {
        size: sizes.get(str(size), default) for size, default in zip(SIZES, (3, 2, 5, 4, 6, 7, 2, 3), strict=True)
    }
    shapes = {M: M.shape for M in (Q, K, V, W_O)} | {W: (W.heads, *W.member_shape) for W in (W_Q, W_K, W_V, O)}
    return {M: rng.normal(size=[int(S(s).subs(numbers)) for s in shape]) for M, shape in shapes.items()}


def reference(values, scale=True):
    """Return the heads, computed one by one by hand."""
    found = []
    for A, B, C in zip(values[W_Q], values[W_K], values[W_V], strict=True):
        queries, keys = values[Q] @ A, values[K] @ B
        root = np.sqrt(queries.shape[1]) if scale else 1.0
        found.append(softmax(queries @ keys.T / root) @ values[V] @ C)
    return found


@pytest.mark.parametrize("sizes", [{}, {"H": 1}, {str(size): 1 for size in SIZES}])
def test_values_are_those_of_a_loop_over_the_heads(sizes):
    values = drawn(**sizes)
    heads = reference(values)
    side_by_side = np.hstack(heads)
    assert np.allclose(evaluate(summed, values), sum(heads))
    assert np.allclose(evaluate(with_output, values), side_by_side @ values[W_O])
    assert np.allclose(evaluate(with_family, values), side_by_side @ np.vstack(values[O]))
    unscaled = KernelMultiHeadAttention(DotProduct(), Q, K, V, W_Q, W_K, W_V, W_O)
    assert np.allclose(evaluate(unscaled, values), np.hstack(reference(values, scale=False)) @ values[W_O])


def test_values_of_rows_columns_blocks_and_members():
    values = drawn()
    assert np.array_equal(evaluate(HeadConcat(W_V), values), np.hstack(values[W_V]))
    assert np.array_equal(evaluate(HeadStack(O), values), np.vstack(values[O]))
    assert np.allclose(evaluate(HeadSum(O), values), values[O].sum(axis=0))
    assert np.array_equal(evaluate(O[h], {**values, h: 2}), values[O][2])
    assert np.array_equal(evaluate(HeadBlock(W_O, h, H), {**values, h: 1}), values[W_O][2:4])
    assert evaluate(HeadSum(W_V)[0, 1], values) == pytest.approx(values[W_V][:, 0, 1].sum())


def test_values_of_wrong_shape_or_index_are_refused():
    values = drawn()
    with pytest.raises(ShapeError):
        evaluate(summed, {**values, W_Q: values[W_Q][0]})
    with pytest.raises(ShapeError):
        evaluate(summed, {**values, W_Q: values[W_Q][:2]})
    for outside in (O[h], HeadBlock(W_O, h, H)):
        with pytest.raises(UsageError, match="h cannot be 3: it runs from 0 to 2"):
            evaluate(outside, {**values, h: 3})


@pytest.mark.parametrize("node", [e for e in EVERY if e.is_Matrix is True], ids=str)
def test_the_kernel_reads_what_is_written(node):
    found = agreement((node, node))
    assert found.agrees, found.notes


# -------------------------------------------------------------------------------------------------------------- proofs

weights = RowSoftmax(Q * W_Q[h] * W_K[h].T * K.T / sqrt(p))
block = HeadBlock(W_O, h, H)
tau, sigma = PermutationSymbol("tau", r), PermutationSymbol("sigma", n)
g = OrthogonalSymbol("g", p)
TRUE = {
    "expanded": (summed, HeadSum(weights * V * W_V[h], h)),
    "absorbed": (with_output, MultiHeadAttention(Q, K, V, W_Q, W_K, HeadFamily(W_V[h] * block, h))),
    "family absorbed": (with_family, HeadSum(weights * V * W_V[h] * O[h], h)),
    "rebuilt": (HeadStack(block, h), W_O),
    "block of a stack": (HeadBlock(HeadStack(O), h, H), O[h]),
    "unit vectors": (HeadSum(HeadStack(KroneckerDelta(k, h) * W_Q[h], k), h), HeadStack(W_Q)),
    "transposed": (HeadConcat(O[h].T, h), HeadStack(O).T),
    "linear": (HeadSum(W_V[h] + 2 * W_V[h], h), 3 * HeadSum(W_V)),
    "equal heads": (HeadSum(Q, h), H * Q),
    "permuted": (MultiHeadAttention(tau * Q, sigma * K, sigma * V, W_Q, W_K, W_V, W_O), tau * with_output),
    "turned heads": (MultiHeadAttention(Q, K, V, HeadFamily(W_Q[h] * g, h), HeadFamily(W_K[h] * g, h), W_V), summed),
    "one head": (
        MultiHeadAttention(Q, K, V, *(HeadFamily(Identity(m), (k, 0, 0)) for m in (ell, ell, d))),
        Attention(Q, K, V),
    ),
    "no values": (MultiHeadAttention(Q, K, ZeroMatrix(n, d), W_Q, W_K, W_V), ZeroMatrix(r, q)),
    "kernel": (with_kernel, HeadConcat(KernelAttention(alpha, Q * W_Q[h], K * W_K[h], V * W_V[h]), h) * W_O),
}
FALSE = {
    "printed scale": (summed, HeadSum(RowSoftmax(Q * W_Q[h] * W_K[h].T * K.T / sqrt(ell)) * V * W_V[h], h)),
    "mixed heads": (summed, HeadSum(Attention(Q * W_Q[h], K * W_K[0], V * W_V[h]), h)),
    "first block only": (HeadConcat(W_V) * W_O, HeadSum(W_V[h] * HeadBlock(W_O, 0, H), h)),
    "sum of products": (HeadSum(W_V[h] * O[h], h), HeadSum(W_V) * HeadSum(O)),
    "keys not moved": (MultiHeadAttention(Q, sigma * K, V, W_Q, W_K, W_V), summed),
    "one head less": (HeadSum(Q, h), (H - 1) * Q),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_are_proved(name):
    verdict = decide(*TRUE[name])
    assert verdict.status == "proved", verdict.report
    assert spot_check(*TRUE[name]).max_error < 1e-9
    assert agreement(TRUE[name], theorem=verdict.theorem).agrees


@pytest.mark.parametrize("name", FALSE)
def test_false_statements_are_refuted(name):
    assert decide(*FALSE[name]).status == "refuted"


def test_the_exact_values_of_a_counterexample_are_those_of_evaluate():
    left, right = FALSE["sum of products"]
    found = refute(left, right)
    values = {symbol: np.array(found.values[str(symbol)], dtype=float) for symbol in (W_V, O)}
    i, j = found.entry
    for side, shown in ((left, found.lhs), (right, found.rhs)):
        assert f"[{evaluate(side, values)[i, j]:g}]" == shown


def test_a_step_uses_the_definition_of_multi_head_attention_only_where_it_is_named():
    expanded = HeadSum(head, h)
    assert decide(calc(summed, (expanded, MultiHeadAttention))).status == "proved"
    assert decide(calc(summed, (expanded, ()))).status == "unknown"
    assert decide(calc(summed, (expanded, (MultiHeadAttention, Attention)))).notes == (
        "step 1: Attention is named but not needed",
    )


# ----------------------------------------------------------------------------------------------------------- rendering


def test_latex():
    assert latex(W_Q[h].T) == r"{\left(W_{Q}\right)}_{h}^{T}"
    assert latex(HeadSum(V * W_V[h], h)) == r"\sum_{h=0}^{H - 1} V {\left(W_{V}\right)}_{h}"
    assert latex(HeadSum(V * W_V[h], h) * O[0]) == r"\left(\sum_{h=0}^{H - 1} V {\left(W_{V}\right)}_{h}\right) {O}_{0}"
    assert latex(HeadSum(O)) == r"\sum_{h=0}^{H - 1} {O}_{h}"
    assert (
        latex(HeadConcat(V * W_V[h], h))
        == r"\operatorname*{Concat}_{h=0}^{H - 1} \left(V {\left(W_{V}\right)}_{h}\right)"
    )
    assert latex(HeadBlock(W_O, h, H)) == r"{\left(W_{O}\right)}_{[h]}"
    assert latex(with_output) == r"\operatorname{MultiHeadAtt}_{W_{Q}, W_{K}, W_{V}, W_{O}}\left(Q, K, V\right)"
    assert latex(with_kernel).startswith(r"\operatorname{MultiHeadAtt}_{\alpha, W_{Q}")
    assert latex(claim(O[0], O[0])) == (r"O \in \left(\mathbb{R}^{q \times e}\right)^{H}:\quad {O}_{0} = {O}_{0}")


def test_a_family_in_a_counterexample_is_written_matrix_by_matrix():
    values = [[["1", "0"]], [["2", "3"]]]
    assert grid("W = ", values) == ["W[0] = [1  0]", "W[1] = [2  3]"]
    shown = latex(refute(*FALSE["sum of products"]))
    assert r"O = \left(\begin{pmatrix} 1 \end{pmatrix},\ \begin{pmatrix} 1 \end{pmatrix}\right)" in shown


def test_text():
    assert text(HeadSum(V * W_V[h], h)) == "Σ_{h = 0..H - 1} V W_V[h]"
    assert text(HeadSum(V * W_V[h], h) * O[0]) == "(Σ_{h = 0..H - 1} V W_V[h]) O[0]"
    assert text(Add(HeadSum(O), O[h])) == "O[h] + Σ_{h_1 = 0..H - 1} O[h_1]"
    assert text(HeadStack(block, h)) == "Stack_{h = 0..H - 1}(W_O[block h of H])"
    assert text(summed) == "MultiHeadAtt(Q, K, V, W_Q, W_K, W_V)"
    assert text(with_kernel) == "MultiHeadAtt_α(Q, K, V, W_Q, W_K, W_V, W_O)"
    assert text(HeadFamily(W_V[h] * O[h], h)) == "[W_V[h] O[h]]_(h < H)"
    assert text(claim(O[0], O[0])) == "O ∈ (ℝ^(q×e))^H: O[0] = O[0]"


# ---------------------------------------------------------------------------------------------------- reversed families

F, G = MatrixFamily("F", H, n, d), MatrixFamily("G", H, n, d)
reversed_heads = HeadFamily(F[H - 1 - h], h)
REVERSED = {
    "a sum": (HeadSum(reversed_heads), HeadSum(F)),
    "a sum of products": (
        HeadSum(HeadFamily(F[H - 1 - h] * G[h].T, h)),
        HeadSum(HeadFamily(F[h] * G[H - 1 - h].T, h)),
    ),
    "twice": (HeadFamily(reversed_heads[H - 1 - h], h)[k], F[k]),
    "one": (reversed_heads[k], F[H - 1 - k]),
    "an entry": (HeadSum(reversed_heads)[0, 0], HeadSum(F)[0, 0]),
}
NOT_REVERSED = {
    "side by side": (HeadConcat(reversed_heads), HeadConcat(F)),
    "one": (F[H - 1 - h], F[h]),
    "a sum of products": (HeadSum(HeadFamily(F[H - 1 - h] * G[h].T, h)), HeadSum(HeadFamily(F[h] * G[h].T, h))),
}


@pytest.mark.parametrize("name", REVERSED)
def test_the_heads_in_reversed_order_are_proved(name):
    verdict = decide(*REVERSED[name], verify=True)
    assert verdict.status == "proved"
    assert agreement(REVERSED[name], theorem=verdict.theorem).agrees


@pytest.mark.parametrize("name", NOT_REVERSED)
def test_the_heads_in_reversed_order_are_others(name):
    assert decide(*NOT_REVERSED[name]).status == "refuted"


@pytest.mark.parametrize("place", [H - h, H - 2 - h, 2 * H - h, h + 1, Symbol("t", real=True)], ids=str)
def test_an_index_that_may_lie_outside_of_the_heads_is_refused(place):
    with pytest.raises((UnsupportedExpression, UndeclaredSymbol)):
        decide(F[place], F[place])
