"""Odd and malformed input: every public call answers with a verdict or an error of symattn, in the user's notation."""

import random

import numpy as np
import pytest
import sympy as sp
from sympy import Idx, MatrixSymbol, Symbol

import symattn as sa
from symattn import Fault, SymattnError
from symattn.testing import assert_gradients, assert_implements

n, m = sa.dims("n m")
t, y, positive = Symbol("t", real=True), Symbol("y", real=True), Symbol("eps", positive=True)
A, B, x = MatrixSymbol("A", n, n), MatrixSymbol("B", n, m), MatrixSymbol("x", 1, n)
i, j = Idx("i", n), Idx("j", n)
M, sigma, g = sa.MaskSymbol("M", n, n), sa.PermutationSymbol("sigma", n), sa.OrthogonalSymbol("g", n)
ODD = (
    *(None, True, False, 1, -3, 10**50, 1.5, float("nan"), float("inf"), 2 + 3j, "x", "1 + 1", "", b"x", object(), int),
    *([], [t, t], (t,), (t, t), ((t, t), t), {t}, {t: 1}, frozenset(), range(2), lambda q: q, sa.Attention, sp.S),
    *(np.eye(2), np.float64(2), np.int64(2), np.array([]), np.array(["a"]), sp.Matrix([]), sp.Matrix(0, 3, [])),
    *(sp.Matrix([[1, 2], [3, 4]]), sp.ImmutableMatrix([[t]]), sp.SparseMatrix([[1, 0], [0, t]]), sp.Matrix([[sp.nan]])),
    *(sp.Matrix([[sp.oo, -sp.oo]]), sp.Matrix([["a"]]), sp.ZeroMatrix(2, 2), sp.OneMatrix(n, m), sp.Identity(3)),
    *(
        sp.nan,
        sp.oo,
        -sp.oo,
        sp.zoo,
        sp.I,
        sp.Float(0.5),
        sp.Float(0.5) * t,
        sp.S.true,
        sp.S.EmptySet,
        sp.Interval(0, 1),
    ),
    *(sp.Piecewise((t, t > 0)), sp.Piecewise((A, t > 0), (B, True)), sp.Lambda(t, t), sp.Derivative(t**2, t)),
    *(sp.Integral(t, (t, 0, 1)), sp.Product(t, (i, 0, n - 1)), sp.Limit(t, t, 0), sp.Function("F")(t), Symbol("z")),
    *(
        Symbol("c", commutative=False),
        sp.Dummy(),
        sp.Wild("w"),
        Idx("q"),
        sp.IndexedBase("q")[i],
        sp.MatMul(),
        sp.MatAdd(),
    ),
    *(
        sp.Trace(A),
        sp.Determinant(A),
        sp.KroneckerProduct(A, A),
        sp.DiagonalMatrix(A),
        sp.Adjoint(A),
        A.applyfunc(sp.exp),
    ),
    *(
        sp.MatPow(A, t),
        A**-n,
        sp.HadamardPower(A, -1),
        sp.HadamardPower(2, A),
        sp.HadamardPower(A, 2),
        sp.HadamardProduct(A, A),
    ),
    *(t, n, i, A, B, x, M, sigma, g, A[0, 0], n - m, t > 0, sp.Ne(i, j), sp.Ge(t, t, evaluate=False), sp.Eq(A, A)),
    *(
        sa.KernelSymbol("alpha"),
        sa.MapSymbol("f", n),
        sa.SubsetSymbol("S", n),
        sa.MatrixFamily("W", m, n, n),
        sa.Euclidean(),
    ),
    *(sa.Equation(t, 1), sa.claim(t, t), sa.calc(t, (t, ())), sa.Invertible(A), sa.FreeOf(t, y), sa.RowSoftmax(A)),
)
CALLS = {
    "decide": lambda a, b: sa.decide(a, b),
    "decide one": lambda a, b: sa.decide(a),
    "decide given": lambda a, b: sa.decide(t, t, given=[a, b]),
    "given alone": lambda a, b: sa.decide(t, t, given=a),
    "claim": lambda a, b: sa.claim(a, b),
    "calc": lambda a, b: sa.decide(sa.calc(a, (b, ()))),
    "step": lambda a, b: sa.calc(t, (t, a), b),
    "prove": lambda a, b: sa.prove(a, b),
    "refute": lambda a, b: sa.refute(a, b),
    "witness": lambda a, b: sa.witness(a, [b]),
    "spot_check": lambda a, b: sa.spot_check(a, b, trials=2),
    "evaluate": lambda a, b: sa.evaluate(a, {t: b, A: b}),
    "evaluate at": lambda a, b: sa.evaluate(t * A + A, {t: a, A: b}),
    "values": lambda a, b: sa.evaluate(t, a),
    "latex": lambda a, b: sa.latex(a),
    "cost": lambda a, b: sa.cost(a),
    "certificate": lambda a, b: sa.certificate(a),
    "product": lambda a, b: sa.decide(sa.Attention(a, b, b), b),
    "word": lambda a, b: sa.decide(sa.RowSoftmax(a), b),
    "mask": lambda a, b: sa.RowSoftmax(A + sa.PrefixMask(a, b)),
    "symbol": lambda a, b: (sa.PermutationSymbol("s", a), sa.MaskSymbol("s", a, b)),
}
#: How many pairs each call is given, of all there are.
PAIRS = 60


