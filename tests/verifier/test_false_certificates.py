"""Certificates of false statements: each tries one hole, and the step that is wrong is refused by its reason."""

import json

import pytest

from symattn.verifier import DoesNotHold, NotACertificate

HOLES = []


def refused(reason):
    """Declare an attack with the reason for which it is refused."""

    def declare(attack):
        HOLES.append(pytest.param(attack, reason, id=attack.__name__))
        return attack

    return declare


@refused("loose")
def loose_refl(d):
    d.infer("refl", d.term("bound", 0, "ℝ"))


@refused("not an abstraction applied|loose")
def loose_beta(d):
    inner = d.term("lambda", "ℝ", d.term("bound", 1, "ℝ"))
    d.infer("beta", d.apply(inner, d.real("0")))


@refused("loose")
def loose_assume(d):
    d.infer("assume", d.term("bound", 0, "𝔹"))


@refused("loose")
def loose_ring(d):
    x = d.term("bound", 0, "ℝ")
    d.infer("ring", x, x)


@refused("loose")
def loose_value(d):
    x = d.term("variable", "x", "ℝ")
    d.infer("instantiate", d.infer("refl", x), x, d.term("bound", 0, "ℝ"))


@refused("loose")
def loose_definition(d):
    d.infer("definition", "c", d.term("bound", 0, "ℝ"))


@refused("loose")
def loose_claim(d):
    d.claim(d.term("bound", 0, "𝔹"))


@refused("two types")
def two_types_of_a_bound_index(d):
    same = d.equation("[2]", d.term("bound", 0, "[2]"), d.term("literal", "1", "[2]"))
    other = d.equation("[1]", d.term("bound", 0, "[1]"), d.term("literal", "0", "[1]"))
    d.apply(d.term("variable", "f", "𝔹→𝔹→𝔹"), same, other)


@refused("is bound as")
def bound_as_another_type(d):
    d.term("lambda", "[1]", d.equation("[2]", d.term("bound", 0, "[2]"), d.term("literal", "1", "[2]")))


@refused("loose")
def eta_of_a_used_variable(d):
    f = d.term("variable", "f", "ℝ→ℝ→ℝ")
    x = d.term("bound", 0, "ℝ")
    d.infer("eta", d.term("lambda", "ℝ", d.apply(f, x, x)))


@refused("not of the form")
def eta_of_another_variable(d):
    f, y = d.term("variable", "f", "ℝ→ℝ"), d.term("variable", "y", "ℝ")
    d.infer("eta", d.term("lambda", "ℝ", d.apply(f, y)))


@refused("not an abstraction")
def beta_of_no_redex(d):
    d.infer("beta", d.apply(d.term("variable", "f", "ℝ→ℝ"), d.real("0")))


@refused("free in a hypothesis")
def abstraction_over_a_hypothesis(d):
    x = d.term("variable", "x", "ℝ")
    d.infer("abstraction", x, d.infer("assume", d.equation("ℝ", x, d.real("0"))))


@refused("only a variable")
def abstraction_over_a_constant(d):
    d.infer("abstraction", d.term("constant", "pi"), d.infer("refl", d.real("0")))


@refused("hypotheses that are claimed")
def dropped_hypothesis(d):
    false = d.falsehood()
    d.claim(false)
    d.infer("assume", false)


@refused("hypotheses that are claimed")
def invented_hypothesis(d):
    true = d.truth()
    d.claim(true, d.falsehood())
    same = d.term("lambda", "𝔹", d.term("bound", 0, "𝔹"))
    d.infer("refl", same)


@refused("conclusion that is claimed")
def another_conclusion(d):
    false = d.falsehood()
    d.claim(false)
    d.infer("refl", d.real("0"))


@refused("conclusion that is claimed")
def conclusion_before_the_last_line(d):
    true = d.equation("ℝ", d.real("0"), d.real("0"))
    d.claim(true)
    d.infer("refl", d.real("0"))
    d.infer("refl", d.real("1"))


