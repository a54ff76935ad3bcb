"""Words of one's own: what one definition gives, for parameters of every kind."""

import inspect

import numpy as np
import pytest
from sympy import Idx, Integer, MatrixSymbol, Rational, Symbol, exp, sqrt, symbols

from symattn import (
    Attention,
    CausalMask,
    DefinitionError,
    DotProduct,
    Euclidean,
    Expectation,
    HeadFamily,
    HeadSum,
    InvertibleSymbol,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    MapSymbol,
    MaskSymbol,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    PositionalEncoding,
    ProbabilitySymbol,
    RowSoftmax,
    SequentialEncoding,
    Sigmoid,
    SimilarityKernel,
    SubsetMask,
    SubsetSymbol,
    UnsupportedExpression,
    calc,
    cost,
    decide,
    define,
    dims,
    evaluate,
    from_entries,
    latex,
    prove,
    spot_check,
    sum_over,
)
from symattn.deciding.agreement import agreement
from symattn.elaborate.own_words import _constant
from symattn.render.definitions import definitions
from symattn.render.document import opening
from symattn.render.text import text
from symattn.scripts.book.articles import _notation

n, d, r, ell, m, H, N = dims("n d r ell m H N")
x, y = symbols("x y", real=True)
j, k = (Symbol(name, integer=True, nonnegative=True) for name in "jk")
X, A, B = MatrixSymbol("X", n, d), MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
eps = Symbol("epsilon", positive=True)
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", n)


@define(X, eps, latex=r"\operatorname{RMS}", source="Zhang & Sennrich 2019, eq. 4")
def RMS(X, eps):
    """Divide each row by its root mean square."""
    return from_entries(n, d, lambda i, j: X[i, j] / sqrt(sum_over(d, lambda k: X[i, k] ** 2) / d + eps))


# ---------------------------------------------------------------------------------------------- parameters of all kinds


class UserKernel(SimilarityKernel):
    def formula(self, value):
        return value.sum_over_coordinates(lambda q, k: q * k**2)


P, R = InvertibleSymbol("P", n), InvertibleSymbol("R", n)
g, h = OrthogonalSymbol("g", d), OrthogonalSymbol("h", d)
F, G, head = MatrixFamily("F", H, n, d), MatrixFamily("G", H, n, d), Idx("head", H)
alpha, beta = KernelSymbol("alpha"), KernelSymbol("beta")
f, phi = MapSymbol("f", d), MapSymbol("phi", d)
S, T, row = SubsetSymbol("S", n), SubsetSymbol("T", n), MatrixSymbol("row", 1, n)
p, q, values, outcome = ProbabilitySymbol("p", N), ProbabilitySymbol("q", N), MatrixSymbol("v", N, 1), Idx("o", N)
psi, chi, column = SequentialEncoding("psi", d), SequentialEncoding("chi", d), MatrixSymbol("c", d, 1)
index, other = Idx("i", n), Idx("l", n)
square = MaskSymbol("M", n, n)
mask, hidden, bias = MaskSymbol("M", r, n), MaskSymbol("N", r, n), MatrixSymbol("N", r, n)

