"""A look at a goal at a few numbers: what is plainly false fails, what is true or cannot be told does not."""

import pytest

from symattn.prover.normal import glance
from symattn.prover.normal.context import Context
from symattn.prover.normal.glance import assumptions, denied, differ, fails
from symattn.prover.strategies.hypotheses.adding import add_hypothesis

KINDS = {"x": "ℝ", "y": "ℝ", "z": "ℝ", "u": "[n]→ℝ", "i": "[n]", "j": "[n]"}


FALSE = [
    ("x", ()),
    ("x * y", ()),
    ("-1 * x * x", ()),
    ("u i + -1 * u j", ()),
    ("1 + -1 * exp x", ()),
    ("log x", ("¬(x ≤ 0)",)),
    ("log x", ("0 ≤ x", "¬(1 ≤ x)")),
    ("(Σ k:[n]. u k) + -1 * Σ k:[n]. u k * u k", ()),
    ("x + -1 * y", ("x ≤ y",)),
    ("ind (x ≤ y) + -1", ()),
    ("x + -1 * abs x", ()),
    ("u i + -1", ("∀k:[n]. 0 ≤ u k",)),
    ("-1", ("x = y + 1",)),
    ("y + -1 * x", ("y + 1 = x", "z = x * x")),
    ("u i + -1 * x", ("∀k:[n]. u k = x * y",)),
]
NOT_FALSE = [
    ("x * x", ()),
    ("exp x", ()),
    ("exp x + -1 * x + -1", ()),
    ("0", ()),
    ("x + -1 * x", ()),
    ("(x + y) * (x + y) + -1 * x * x + -2 * x * y + -1 * y * y", ()),
    ("sin x * sin x + cos x * cos x + -1", ()),
    ("x", ("0 ≤ x",)),
    ("y + -1 * x", ("x ≤ y",)),
    ("u i", ("∀k:[n]. 0 ≤ u k",)),
    ("#{n} * (Σ k:[n]. u k * u k) + -1 * (Σ k:[n]. u k) * Σ k:[n]. u k", ()),
    ("abs x + -1 * x", ()),
    ("top{n} u + -1 * u i", ()),
    ("-1", ("¬(x ≤ y)", "x ≤ y")),
    ("-1", ("x = y + 1", "y = x + 1")),
    ("-1", ("x = y", "x = y + 1")),
    ("-1", ("x * x = x * x + 1",)),
    ("u i + -1 * x", ("∀k:[n]. u k = x",)),
    ("-1", ("∀a:ℝ. a * x = a",)),
    ("-1 * x * x * x", ("x = 0",)),
]


@pytest.mark.parametrize(("text", "hypotheses"), FALSE)
def test_what_is_plainly_negative_fails(logic, text, hypotheses):
    goal, *given = (logic.term(each, **KINDS) for each in (text, *hypotheses))
    assert fails(goal, given)


@pytest.mark.parametrize(
    ("text", "hypotheses", "expected"),
    [
        ("∀k:[n]. u k = x * u k", (), True),
        ("∀k:[n]. u k = x * u k", ("x = 1",), False),
        ("∀k:[n]. u k * u k = y", ("∀k:[n]. u k = x", "y = x * x"), False),
        ("∀k:[n]. u k * u k = y", ("∀k:[n]. u k = x", "y = x"), True),
        ("∀a:ℝ. 0 ≤ a", (), False),
    ],
)
def test_a_proposition_is_denied(logic, text, hypotheses, expected):
    goal, *given = (logic.term(each, **KINDS) for each in (text, *hypotheses))
    assert denied(goal, given) is expected


@pytest.mark.parametrize(("text", "hypotheses"), NOT_FALSE)
def test_what_is_nowhere_negative_or_cannot_be_told_does_not_fail(logic, text, hypotheses):
    goal, *given = (logic.term(each, **KINDS) for each in (text, *hypotheses))
    assert not fails(goal, given)


