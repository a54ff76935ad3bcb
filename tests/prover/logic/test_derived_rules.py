"""Derived rules of logic: each infers what its docstring says, and refuses what it cannot use."""

import pytest

from symattn.kernel.rules import assume, refl, ring
from symattn.kernel.syntax import FALSE, TRUE, conjunction, forall, implication, negation, parse
from symattn.kernel.terms import BOOL, REAL, KernelError, abstract, app, const, equation, fun, literal, var
from symattn.prover.logic.derived_rules import (
    ProofError,
    ap_term,
    ap_thm,
    beta_normal,
    beta_spine,
    binary,
    chain,
    close,
    closed,
    conjoin,
    contradiction,
    cut,
    discharge,
    discharge_all,
    eq_mp_back,
    extensional,
    first_conjunct,
    from_true,
    gen,
    implications,
    is_false,
    is_refl,
    is_true,
    left,
    match_conjunction,
    match_forall,
    match_implication,
    mp,
    right,
    second_conjunct,
    spec,
    strip,
    swapped,
    symmetric,
    undischarge,
)

p, q = var("p", BOOL), var("q", BOOL)
x, y, z = (var(name, REAL) for name in "xyz")
f, g = var("f", fun(REAL, REAL)), var("g", fun(REAL, REAL))
xy, yz = assume(equation(x, y)), assume(equation(y, z))


def says(theorem, conclusion, *hypotheses):
    """Tell whether a theorem has this conclusion and these hypotheses, each once, in any order."""
    told = theorem.hypotheses
    return theorem.conclusion is conclusion and set(told) == set(hypotheses) and len(told) == len(set(told))


def test_symmetry():
    assert says(symmetric(xy), equation(y, x), equation(x, y))
    assert symmetric(refl(x)).conclusion is equation(x, x)


def test_chain_joins_and_leaves_out_reflexive_steps():
    assert says(chain(refl(x), xy, refl(y), yz), equation(x, z), equation(x, y), equation(y, z))
    assert chain(refl(x), xy, refl(y)) is xy
    with pytest.raises(KernelError, match="trans"):
        chain(xy, xy)


def test_congruence_on_one_side():
    assert says(ap_term(f, xy), equation(app(f, x), app(f, y)), equation(x, y))
    assert ap_thm(assume(equation(f, g)), x).conclusion is equation(app(f, x), app(g, x))
    both = binary(const("+"), xy, yz)
    assert both.conclusion is equation(app(const("+"), x, y), app(const("+"), y, z))


def test_cut_removes_the_hypothesis_that_was_proved():
    lemma = discharge(q, assume(p))  # p ⊢ q ⇒ p
    use = mp(assume(implication(implication(q, p), q)), assume(implication(q, p)))
    assert says(cut(lemma, use), q, p, implication(implication(q, p), q))
    assert cut(lemma, xy) is xy


def test_cut_takes_several_lemmas_in_turn():
    both = conjoin(assume(p), assume(q))
    lemmas = mp(assume(implication(q, p)), assume(q)), assume(implication(p, q))
    assert says(cut(lemmas[0], both), conjunction(p, q), q, implication(q, p))
    assert cut(lemmas[1], both) is both  # no hypothesis says p ⇒ q
    assert says(cut(*lemmas, both), conjunction(p, q), q, implication(q, p))


def test_premises_are_written_and_discharged_with_the_first_one_outermost():
    told = implication(p, implication(q, p))
    assert implications([p, q], p) is told
    assert says(discharge_all([p, q], assume(p)), told)
    assert implications([], p) is p


def test_what_is_closed_is_what_close_infers():
    assert closed(equation(p, p), p, q) is forall(p, forall(q, equation(p, p)))
    assert close(refl(p), p, q).conclusion is closed(equation(p, p), p, q)


def test_an_equation_is_used_from_right_to_left():
    same = assume(equation(p, q))
    assert says(eq_mp_back(same, assume(q)), p, equation(p, q), q)
    with pytest.raises(KernelError):
        eq_mp_back(same, assume(p))


def test_truth():
    assert says(is_true(assume(p)), equation(p, TRUE), p)
    assert says(from_true(assume(equation(p, TRUE))), p, equation(p, TRUE))


def test_falsity_and_contradiction():
    assert says(is_false(assume(negation(p))), equation(p, FALSE), negation(p))
    assert says(contradiction(assume(FALSE), p), p, FALSE)
    with pytest.raises(ProofError, match="not a contradiction"):
        contradiction(assume(p), q)
    with pytest.raises(ProofError, match="not a negation"):
        is_false(assume(p))


def test_generalisation_and_specialisation():
    every = gen(x, ring(app(const("+"), x, y), app(const("+"), y, x)))
    assert match_forall(every.conclusion) is not None
    assert spec(every, z).conclusion is equation(app(const("+"), z, y), app(const("+"), y, z))
    with pytest.raises(KernelError, match="free in the hypothesis"):
        gen(x, xy)
    with pytest.raises(ProofError, match="not universally quantified"):
        spec(xy, z)


