"""The lemma library: every lemma proves, says what it says, and holds in the standard model."""

from fractions import Fraction

import pytest

from symattn.kernel.axioms import AXIOMS
from symattn.kernel.rules import assume, refl
from symattn.kernel.syntax import FALSE, TRUE, negation, parse
from symattn.kernel.terms import (
    BOOL,
    EXTENDED,
    REAL,
    Abs,
    App,
    Const,
    KernelError,
    equation,
    literal,
    size_variables,
    var,
)
from symattn.numeric.semantics import evaluate_term
from symattn.prover import lemmas, library
from symattn.prover.lemmas import (
    absurd,
    by_cases,
    close,
    inverse_of_literal,
    le,
    lt,
    number,
    plus,
    rewrite_proposition,
    times,
    truth_values,
)
from symattn.prover.library import closed_fact, fact, lemma_names
from symattn.record import axioms_used, inferences

p, q = var("p", BOOL), var("q", BOOL)
x, y = var("x", REAL), var("y", REAL)


@pytest.mark.parametrize("name", lemma_names())
def test_every_lemma_is_proved_from_the_axioms_alone(name):
    statement, proof = library._LEMMAS[name]
    theorem = proof()
    assert theorem.conclusion is parse(statement)
    assert theorem.hypotheses == ()
    assert theorem.conclusion.free == frozenset()
    assert set(axioms_used(theorem)) <= set(AXIOMS)
    assert proof.__doc__.strip().endswith(".")


def samples(ty):
    """Values to try for a type without size variables that is not finite."""
    if ty is REAL:
        return [Fraction(-3, 2), -1, 0, Fraction(1, 3), 2]
    if ty is EXTENDED:
        return [float("-inf"), -1, 0, 2]
    if ty.domain.size is not None and ty.codomain is REAL:
        length = ty.domain.size.least()
        return [[0] * length, [1] * length, [Fraction(k + 1, 2) for k in range(length)], [-2] + [1] * (length - 1)]
    raise NotImplementedError(str(ty))


@pytest.mark.parametrize("name", lemma_names())
def test_every_lemma_holds_in_the_model(name):
    statement = parse(library._LEMMAS[name][0])
    names = sorted(size_variables([statement]))
    for value in (1, 2, 3) if names else (1,):
        sizes = {size: 1 + (value + place) % 3 for place, size in enumerate(names)}
        assert evaluate_term(statement, {}, sizes, samples=samples) is True


def constants(term):
    found, stack = set(), [term]
    while stack:
        t = stack.pop()
        if isinstance(t, App):
            stack += (t.function, t.argument)
        elif isinstance(t, Abs):
            stack.append(t.body)
        elif isinstance(t, Const):
            found.add(t.name)
    return found


def test_no_lemma_mentions_what_is_defined():
    from symattn.prover.definitions import all_names

    for name in lemma_names():
        assert not constants(closed_fact(name).conclusion) & set(all_names())


def test_the_library_is_small():
    assert sum(len(inferences(closed_fact(name))) for name in lemma_names()) < 40_000


@pytest.mark.parametrize("value", [Fraction(text) for text in ("1", "2", "-3", "5/7", "-1/6", "0")])
def test_inverses_of_literals(value):
    expected = 1 / value if value else Fraction(0)
    assert inverse_of_literal(value).conclusion is equation(lemmas.inv(number(value)), number(expected))


def test_cases():
    both = by_cases(p, assume(q), assume(q))
    assert both.conclusion is q and both.hypotheses == (q,)
    known = by_cases(p, fact("le_refl", {}, x), fact("le_refl", {}, x))
    assert known.conclusion is le(x, x) and known.hypotheses == ()
    with pytest.raises(library.ProofError):
        by_cases(p, fact("le_refl", {}, x), fact("le_refl", {}, y))


def test_truth_values_needs_both():
    same = truth_values(lambda b: equation(b, b), q, refl(TRUE), refl(FALSE))
    assert same.conclusion is equation(q, q)
    with pytest.raises(library.ProofError, match="bool_cases"):
        truth_values(lambda b: equation(b, TRUE), q, refl(TRUE), refl(FALSE))


def test_rewrite_proposition_and_absurd():
    theorem = rewrite_proposition(assume(le(x, y)), assume(equation(x, y)))
    assert theorem.conclusion is le(y, y)
    assert absurd(assume(p), assume(negation(p)), q).conclusion is q
    with pytest.raises(KernelError, match="eq_mp"):
        absurd(assume(q), assume(negation(p)), q)


def test_abbreviations():
    assert lt(x, y) is negation(le(y, x))
    assert parse("λx y:ℝ. x < y") is close_over(lt(x, y))
    assert parse("λx y:ℝ. x * y + -1 * x") is close_over(plus(times(x, y), lemmas.minus(x)))


def close_over(body):
    from symattn.kernel.terms import abstract

    return abstract(x, abstract(y, body))


def test_close_binds_the_first_variable_outermost():
    theorem = close(assume(TRUE), x, p)
    assert theorem.conclusion is parse("∀x:ℝ. ∀p:𝔹. ⊤")
    assert literal(0, REAL) is lemmas.ZERO
