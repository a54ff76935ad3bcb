"""Declarations: the free symbols of every kind, bound ones left out, found without walking a tree twice."""

import pytest
from sympy import FunctionMatrix, Idx, Lambda, MatrixSymbol, Piecewise, Sum, Symbol, exp, symbols

from symattn.errors import UndeclaredSymbol
from symattn.language import (
    Attention,
    Declarations,
    Equation,
    FreeOf,
    InvertibleSymbol,
    KernelAttention,
    KernelSymbol,
    MapSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    SubsetMask,
    SubsetSymbol,
    declarations,
    dims,
    element,
    fresh_index,
    postorder,
)
from symattn.language.base.occurrences import names_in
from symattn.language.inspection import free_atoms

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
x = Symbol("x", real=True)


def test_every_kind_is_found_and_sorted():
    tau, sigma = PermutationSymbol("tau", r), PermutationSymbol("sigma", n)
    g, h, M = OrthogonalSymbol("g", ell), InvertibleSymbol("h", d), MaskSymbol("M", r, n)
    alpha, f, subset = KernelSymbol("alpha"), MapSymbol("f", ell), SubsetSymbol("S", n)
    i = Idx("i", r)
    record = declarations(
        Equation(tau * Attention(Q * g, sigma * K, V, M) * h, KernelAttention(alpha, f(Q), K, V)),
        SubsetMask(subset, n)[0, 0],
        x * Q[i, 0],
    )
    assert record == Declarations(
        sizes=(d, ell, n, r),
        matrices=(K, Q, V),
        permutations=(sigma, tau),
        orthogonals=(g,),
        invertibles=(h,),
        masks=(M,),
        kernels=(alpha,),
        maps=(f,),
        subsets=(subset,),
        scalars=(x,),
        indices=(i,),
    )
    assert len(record.all()) == 17


def test_bound_variables_are_left_out():
    i, j = symbols("i j", integer=True)
    assert free_atoms(Sum(Q[i, j], (i, 0, r - 1), (j, 0, ell - 1))) == {Q, r, ell}
    assert free_atoms(Sum(x**i, (i, 0, j))) == {x, j}
    assert free_atoms(Sum(x**i, (i, 0, j), (j, 0, i))) == {x, i}, "the bound of the outer sum is outside the inner one"
    assert free_atoms(FunctionMatrix(r, n, Lambda((i, j), x * i + j))) == {x, r, n}
    bound = Idx("i", n)
    assert free_atoms(Sum(V[bound, 0], (bound, 0, n - 1))) == {V, n, d}
    assert declarations((Q * Q.T)[0, 0]).indices == ()


def test_a_name_bound_in_one_place_and_free_in_another_is_free():
    i = Idx("i", n)
    assert declarations(V[i, 0] + Sum(V[i, 0], (i, 0, n - 1))).indices == (i,)


def test_undeclared_symbols():
    for expression in (Symbol("z") * Q, exp(Symbol("z", positive=None)) * x):
        with pytest.raises(UndeclaredSymbol) as caught:
            declarations(expression)
        assert str(caught.value.symbol) == "z"


def test_one_name_for_two_symbols_is_refused():
    for other in (MatrixSymbol("Q", n, d), KernelSymbol("Q"), Symbol("Q", real=True), Idx("Q", n)):
        with pytest.raises(UndeclaredSymbol, match="rename"):
            declarations(Q, other)


def test_the_symbol_of_free_of_counts():
    assert declarations(FreeOf(Q, x)).scalars == (x,)


def test_postorder_visits_each_node_once_arguments_first():
    square = Q.T * Q
    shared = exp(square[0, 0]) * (1 + exp(square[0, 0]))
    nodes = list(postorder(shared))
    assert len(nodes) == len(set(nodes))
    for node in nodes:
        assert all(nodes.index(argument) < nodes.index(node) for argument in node.args)


def test_fresh_names_avoid_every_name():
    i = Idx("s", n)
    assert names_in(V[i, 0]) == {"V", "s", "n", "d"}
    assert str(fresh_index("s", V[i, 0], Symbol("s_1"))) == "s_2"


def test_entries_are_written_with_named_indices():
    i, j = Idx("i", r), Idx("j", d)
    triple = element(Q * K.T * V, i, j)
    assert str(triple) in {
        "Sum(Q[i, a]*Sum(K[a_1, a]*V[a_1, j], (a_1, 0, n - 1)), (a, 0, ell - 1))",
    }
    assert element(Q + 2 * Q, i, 0) == 3 * Q[i, 0]
    assert element(Q.T, 0, i) == Q[i, 0]
    assert element((Q * K.T).T, 0, i) == element(Q * K.T, i, 0)
    split = MatrixSymbol("B", r + n, d)
    assert element(split[r:, :], 1, j) == split[r + 1, j]


def test_conditions_are_walked():
    subset = SubsetSymbol("S", n)
    i = Idx("i", n)
    record = declarations(Piecewise((x, subset.contains(i)), (0, True)))
    assert (record.subsets, record.indices, record.scalars) == ((subset,), (i,), (x,))