OfPermutation = define("OfPermutation", (sigma, X), sigma * X + 2 * sigma.T * X)
OfOrthogonal = define("OfOrthogonal", (X, g), X * g * g.T + X * g.I)
OfInvertible = define("OfInvertible", (P, X), P.I * X)
OfFamily = define("OfFamily", (F,), 2 * HeadSum(F))
OfKernel = define("OfKernel", (alpha, Q, K, V), RowSoftmax(KernelMatrix(alpha, Q, K)) * V)
OfMap = define("OfMap", (f, X), f(X) + X)
OfSubset = define("OfSubset", (S, row), RowSoftmax(row + SubsetMask(S, n)))
OfProbability = define("OfProbability", (p, values), Expectation(p, values[outcome, 0], outcome))
OfEncoding = define("OfEncoding", (psi, column), PositionalEncoding(psi, column, 3))
OfNatural = define("OfNatural", (A, j), A**j)
OfExponent = define("OfExponent", (x, j), x**j)
OfIndex = define("OfIndex", (X, index), sum_over(d, lambda a: X[index, a]))
OfSizes = define("OfSizes", (n, m), from_entries(n, n, lambda a, b: a + m * b))
OfNumber = define("OfNumber", (x, X), x * X)
OfMask = define("OfMask", (mask, Q, K, V), Attention(Q, K, V, mask))
OfSquareMask = define("OfSquareMask", (square, A), RowSoftmax(A + square))
MaskItself = define("MaskItself", (mask,), 2 * mask)
KINDS = {
    "a permutation": (OfPermutation, OfPermutation(tau, X), tau * X + 2 * tau.T * X),
    "an orthogonal matrix": (OfOrthogonal, OfOrthogonal(X, h), X + X * h.T),
    "an invertible matrix": (OfInvertible, R * OfInvertible(R, X), X),
    "a family": (OfFamily, OfFamily(G), HeadSum(G) + HeadSum(G)),
    "a family given by members": (OfFamily, OfFamily(HeadFamily(A * G[head], head)), 2 * A * HeadSum(G)),
    "a similarity kernel": (OfKernel, OfKernel(beta, Q, K, V), KernelAttention(beta, Q, K, V)),
    "the dot product": (OfKernel, OfKernel(DotProduct(), Q, K, V), Attention(Q, K, V, scale=False)),
    "the distance": (OfKernel, OfKernel(Euclidean(), Q, K, V), KernelAttention(Euclidean(), Q, K, V)),
    "a kernel of the user": (OfKernel, OfKernel(UserKernel(), Q, K, V), KernelAttention(UserKernel(), Q, K, V)),
    "a map": (OfMap, OfMap(phi, sigma * X), sigma * OfMap(phi, X)),
    "a subset": (OfSubset, OfSubset(T, row), RowSoftmax(row + SubsetMask(T, n))),
    "a probability": (OfProbability, OfProbability(q, 2 * values), 2 * Expectation(q, values[outcome, 0], outcome)),
    "a sequential encoding": (OfEncoding, OfEncoding(chi, column), PositionalEncoding(chi, column, 3)),
    "a natural number": (OfNatural, OfNatural(B, 2), B * B),
    "an index as a natural number": (OfNatural, OfNatural(B, index), B**index),
    "a sum as an exponent": (OfExponent, OfExponent(y, k + 1), y * OfExponent(y, k)),
    "no factor": (OfExponent, OfExponent(y, 0), Integer(1)),
    "an index": (OfIndex, OfIndex(A * X, other), sum_over(d, lambda a: (A * X)[other, a])),
    "a number as an index": (OfIndex, OfIndex(X, 0), sum_over(d, lambda a: X[0, a])),
    "a bound index": (
        OfIndex,
        from_entries(n, d, lambda a, b: OfIndex(X, a) * X[a, b]),
        from_entries(n, d, lambda a, b: sum_over(d, lambda c: X[a, c]) * X[a, b]),
    ),
    "sizes": (OfSizes, OfSizes(r + 2, r), from_entries(r + 2, r + 2, lambda a, b: a + r * b)),
    "a number": (OfNumber, OfNumber(2 * y, X), 2 * (y * X)),
    "a size as a number": (OfNumber, OfNumber(n, X), n * X),
    "an index as a number": (OfNumber, OfNumber(index, X), index * X),
    "a mask": (OfMask, OfMask(hidden, Q, K, V), Attention(Q, K, V, hidden)),
    "a bias in place of a mask": (OfMask, OfMask(bias, Q, K, V), Attention(Q, K, V, bias)),
    "a mask of the language": (
        OfSquareMask,
        OfSquareMask(CausalMask(n), B),
        RowSoftmax(B + CausalMask(n)),
    ),
    "a mask as a value": (MaskItself, MaskItself(hidden), hidden + hidden),
    "a real value in place of a mask": (MaskItself, MaskItself(bias), 2 * bias),
}
BY_VALUE = (OfInvertible, OfKernel)


@pytest.mark.parametrize("name", KINDS)
def test_a_parameter_of_each_kind_is_read_alike_by_the_kernel_and_by_numbers(name):
    _, left, right = KINDS[name]
    for equation in ((left, right), (left, left)):
        assert decide(*equation).status == "proved"
        assert agreement(equation).agrees
        assert spot_check(*equation).max_error < 1e-9


@pytest.mark.parametrize("name", KINDS)
def test_a_word_has_one_constant_unless_no_one_value_serves(name):
    word, left, _ = KINDS[name]
    decide(left, left)
    assert (_constant(word) is None) == (word in BY_VALUE)