@refused("not a new name")
def defined_twice(d):
    d.infer("definition", "c", d.real("0"))
    d.infer("definition", "c", d.real("1"))


@refused("not a new name")
def defined_primitive(d):
    d.infer("definition", "pi", d.real("0"))


@refused("not a name")
def defined_equality(d):
    d.infer("definition", "=", d.real("0"))


@refused("not a name")
def defined_plus(d):
    d.infer("definition", "+", d.term("constant", "*"))


@refused("free variable")
def defined_with_a_free_variable(d):
    d.infer("definition", "c", d.term("variable", "x", "ℝ"))


@refused("size that is no parameter")
def defined_by_a_hidden_size(d):
    """One constant for “[n] has one element”, whatever n is, would be both true and false."""
    x, y = d.term("bound", 0, "[n]"), d.term("bound", 1, "[n]")
    d.infer("definition", "c", d.forall("[n]", d.forall("[n]", d.equation("[n]", x, y))))


@refused("size that is no parameter")
def defined_by_the_size_of_a_constant(d):
    d.infer("definition", "c", d.term("constant", "#", "n"))


@refused("size that is no parameter")
def defined_by_the_size_of_a_binder(d):
    d.infer(
        "definition",
        "c",
        d.apply(
            d.term("constant", "sum", "2"),
            d.term("lambda", "[2]", d.apply(d.term("lambda", "[n]", d.real("1")), d.term("literal", "0", "[n]"))),
        ),
        "m",
    )


@refused("size that is no parameter")
def defined_with_a_repeated_parameter(d):
    d.infer("definition", "c", d.term("constant", "#", "n"), "n", "n")


@refused("not defined")
def used_before_its_definition(d):
    d.term("constant", "c")


@refused("takes 1 sizes")
def constant_without_its_sizes(d):
    d.term("constant", "sum")


@refused("takes 0 sizes")
def constant_with_too_many_sizes(d):
    d.term("constant", "pi", "n")


@refused("size is 0")
def constant_with_size_zero(d):
    d.term("constant", "#", "0")


@refused("size is 0")
def size_that_vanishes(d):
    d.infer("instantiate_sizes", d.infer("refl", d.term("constant", "#", "n")), "n", "0*m")


@refused("only once")
def size_replaced_twice(d):
    d.infer("instantiate_sizes", d.infer("refl", d.term("constant", "#", "n")), "n", "m", "n", "k")


@refused("different polynomials")
def ring_with_an_inverse(d):
    x = d.term("variable", "x", "ℝ")
    inverse = d.apply(d.term("constant", "inv"), x)
    d.infer("ring", d.apply(d.term("constant", "*"), x, inverse), d.real("1"))


@refused("different polynomials")
def ring_of_different_atoms(d):
    d.infer("ring", d.term("variable", "x", "ℝ"), d.term("variable", "y", "ℝ"))


@refused("must be real")
def ring_of_truth_values(d):
    p = d.term("variable", "p", "𝔹")
    d.infer("ring", p, p)


@refused("must be real")
def ring_of_extended_reals(d):
    p = d.term("constant", "ninf")
    d.infer("ring", p, p)


@refused("different polynomials")
def ring_with_a_variable_called_plus(d):
    plus = d.term("variable", "plus'", "ℝ→ℝ→ℝ")
    d.infer("ring", d.apply(plus, d.real("0"), d.real("1")), d.real("1"))


@refused("not surely an element")
def index_beyond_its_size(d):
    d.term("literal", "2", "[2]")


@refused("not surely an element")
def index_beyond_the_least_size(d):
    d.term("literal", "1", "[n]")


@refused("not surely an element")
def index_that_is_negative(d):
    d.term("literal", "-1", "[n]")


@refused("not surely an element")
def index_that_is_no_integer(d):
    d.term("literal", "1/2", "[n + 1]")


@refused("not surely an element")
def natural_that_is_negative(d):
    d.term("literal", "-1", "ℕ")


@refused("no literals")
def literal_of_truth(d):
    d.term("literal", "1", "𝔹")


