"""From the joint distribution to all functions: what is inferred, from what, and that nearly the same gives nothing."""

import pytest
from sympy import Idx, MatrixSymbol

from symattn import Expectation, Independent, ProbabilitySymbol, decide, dims
from symattn.kernel.rules import assume
from symattn.prover.library.definitions import define
from symattn.prover.strategies.hypotheses.joint_distribution import for_all_functions

VECTORS = {"p": "[N]→ℝ", "X": "[N]→[n]→ℝ", "Y": "[N]→[m]→ℝ", "x": "[N]→ℝ", "y": "[N]→ℝ", "M": "[N]→[N]→ℝ"}
MEAN = "Expectation{N} p (λo:[N]. %s)"


def factorises(both, first, second):
    return f"{MEAN % both} = {MEAN % first} * {MEAN % second}"


def joint(first="X", second="Y", s="s", t="t", names="s t"):
    a, b = f"ind ({first} o = {first} {s})", f"ind ({second} o = {second} {t})"
    return f"∀{names}:[N]. {factorises(f'{a} * {b}', a, b)}"


@pytest.fixture(autouse=True)
def _expectation(logic):
    define("Expectation", ("N",), logic.term("λp:[N]→ℝ, f:[N]→ℝ. Σ o:[N]. p o * f o"))


@pytest.mark.parametrize("pair, types", [("XY", ("([n]→ℝ)→ℝ", "([m]→ℝ)→ℝ")), ("xy", ("ℝ→ℝ", "ℝ→ℝ")), ("XX", None)])
def test_all_functions_follow_from_the_probabilities(logic, pair, types):
    first, second = pair
    hypothesis = logic.term(joint(first, second), **VECTORS)
    found = for_all_functions(assume(hypothesis))
    assert found.hypotheses == (hypothesis,)
    f, g = types or ("([n]→ℝ)→ℝ",) * 2
    wanted = factorises(f"f ({first} o) * g ({second} o)", f"f ({first} o)", f"g ({second} o)")
    assert found.conclusion is logic.term(f"∀f:{f}, g:{g}. {wanted}", **VECTORS)


def test_a_premise_and_its_variables_stay_in_front(logic):
    a, b = "ind (X o i = X s i)", "ind (X o j = X t j)"
    hypothesis = logic.term(f"∀i j:[n]. i ≠ j ⇒ (∀s t:[N]. {factorises(f'{a} * {b}', a, b)})", **VECTORS)
    found = for_all_functions(assume(hypothesis))
    wanted = factorises("f (X o i) * g (X o j)", "f (X o i)", "g (X o j)")
    assert found.hypotheses == (hypothesis,)
    assert found.conclusion is logic.term(f"∀i j:[n]. i ≠ j ⇒ (∀f g:ℝ→ℝ. {wanted})", **VECTORS)


BELOW, LEVEL = "ind (x o ≤ x s)", "ind (y o = y t)"
ONE = "ind (x o = x s)"
NEARLY = {
    "the same outcome for both": joint("x", "y", t="s", names="s"),
    "outcomes in the other order": joint("x", "y", s="t", t="s"),
    "a condition that is no equation": f"∀s t:[N]. {factorises(f'{BELOW} * {LEVEL}', BELOW, LEVEL)}",
    "one factor alone": f"∀s t:[N]. {MEAN % ONE} = {MEAN % ONE} * {MEAN % ONE}",
    "a sum for the product": joint("x", "y").replace(") * ind", ") + ind"),
    "another right side": joint("x", "y").replace("= Expectation{N} p (λo:[N]. ind (x o = x s))", "= 1"),
    "a moment": f"∀s t:[N]. {factorises('x o * y o', 'x o', 'y o')}",
    "one value only": f"∀t:[N]. {factorises('ind (x o = 0) * ind (y o = y t)', 'ind (x o = 0)', 'ind (y o = y t)')}",
    "a variable for each outcome": joint("X", "Y").replace("X o = X s", "M o s = M s s"),
    "no weights": "∀s t:[N]. (Σ o:[N]. ind (x o = x s) * ind (y o = y t)) = 1",
    "no equation": "∀s t:[N]. x s ≤ y t",
}


@pytest.mark.parametrize("text", NEARLY.values(), ids=NEARLY)
def test_nearly_the_same_gives_nothing(logic, text):
    assert for_all_functions(assume(logic.term(text, **VECTORS))) is None


def test_squares_of_independent_numbers():
    N = dims("N")
    p, o = ProbabilitySymbol("p", N), Idx("o", N)
    x, y = MatrixSymbol("x", N, 1), MatrixSymbol("y", N, 1)
    fourth = (
        Expectation(p, x[o, 0] ** 2 * y[o, 0] ** 2, o),
        Expectation(p, x[o, 0] ** 2, o) * Expectation(p, y[o, 0] ** 2, o),
    )
    assert decide(*fourth, given=[Independent(p, x, y)]).status == "proved"
    assert decide(*fourth).status == "refuted"