def test_conjunction():
    both = conjoin(assume(p), assume(q))
    assert says(both, conjunction(p, q), p, q)
    assert says(first_conjunct(both), p, p, q)
    assert says(second_conjunct(both), q, p, q)


def test_conjunction_avoids_the_name_of_its_own_variable():
    connective = var("f", parse("λf:𝔹→𝔹→𝔹. f").type.domain)
    proposition = app(connective, p, p)
    both = conjoin(assume(proposition), assume(q))
    assert says(both, conjunction(proposition, q), proposition, q)


def test_implication():
    under = discharge(p, assume(q))
    assert says(under, implication(p, q), q)
    assert says(discharge(p, assume(p)), implication(p, p))
    assert says(mp(assume(implication(p, q)), assume(p)), q, implication(p, q), p)
    assert says(undischarge(assume(implication(p, q))), q, implication(p, q), p)
    for rule in (undischarge, lambda theorem: mp(theorem, assume(p))):
        with pytest.raises(ProofError, match="not an implication"):
            rule(assume(q))


def test_implication_is_not_used_backwards():
    with pytest.raises(ProofError, match="not an implication from"):
        mp(assume(implication(p, q)), assume(q))


def test_hypotheses_that_are_what_is_inferred_are_kept():
    both, given = conjunction(p, q), implication(p, q)
    assert says(first_conjunct(conjoin(assume(both), assume(q))), both, both, q)
    assert says(mp(first_conjunct(conjoin(assume(given), assume(q))), assume(p)), q, p, q, given)
    assert says(conjoin(assume(p), assume(p)), conjunction(p, p), p)
    assert says(mp(assume(implication(p, p)), assume(p)), p, implication(p, p), p)
    assert says(spec(assume(every := gen(x, ring(x, x)).conclusion), y), equation(y, y), every)


@pytest.mark.parametrize("rule", [first_conjunct, second_conjunct], ids=["first", "second"])
def test_only_conjunctions_are_taken_apart(rule):
    for proposition in (p, implication(p, q), equation(p, q), equation(x, y)):
        with pytest.raises(ProofError, match="conjunction"):
            rule(assume(proposition))


def test_laws_are_instances_for_propositions_with_variables_of_the_same_names():
    own, other = var("?p", BOOL), var("?q", BOOL)
    assert says(conjoin(assume(other), assume(own)), conjunction(other, own), other, own)
    assert says(mp(assume(implication(other, own)), assume(other)), own, implication(other, own), other)
    f = var("?f", fun(REAL, BOOL))
    every_f = forall(z, app(f, z))
    assert says(spec(assume(forall(z, other)), x), other, forall(z, other))
    assert says(spec(assume(every_f), x), app(f, x), every_f)


def test_swapped():
    assert says(swapped(x, y), equation(equation(x, y), equation(y, x)))


def test_beta_at_the_head():
    redex = app(parse("λx y:ℝ. x + y"), z, x)
    assert says(beta_spine(redex), equation(redex, app(const("+"), z, x)))
    assert is_refl(beta_spine(app(f, redex)))
    theorem = beta_normal(refl(redex))
    assert left(theorem) is right(theorem) is app(const("+"), z, x)


def test_extensionality():
    same = extensional((x,), ap_thm(assume(equation(f, g)), x))
    assert says(same, equation(f, g), equation(f, g))
    two = parse("λa b:ℝ. a + b")
    theorem = extensional((x, y), ring(app(const("+"), x, y), app(const("+"), y, x)))
    assert right(theorem) is parse("λa b:ℝ. b + a")
    # η turns λa. λb. a + b into the addition itself
    assert left(theorem) is const("+") and left(theorem) is not two
    with pytest.raises(KernelError, match="free in the hypothesis"):
        extensional((x,), assume(equation(app(f, x), app(g, x))))


def test_strip_names_the_variables_in_order_and_keeps_negations():
    closed = parse("∀x y:ℝ. 0 ≤ x ⇒ (∀z:ℝ. y ≤ z ⇒ x ≠ z)")
    variables, premises, theorem = strip(assume(closed))
    assert [v.name for v in variables] == ["?0", "?1", "?2"]
    a, b, c = variables
    le = const("≤")
    assert premises == (app(le, literal(0, REAL), a), app(le, b, c))
    assert says(theorem, negation(equation(a, c)), closed, *premises)


def test_matching_of_connectives_is_exact():
    assert match_conjunction(conjunction(p, q)) == (p, q)
    assert match_implication(implication(p, q)) == (p, q)
    assert match_forall(forall(x, equation(x, y))) is abstract(x, equation(x, y))
    assert match_forall(TRUE) is None
    for other in (p, TRUE, equation(p, q), equation(conjunction(p, q), q)):
        assert match_implication(other) is None
        assert match_conjunction(other) is None
    assert match_conjunction(implication(p, q)) is None


def test_sides_of_something_else():
    for side in (left, right):
        with pytest.raises(ProofError, match="not an equation"):
            side(assume(p))
    assert not is_refl(assume(p))
    assert not is_refl(xy)
