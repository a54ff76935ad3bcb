"""Signs: what is shown positive, nonnegative or nonzero – and what must not be."""

from fractions import Fraction

import pytest

from symattn.kernel.syntax import negation
from symattn.kernel.terms import REAL, equation, literal
from symattn.prover.logic.formulas import ZERO, le, lt
from symattn.prover.normal.positivity import nonnegative, nonzero, positive

KINDS = {"x": "ℝ", "y": "ℝ", "u": "[n]→ℝ", "M": "[r]→[n]→𝔹", "w": "[r]→[n]", "i": "[r]", "p": "𝔹", "e": "ℝ∞"}

POSITIVE = ["1", "2/3", "17", "#{n}", "exp x", "exp x * exp y", "inv (exp x)", "sqrt (#{l})", "inv (sqrt (#{l}))",
            "exp x + exp y", "1 + x * x", "x * x + 1", "Σ j:[n]. exp (u j)", "Σ j:[n]. exp (u j) + u j * u j",
            "exp x + ind p", "Σ j:[n]. 1 + pos{n} j", "1 + eexp e"]  # fmt: skip
NONNEGATIVE = ["0", "x * x", "ind p", "eexp e", "pos{r} i", "inv (x * x)", "sqrt (x * x)", "x * x + y * y",
               "Σ j:[n]. u j * u j", "Σ j:[n]. ind (j = j) * exp (u j)", "(Σ j:[n]. u j * u j) * ind p"]  # fmt: skip
NONZERO = ["-1", "-2/3", "-2 * exp x", "exp x * -1 * #{n}"]
UNKNOWN = ["x", "x * y", "0 * 1", "-1 * exp x", "x * x", "exp x + -1", "inv x", "sqrt x", "ind p", "pos{r} i",
           "Σ j:[n]. u j", "Σ j:[n]. ind (M i j)", "eexp e", "sin x", "log x", "exp x + x", "x * x * x"]  # fmt: skip
NOT_NONNEGATIVE = ["x", "-1", "x * y", "-1 * (x * x)", "x * x * x", "sin x", "Σ j:[n]. u j", "inv x", "sqrt x + -1",
                   "x * x + -1 * (y * y)", "log x", "Σ j:[n]. u j * u j + -1"]  # fmt: skip


def read(logic, text):
    return logic.term(text, **KINDS)


@pytest.mark.parametrize("text", POSITIVE)
def test_positive(logic, text):
    t = read(logic, text)
    tool = logic.normaliser()
    theorem = positive(tool, t)
    assert theorem.conclusion is lt(ZERO, t) and theorem.hypotheses == ()
    assert nonnegative(tool, t).conclusion is le(ZERO, t)
    assert nonzero(tool, t).conclusion is negation(equation(t, ZERO))


@pytest.mark.parametrize("text", NONNEGATIVE)
def test_nonnegative_but_not_positive(logic, text):
    t = read(logic, text)
    theorem = nonnegative(logic.normaliser(), t)
    assert theorem.conclusion is le(ZERO, t) and theorem.hypotheses == ()


@pytest.mark.parametrize("text", NONZERO)
def test_nonzero_though_not_positive(logic, text):
    t = read(logic, text)
    theorem = nonzero(logic.normaliser(), t)
    assert theorem.conclusion is negation(equation(t, ZERO)) and theorem.hypotheses == ()
    assert positive(logic.normaliser(), t) is None


@pytest.mark.parametrize("text", UNKNOWN)
def test_not_shown_positive(logic, text):
    assert positive(logic.normaliser(), read(logic, text)) is None


@pytest.mark.parametrize("text", NOT_NONNEGATIVE)
def test_not_shown_nonnegative(logic, text):
    assert nonnegative(logic.normaliser(), read(logic, text)) is None


@pytest.mark.parametrize("text", ["0", "x", "exp x + -1", "x + 1", "sin x", "ind p", "0 * exp x", "inv x"])
def test_not_shown_nonzero(logic, text):
    assert nonzero(logic.normaliser(), read(logic, text)) is None


@pytest.mark.parametrize("value", [1, 2, 3, 10, 1000, Fraction(1, 7), Fraction(22, 7)])
def test_positive_rationals(logic, value):
    t = literal(value, REAL)
    assert positive(logic.normaliser(), t).conclusion is lt(ZERO, t)
    opposite = literal(-value, REAL)
    assert positive(logic.normaliser(), opposite) is None
    assert nonnegative(logic.normaliser(), opposite) is None
    assert nonzero(logic.normaliser(), opposite) is not None


def test_hypotheses_are_used_and_recorded(logic):
    h = logic.term("0 < x", x="ℝ")
    tool = logic.normaliser(h)
    theorem = positive(tool, logic.term("x * inv x", x="ℝ"))
    assert theorem.hypotheses == (h,)
    assert positive(tool, logic.term("y", y="ℝ")) is None
    every = logic.term("∀j:[n]. 0 < u j", u="[n]→ℝ")
    total = positive(logic.normaliser(every), logic.term("Σ j:[n]. u j", u="[n]→ℝ"))
    assert total.hypotheses == (every,)


def test_a_weak_inequality_gives_no_strict_one(logic):
    tool = logic.normaliser(logic.term("0 ≤ x", x="ℝ"))
    x = logic.term("x", x="ℝ")
    assert nonnegative(tool, x) is not None
    assert positive(tool, x) is None and nonzero(tool, x) is None
    tool = logic.normaliser(logic.term("x ≠ 0", x="ℝ"))
    assert nonzero(tool, x) is not None
    assert positive(tool, x) is None and nonnegative(tool, x) is None


def test_the_witness_of_a_mask_makes_its_row_positive(logic):
    total = read(logic, "Σ j:[n]. ind (M i j)")
    witness = logic.term("∀i:[r]. M i (w i)", M="[r]→[n]→𝔹", w="[r]→[n]")
    theorem = positive(logic.normaliser(witness), total)
    assert theorem.conclusion is lt(ZERO, total) and theorem.hypotheses == (witness,)
    # a witness of another mask, or of the columns, is of no use
    other = logic.term("∀i:[r]. N i (w i)", N="[r]→[n]→𝔹", w="[r]→[n]")
    columns = logic.term("∀j:[n]. M (v j) j", M="[r]→[n]→𝔹", v="[n]→[r]")
    for wrong in (other, columns):
        assert positive(logic.normaliser(wrong), total) is None


def test_numbers_that_differ_have_a_difference_other_than_zero(logic):
    for goal in ("x + -1 * y ≠ 0", "y + -1 * x ≠ 0", "inv (x + -1 * y) * (x + -1 * y) = 1", "y ≠ x"):
        logic.prove(goal, read(logic, "x ≠ y"), **{name: KINDS[name] for name in "xy"})
    for goal in ("x + y ≠ 0", "x ≠ 0", "x * x + -1 * (y * y) ≠ 0"):
        logic.refuse(goal, read(logic, "x ≠ y"), **{name: KINDS[name] for name in "xy"})