@pytest.mark.parametrize(
    "make",
    [
        lambda: OfPermutation(tau * sigma, X),
        lambda: OfOrthogonal(X, MatrixSymbol("g", d, d)),
        lambda: OfFamily(X),
        lambda: OfKernel(3, Q, K, V),
        lambda: OfMap(alpha, X),
        lambda: OfSubset(S, x),
        lambda: OfNatural(A, -1),
        lambda: OfNatural(A, x),
        lambda: OfIndex(X, x),
        lambda: OfSizes(0, 1),
        lambda: OfNumber(X, X),
        lambda: OfNumber("2", X),
    ],
)
def test_an_argument_of_another_kind_is_refused(make):
    with pytest.raises(UnsupportedExpression):
        make()


# ------------------------------------------------------------------------------------------------- what follows from it


def test_a_word_is_proved_refuted_and_evaluated():
    assert decide(RMS(sigma * X, eps), sigma * RMS(X, eps)).status == "proved"
    assert decide(RMS(2 * X, eps), RMS(X, eps)).status == "refuted"
    assert decide(RMS(X, 1), RMS(X, Integer(1))).status == "proved"
    np.testing.assert_allclose(evaluate(RMS(X, 1), {X: [[3, 4]]}), [[3, 4] / np.sqrt(13.5)])
    assert spot_check(RMS(sigma * X, eps), sigma * RMS(X, eps)).max_error < 1e-12


def test_a_word_is_written_as_it_was_defined():
    assert str(RMS(sigma * X, eps)) == "RMS(sigma*X, epsilon)"
    assert text(RMS(sigma * X, eps)) == "RMS(σ X, ε)"
    assert latex(RMS(sigma * X, eps)) == r"\operatorname{RMS}\left(\sigma X, \epsilon\right)"
    assert r"\operatorname{RMS}" in decide(RMS(X, eps), RMS(X, eps))._repr_html_()
    assert RMS.__doc__.splitlines()[0] == "Divide each row by its root mean square."
    assert RMS.__name__ == "RMS"
    shown = opening([decide(RMS(X, eps), RMS(X, eps)).claim])
    assert r"RMS (Zhang \& Sennrich 2019, eq. 4), for $X" in shown


def test_definitions_come_before_what_uses_them():
    Scaled = define("ScaledRMS", (X, x), x * RMS(X, 1), source="here")
    found = definitions(Scaled(sigma * X, 2))
    assert [each.name for each in found] == ["RMS", "ScaledRMS"]
    assert [each.source for each in found] == ["Zhang & Sennrich 2019, eq. 4", "here"]
    assert found[1].formula.endswith(r"= x \operatorname{RMS}\left(X, 1\right)")


def test_a_step_of_a_calc_names_the_word():
    start, end = RMS(sigma * X, eps), sigma * RMS(X, eps)
    assert prove(calc(start, (end, (RMS, sigma)))).notes == ()
    unnamed = decide(calc(start, (end, sigma)))
    assert "it also uses RMS" in unnamed.report
    idle = prove(calc(start, (end, (RMS, sigma, Attention))))
    assert idle.notes == ("step 1: Attention is named but not needed",)


def test_a_word_costs_what_its_definition_costs_and_a_value_is_computed_once():
    once, twice = cost(RMS(X, eps)), cost(RMS(X, eps) + RMS(X, eps).T.T)
    assert once.multiply_adds == d * n
    assert twice.multiply_adds == once.multiply_adds
    nested = cost(RMS(RMS(X, eps), eps) + RMS(X, eps))
    assert nested.multiply_adds == 2 * d * n


def test_what_a_word_needs_is_asked_of_its_arguments_unless_it_always_holds():
    assert _constant(RMS).needs[0].text == "{} > 0"  # of ε alone: then the root is not 0
    nested = RMS(X + A * RMS(B * X, eps), eps)
    assert decide(sigma.T * (sigma * nested), nested).status == "proved"


# ------------------------------------------------------------------------------------------------------------ define