@pytest.mark.parametrize("call", CALLS)
def test_odd_input_is_answered_by_a_verdict_or_an_error_of_symattn(call):
    rng = random.Random(f"odd input to {call}")
    pairs = [(odd, odd) for odd in rng.sample(ODD, PAIRS // 2)]
    pairs += [(rng.choice(ODD), rng.choice(ODD)) for _ in range(PAIRS // 2)]
    for pair in pairs:
        try:
            CALLS[call](*pair)
        except SymattnError as error:
            assert not set("⟦⟧ι") & set(str(error)), (pair, error)


ONES = (
    *(sp.ImmutableMatrix([[1]]), sp.Matrix([[2]]), sp.SparseMatrix([[1]]), sp.ZeroMatrix(1, 1), sp.OneMatrix(1, 1)),
    *(sp.Identity(1), sp.ImmutableMatrix([[t]])),
)


@pytest.mark.parametrize("matrix", ONES, ids=str)
@pytest.mark.parametrize(
    "word",
    [
        lambda E: sa.Attention(E, E, E),
        lambda E: sa.Attention(E, E, E, sa.CausalMask(1)),
        lambda E: sa.Attention(E, E, E, E),
        lambda E: sa.SelfAttention(E, E, E, E),
        lambda E: sa.MultiHeadAttention(E, E, E, *(sa.MatrixFamily(name, 2, 1, 1) for name in ("a", "b", "c"))),
        lambda E: sa.KernelAttention(sa.Euclidean(), E, E, E),
        lambda E: sa.KernelAttention(sa.KernelSymbol("alpha"), E, E, E),
        lambda E: sa.KernelMatrix(sa.BoxCar(), E, E),
        lambda E: sa.RowSoftmax(E),
        lambda E: sa.AdditiveEncoding(E, E),
        lambda E: sa.PositionMap(sa.MapSymbol("f", 2), E),
        lambda E: sa.PositionalEncoding(E, E, 3),
        lambda E: sa.BlockRotation(E),
        lambda E: sa.SineCosine(E),
    ],
)
def test_a_word_of_an_explicit_matrix_is_its_definition(word, matrix):
    written = word(matrix)
    verdict = sa.decide(written, written.definition() if hasattr(written, "definition") else written)
    assert verdict.status == "proved"
    assert sa.latex(verdict) and str(verdict) and sa.certificate(verdict)


def test_attention_of_ones_is_the_value():
    one = sp.ImmutableMatrix([[1]])
    assert sa.decide(sa.Attention(one, one, one), one).status == "proved"


# What SymPy makes by itself


def test_an_entrywise_power_is_an_entrywise_product():
    square = sp.HadamardPower(B, 2)
    assert sa.decide(sp.HadamardProduct(B, B), square).status == "proved"
    assert sa.decide(sp.HadamardPower(B, 3), sp.HadamardProduct(square, B)).status == "proved"
    assert sa.decide(square[i, 0], B[i, 0] ** 2).status == "proved"
    assert sa.decide(square, B).status == "refuted"
    assert np.array_equal(sa.evaluate(square, {B: [[1, 2], [3, 4]]}), [[1, 4], [9, 16]])
    assert "m*n multiplications" in str(sa.cost(square))
    assert "circ" in sa.latex(square)


@pytest.mark.parametrize("exponent", [-1, 0, sp.Rational(1, 2), m, t], ids=str)
def test_other_entrywise_powers_are_no_identity(exponent):
    assert sa.decide(sp.HadamardPower(B, exponent), B).status != "proved"


def test_the_entrywise_power_0_is_a_matrix_of_ones():
    assert sa.decide(sp.HadamardPower(B, 0), sp.OneMatrix(*B.shape)).status == "proved"


# No notation of the kernel


@pytest.mark.parametrize(
    "sides",
    [
        (sp.MatPow(sp.Identity(n), n, evaluate=False), sp.Identity(n)),
        (g**n * (g**n).T, sp.Identity(n)),
        ((1 + t**2) ** n, 1 + n * t**2),
        (sp.BlockMatrix([[B, sp.BlockMatrix([[B, A]])]]), sp.BlockMatrix([[sp.BlockMatrix([[B, B]]), A]])),
        (sa.RowSoftmax(A + M), sa.RowSoftmax(A + sa.MaskSymbol("N", n, n))),
        (A[n - 1, 0] ** 2 + y, A[n - 1, n - 1] ** 2),
    ],
    ids=str,
)
def test_reports_have_no_notation_of_the_kernel(sides):
    try:
        verdict = sa.decide(*sides)
        text = f"{verdict!r}\n{verdict.report}"  # what is proved names the axioms of the kernel besides
    except SymattnError as error:
        assert not isinstance(error, Fault)
        text = str(error)
    assert not set("⟦⟧ι") & set(text)
    assert not any(word in text for word in ("last", "inl", "inr", "allow", "nat(", "row_softmax"))


# Calls that Python or SymPy would answer

family, queries = sa.MatrixFamily("W", m, n, n), MatrixSymbol("Q", n, m)
inside = sp.Piecewise((t, sa.Member(i, sa.SubsetSymbol("S", n))), (y, True))
MISUSED = {
    "a number added to a word": lambda: sa.RowSoftmax(A) + 1,
    "a word added to a number": lambda: 1 + sa.RowSoftmax(A),
    "a number taken from a word": lambda: sa.RowSoftmax(A) - t,
    "a word taken from a number": lambda: t - sa.RowSoftmax(A),
    "a list as scores": lambda: sa.RowSoftmax([A, 0]),
    "entries that are no function": lambda: sa.from_entries(n, n, 3),
    "terms that are no function": lambda: sa.sum_over(n, t),
    "sizes in a list": lambda: sa.leading_term(n**2 + n, [n]),
    "a size twice": lambda: sa.leading_term(n**2 + n, n, n),
    "no polynomial": lambda: sa.leading_term(sp.exp(n), n),
    "a text as polynomial": lambda: sa.leading_term("n +", n),
    "a matrix as polynomial": lambda: sa.leading_term(A, n),
    "a case by an equation": lambda: sp.Piecewise((t, sa.Equation(t, y)), (y, True)),
    "a case by invertibility": lambda: sp.Piecewise((t, sa.Invertible(A)), (y, True)),
    "a membership the wrong way round": lambda: sa.decide(sp.Piecewise((t, sa.Member(sigma, i)), (y, True)), t),
    "a number as subset": lambda: sa.evaluate(inside, {t: 1, y: 2, sa.SubsetSymbol("S", n): 3, i: 0, n: 2}),
    "a text as subset": lambda: sa.evaluate(inside, {t: 1, y: 2, sa.SubsetSymbol("S", n): "a", i: 0, n: 2}),
    "empty rows without a mask": lambda: assert_gradients(
        lambda *arrays: arrays,
        sa.Attention(B, queries.T.T, B),
        "B: n m, Q: n m -> n m",
        backward=True,
        empty_rows="zero",
    ),
    "gradients by a number": lambda: assert_gradients(
        lambda *arrays: arrays, sa.Attention(B, queries, MatrixSymbol("V", n, m)), "B: n m -> n m", backward=True, by=3
    ),
}


@pytest.mark.parametrize("name", MISUSED)
def test_what_is_misused_is_told_as_an_error_of_symattn(name):
    with pytest.raises(SymattnError) as raised:
        MISUSED[name]()
    assert not isinstance(raised.value, Fault)


def test_a_member_of_a_family_is_computed_from_an_array_of_three_axes():
    tested = assert_implements(lambda w: w[0], family[0], "W: m n n' -> n n'", trials=4)
    assert tested.calls == 4


def test_a_case_by_membership_is_decided():
    assert sa.decide(inside, t, given=[sa.Member(i, sa.SubsetSymbol("S", n))]).status == "proved"
    assert sa.decide(inside, t).status == "refuted"
