"""Functions of every entry: each is evaluated against NumPy, theorems are decided, near misses are refuted."""

import io
import pickle
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from sympy import (
    Abs,
    Derivative,
    HadamardPower,
    HadamardProduct,
    Lambda,
    MatrixSymbol,
    Max,
    OneMatrix,
    Rational,
    Sum,
    Symbol,
    Trace,
    cosh,
    exp,
    log,
    sin,
    sinh,
    symbols,
    tanh,
)

from symattn import (
    GELU,
    DefinitionError,
    Gradient,
    LogSumExp,
    MaskSymbol,
    MaskWhere,
    OrthogonalSymbol,
    PermutationSymbol,
    ReLU,
    Sigmoid,
    SiLU,
    Softplus,
    UnsupportedExpression,
    calc,
    certificate,
    decide,
    define,
    dims,
    evaluate,
    from_entries,
    latex,
    prove,
    spot_check,
    verifier,
)
from symattn.language.plain import plain
from symattn.language.words.sympy_classes import DEFINITIONS
from symattn.render.text import text

n, d, m = dims("n d m")
X, Y, B = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), MatrixSymbol("B", d, n)
x, y, z = Symbol("x", real=True), Symbol("y", real=True), Symbol("z")
ones = OneMatrix(n, d)
sigma = PermutationSymbol("sigma", n)


def gelu(a):
    return a / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (a + 0.044715 * a**3)))


VALUES = [
    (Sigmoid(X), lambda a: 1 / (1 + np.exp(-a))),
    (ReLU(X), lambda a: np.maximum(a, 0)),
    (SiLU(X), lambda a: a / (1 + np.exp(-a))),
    (GELU(X), gelu),
    (Softplus(X), lambda a: np.log1p(np.exp(a))),
    (X.applyfunc(exp), np.exp),
    (X.applyfunc(tanh), np.tanh),
    (X.applyfunc(sinh), np.sinh),
    (X.applyfunc(cosh), np.cosh),
    (X.applyfunc(Abs), np.abs),
    (X.applyfunc(Lambda(z, Max(z, 0) ** 2 + 1)), lambda a: np.maximum(a, 0) ** 2 + 1),
    (HadamardPower(X, 3), lambda a: a**3),
    (HadamardPower(X, -2), lambda a: a**-2.0),
    (HadamardPower(2, X), lambda a: 2**a),
    (HadamardPower(X.applyfunc(Abs), Rational(1, 2)), lambda a: np.sqrt(np.abs(a))),
    (HadamardProduct(X, HadamardPower(X.applyfunc(cosh), -1)), lambda a: a / np.cosh(a)),
]


@pytest.mark.parametrize(("word", "function"), VALUES, ids=lambda value: plain(value) if hasattr(value, "args") else "")
def test_the_values_are_those_of_numpy(word, function):
    rng = np.random.default_rng(1)
    for shape in ((1, 1), (3, 4), (1, 5)):
        values = rng.normal(size=shape)
        assert np.allclose(evaluate(word, {X: values}), function(values))


@pytest.mark.parametrize("word", [word for word, _ in VALUES], ids=plain)
def test_both_readings_agree(word):
    verdict = decide(word, word + ones - ones)
    assert verdict.status == "proved" or verdict.missing == ("ForAll((n, d), lambda i, j: Ne(X[i, j], 0))",)
    assert spot_check(word, word + ones - ones).max_error < 1e-9


TRUE = [
    (Sigmoid(-x), 1 - Sigmoid(x)),
    (Sigmoid(-X), ones - Sigmoid(X)),
    (X.applyfunc(Sigmoid), Sigmoid(X)),
    (Sigmoid(X), from_entries(n, d, lambda i, j: Sigmoid(X[i, j]))),
    (Sigmoid(sigma * X), sigma * Sigmoid(X)),
    (Sigmoid(X.T), Sigmoid(X).T),
    (SiLU(X), HadamardProduct(X, Sigmoid(X))),
    (tanh(x), 2 * Sigmoid(2 * x) - 1),
    (tanh(-x), -tanh(x)),
    (cosh(x) ** 2 - sinh(x) ** 2, 1),
    (X.applyfunc(tanh), HadamardProduct(X.applyfunc(sinh), HadamardPower(X.applyfunc(cosh), -1))),
    (ReLU(x) - ReLU(-x), x),
    (ReLU(3 * X), 3 * ReLU(X)),
    (ReLU(ReLU(X)), ReLU(X)),
    (ReLU(X), (X + X.applyfunc(Abs)) / 2),
    (GELU(x) - GELU(-x), x),
    (X.applyfunc(exp).applyfunc(log), X),
    (X.applyfunc(Lambda(z, z**2)), HadamardProduct(X, X)),
    (HadamardPower(2, X + Y), HadamardProduct(HadamardPower(2, X), HadamardPower(2, Y))),
    (HadamardPower(X, 3), HadamardProduct(X, X, X)),
    (Derivative(Softplus(x), x), Sigmoid(x)),
    (Derivative(Sigmoid(x), x), Sigmoid(x) * (1 - Sigmoid(x))),
    (Derivative(SiLU(x), x), Sigmoid(x) * (1 + x * (1 - Sigmoid(x)))),
    (Derivative(tanh(x), x), 1 - tanh(x) ** 2),
    (Gradient(Trace(B * Sigmoid(X)), X), HadamardProduct(B.T, Sigmoid(X), ones - Sigmoid(X))),
]


