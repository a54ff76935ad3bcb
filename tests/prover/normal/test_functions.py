"""Normal forms of exp, sin, cos, inv, sqrt, sizes, positions and case."""

import pytest

from symattn.kernel.terms import REAL, Size, const, literal

KINDS = {"x": "ℝ", "y": "ℝ", "z": "ℝ", "f": "[m]→ℝ", "g": "[k]→ℝ", "i": "[m]", "j": "[k]", "b": "[n]", "c": "[n]"}

ALIKE = {
    "exp of a sum is a product": ("exp (x + y)", "exp y * exp x"),
    "exp of zero": ("exp (x + -1 * x)", "1"),
    "exp merges equal arguments": ("exp x * exp x", "exp (2 * x)"),
    "exp cancels opposite arguments": ("exp x * exp (-1 * x)", "1"),
    "exp with rational multiples": ("exp (1/2 * x) * exp (1/3 * x)", "exp (5/6 * x)"),
    "exp of a product stays whole": ("exp (x * (y + z))", "exp (y * x) * exp (z * x)"),
    "exp of a constant": ("exp 2", "exp 1 * exp 1"),
    "inv of exp": ("inv (exp x)", "exp (-1 * x)"),
    "inv of a product": ("inv (x * y)", "inv y * inv x"),
    "inv of inv": ("inv (inv x)", "x"),
    "inv of a literal": ("inv 4", "1/4"),
    "inv of zero": ("inv (x + -1 * x)", "0"),
    "inv takes out a coefficient": ("inv (2 * x + 2 * y)", "1/2 * inv (y + x)"),
    "inv takes out a sign": ("inv (x + -1 * y)", "-1 * inv (y + -1 * x)"),
    "inv takes out a common factor": ("inv (x * y + x * z)", "inv x * inv (z + y)"),
    "inv takes out a common exponential": ("inv (exp (x + y) + exp (x + z))", "exp (-1 * x) * inv (exp y + exp z)"),
    "sqrt of equal arguments": ("sqrt (x + y)", "sqrt (y + x)"),
    "sqrt of a size, squared": ("sqrt (#{n}) * sqrt (#{n})", "#{n}"),
    "inverse root, squared": ("inv (sqrt (#{n})) * inv (sqrt (#{n}))", "inv (#{n})"),
    "sin of a sum": ("sin (x + y)", "sin x * cos y + cos x * sin y"),
    "cos of a sum": ("cos (x + y)", "cos x * cos y + -1 * (sin x * sin y)"),
    "sin is odd": ("sin (-1 * x)", "-1 * sin x"),
    "cos is even": ("cos (-3 * x)", "cos (3 * x)"),
    "Pythagoras": ("sin x * sin x + cos x * cos x", "1"),
    "sin of twice": ("sin (2 * x)", "2 * sin x * cos x"),
    "cos of twice": ("cos (2 * x)", "2 * cos x * cos x + -1"),
    "cos of thrice": ("cos (3 * x)", "4 * cos x * cos x * cos x + -3 * cos x"),
    "sin of zero": ("sin (x + -1 * x)", "0"),
    "cos of zero": ("cos 0", "1"),
    "cos of two": ("cos (x + 2)", "cos x * (2 * cos 1 * cos 1 + -1) + -1 * (sin x * (2 * sin 1 * cos 1))"),
    "sin of a difference": ("sin (x + -1 * y) + sin (y + -1 * x)", "0"),
    "halves stay": ("sin (1/2 * x + 1/2 * y)", "sin (1/2 * x) * cos (1/2 * y) + cos (1/2 * x) * sin (1/2 * y)"),
    "size of a sum": ("#{m+k}", "#{k} + #{m}"),
    "size of a product": ("#{m*k*2}", "2 * #{k} * #{m}"),
    "size of a power": ("#{n*n*n}", "#{n} * #{n} * #{n}"),
    "size of a number": ("#{3}", "3"),
    "inverse size of a product": ("inv (#{2*n})", "1/2 * inv (#{n})"),
    "position of the first index": ("pos{n} 0@[n]", "0"),
    "position on the left": ("pos{m+k} (inl{m,k} i)", "pos{m} i"),
    "position on the right": ("pos{m+k} (inr{m,k} j)", "pos{k} j + #{m}"),
    "position of a pair": ("pos{m*k} (pair{m,k} i j)", "#{k} * pos{m} i + pos{k} j"),
    "case on the left": ("case{m,k} f g (inl{m,k} i)", "f i"),
    "case on the right": ("case{m,k} f g (inr{m,k} j)", "g j"),
    "log of a size": ("exp (log (#{n}))", "#{n}"),
    "log of a number": ("exp (log 3)", "3"),
}  # fmt: skip