def test_a_function_gives_name_expression_and_docstring():
    @define(x)
    def Logistic(x):
        """Squash a number between 0 and 1."""
        return 1 / (1 + exp(-x))

    assert inspect.isclass(Logistic)
    assert decide(Logistic(0), Rational(1, 2)).status == "proved"
    assert "Squash" in Logistic.__doc__


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: define("NoParameters"), "needs the parameters in a tuple"),
        (lambda: define("NoExpression", (x,)), "needs the parameters in a tuple"),
        (lambda: define(x)(lambda: x), "does not take the parameters"),
        (lambda: define(x)(3), "stands above a function"),
        (lambda: define(test_a_function_gives_name_expression_and_docstring), "write the parameters"),
        (lambda: define(x)(returns_nothing), "returns nothing"),
        (lambda: from_entries(n, d, lambda i: i), "must take 2 indices"),
        (lambda: sum_over(n, lambda i, j: i), "must take 1 index"),
    ],
)
def test_a_wrong_use_of_define_says_what_is_needed(make, said):
    with pytest.raises(DefinitionError, match=said):
        make()


def returns_nothing(x):
    pass


def test_a_word_may_have_no_parameters():
    Half = define("OneHalf", (), Rational(1, 2))
    assert decide(Half() + Half(), Integer(1)).status == "proved"
    Scale = define("ScaleOfWidth", (n,), 1 / sqrt(n))
    assert decide(Scale(ell) * Q * K.T, Q * K.T / sqrt(ell)).status == "proved"
    assert decide(calc(2 * Scale(d), (2 / sqrt(d), Scale))).status == "proved"


# ------------------------------------------------------------------------------------------------------------- numpy=


def quick_rms(X, eps):
    return X / np.sqrt((X**2).mean(axis=1, keepdims=True) + eps)


def test_a_function_of_numpy_is_used_by_evaluate_and_by_nothing_else():
    calls = []

    def quick(X, eps):
        calls.append(X.shape)
        X *= 1  # an array of its own
        return quick_rms(X, eps)

    Quick = define("QuickRMS", (X, eps), RMS(X, eps), numpy=quick)
    big = np.arange(12.0).reshape(3, 4)
    np.testing.assert_allclose(evaluate(Quick(X, 1) + X, {X: big}), quick_rms(big, 1) + big)
    assert (1, 1) in calls
    assert calls[-1] == (3, 4)
    used = len(calls)
    evaluate(Quick(X, 1), {X: big})
    assert len(calls) == used + 2 and calls[-1] == (3, 4), "after one instance that is compared again"
    assert decide(Quick(2 * X, eps), Quick(X, eps)).status == "refuted"
    assert spot_check(Quick(X, eps), RMS(X, eps)).max_error == 0
    assert agreement((Quick(X, eps), RMS(X, eps))).agrees
    assert len(calls) == used + 2
    assert big[0, 1] == 1


def _masked(scores, mask):
    weights = np.exp(scores + mask)
    return weights / weights.sum(axis=1, keepdims=True)


@pytest.mark.parametrize(
    ("name", "parameters", "expression", "function", "said"),
    [
        ("LiesByFactor", (X, eps), RMS(X, eps), lambda X, e: quick_rms(X, 2 * e), "by the definition and"),
        ("LiesAcrossRows", (X, eps), RMS(X, eps), lambda X, e: X / np.sqrt((X**2).mean() + e), "by the definition and"),
        ("LiesByShape", (X, eps), RMS(X, eps), lambda X, e: quick_rms(X, e).T, "gives the shape|by the definition"),
        ("LiesByRow", (X, eps), RMS(X, eps), lambda X, e: quick_rms(X, e)[0], "gives the shape"),
        ("LiesByNaN", (X, eps), RMS(X, eps), lambda X, e: X * np.nan, "by the definition and nan"),
        ("Raises", (X, eps), RMS(X, eps), lambda X, e: 1 / 0, "raises ZeroDivisionError"),
        ("TakesLess", (X, eps), RMS(X, eps), lambda X: X, "raises TypeError"),
        ("IgnoresMask", (A, square), RowSoftmax(A + square), lambda A, M: _masked(A, 0), "by the definition and"),
        ("LiesInANumber", (x,), x**2, lambda x: x, "the value is"),
    ],
)  # fmt: skip
def test_a_function_that_lies_is_an_error_that_shows_where(name, parameters, expression, function, said):
    Lying = define(name, parameters, expression, numpy=function)
    inputs = {X: [[1.0, 2.0]], eps: 1.0, A: [[1.0, 2.0], [0.0, 1.0]], parameters[-1]: 1.0, x: 3.0}
    if name == "IgnoresMask":
        inputs[parameters[-1]] = [[0, -np.inf], [0, 0]]
    inputs = {symbol: inputs[symbol] for symbol in parameters}
    for _ in range(2):  # the first error does not let it pass
        with pytest.raises(DefinitionError, match=said):
            evaluate(Lying(*parameters), inputs)
    assert decide(Lying(*parameters), expression).status == "proved"