@refused("cannot be of type")
def instantiated_at_another_type(d):
    x = d.term("variable", "x", "ℝ")
    d.infer("instantiate", d.infer("refl", x), x, d.term("literal", "0", "ℕ"))


@refused("only once")
def instantiated_twice(d):
    x = d.term("variable", "x", "ℝ")
    d.infer("instantiate", d.infer("refl", x), x, d.real("0"), x, d.real("1"))


@refused("only a variable")
def instantiated_constant(d):
    pi = d.term("constant", "pi")
    d.infer("instantiate", d.infer("refl", pi), pi, d.real("0"))


@refused("conclusion that is claimed")
def instantiated_by_capture(d):
    """From (λx. y) = (λx. y) with y := x one must not get a function of x."""
    x, y = d.term("variable", "x", "ℝ"), d.term("variable", "y", "ℝ")
    identity = d.term("lambda", "ℝ", d.term("bound", 0, "ℝ"))
    d.claim(d.equation("ℝ→ℝ", identity, identity))
    d.infer("instantiate", d.infer("refl", d.term("lambda", "ℝ", y)), y, x)


@refused("does not take")
def applied_to_another_type(d):
    d.apply(d.term("constant", "exp"), d.term("literal", "0", "ℕ"))


@refused("does not take")
def applied_without_a_function(d):
    d.apply(d.real("0"), d.real("0"))


@refused("does not take")
def applied_at_another_size(d):
    d.apply(d.term("constant", "pos", "n"), d.term("variable", "i", "[m]"))


@refused("does not take")
def congruence_of_no_function(d):
    zero = d.infer("refl", d.real("0"))
    d.infer("congruence", zero, zero)


@refused("middle terms")
def trans_that_does_not_meet(d):
    d.infer("trans", d.infer("refl", d.real("0")), d.infer("refl", d.real("1")))


@refused("not the left side")
def eq_mp_of_another_proposition(d):
    p, q = d.term("variable", "p", "𝔹"), d.term("variable", "q", "𝔹")
    d.infer("eq_mp", d.infer("refl", p), d.infer("assume", q))


@refused("not an equation")
def eq_mp_of_no_equation(d):
    p = d.infer("assume", d.term("variable", "p", "𝔹"))
    d.infer("eq_mp", p, p)


@refused("only a proposition")
def assumed_number(d):
    d.infer("assume", d.real("0"))


@refused("not a proposition")
def claimed_number(d):
    d.claim(d.real("0"))


@refused("no rule")
def unknown_rule(d):
    d.infer("believe", d.falsehood())


@refused("no axiom")
def unknown_axiom(d):
    d.infer("axiom", "falsehood", "⊥")


@refused("the axiom exp_zero is exp 0 = 1")
def axiom_that_says_something_else(d):
    d.infer("axiom", "exp_zero", "exp 0 = 0")


@refused("no theorem 0 before")
def theorem_from_itself(d):
    d.infer("trans", 0, 0)


@refused("no theorem -1 before")
def theorem_from_the_end(d):
    d.infer("refl", d.real("0"))
    d.infer("trans", -1, -1)


@refused("no term 0 before")
def term_from_itself(d):
    d.term("apply", 0, 0)


@refused("expected a type")
def type_that_is_no_type(d):
    d.term("variable", "x", "ℚ")


@refused("expected the end")
def type_with_a_rest(d):
    d.term("variable", "x", "ℝ ℝ")


@refused("not a name")
def variable_called_as_notation(d):
    d.term("variable", "⊥", "𝔹")


@refused("not a name")
def variable_called_as_number(d):
    d.term("variable", "0", "ℝ")


@refused("not a name")
def constant_called_as_notation(d):
    d.infer("definition", "⊥", d.truth())


@refused("not a name")
def constant_called_as_number(d):
    d.infer("definition", "1", d.real("0"))


@refused("not a name")
def size_variable_called_as_number(d):
    d.term("constant", "#", "٢")


@refused("lacks its value")
def replacement_without_value(d):
    x = d.term("variable", "x", "ℝ")
    d.infer("instantiate", d.infer("refl", x), x)


