"""Substitution that captures nothing, against SymPy's own, and against the values of what is substituted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    BlockMatrix,
    Dummy,
    FunctionMatrix,
    HadamardProduct,
    Idx,
    ImmutableDenseMatrix,
    Lambda,
    MatMul,
    MatPow,
    MatrixSymbol,
    Mul,
    Piecewise,
    Pow,
    Product,
    Sum,
    Symbol,
    Tuple,
    symbols,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.language import (
    HeadFamily,
    HeadSum,
    InvertibleSymbol,
    KernelMatrix,
    KernelSymbol,
    MapSymbol,
    MatrixFamily,
    RowMap,
    RowSoftmax,
    SineCosine,
    SquaredEuclidean,
    SubsetSymbol,
    dims,
)
from symattn.language.base.entries import element
from symattn.language.base.occurrences import binds_any, free_parts, renamed
from symattn.language.base.substitution import substituted
from symattn.language.inspection import free_atoms
from symattn.numeric.evaluate import evaluate

k, m, h = dims("k m h")
n = k + 3
e, f, s, t = symbols("e f s t", integer=True)
x, y = symbols("x y", real=True)
i = Idx("i", n)
A, P = MatrixSymbol("A", n, n), InvertibleSymbol("P", n)
F = FunctionMatrix(n, n, Lambda((e, f), Sum(e * s + f, (s, 0, 2))))


@pytest.mark.parametrize(
    ("expression", "values", "expected"),
    [
        (x + y, {x: y, y: x}, x + y),
        (Sum(x * e, (e, 0, n - 1)), {x: y}, Sum(y * e, (e, 0, n - 1))),
        (Sum(x * e, (e, 0, n - 1)), {e: 5}, Sum(x * e, (e, 0, n - 1))),
        (Sum(e, (e, 0, e)), {e: 5}, Sum(e, (e, 0, 5))),
        (Sum(x * s, (s, 0, 2)), {x: s}, Sum(s * Symbol("s_1", integer=True), (Symbol("s_1", integer=True), 0, 2))),
        (Sum(x + e, (e, f, f + 2), (f, 0, n - 1)), {f: 7}, Sum(x + e, (e, f, f + 2), (f, 0, n - 1))),
        (Sum(x * e, (e, 0, s), (s, 0, t)), {t: 3}, Sum(x * e, (e, 0, s), (s, 0, 3))),
        (Product(x + e, (e, 1, 3)), {x: y}, Product(y + e, (e, 1, 3))),
        (Lambda(e, e + s), {s: t, e: 3}, Lambda(e, e + t)),
        (MatMul(x, A), {x: 1}, A),
        (Idx("i", m), {m: n}, Idx("i", n)),
        (Tuple(A[i, 0], x), {i: 0}, Tuple(A[0, 0], x)),
        (ImmutableDenseMatrix([[x, 1]]), {x: y}, ImmutableDenseMatrix([[y, 1]])),
        (RowMap(MapSymbol("g", n), A)[s, 0], {s: t}, RowMap(MapSymbol("g", n), A)[t, 0]),
        (SubsetSymbol("S", m).contains(e), {e: s}, SubsetSymbol("S", m).contains(s)),
        (SubsetSymbol("S", m).contains(e), {m: n}, SubsetSymbol("S", n).contains(e)),
    ],
)
def test_values_are_put_for_free_symbols(expression, values, expected):
    assert substituted(expression, values) == expected


def test_bound_symbols_of_every_kind_are_renamed():
    for bound in (s, Dummy("s", integer=True), Idx("s"), Idx("s", n), h, Symbol("s")):
        inside = Sum(x * A[bound, 0], (bound, 0, n - 1))
        moved = substituted(inside, {x: A[bound, 1]})
        (other, *_) = moved.limits[0]
        assert other != bound and bound in free_parts(moved)[moved]
        assert moved.function == A[bound, 1] * A[other, 0]
        assert type(other) is type(renamed(bound, "z")) and other.is_positive == bound.is_positive


def test_an_inner_binder_of_the_same_name_stays():
    nested = Sum(x * Sum(e, (e, 0, 2)), (s, 0, 1))
    assert substituted(nested, {x: e}) == Sum(e * Sum(e, (e, 0, 2)), (s, 0, 1))
    assert substituted(Sum(Sum(x + e, (e, 0, 2)), (s, 0, e)), {e: s}).limits[-1][1:] == (0, s)


def test_names_beside_the_binder_are_not_taken():
    s_1 = Symbol("s_1", integer=True)
    moved = substituted(Sum(x * s * s_1, (s, 0, 2)), {x: s})
    assert moved.limits[0][0].name == "s_2" and free_atoms(moved) == {s, s_1}
    assert substituted(Sum(x * e, (e, 0, 2)), {x: MatrixSymbol("e", 1, 1)[0, 0]}).limits[0][0] == e


def test_nothing_is_cancelled():
    for kept in (
        MatMul(A, P, P.I, evaluate=False),
        Mul(x, Pow(x, -1, evaluate=False), evaluate=False) * A[e, 0],
        HadamardProduct(A, A),
        MatPow(A, 0),
    ):
        other = substituted(kept, {A: MatrixSymbol("B", n, n), x: y})
        assert str(other) == str(kept).replace("A", "B").replace("x", "y")


# Entries and members


def test_entries_capture_nothing():
    assert F[s, 0] == element(F, s, 0)
    values = {k: 1, s: 3, t: 3}
    for read in (
        lambda index: element(F, index, 0),
        lambda index: element(2 * F.T + F, index, 1),
        lambda index: element(F * A * F, index, index),
        lambda index: element(MatPow(F, 3), index, 1),
        lambda index: element(BlockMatrix([[F, F]]), index, index),
        lambda index: element(HadamardProduct(F, F), 1, index),
        lambda index: element(RowSoftmax(F / 100), index, 0),
        lambda index: RowSoftmax(F / 100).formula(index, 0),
        lambda index: KernelMatrix(SquaredEuclidean(), F, F).formula(index, 1).definition(),
        lambda index: RowSoftmax(F / 100).definition().lamda.expr.subs(Symbol("j", integer=True, nonnegative=True), 0),
    ):
        at = {**values, A: [[p * q + 1.0 for p in range(4)] for q in range(4)]}
        at |= {Symbol("i", integer=True, nonnegative=True): 1}
        assert evaluate(read(s), at) == evaluate(read(t), at)


def test_an_entry_that_cannot_be_written_out_stays():
    block = BlockMatrix([[F, A]])
    assert element(block, s, e) == MatrixElement(block, s, e)
    assert element(block, 0, 0) == substituted(F.lamda.expr, {e: 0, f: 0})
    assert element(MatPow(A, m), s, e) == MatPow(A, m)[s, e]


def test_members_of_a_family_capture_nothing():
    W, head = MatrixFamily("W", h, n, n), Idx("h", h)
    family = HeadFamily(FunctionMatrix(1, 1, Lambda((e, f), Sum(W[head][0, s], (s, 0, n - 1)))), head)
    assert family[s].lamda.expr == Sum(W[s][0, Symbol("s_1", integer=True)], (Symbol("s_1", integer=True), 0, n - 1))
    nested = HeadFamily(HeadSum(W[head] * W[s], (s, 0, h - 1)), head)
    (inner,) = nested[s].args
    assert inner.index != s and inner.body == W[s] * W[inner.index]
    assert nested[0] == HeadSum(W[0] * W[s], (s, 0, h - 1))


def test_a_column_of_angles_captures_nothing():
    angles = FunctionMatrix(h, 1, Lambda((e, f), Sum(e * s, (s, 0, 2))))
    assert evaluate(SineCosine(angles)[2 * s, 0], {h: 4, s: 3}) == evaluate(SineCosine(angles)[6, 0], {h: 4, s: 9})


def test_what_is_bound():
    assert binds_any(F, [s]) and binds_any(F, [e]) and not binds_any(F, [t])
    assert binds_any(HeadSum(MatrixFamily("W", h, 2, 2)[e], (e, 0, h - 1)), [e])
    assert not binds_any(KernelSymbol("alpha")(A[0, :], A[1, :]), [e])


# Values: putting a value for a symbol is the same as giving the symbol that value.

NAMES = (e, f, s)
LEAVES = st.one_of(st.sampled_from(NAMES), st.integers(-2, 2).map(lambda number: x * 0 + number))


def _over(part):
    limits = st.tuples(st.sampled_from(NAMES), st.integers(-1, 1), st.one_of(st.integers(0, 2), st.sampled_from(NAMES)))
    sums = st.tuples(part, limits).map(lambda p: Sum(p[0], p[1]))
    double = st.tuples(part, limits, limits).map(lambda p: Sum(p[0], p[1], p[2]))
    binary = st.tuples(part, part, st.sampled_from((lambda a, b: a + b, lambda a, b: a * b - 1)))
    cases = st.tuples(part, part, st.sampled_from(NAMES)).map(lambda p: Piecewise((p[0], p[2] > 0), (p[1], True)))
    return st.one_of(sums, double, binary.map(lambda p: p[2](p[0], p[1])), cases)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.recursive(LEAVES, _over, max_leaves=6),
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from((e, f, s, e + f, s - 1, 2 * f)), min_size=1),
)
def test_a_substituted_expression_has_the_value_of_the_expression_at_the_values(expression, values):
    at = {e: 1, f: 2, s: 0}
    moved = {name: evaluate(value, at) for name, value in values.items()}
    left, right = evaluate(substituted(expression, values), at), evaluate(expression, {**at, **moved})
    assert left == right or (left != left and right != right)


B, C = MatrixSymbol("B", k, m), MatrixSymbol("C", k, m)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({k: h}, RowSoftmax(B.subs(k, h)) + C.subs(k, h)),
        ({k: m, m: k}, RowSoftmax(MatrixSymbol("B", m, k)) + MatrixSymbol("C", m, k)),
        ({B: C, C: B}, RowSoftmax(C) + B),
        ([(B, C), (C, B), (B, 2 * B)], RowSoftmax(C) + B),
    ],
    ids=str,
)
def test_sympy_s_own_subs_puts_all_values_in_at_once(values, expected):
    assert (RowSoftmax(B) + C).subs(values, simultaneous=True) == expected