APART = {
    "exp is not additive": ("exp (x + y)", "exp x + exp y"),
    "exp of a product": ("exp (x * y)", "exp x * exp y"),
    "log may be of a negative number": ("exp (log x)", "x"),
    "inv is not additive": ("inv (x + y)", "inv x + inv y"),
    "x may be zero": ("x * inv x", "1"),
    "the root of a square may be its opposite": ("sqrt (x * x)", "x"),
    "a root of a negative number may be anything": ("sqrt x * sqrt x", "x"),
    "sqrt is not additive": ("sqrt (x + y)", "sqrt x + sqrt y"),
    "sin is not linear": ("sin (2 * x)", "2 * sin x"),
    "sign of the sine": ("cos (x + y)", "cos x * cos y + sin x * sin y"),
    "cos of two is not that of one": ("cos 2", "2 * cos 1"),
    "sin is not even": ("sin (-1 * x)", "sin x"),
    "case the other way round": ("case{m,k} f g (inl{m,k} i)", "g j"),
    "position of a pair, strides swapped": ("pos{m*k} (pair{m,k} i j)", "pos{m} i + #{m} * pos{k} j"),
    "position on the right without the shift": ("pos{m+k} (inr{m,k} j)", "pos{k} j"),
}


@pytest.mark.parametrize("case", ALIKE)
def test_one_normal_form(logic, case):
    first, second = (logic.normal_form(logic.term(text, **KINDS)) for text in ALIKE[case])
    assert first is second


@pytest.mark.parametrize("case", APART)
def test_different_normal_forms(logic, case):
    first, second = (logic.normal_form(logic.term(text, **KINDS)) for text in APART[case])
    assert first is not second


@pytest.mark.parametrize("case", ALIKE)
def test_normal_forms_are_normal(logic, case):
    normal = logic.normal_form(logic.term(ALIKE[case][0], **KINDS))
    assert logic.normal_form(normal) is normal


def test_particular_normal_forms(logic):
    assert logic.normal_form(logic.term("exp 0")) is literal(1, REAL)
    assert logic.normal_form(logic.term("#{n}")) is const("#", Size.variable("n"))
    assert logic.normal_form(logic.term("sin x", x="ℝ")) is logic.term("sin x", x="ℝ")


def test_a_root_is_squared_under_a_hypothesis(logic):
    h = logic.term("0 ≤ x", x="ℝ")
    t = logic.term("sqrt x * sqrt x", x="ℝ")
    assert logic.normal_form(t, h) is logic.term("x", x="ℝ")
    weaker = logic.term("x ≠ 0", x="ℝ")
    assert logic.normal_form(t, weaker) is t


def test_scaling_of_scores_needs_a_positive_factor(logic):
    kinds = {"c": "ℝ", "a": "ℝ", "p": "𝔹"}
    t = logic.term("times c (plus (emb a) (allow p))", **kinds)
    h = logic.term("0 < c", c="ℝ")
    assert logic.normal_form(t, h) is logic.term("plus (emb (a * c)) (allow p)", **kinds) or (
        logic.normal_form(t, h) is logic.term("plus (emb (c * a)) (allow p)", **kinds)
    )
    assert logic.normal_form(t) is t
    assert logic.normal_form(t, logic.term("0 ≤ c", c="ℝ")) is t


def test_exponentials_of_scores(logic):
    kinds = {"a": "ℝ", "p": "𝔹", "e": "ℝ∞"}
    weight = logic.normal_form(logic.term("eexp (plus (emb a) (allow p))", **kinds))
    assert weight is logic.normal_form(logic.term("ind p * exp a", **kinds))
    assert logic.normal_form(logic.term("eexp ninf")) is literal(0, REAL)
    assert logic.normal_form(logic.term("eexp (plus e ninf)", **kinds)) is literal(0, REAL)
    assert logic.normal_form(logic.term("eexp e", **kinds)) is logic.term("eexp e", **kinds)
