"""Conversions return ⊢ t = t' for the term they were given; reflexive parts cost nothing."""

import pytest

from symattn.kernel.rules import assume, refl, ring
from symattn.kernel.syntax import parse
from symattn.kernel.terms import REAL, KernelError, app, const, equation, fun, literal, var
from symattn.prover.logic.conversions import (
    beta_normal_form,
    beta_sides,
    fresh,
    has_redex,
    in_application,
    replaced,
    rewrite,
    to,
    under_binder,
)
from symattn.prover.logic.derived_rules import is_refl, left, right

x, y, z = (var(name, REAL) for name in "xyz")
f = var("f", fun(REAL, REAL))
ADD, MUL = const("+"), const("*")


def test_fresh_is_free_in_none_of_the_terms():
    taken = app(ADD, var("y0", REAL), var("y2", REAL))
    assert fresh(REAL, taken, x).name == "y1"
    assert fresh(REAL, taken, stem="z").name == "z0"
    # a variable of another type with the same name would print alike, so the name counts, not the type
    assert fresh(REAL, app(var("y0", fun(REAL, REAL)), x)).name == "y1"


def test_under_binder():
    t = parse("λa:ℝ. a + 0")
    theorem = under_binder(t, lambda body: ring(body, body.function.argument))
    assert left(theorem) is t and right(theorem) is parse("λa:ℝ. a")
    assert is_refl(under_binder(t, refl))


def test_under_binder_leaves_a_free_variable_of_the_fresh_name_alone():
    y0 = var("y0", REAL)
    t = under_binder(app(parse("λu a:ℝ. a + u"), y0).function, refl)
    assert is_refl(t)
    opened = right(beta_normal_form(app(parse("λu a:ℝ. a + u"), y0)))
    swapped = under_binder(opened, lambda body: ring(body, app(ADD, body.argument, body.function.argument)))
    assert right(swapped) is right(beta_normal_form(app(parse("λu a:ℝ. u + a"), y0)))


def test_in_application():
    same = assume(equation(x, y))
    t = app(f, x)
    assert in_application(t, refl(f), same).conclusion is equation(t, app(f, y))
    assert is_refl(in_application(t, refl(f), refl(x)))
    g = var("g", f.type)
    both = in_application(t, assume(equation(f, g)), same)
    assert both.conclusion is equation(t, app(g, y))


def test_rewrite_goes_under_binders_and_works_once():
    swap = assume(equation(x, y)), assume(equation(y, x))
    t = app(ADD, x, app(MUL, y, app(f, x)))
    assert right(rewrite(t, *swap)) is app(ADD, y, app(MUL, x, app(f, y)))
    under = app(var("F", fun(fun(REAL, REAL), REAL)), right(beta_normal_form(app(parse("λu a:ℝ. a + u"), x))))
    assert right(rewrite(under, swap[0])).argument is right(beta_normal_form(app(parse("λu a:ℝ. a + u"), y)))


def test_rewrite_does_not_reach_a_bound_variable():
    t = parse("λx:ℝ. x + 1")
    assert is_refl(rewrite(t, assume(equation(x, y))))


def test_replaced_one_after_the_other():
    theorem = replaced(refl(app(f, x)), assume(equation(x, y)), assume(equation(y, z)))
    assert theorem.conclusion is equation(app(f, x), app(f, z))


def test_to_uses_ring_and_nothing_else():
    double = app(ADD, x, x)
    assert to(refl(double), app(MUL, literal(2, REAL), x)).conclusion.argument is app(MUL, literal(2, REAL), x)
    assert is_refl(to(refl(double), double))
    with pytest.raises(KernelError, match="ring"):
        to(refl(double), x)


@pytest.mark.parametrize("text, normal", [
    ("(λa:ℝ. a + a) 1", "1 + 1"),
    ("λb:ℝ. (λa:ℝ. a) ((λa:ℝ. a) b)", "λb:ℝ. b"),
    ("(λg:ℝ→ℝ. g (g 2)) (λa:ℝ. a * a)", "2 * 2 * (2 * 2)"),
    ("(λa:ℝ. λb:ℝ. a) 1 ((λc:ℝ. c) 2)", "1"),
    ("Σ i:[n]. (λj:[n]. pos{n} j) i", "Σ i:[n]. pos{n} i"),
])  # fmt: skip
def test_beta_normal_form(text, normal):
    t = parse(text)
    theorem = beta_normal_form(t)
    assert left(theorem) is t and right(theorem) is parse(normal)
    assert has_redex(t) and not has_redex(right(theorem))
    assert is_refl(beta_normal_form(right(theorem)))


def test_substitution_under_a_binder_does_not_capture():
    # (λa. λb. a) at the free variable b is λb'. b
    b = var("b", REAL)
    result = right(beta_normal_form(app(parse("λa b:ℝ. a"), b)))
    assert b in result.free
    assert result is not parse("λb:ℝ. b")


def test_beta_sides():
    redex = parse("(λa:ℝ. a) 1")
    theorem = beta_sides(refl(app(ADD, redex, redex)))
    assert theorem.conclusion is equation(parse("1 + 1"), parse("1 + 1"))
