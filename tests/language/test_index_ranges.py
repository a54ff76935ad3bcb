"""An index that is bound has its range in its name: where sizes are put in, it gets the new range and stays itself."""

import numpy as np
import pytest
from sympy import FunctionMatrix, Idx, Lambda, MatrixSymbol, Sum

from symattn import HeadFamily, HeadStack, HeadSum, MatrixFamily, decide, define, dims, evaluate, spot_check
from symattn.errors import UnsupportedExpression
from symattn.language.base.occurrences import bound_symbols
from symattn.language.base.substitution import substituted
from symattn.language.base.traversal import postorder

H, G, m, n, d = dims("H G m n d")
X, S = MatrixSymbol("X", H, G), MatrixSymbol("S", m, m)
A, B = MatrixFamily("A", H, n, d), MatrixFamily("B", G, n, d)
h, g = Idx("h", H), Idx("h", G)  # two indices of one name
NESTED = {
    "one sum over both": Sum(X[h, g], (h, 0, H - 1), (g, 0, G - 1)),
    "a sum in a sum": Sum(Sum(X[h, g], (h, 0, H - 1)) ** 2, (g, 0, G - 1)),
    "a function": FunctionMatrix(H, G, Lambda((h, g), X[h, g])),
    "families": HeadSum(HeadFamily(HeadStack(HeadFamily(A[h] + B[g], g)), h)),
}
WAYS = {
    "substituted": substituted,
    "xreplace": lambda expression, values: expression.xreplace(values),
    "subs": lambda expression, values: expression.subs(values),
    "subs at once": lambda expression, values: expression.subs(values, simultaneous=True),
}
AT = {"H = G": {H: G}, "G = H": {G: H}, "H = G = m": {H: m, G: m}, "H = G = 2": {H: 2, G: 2}}
rng = np.random.default_rng(0)
NUMBERS = {"X": rng.normal(size=(2, 2)), "A": rng.normal(size=(2, 3, 2)), "B": rng.normal(size=(2, 3, 2))}


def at_numbers(expression):
    symbols = [s for s in expression.free_symbols | expression.atoms(MatrixSymbol) if str(s) in NUMBERS]
    return evaluate(expression, {symbol: NUMBERS[str(symbol)] for symbol in symbols})


@pytest.mark.parametrize("at", AT)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NESTED)
def test_two_bound_indices_stay_two(name, way, at):
    expression = NESTED[name]
    there = WAYS[way](expression, AT[at])
    assert np.allclose(at_numbers(there), at_numbers(expression))
    ranges = {index.upper + 1 for node in postorder(there) for index in bound_symbols(node)}
    assert ranges <= {AT[at].get(size, size) for size in (H, G)}


@pytest.mark.parametrize("way", WAYS)
def test_a_free_index_is_not_bound_by_one_that_gets_its_range(way):
    there = WAYS[way](Sum(X[h, g], (h, 0, H - 1)), {H: G})
    assert g in there.free_symbols
    assert evaluate(there, {MatrixSymbol("X", G, G): [[1.0, 2.0], [3.0, 4.0]], g: 1}) == 6.0


@define(X)
def TotalOfAll(X):
    return NESTED["one sum over both"]


@define(X)
def WrittenAnew(X):
    return NESTED["a function"]


@define(X, g)
def TotalOfColumn(X, h):
    return Sum(X[Idx("h", H), h], (Idx("h", H), 0, H - 1))


@define(MatrixSymbol("X", n, d), Idx("h", n))
def FirstOfRow(X, h):
    return X[h, 0]


def test_a_word_at_sizes_that_coincide_keeps_its_indices_apart():
    i = Idx("h", m)
    value = {S: [[1.0, 2.0], [3.0, 4.0]]}
    assert evaluate(TotalOfAll(S), value) == 10.0 and evaluate(TotalOfAll(S).definition(), value) == 10.0
    assert decide(WrittenAnew(S), S).status == decide(WrittenAnew(S).definition(), S).status == "proved"
    assert decide(WrittenAnew(S), S.T).status == "refuted"
    column = Sum(S[Idx("k", m), i], (Idx("k", m), 0, m - 1))
    assert decide(TotalOfColumn(S, i), column).status == decide(TotalOfColumn(S, i).definition(), column).status
    assert decide(TotalOfColumn(S, i), column).status == "proved"
    assert decide(TotalOfColumn(S, i), m * S[i, i]).status == "refuted"
    assert spot_check(TotalOfColumn(S, i), column)


def test_an_argument_that_is_named_like_its_parameter_keeps_its_own_range():
    i, long = Idx("h", n), MatrixSymbol("P", n + m, d)
    assert FirstOfRow(long, i).definition() == long[i, 0]
    assert decide(FirstOfRow(long, i), long[i, 0]).status == "proved"
    with pytest.raises(UnsupportedExpression, match="not provably an index below m"):
        decide(FirstOfRow(MatrixSymbol("P", m, d), i), 0)