@refused("no place")
def number_as_float(d):
    d.infer("refl", 0.0)


@refused("given by its number")
def number_as_truth_value(d):
    d.real("0")
    d.infer("refl", False)


@refused("given by its number")
def number_as_text(d):
    d.real("0")
    d.infer("refl", "0")


@refused("no place")
def literal_as_float(d):
    d.term("literal", 0.5, "ℝ")


@refused("short string")
def literal_as_integer(d):
    d.term("literal", 1, "ℝ")


@refused("a number is a string")
def literal_over_zero(d):
    d.term("literal", "1/0", "ℝ")


@refused("a number is a string")
def literal_in_another_notation(d):
    d.term("literal", "1e3", "ℝ")


@refused("no bound index")
def bound_index_negative(d):
    d.term("bound", -1, "ℝ")


@refused("no bound index")
def bound_index_huge(d):
    d.term("bound", 10**9, "ℝ")


@refused("short string")
def name_as_list(d):
    d.term("constant", ["pi"])


@refused("has 0 entries")
def too_few_entries(d):
    d.infer("refl")


@refused("has 2 entries")
def too_many_entries(d):
    d.infer("refl", d.real("0"), d.real("0"))


@pytest.mark.parametrize("attack, reason", HOLES)
def test_refused(attack, reason, draft, verify):
    attack(draft)
    with pytest.raises((DoesNotHold, NotACertificate), match=rf"line \d+: .*({reason})"):
        verify(draft.text())


def test_a_true_draft_is_verified(draft, verify):
    """The harness can tell: the same kind of draft with nothing wrong in it."""
    x = draft.term("variable", "x", "ℝ")
    goal = draft.equation("ℝ", x, x)
    draft.claim(goal)
    draft.infer("refl", x)
    found = verify(draft.text())
    assert found.statement == [["for all sizes, and all", ["x : ℝ"]], ["then", ["x = x"]]] and found.axioms == ()


@pytest.mark.parametrize("axioms", [[], ["exp_add"], ["exp_add", "exp_zero"], ["exp_zero", "exp_zero"]])
def test_the_axioms_of_the_header_are_those_of_the_proof(draft, verify, axioms):
    goal = draft.equation("ℝ", draft.apply(draft.term("constant", "exp"), draft.real("0")), draft.real("1"))
    draft.claim(goal)
    draft.infer("axiom", "exp_zero", "exp 0 = 1")
    assert verify(draft.text(axioms=["exp_zero"])).axioms == ("exp_zero",)
    with pytest.raises(DoesNotHold, match="other axioms than are claimed"):
        verify(draft.text(axioms=axioms))


def test_an_axiom_of_an_unused_line_is_not_counted(draft, verify):
    zero = draft.real("0")
    draft.claim(draft.equation("ℝ", zero, zero))
    draft.infer("axiom", "exp_zero", "exp 0 = 1")
    draft.infer("refl", zero)
    assert verify(draft.text()).axioms == ()


def test_names_that_could_be_taken_for_others_show_their_types(draft, verify):
    """A variable called exp is no exponential, and two variables x are not one."""
    exp, x, n = draft.term("variable", "exp", "ℝ→ℝ"), draft.term("variable", "x", "ℝ"), draft.term("variable", "x", "ℕ")
    left = draft.apply(exp, x)
    goal = draft.equation("ℝ", left, left)
    other = draft.equation("ℕ", n, n)
    draft.claim(goal, other)
    draft.infer("refl", left)
    with pytest.raises(DoesNotHold, match="hypotheses that are claimed"):
        verify(draft.text())
    variables, hypotheses, conclusion = json.loads(draft.text().splitlines()[0])["statement"]
    assert conclusion == ["then", ["(exp : ℝ→ℝ) (x : ℝ) = (exp : ℝ→ℝ) (x : ℝ)"]]
    assert hypotheses == ["if", ["(x : ℕ) = (x : ℕ)"]] and len(variables[1]) == 3