@pytest.mark.parametrize(("left", "right"), TRUE, ids=plain)
def test_theorems_are_proved(left, right):
    verdict = decide(left, right)
    assert verdict.status == "proved", verdict
    verifier.verify(io.BytesIO(certificate(verdict).encode()))


FALSE = [
    (Sigmoid(-x), Sigmoid(x)),
    (Sigmoid(-X), ones + Sigmoid(X)),
    (Sigmoid(OrthogonalSymbol("g", n) * X), OrthogonalSymbol("g", n) * Sigmoid(X)),
    (SiLU(X), Sigmoid(HadamardProduct(X, X))),
    (tanh(x), 2 * Sigmoid(x) - 1),
    (tanh(-x), tanh(x)),
    (cosh(x) ** 2 + sinh(x) ** 2, 1),
    (ReLU(-3 * X), -3 * ReLU(X)),
    (ReLU(X + Y), ReLU(X) + ReLU(Y)),
    (ReLU(-ReLU(X)), ReLU(X)),
    (GELU(x) + GELU(-x), x),
    (X.applyfunc(Lambda(z, z**2)), 2 * X),
    (X.applyfunc(exp), X + ones),
    (X.applyfunc(Abs), X),
    (HadamardPower(2, X + Y), HadamardPower(2, X) + HadamardPower(2, Y)),
    (Derivative(Sigmoid(x), x), Sigmoid(x)),
    (Derivative(tanh(x), x), 1 + tanh(x) ** 2),
    (Derivative(Softplus(x), x), Sigmoid(-x)),
    (X.applyfunc(Lambda(x, x + y)), X.applyfunc(Lambda(y, x + y))),
]


@pytest.mark.parametrize(("left", "right"), FALSE, ids=plain)
def test_near_misses_are_refuted(left, right):
    assert decide(left, right).status == "refuted"


def test_what_is_undefined_somewhere_is_not_proved():
    for left, right in [
        (HadamardProduct(X, HadamardPower(X, -1)), ones),
        (HadamardPower(HadamardPower(X, Rational(1, 2)), 2), X),
        (X.applyfunc(log).applyfunc(exp), X),
        (tanh(log(y)), (y - 1 / y) / (y + 1 / y)),
        (HadamardProduct(X, X.applyfunc(Lambda(z, 1 / z))), ones),
    ]:
        verdict = decide(left, right)
        assert (verdict.status, bool(verdict.missing)) == ("unknown", True), verdict
    assert decide(tanh(log(y)), (y - 1 / y) / (y + 1 / y), given=[y > 0]).status == "proved"


def test_a_bound_name_captures_nothing():
    i = Symbol("i", integer=True, nonnegative=True)
    total = Sum(X[i, 0], (i, 0, n - 1))
    assert decide(X.applyfunc(Lambda(z, z + total)), X + total * ones).status == "proved"
    assert decide(X.applyfunc(Lambda(z, z + total)), X + X[0, 0] * n * ones).status == "refuted"
    j = Symbol("j", integer=True, nonnegative=True)
    entry = Sum(Sigmoid(X)[i, j], (i, 0, n - 1), (j, 0, d - 1))
    assert decide(entry, Sum(Sigmoid(X[i, j]), (i, 0, n - 1), (j, 0, d - 1))).status == "proved"


def test_entries_of_a_mask_are_refused_outside_of_exp():
    mask = MaskSymbol("M", n, n)
    assert decide(mask.applyfunc(exp), mask.applyfunc(exp)).status == "proved"
    for word in (mask.applyfunc(sin), Sigmoid(mask)):
        with pytest.raises(UnsupportedExpression):
            decide(word, word)


def test_a_function_that_is_none_of_real_numbers_is_refused():
    p = Symbol("p", positive=True)
    with pytest.raises(UnsupportedExpression, match="declared positive"):
        decide(X.applyfunc(Lambda(p, p + 1)), X)
    with pytest.raises(UnsupportedExpression, match="takes 1 argument"):
        Sigmoid(X, Y)


