"""Certificates of false statements: each tries one hole, and the step that is wrong is refused by its reason."""

import json

import pytest

from symattn.verifier import DoesNotHold, NotACertificate


def loose_refl(d):
    d.infer("refl", d.term("bound", 0, "ℝ"))


def loose_beta(d):
    inner = d.term("lambda", "ℝ", d.term("bound", 1, "ℝ"))
    d.infer("beta", d.apply(inner, d.real("0")))


def loose_assume(d):
    d.infer("assume", d.term("bound", 0, "𝔹"))


def loose_ring(d):
    x = d.term("bound", 0, "ℝ")
    d.infer("ring", x, x)


def loose_value(d):
    x = d.term("variable", "x", "ℝ")
    d.infer("instantiate", d.infer("refl", x), x, d.term("bound", 0, "ℝ"))


def loose_definition(d):
    d.infer("definition", "c", d.term("bound", 0, "ℝ"))


def loose_claim(d):
    d.claim(d.term("bound", 0, "𝔹"))


def two_types_of_a_bound_index(d):
    same = d.equation("[2]", d.term("bound", 0, "[2]"), d.term("literal", "1", "[2]"))
    other = d.equation("[1]", d.term("bound", 0, "[1]"), d.term("literal", "0", "[1]"))
    d.apply(d.term("variable", "f", "𝔹→𝔹→𝔹"), same, other)


def bound_as_another_type(d):
    d.term("lambda", "[1]", d.equation("[2]", d.term("bound", 0, "[2]"), d.term("literal", "1", "[2]")))


def eta_of_a_used_variable(d):
    f = d.term("variable", "f", "ℝ→ℝ→ℝ")
    x = d.term("bound", 0, "ℝ")
    d.infer("eta", d.term("lambda", "ℝ", d.apply(f, x, x)))


def eta_of_another_variable(d):
    f, y = d.term("variable", "f", "ℝ→ℝ"), d.term("variable", "y", "ℝ")
    d.infer("eta", d.term("lambda", "ℝ", d.apply(f, y)))


def beta_of_no_redex(d):
    d.infer("beta", d.apply(d.term("variable", "f", "ℝ→ℝ"), d.real("0")))


def abstraction_over_a_hypothesis(d):
    x = d.term("variable", "x", "ℝ")
    d.infer("abstraction", x, d.infer("assume", d.equation("ℝ", x, d.real("0"))))


def abstraction_over_a_constant(d):
    d.infer("abstraction", d.term("constant", "pi"), d.infer("refl", d.real("0")))


def dropped_hypothesis(d):
    false = d.falsehood()
    d.claim(false)
    d.infer("assume", false)


def invented_hypothesis(d):
    true = d.truth()
    d.claim(true, d.falsehood())
    same = d.term("lambda", "𝔹", d.term("bound", 0, "𝔹"))
    d.infer("refl", same)


def another_conclusion(d):
    false = d.falsehood()
    d.claim(false)
    d.infer("refl", d.real("0"))


def conclusion_before_the_last_line(d):
    true = d.equation("ℝ", d.real("0"), d.real("0"))
    d.claim(true)
    d.infer("refl", d.real("0"))
    d.infer("refl", d.real("1"))


def defined_twice(d):
    d.infer("definition", "c", d.real("0"))
    d.infer("definition", "c", d.real("1"))


def defined_primitive(d):
    d.infer("definition", "pi", d.real("0"))


def defined_equality(d):
    d.infer("definition", "=", d.real("0"))


def defined_plus(d):
    d.infer("definition", "+", d.term("constant", "*"))


def defined_with_a_free_variable(d):
    d.infer("definition", "c", d.term("variable", "x", "ℝ"))


def defined_by_a_hidden_size(d):
    """One constant for “[n] has one element”, whatever n is, would be both true and false."""
    x, y = d.term("bound", 0, "[n]"), d.term("bound", 1, "[n]")
    d.infer("definition", "c", d.forall("[n]", d.forall("[n]", d.equation("[n]", x, y))))


def defined_by_the_size_of_a_constant(d):
    d.infer("definition", "c", d.term("constant", "#", "n"))


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


def defined_with_a_repeated_parameter(d):
    d.infer("definition", "c", d.term("constant", "#", "n"), "n", "n")


def used_before_its_definition(d):
    d.term("constant", "c")


def constant_without_its_sizes(d):
    d.term("constant", "sum")


def constant_with_too_many_sizes(d):
    d.term("constant", "pi", "n")


def constant_with_size_zero(d):
    d.term("constant", "#", "0")


def size_that_vanishes(d):
    d.infer("instantiate_sizes", d.infer("refl", d.term("constant", "#", "n")), "n", "0*m")


def size_replaced_twice(d):
    d.infer("instantiate_sizes", d.infer("refl", d.term("constant", "#", "n")), "n", "m", "n", "k")