@pytest.mark.parametrize(
    ("one", "other", "hypotheses"),
    [("x * (y + z)", "x * y + z", ()), ("exp (x + y)", "exp x + exp y", ()), ("x", "y", ("x ≤ y",))],
)
def test_numbers_differ_that_are_not_equal_everywhere(logic, one, other, hypotheses):
    a, b, *given = (logic.term(each, **KINDS) for each in (one, other, *hypotheses))
    assert differ(a, b, given)


@pytest.mark.parametrize(
    ("one", "other", "hypotheses"),
    [
        ("x * (y + z)", "x * y + x * z", ()),
        ("exp (x + y)", "exp x * exp y", ()),
        ("Σ k:[n]. u k * x", "x * Σ k:[n]. u k", ()),
        ("x", "y", ("x = y",)),
    ],
)
def test_numbers_do_not_differ_that_are_equal_or_where_nothing_is_met_that_is_assumed(logic, one, other, hypotheses):
    a, b, *given = (logic.term(each, **KINDS) for each in (one, other, *hypotheses))
    assert not differ(a, b, given)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("exp (x + y)", "exp x * exp y"),
        ("log (exp x)", "x"),
        ("sin x * sin x + cos x * cos x", "1"),
        ("exp x * inv (exp x)", "1"),
        ("cos (x + y)", "cos x * cos y + -1 * (sin x * sin y)"),
    ],
)
def test_what_laws_of_functions_say_does_not_hold_of_any_functions(logic, one, other):
    assert differ(*(logic.term(each, **KINDS) for each in (one, other)), (), of_any_functions=True)


@pytest.mark.parametrize(
    "text", ["exp x", "inv (exp x)", "inv (x * x)", "sqrt (x * x)", "exp x * exp y", "ind (x ≤ y)"]
)
def test_any_functions_have_the_signs_of_those_in_their_place(logic, text):
    goal = logic.term(text, **KINDS)
    assert not fails(goal, (), of_any_functions=True)
    assert fails(logic.term(f"-1 * ({text})", **KINDS), (), of_any_functions=True)


def test_what_holds_of_any_functions_is_algebra(logic):
    one, other = (logic.term(t, **KINDS) for t in ("exp x * (sin y + log x)", "exp x * log x + sin y * exp x"))
    assert not differ(one, other, (), of_any_functions=True)


def test_what_was_seen_before_changes_nothing(logic):
    goals = [logic.term(text, **KINDS) for text, _ in (*FALSE, *NOT_FALSE)]
    first = [fails(goal, ()) for goal in goals]
    assert [fails(goal, ()) for goal in reversed(goals)] == first[::-1]
    for sample in (*glance._SAMPLES, *glance._OF_ANY_FUNCTIONS):
        sample.known.clear()
    assert [fails(goal, ()) for goal in goals] == first


def test_a_term_of_very_many_parts_says_nothing(logic):
    summed = "".join(f"Σ {name}:[n]. " for name in "abcdefghkl")
    goal = logic.term(f"-1 * ({summed} u a * u a * u l * u l)", **KINDS)
    assert not fails(goal, ())


@pytest.mark.parametrize(
    "text",
    [
        "-1 * sum{1000000000000} w",
        "-1 * (Σ k:[1000000000000]. 1)",
        "-1 * power (exp x * exp x) 1000000000000@ℕ",
        "-1 * (exp (exp (exp (exp (x + 9)))))",
        "exp 700 * exp 700 + -1 * exp 700 * exp 700",
        "-1 * sin (exp 700 * exp 700)",
    ],
)
def test_what_takes_long_or_is_too_large_says_nothing(logic, text):
    assert not fails(logic.term(text, **KINDS, w="[1000000000000]→ℝ"), ())


def test_what_a_context_assumes_are_the_hypotheses_of_its_truths(logic):
    context = Context()
    given = [logic.term(each, **KINDS) for each in ("x ≤ y", "∀k:[n]. 0 ≤ u k")]
    for hypothesis in given:
        add_hypothesis(context, hypothesis)
    assert assumptions(context) == tuple(given)


def test_maps_that_invert_each_other_are_never_met(logic):
    context = logic.normaliser(bijections=[logic.inverse_maps()]).context
    assert not fails(logic.term("x", **KINDS), assumptions(context))