def test_a_function_that_takes_its_place_is_held_against_the_definition_again():
    honest = define("TakesItsPlace", (x,), x**2, numpy=lambda x: x * x)
    assert evaluate(honest(y), {y: 3}) == 9
    define("TakesItsPlace", (x,), x**2, numpy=lambda x: x)
    with pytest.raises(DefinitionError):
        evaluate(honest(y), {y: 3})
    define("TakesItsPlace", (x,), x**2)
    assert evaluate(honest(y), {y: 3}) == 9


def test_the_book_names_the_source_of_a_definition():
    (of_word,) = (each for each in _notation(decide(RMS(X, eps), RMS(X, eps)).claim) if each.name == "RMS")
    assert of_word.shown.endswith("<p>Source: Zhang &amp; Sennrich 2019, eq. 4</p>")


# ----------------------------------------------------------------------------------------------------- how it is called


def test_a_word_says_how_it_is_called():
    from symattn.modern import LayerNorm

    assert str(inspect.signature(LayerNorm)) == "(X, gamma, beta, eps)"
    first, *_, gives = LayerNorm.__doc__.splitlines()
    assert first.startswith("Normalise each row of X")
    assert gives == "Gives a matrix, n×d."
    for line in ("X: a matrix, n×d", "gamma: a matrix, 1×d", "eps: a number, positive"):
        assert f"    {line}\n" in LayerNorm.__doc__


def test_every_kind_of_parameter_is_described():
    n, d, H = dims("n d H")
    parameters = (
        *(MatrixFamily("W", H, n, d), PermutationSymbol("pi", n), OrthogonalSymbol("Q", d), MaskSymbol("lambda", n, n)),
        *(KernelSymbol("kappa"), MapSymbol("f", d), SubsetSymbol("S", n), Idx("i", n), d, Symbol("x^*", real=True)),
    )
    word = define("OfEveryKind", parameters, HeadSum(parameters[0]))
    assert str(inspect.signature(word)) == "(W, pi, Q, lambda_, kappa, f, S, i, d, x_)"
    assert word.__doc__.partition("Arguments:\n")[2].splitlines()[:-2] == [
        "    W: a family of H matrices, n×d",
        "    pi: a permutation, n×n",
        "    Q: an orthogonal matrix, d×d",
        "    lambda_: a mask, n×n",
        "    kappa: a similarity kernel",
        "    f: a map from rows of d numbers to rows of d",
        "    S: a subset of n indices",
        "    i: an index below n",
        "    d: a size",
        "    x_: a number",
    ]


def test_arguments_may_be_given_by_name():
    n, d = dims("n d")
    X, c = MatrixSymbol("X", n, d), Symbol("epsilon", positive=True)

    @define(X, c)
    def Shrunk(X, eps):
        return X / eps

    A = MatrixSymbol("A", 2, 3)
    assert Shrunk(A, eps=2) == Shrunk(eps=2, X=A) == Shrunk(A, epsilon=2) == Shrunk(A, 2)
    assert Sigmoid(x=A) == Sigmoid(A)
    for arguments, named, reason in [
        ((A,), {"ep": 2}, r"it takes 2 arguments \(X, eps\), and none is called ep; did you mean eps\?"),
        ((A,), {"X": A}, "X is given twice"),
        ((A,), {"eps": 2, "epsilon": 2}, "is given twice"),
        ((), {"eps": 2}, "; X is missing"),
        ((A,), {}, r"it takes 2 arguments \(X, eps\), not 1"),
        ((A, 2, 3), {}, "not 3"),
        ((A,), {"eps": -2}, "must be positive"),
    ]:
        with pytest.raises(UnsupportedExpression, match=reason):
            Shrunk(*arguments, **named)