def ring_with_an_inverse(d):
    x = d.term("variable", "x", "ℝ")
    inverse = d.apply(d.term("constant", "inv"), x)
    d.infer("ring", d.apply(d.term("constant", "*"), x, inverse), d.real("1"))


def ring_of_different_atoms(d):
    d.infer("ring", d.term("variable", "x", "ℝ"), d.term("variable", "y", "ℝ"))


def ring_of_truth_values(d):
    p = d.term("variable", "p", "𝔹")
    d.infer("ring", p, p)


def ring_of_extended_reals(d):
    p = d.term("constant", "ninf")
    d.infer("ring", p, p)


def ring_with_a_variable_called_plus(d):
    plus = d.term("variable", "plus'", "ℝ→ℝ→ℝ")
    d.infer("ring", d.apply(plus, d.real("0"), d.real("1")), d.real("1"))


def index_beyond_its_size(d):
    d.term("literal", "2", "[2]")


def index_beyond_the_least_size(d):
    d.term("literal", "1", "[n]")


def index_that_is_negative(d):
    d.term("literal", "-1", "[n]")


def index_that_is_no_integer(d):
    d.term("literal", "1/2", "[n + 1]")


def natural_that_is_negative(d):
    d.term("literal", "-1", "ℕ")


def literal_of_truth(d):
    d.term("literal", "1", "𝔹")


def instantiated_at_another_type(d):
    x = d.term("variable", "x", "ℝ")
    d.infer("instantiate", d.infer("refl", x), x, d.term("literal", "0", "ℕ"))


def instantiated_twice(d):
    x = d.term("variable", "x", "ℝ")
    d.infer("instantiate", d.infer("refl", x), x, d.real("0"), x, d.real("1"))


def instantiated_constant(d):
    pi = d.term("constant", "pi")
    d.infer("instantiate", d.infer("refl", pi), pi, d.real("0"))


def instantiated_by_capture(d):
    """From (λx. y) = (λx. y) with y := x one must not get a function of x."""
    x, y = d.term("variable", "x", "ℝ"), d.term("variable", "y", "ℝ")
    identity = d.term("lambda", "ℝ", d.term("bound", 0, "ℝ"))
    d.claim(d.equation("ℝ→ℝ", identity, identity))
    d.infer("instantiate", d.infer("refl", d.term("lambda", "ℝ", y)), y, x)


def applied_to_another_type(d):
    d.apply(d.term("constant", "exp"), d.term("literal", "0", "ℕ"))


def applied_without_a_function(d):
    d.apply(d.real("0"), d.real("0"))


def applied_at_another_size(d):
    d.apply(d.term("constant", "pos", "n"), d.term("variable", "i", "[m]"))


def congruence_of_no_function(d):
    zero = d.infer("refl", d.real("0"))
    d.infer("congruence", zero, zero)


def trans_that_does_not_meet(d):
    d.infer("trans", d.infer("refl", d.real("0")), d.infer("refl", d.real("1")))


def eq_mp_of_another_proposition(d):
    p, q = d.term("variable", "p", "𝔹"), d.term("variable", "q", "𝔹")
    d.infer("eq_mp", d.infer("refl", p), d.infer("assume", q))


def eq_mp_of_no_equation(d):
    p = d.infer("assume", d.term("variable", "p", "𝔹"))
    d.infer("eq_mp", p, p)


def assumed_number(d):
    d.infer("assume", d.real("0"))


def claimed_number(d):
    d.claim(d.real("0"))


def unknown_rule(d):
    d.infer("believe", d.falsehood())


def unknown_axiom(d):
    d.infer("axiom", "falsehood", "⊥")


def axiom_that_says_something_else(d):
    d.infer("axiom", "exp_zero", "exp 0 = 0")


def theorem_from_itself(d):
    d.infer("trans", 0, 0)


def theorem_from_the_end(d):
    d.infer("refl", d.real("0"))
    d.infer("trans", -1, -1)


def term_from_itself(d):
    d.term("apply", 0, 0)


def type_that_is_no_type(d):
    d.term("variable", "x", "ℚ")


def type_with_a_rest(d):
    d.term("variable", "x", "ℝ ℝ")


def variable_called_as_notation(d):
    d.term("variable", "⊥", "𝔹")


def variable_called_as_number(d):
    d.term("variable", "0", "ℝ")


def constant_called_as_notation(d):
    d.infer("definition", "⊥", d.truth())


def constant_called_as_number(d):
    d.infer("definition", "1", d.real("0"))


def size_variable_called_as_number(d):
    d.term("constant", "#", "٢")


def replacement_without_value(d):
    x = d.term("variable", "x", "ℝ")
    d.infer("instantiate", d.infer("refl", x), x)


def number_as_float(d):
    d.infer("refl", 0.0)


def number_as_truth_value(d):
    d.real("0")
    d.infer("refl", False)


def number_as_text(d):
    d.real("0")
    d.infer("refl", "0")


def literal_as_float(d):
    d.term("literal", 0.5, "ℝ")