def test_a_word_of_ones_own_is_taken_of_entries_by_applyfunc():
    leaky = define("LeakyReLUTest", (x, y), Max(x, y * x))
    at_entries = X.applyfunc(Lambda(z, leaky(z, x)))
    assert decide(at_entries, from_entries(n, d, lambda i, j: leaky(X[i, j], x))).status == "proved"
    assert decide(X.applyfunc(Lambda(z, leaky(z, 0))), ReLU(X)).status == "proved"
    assert plain(at_entries) == "LeakyReLUTest(X, x)"
    with pytest.raises(UnsupportedExpression, match="must be a number"):
        leaky(X, x)


def test_they_are_written_as_they_are_read():
    assert plain(Sigmoid(X)) == "Sigmoid(X)"
    assert plain((X + Y).applyfunc(exp)) == "(X + Y).applyfunc(exp)"
    assert text(X.applyfunc(Lambda(z, z**2))) == "(z ↦ z²)∘(X)"
    shadowed = Symbol("n", real=True)
    assert plain(X.applyfunc(Lambda(shadowed, shadowed + n))) == "X.applyfunc(Lambda(n_1, n + n_1))"
    assert latex(Sigmoid(X)) == r"\sigma\left(X\right)"
    assert latex(X.applyfunc(exp)) == r"\exp_{\circ}\left(X\right)"


def test_a_derivation_names_words_and_classes():
    sigmoid = 1 / (1 + exp(-x))
    assert prove(calc(Sigmoid(x), (sigmoid, Sigmoid))).status == "proved"
    assert prove(calc(tanh(x), ((exp(x) - exp(-x)) / (exp(x) + exp(-x)), tanh))).status == "proved"
    assert decide(calc(Sigmoid(x), (sigmoid, ()))).status == "unknown"


def test_a_word_survives_pickling():
    assert pickle.loads(pickle.dumps(Sigmoid(X))) == Sigmoid(X)


def test_another_definition_of_a_word_that_is_used_is_an_error():
    with pytest.raises(DefinitionError, match=r"Sigmoid is defined otherwise already, in symattn\.language\.words"):
        define("Sigmoid", x, exp(x))
    assert define("Sigmoid", x, 1 / (1 + exp(-x))) is Sigmoid


def test_every_class_of_sympy_that_has_a_definition_keeps_it():
    assert all(hasattr(kind, "definition") for kind in DEFINITIONS)


def test_exponentials_that_are_out_of_reach_do_not_matter_under_a_logarithm():
    scores = np.array([[1000.0, 1001.0], [-1000.0, -1001.0], [0.0, 1.0]])
    A = MatrixSymbol("A", 3, 2)
    shifted = np.array([1000, -1001, 0]) + np.log(1 + np.e)
    np.testing.assert_allclose(evaluate(LogSumExp(A), {A: scores}).ravel(), shifted, rtol=1e-14)
    np.testing.assert_allclose(evaluate(Softplus(A), {A: scores}), np.logaddexp(0, scores), rtol=1e-14)
    i, j = symbols("i j", integer=True)
    everything = log(Sum(exp(A[i, j]), (i, 0, 2), (j, 0, 1)))
    assert evaluate(everything, {A: scores}) == pytest.approx(1001 + np.log1p(np.exp(-1)))
    assert evaluate(log(2 + 3 * exp(x)), {x: 1.0}) == pytest.approx(np.log(2 + 3 * np.e))
    assert evaluate(log(exp(x) + Sum(exp(A[0, j]), (j, 0, 1))), {A: scores, x: 1002.0}) == pytest.approx(
        1002.4076059644
    )
    assert evaluate(log(Sum(exp(x), (i, 0, n - 1))), {x: 1000.0, n: 5}) == pytest.approx(1000 + np.log(5))


def test_a_function_is_shown_without_its_address():
    with pytest.raises(UnsupportedExpression) as caught:
        MaskWhere(n, n, lambda j: True)
    assert "2 indices" in str(caught.value)
    assert "0x" not in str(caught.value)


@pytest.mark.parametrize(("word", "own"), [(Sigmoid, "x"), (LogSumExp, "A")])
def test_an_argument_may_be_given_by_its_own_name(word, own):
    assert word(**{own: X}) == word(X)
    with pytest.raises(UnsupportedExpression, match="none is called other"):
        word(other=X)


def test_a_word_that_a_cell_defines_otherwise_is_told_by_the_numbers_of_the_cells(monkeypatch):
    def cell(number, text):
        exec(compile(text, f"/tmp/ipykernel_7/{number}.py", "exec"), {"define": define, "x": x})

    x = symbols("x", real=True)
    named = SimpleNamespace(
        format_code_name=lambda file: ("Cell", f"In[{file[-4:-3]}]") if "ipykernel" in file else None
    )
    shell = SimpleNamespace(compile=named)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    cell(3, 'define("ToldByItsCell", (x,), x + 1)')
    with pytest.raises(
        DefinitionError, match=r"in cell In\[3\], line 1; .*in cell In\[5\], line 1: .*restart the kernel"
    ):
        cell(5, 'define("ToldByItsCell", (x,), x + 2)')
