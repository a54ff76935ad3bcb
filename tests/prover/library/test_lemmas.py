"""The lemma library: every lemma proves, says what it says, and holds in the standard model."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest

from symattn.certificates.record import axioms_used, inferences
from symattn.deciding.agreement.kernel_side import reachable_definitions
from symattn.kernel.axioms import AXIOMS
from symattn.kernel.rules import assume, refl
from symattn.kernel.syntax import FALSE, TRUE, negation, parse
from symattn.kernel.terms import (
    BOOL,
    EXTENDED,
    NAT,
    REAL,
    Abs,
    App,
    Const,
    Size,
    equation,
    fun,
    literal,
    open_body,
    size_variables,
    substitute_sizes,
    var,
)
from symattn.numeric.semantics import evaluate_term
from symattn.prover.library import facts
from symattn.prover.library.facts import closed_fact, fact, lemma_names, lemma_subject
from symattn.prover.library.literals import inverse_of_literal
from symattn.prover.library.propositions import by_cases, truth_values
from symattn.prover.logic.conversions import rewrite_proposition
from symattn.prover.logic.derived_rules import ProofError, absurd, close, match_forall, match_implication
from symattn.prover.logic.formulas import ZERO, inv, le, lt, minus, number, plus, times

p, q = var("p", BOOL), var("q", BOOL)
x, y = var("x", REAL), var("y", REAL)


@pytest.mark.parametrize("name", lemma_names())
def test_every_lemma_is_proved_from_the_axioms_alone(name):
    statement, proof, _ = facts._LEMMAS[name]
    theorem = closed_fact.__wrapped__(name)
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
    if ty is NAT:
        return range(4)
    if ty.domain in (REAL, NAT) and ty.codomain is REAL:
        return [lambda a: 0, lambda a: a, lambda a: 1 + a * a]
    if ty is fun(REAL, fun(REAL, REAL)):
        return [lambda a: lambda b: 0, lambda a: lambda b: 1]
    if ty.domain in (REAL, NAT) and ty.codomain is BOOL:
        return [lambda a: True, lambda a: False, lambda a: a < 2]
    shape = []
    while ty.domain is not None and ty.domain.size is not None:
        shape.append(ty.domain.size.least())
        ty = ty.codomain
    if shape and ty.domain is REAL and ty.codomain in (REAL, BOOL):  # families of functions
        return [[f] * prod(shape) for f in samples(ty)] if len(shape) == 1 else []
    if not shape or ty not in (REAL, BOOL):
        raise NotImplementedError(str(ty))
    count = prod(shape)
    if ty is BOOL:  # relations: all, equality, and two that are no equivalence
        return [np.ones(shape, bool), np.eye(*shape, dtype=bool), np.tri(*shape, dtype=bool), np.zeros(shape, bool)]
    entries = [0] * count, [1] * count, [Fraction(k + 1, 2) for k in range(count)], [-2] + [1] * (count - 1)
    return [np.array(values, dtype=object).reshape(shape) for values in entries]


def samples_of_limits(ty):
    """The same, with a number so large that its inverse is near 0."""
    return [*samples(ty), 10] if ty is REAL else samples(ty)


def samples_of_forms(ty):
    """The same, with a column at which the form of a matrix of ones is 0."""
    found = samples(ty)
    column = ty.codomain is not None and ty.codomain.domain is not None and found[0].shape[1] == 1
    return [*found, np.array([[1], [-1], [0]], dtype=object)[: len(found[0])]] if column else found


@pytest.mark.parametrize("name", lemma_names())
def test_every_lemma_holds_in_the_model(name):
    closed_fact(name)  # now the definitions that it mentions are known
    statement = parse(facts._LEMMAS[name][0])
    definitions = reachable_definitions(statement)
    if facts._LEMMAS[name][0].endswith("⇒ r) ⇒ r"):
        assert_existence(statement, definitions)
        return
    if name in CHOSEN:
        assert_chosen(statement, definitions, *CHOSEN[name])
        return
    names, tried = sorted(size_variables([statement])), samples
    if lemma_subject(name).startswith("limits"):
        tried = samples_of_limits
    if lemma_subject(name) in ("determinants_of_forms", "hadamard", "loewner"):
        tried = samples_of_forms
    for value in (1, 2, 3) if names else (1,):
        sizes = {size: 1 + (value + place) % 3 for place, size in enumerate(names)}
        assert evaluate_term(statement, {}, sizes, definitions=definitions, samples=tried) is True


def assert_existence(statement, definitions):
    """Check that some natural number has a property, with more numbers to choose from than to start from."""
    opened, matrix = [], statement
    while (quantified := match_forall(matrix)) is not None:
        opened.append(var(f"v{len(opened)}", quantified.binder))
        matrix = open_body(quantified, opened[-1])
    started = {NAT: range(4), REAL: [Fraction(-3, 2), 1, 3], BOOL: (True, False)}
    started[fun(NAT, REAL)] = [lambda a: 2, lambda a: a, lambda a: Fraction(a, 2), lambda a: -a]
    chosen = {NAT: range(64)}
    for values in product(*(started[v.type] for v in opened)):
        environment = dict(zip(opened, values, strict=True))
        assert evaluate_term(matrix, environment, {}, definitions=definitions, samples=chosen.get) is True


_INVERSE = {True: [[2, 1], [1, 1]], False: [[2, 1], [4, 2]]}, [[1, -1], [-1, 2]]
_ROOT = {True: [[1, 1], [1, 2]], False: [[1, 2], [2, 1]]}, [[1, 1], [0, 1]]
#: Lemmas that say which matrices there are: one where there is, and where there is not; and the matrix that there is.
CHOSEN = {
    **dict.fromkeys(("left_inverse_of_injective", "inverse_of_injective", "inverse_by_columns"), _INVERSE),
    "inverse_by_form": _INVERSE,
    "gram_matrix": _ROOT,
}


def assert_chosen(statement, definitions, square, chosen):
    """Check that the matrix that is chosen is as the lemma says where there is one, and that elsewhere it is not."""
    chosen = np.array(chosen, dtype=object)
    opened = match_forall(substitute_sizes(statement, {"n": Size.number(2)}))
    A = var("A", opened.binder)
    said = match_forall(open_body(opened, A))
    p = var("p", said.binder)
    premises, rest = [], open_body(said, p)
    while (pair := match_implication(rest)) is not None and match_implication(pair[1]) is not None:
        premises.append(pair[0])
        rest = pair[1]

    def values(ty):
        if ty is A.type:
            return [chosen]
        return [*samples(ty), np.array([1, -2], dtype=object).reshape(-1, *[1] * (ty.codomain is not REAL))]

    for exists, rows in square.items():
        environment = {A: np.array(rows, dtype=object), p: False}
        met = [evaluate_term(t, environment, {}, definitions=definitions, samples=values) for t in (*premises, rest)]
        assert all(met[:-1]) is exists
        assert met[-1] is exists


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


BY_RECURSION_OR_CHOICE = {
    *("top", "power", "matpow", "power_re", "power_im", "matmul", "identity", "block_rotation"),
    *("product", "product_to", "product_below", "counted_product", "falling", "factorial", "power_remainder"),
}
MODULUS = {"abs"}  # what bounds |x| is used without a split by the sign of x
QUOTIENTS = {"quotient"}  # of polynomials these are closed before any multiples are counted
CONVERGENCE = {"eventually", "tends"}  # what is proved by the laws of limits, before it is opened
# laws by which matrices, and determinants, are rewritten without their entries
MATRIX_ALGEBRA = {"transpose", "matscale", "matadd", "zeros", "ones", "above", "beside"}


def test_no_lemma_mentions_what_is_defined_but_for_what_is_used_as_it_stands():
    from symattn.prover.library.definitions import all_names

    opened = set(all_names()) - BY_RECURSION_OR_CHOICE - MATRIX_ALGEBRA - MODULUS - QUOTIENTS - CONVERGENCE
    for name in lemma_names():
        assert not constants(closed_fact(name).conclusion) & opened


def test_no_subject_of_the_library_takes_long():
    """The first proof that needs a lemma pays for it: each subject adds a bounded number of inferences."""
    met, added = set(), Counter()
    for name in lemma_names():
        steps = {id(step) for step in inferences(closed_fact(name))} - met
        added[lemma_subject(name)] += len(steps)
        met |= steps
    assert max(added.values()) < 10_000


@pytest.mark.parametrize("value", [Fraction(text) for text in ("1", "2", "-3", "5/7", "-1/6", "0")])
def test_inverses_of_literals(value):
    expected = 1 / value if value else Fraction(0)
    assert inverse_of_literal(value).conclusion is equation(inv(number(value)), number(expected))


def test_cases():
    both = by_cases(p, assume(q), assume(q))
    assert both.conclusion is q and both.hypotheses == (q,)
    known = by_cases(p, fact("le_refl", {}, x), fact("le_refl", {}, x))
    assert known.conclusion is le(x, x) and known.hypotheses == ()
    with pytest.raises(ProofError):
        by_cases(p, fact("le_refl", {}, x), fact("le_refl", {}, y))


def test_truth_values_needs_both():
    same = truth_values(lambda b: equation(b, b), q, refl(TRUE), refl(FALSE))
    assert same.conclusion is equation(q, q)
    with pytest.raises(ProofError, match="bool_cases"):
        truth_values(lambda b: equation(b, TRUE), q, refl(TRUE), refl(FALSE))


def test_rewrite_proposition_and_absurd():
    theorem = rewrite_proposition(assume(le(x, y)), assume(equation(x, y)))
    assert theorem.conclusion is le(y, y)
    assert absurd(assume(p), assume(negation(p)), q).conclusion is q
    with pytest.raises(ProofError, match="not an implication from"):
        absurd(assume(q), assume(negation(p)), q)


def test_abbreviations():
    assert lt(x, y) is negation(le(y, x))
    assert parse("λx y:ℝ. x < y") is close_over(lt(x, y))
    assert parse("λx y:ℝ. x * y + -1 * x") is close_over(plus(times(x, y), minus(x)))


def close_over(body):
    from symattn.kernel.terms import abstract

    return abstract(x, abstract(y, body))


def test_close_binds_the_first_variable_outermost():
    theorem = close(assume(TRUE), x, p)
    assert theorem.conclusion is parse("∀x:ℝ. ∀p:𝔹. ⊤")
    assert literal(0, REAL) is ZERO