def literal_as_integer(d):
    d.term("literal", 1, "ℝ")


def literal_over_zero(d):
    d.term("literal", "1/0", "ℝ")


def literal_in_another_notation(d):
    d.term("literal", "1e3", "ℝ")


def bound_index_negative(d):
    d.term("bound", -1, "ℝ")


def bound_index_huge(d):
    d.term("bound", 10**9, "ℝ")


def name_as_list(d):
    d.term("constant", ["pi"])


def too_few_entries(d):
    d.infer("refl")


def too_many_entries(d):
    d.infer("refl", d.real("0"), d.real("0"))


HOLES = (
    (loose_refl, "loose"),
    (loose_beta, "not an abstraction applied|loose"),
    (loose_assume, "loose"),
    (loose_ring, "loose"),
    (loose_value, "loose"),
    (loose_definition, "loose"),
    (loose_claim, "loose"),
    (two_types_of_a_bound_index, "two types"),
    (bound_as_another_type, "is bound as"),
    (eta_of_a_used_variable, "loose"),
    (eta_of_another_variable, "not of the form"),
    (beta_of_no_redex, "not an abstraction"),
    (abstraction_over_a_hypothesis, "free in a hypothesis"),
    (abstraction_over_a_constant, "only a variable"),
    (dropped_hypothesis, "hypotheses that are claimed"),
    (invented_hypothesis, "hypotheses that are claimed"),
    (another_conclusion, "conclusion that is claimed"),
    (conclusion_before_the_last_line, "conclusion that is claimed"),
    (defined_twice, "not a new name"),
    (defined_primitive, "not a new name"),
    (defined_equality, "not a name"),
    (defined_plus, "not a name"),
    (defined_with_a_free_variable, "free variable"),
    (defined_by_a_hidden_size, "size that is no parameter"),
    (defined_by_the_size_of_a_constant, "size that is no parameter"),
    (defined_by_the_size_of_a_binder, "size that is no parameter"),
    (defined_with_a_repeated_parameter, "size that is no parameter"),
    (used_before_its_definition, "not defined"),
    (constant_without_its_sizes, "takes 1 sizes"),
    (constant_with_too_many_sizes, "takes 0 sizes"),
    (constant_with_size_zero, "size is 0"),
    (size_that_vanishes, "size is 0"),
    (size_replaced_twice, "only once"),
    (ring_with_an_inverse, "different polynomials"),
    (ring_of_different_atoms, "different polynomials"),
    (ring_of_truth_values, "must be real"),
    (ring_of_extended_reals, "must be real"),
    (ring_with_a_variable_called_plus, "different polynomials"),
    (index_beyond_its_size, "not surely an element"),
    (index_beyond_the_least_size, "not surely an element"),
    (index_that_is_negative, "not surely an element"),
    (index_that_is_no_integer, "not surely an element"),
    (natural_that_is_negative, "not surely an element"),
    (literal_of_truth, "no literals"),
    (instantiated_at_another_type, "cannot be of type"),
    (instantiated_twice, "only once"),
    (instantiated_constant, "only a variable"),
    (instantiated_by_capture, "conclusion that is claimed"),
    (applied_to_another_type, "does not take"),
    (applied_without_a_function, "does not take"),
    (applied_at_another_size, "does not take"),
    (congruence_of_no_function, "does not take"),
    (trans_that_does_not_meet, "middle terms"),
    (eq_mp_of_another_proposition, "not the left side"),
    (eq_mp_of_no_equation, "not an equation"),
    (assumed_number, "only a proposition"),
    (claimed_number, "not a proposition"),
    (unknown_rule, "no rule"),
    (unknown_axiom, "no axiom"),
    (axiom_that_says_something_else, "the axiom exp_zero is exp 0 = 1"),
    (theorem_from_itself, "no theorem 0 before"),
    (theorem_from_the_end, "no theorem -1 before"),
    (term_from_itself, "no term 0 before"),
    (type_that_is_no_type, "expected a type"),
    (type_with_a_rest, "expected the end"),
    (variable_called_as_notation, "not a name"),
    (variable_called_as_number, "not a name"),
    (constant_called_as_notation, "not a name"),
    (constant_called_as_number, "not a name"),
    (size_variable_called_as_number, "not a name"),
    (replacement_without_value, "lacks its value"),
    (number_as_float, "no place"),
    (number_as_truth_value, "given by its number"),
    (number_as_text, "given by its number"),
    (literal_as_float, "no place"),
    (literal_as_integer, "short string"),
    (literal_over_zero, "a number is a string"),
    (literal_in_another_notation, "a number is a string"),
    (bound_index_negative, "no bound index"),
    (bound_index_huge, "no bound index"),
    (name_as_list, "short string"),
    (too_few_entries, "has 0 entries"),
    (too_many_entries, "has 2 entries"),
)


@pytest.mark.parametrize("attack, reason", HOLES, ids=[attack.__name__ for attack, _ in HOLES])
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
