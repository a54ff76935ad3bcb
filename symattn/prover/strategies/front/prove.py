"""The front door: prove a goal from facts on the matrix level, on the entry level, by turns or by induction.

It brings in the lemmas, and those whose proofs leave something to a search are told of this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from ....kernel.rules import Theorem, assume, instantiate, refl
from ....kernel.syntax import FALSE
from ....kernel.terms import KernelError, Size, Term, equation, open_body, sides
from ...library import (  # noqa: F401  lemmas are registered when their modules are imported
    complex_powers,
    conditions,
    convexity,
    counting,
    definite,
    derivatives,
    determinants,
    determinants_beside_one,
    determinants_of_blocks,
    determinants_of_columns,
    determinants_of_complements,
    determinants_of_forms,
    determinants_of_updates,
    determinants_row_by_row,
    determinants_written_out,
    exponentials,
    factorials,
    frequencies,
    gram,
    hadamard,
    independence,
    indicators,
    indices,
    inequalities,
    injective,
    inverses,
    limits,
    limits_of_functions,
    limits_of_products,
    limits_of_quotients,
    loewner,
    matrices,
    maxima,
    maxima_of_parts,
    naturals,
    norms,
    one_place,
    one_sided,
    order,
    parity,
    periods,
    places,
    powers,
    powers_ordered,
    products,
    propositions,
    rising,
    roots,
    steps,
    sums,
    traces,
    turns,
)
from ...library.search import supply_search
from ...limits import BUDGET, LITTLE_EFFORT, LITTLE_STEPS, MANY_FACTORS, MOST_EFFORT, MOST_REPLACED, MOST_SEARCHES
from ...logic.conversions import beta_conclusion, fresh
from ...logic.derived_rules import (
    ProofError,
    TooDeep,
    chain,
    close,
    conjuncts,
    cut,
    discharge,
    discharge_all,
    gen,
    match_forall,
    match_implication,
    match_negation,
    mp,
    right,
    spec,
    strip,
    symmetric,
)
from ...logic.parts import is_matrix, operand, parts_of
from ...normal.conditions import relates_many_places
from ...normal.context import (
    BudgetExceeded,
    Context,
    Spending,
    add_bijection,
    find_splits,
    split_places,
)
from ...normal.normaliser import Normaliser
from ..angles.frequencies import add_frequencies
from ..angles.rotations import add_powers
from ..angles.turns import proved_by_turns
from ..core.goals import Facts, NotProved, attempted
from ..core.search import Ask, Table, Way, supply_tables
from ..entries import table  # noqa: F401  the tables of ways are supplied when it is imported
from ..front.learning import learn
from ..hypotheses.adding import add_as_rewritten, add_hypothesis, add_theorem
from ..hypotheses.as_given import proved_as_given
from ..induction.closed_states import proved_by_closed_states
from ..induction.induction import entry_by_entry, proved_by_induction
from ..induction.other_steps import proved_by_other_steps, steps_of_two
from ..induction.recurrences import apart_along_recurrences, proved_by_recurrence, sizes_of, steps_of
from ..laws.equivariance import pulled_together, unfolded
from ..laws.first_rows import proved_by_first_rows
from ..laws.frames import factors, layers
from ..laws.generalisation import generalised, is_order
from ..witnesses.invertibility import is_invertibility, proved_invertible
from ..witnesses.small_determinants import denied_by_minors, proved_by_determinants
from ..words.determinants import denied_by_determinants, proved_of_determinants
from ..words.entries_as_matrices import proved_as_matrices
from ..words.given_zeros import proved_up_to_zeros
from ..words.matrix_powers import proved_by_powers
from ..words.matrix_rules import is_composite_inverse, matrix_equations, proved_by_matrices, proved_without_inverse
from ..words.numbers import is_of_numbers, proved_by_numbers, speaks_of_matrices, zero_of_norm
from ..words.other_sides import other_sides
from .definite import Forms, differing_matrices
from .equal_inverses import proved_with_equal_inverses
from .monotony import proved_by_monotony
from .second_attempts import proved_with_more
from .words_as_unknowns import proved_of_unknowns

P = ParamSpec("P")
R = TypeVar("R")
Proved = tuple[Theorem, Context]


def failing_softly(prove: Callable[P, R]) -> Callable[P, R]:
    """Let what a rule of the kernel refuses, and a proof that is too deep, be a failed attempt of this proof."""

    @wraps(prove)
    def softly(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return prove(*args, **kwargs)
        except KernelError as refused:
            raise ProofError(f"an attempt was refused by the kernel: {refused}") from refused
        except RecursionError as deep:
            raise TooDeep("the expression is nested too deeply") from deep

    return softly


def prove(goal: Term, facts: Facts, budget: int = BUDGET, effort: float = MOST_EFFORT) -> Proved:
    """Prove the goal from the facts; raises NotProved with the normal forms, or another ProofError.

    An equation between compositions of operations (layers upon layers) is tried on the matrix level first.
    """
    return prove_by_layers(goal, facts, budget) or prove_entrywise(goal, facts, budget, effort=effort)


def is_layered(goal: Term) -> bool:
    """Tell whether a goal is an equation between compositions, which the entry level may take long for."""
    pair = sides(goal)
    return pair is not None and is_matrix(pair[0].type) and max(map(layers, pair)) > 1


def _along_recurrences(goal: Term, facts: Facts, budget: int) -> Proved | None:
    """Prove a goal by induction along recurrences among the facts, or return None."""
    if not any(sizes_of(kind, facts) for kind in (steps_of, steps_of_two)):
        return None
    context = _context(facts, budget)
    ran_out = 0

    def found(part: Term, known: Facts) -> Theorem:
        nonlocal ran_out
        if ran_out > MOST_SEARCHES:
            raise ProofError("too many parts took too long")
        try:
            theorem, inner = prove(part, known, budget)
        except ProofError as failure:
            ran_out += isinstance(failure, BudgetExceeded) or (isinstance(failure, NotProved) and failure.ran_out)
            raise
        context.unfolded |= inner.unfolded
        context.stages = inner.stages
        return theorem

    variables, premises, said = strip(assume(goal))
    part = goal if premises else said.conclusion  # what is said of all places is said of any
    ways = [proved_by_recurrence, proved_by_closed_states, proved_by_other_steps]
    if match_negation(part) is not None or any(operand(each, "inv") is not None for each in parts_of(part)):
        ways.insert(0, ways.pop(1))  # of a quotient of states little is passed on from place to place
    ways.insert(0, apart_along_recurrences)
    theorem = attempted(lambda: next(filter(None, (way(part, facts, found) for way in ways)), None))
    theorem = theorem if theorem is None or premises else close(theorem, *variables)
    return None if theorem is None else (theorem, context)


@failing_softly
def prove_by_layers(goal: Term, facts: Facts, budget: int = BUDGET) -> Proved | None:
    """Prove an equation between compositions on the matrix level alone, or a goal along recurrences, or return None."""
    if (pair := sides(goal)) is not None and pair[0] is pair[1]:
        return refl(pair[0]), _context(facts, budget)
    if (along := _along_recurrences(goal, facts, budget)) is not None:
        return along
    if (known := attempted(proved_as_given, goal, facts.others)) is not None:
        return known, _context(facts, budget)
    if pair is None or not is_matrix(pair[0].type):
        return None
    if max(map(layers, pair)) == 0 and max(map(factors, pair)) < MANY_FACTORS:
        return None
    context = _context(facts, budget)
    theorem = proved_by_first_rows(*pair, context, prove_law)
    theorem = theorem or pulled_together(*pair, context, facts.others, prove_law)
    return None if theorem is None else (theorem, context)


def prove_law(goal: Term, facts: Facts, budget: int = BUDGET) -> Proved:
    """Prove a law of an operation from its entries or, where it is composed of others, from their laws.

    A composition of many operations that has no law by theirs seldom has one: little more is tried.
    """
    opened = _context(facts, budget)
    first, second = (unfolded(side, opened) for side in sides(goal) or ())
    depth = max(layers(right(first)), layers(right(second)))
    if depth == MOST_REPLACED:
        shortly = attempted(prove_entrywise, goal, facts, LITTLE_STEPS, effort=LITTLE_EFFORT)
        if shortly is not None:
            return shortly
    if depth >= MOST_REPLACED:
        found = prove_by_layers(equation(right(first), right(second)), facts, budget)
        if found is not None:
            found[1].unfolded |= opened.unfolded
            return chain(first, found[0], symmetric(second)), found[1]
    if depth > MOST_REPLACED:
        return prove_entrywise(goal, facts, LITTLE_STEPS, effort=LITTLE_EFFORT)
    return prove_entrywise(goal, facts, budget)


@failing_softly
def prove_entrywise(
    goal: Term, facts: Facts, budget: int = BUDGET, closed_forms: bool = True, effort: float = MOST_EFFORT
) -> Proved:
    """Prove the goal on the entry level alone, with closed forms of powers if wanted, or by forms."""

    def prove_rest(goal: Term, facts: Facts) -> Proved:
        return prove_entrywise(goal, facts, budget, closed_forms, effort)

    made = partial(_context, facts, budget, effort)
    by_squares = partial(_by_squares, budget=budget, effort=effort)

    def prove_others(goal: Term, facts: Facts) -> Proved:
        found = None
        if _equates_matrices(goal) and is_of_numbers(goal, facts.others):  # sums of squares take longer
            found = attempted(_for_any_matrices, goal, facts, LITTLE_STEPS, closed_forms, LITTLE_EFFORT)
        found = found or by_squares(goal, facts)
        return found or _for_any_matrices(goal, facts, budget, closed_forms, effort)

    if (nothing := zero_of_norm(goal)) is not None:
        others = (*facts.others, nothing.conclusion)
        if (false := _contradiction(replace(facts, others=others), prove_others)) is not None:
            return discharge(nothing.hypotheses[0], cut(nothing, false[0])), false[1]
    forms = Forms(facts, prove_others, by_squares)
    if (found := proved_of_determinants(goal, facts, made, prove_rest, _of_entries, forms.determinants)) is not None:
        return found
    if (found := forms.proved(goal)) is not None:
        return found
    try:
        return prove_others(goal, facts)
    except NotProved as failure:
        if (found := forms.proved_at_last(goal)) is None:
            found = attempted(_from_matrices, goal, facts, budget, effort) or forms.of_factors(goal)
        if found is None:
            easily = partial(_for_any_matrices, budget=LITTLE_STEPS, effort=LITTLE_EFFORT)
            found = attempted(proved_with_equal_inverses, goal, facts, easily, prove_others)
        if found is None:
            failure.ran_out |= forms.ran_out
            raise
        return found


def _from_matrices(goal: Term, facts: Facts, budget: int, effort: float) -> Proved | None:
    """Prove p ⇒ q or ¬p, where p equates matrices or says that one is invertible: it becomes a fact; or return None.

    The goal ⊥ is proved where the facts say that two matrices differ: they are shown to be equal.
    """

    def denied(fact: Term) -> Theorem | None:
        by_minors = attempted(denied_by_minors, assume(fact))
        return by_minors or attempted(denied_by_determinants, assume(fact), _of_entries)

    def beside(said: Term, *more: Term, but: Term | None = None) -> Proved:
        others = tuple(fact for fact in (*facts.others, *more) if fact is not but)
        return prove_entrywise(said, replace(facts, others=others), budget, effort=effort)

    if goal is FALSE:
        for fact in facts.others:
            if _equates_matrices(fact) and (false := denied(fact)) is not None:
                return false, Context()
        return _contradiction(facts, partial(prove_entrywise, budget=budget, effort=effort))
    premise, said = match_implication(goal) or (goal, goal)
    if said is goal:
        return None
    if _equates_matrices(premise):
        if said is FALSE and (false := denied(premise)) is not None:
            return discharge(premise, false), Context()
        found, context = beside(said, premise)
        return discharge(premise, found), context
    return _with_inverse(premise, said, facts.others, beside) if is_invertibility(premise) else None


def _contradiction(facts: Facts, prove: Callable[[Term, Facts], Proved]) -> Proved | None:
    """Return facts ⊢ ⊥ where one says that two matrices differ, and the others that they are equal, or None."""
    for fact in facts.others:
        if (differ := differing_matrices(fact, prove)) is not None:
            equal, _ = match_implication(differ.conclusion) or (FALSE, FALSE)
            others = tuple(other for other in facts.others if other is not fact)
            if (shown := attempted(prove, equal, replace(facts, others=others))) is not None:
                return mp(differ, shown[0]), shown[1]
    return None


def _with_inverse(premise: Term, said: Term, others: Iterable[Term], beside: Callable[..., Proved]) -> Proved | None:
    """Prove p ⇒ q, where p says that a matrix is invertible, from the two equations of an inverse."""
    theorem = spec(assume(premise), said)  # (∀B. (A B = 1 ∧ B A = 1) ⇒ q) ⇒ q
    wanted = match_implication(theorem.conclusion)
    every = None if wanted is None else match_forall(wanted[0])
    if every is None:
        return None
    inverse = fresh(every.binder, premise, said, *others, stem="inverse")
    if (both := match_implication(open_body(every, inverse))) is None:
        return None
    halves = conjuncts(assume(both[0]))
    found, context = beside(said, *(half.conclusion for half in halves))
    return discharge(premise, mp(theorem, gen(inverse, discharge(both[0], cut(*halves, found))))), context


def _equates_matrices(t: Term) -> bool:
    """Tell whether a proposition is an equation of matrices."""
    return (pair := sides(t)) is not None and is_matrix(pair[0].type)


def _by_squares(goal: Term, facts: Facts, budget: int, effort: float) -> Proved | None:
    """Prove the goal by sums of squares, or return None."""
    if not is_of_numbers(goal, facts.others):
        return None
    context = _context(facts, budget, effort)
    for proposition in facts.others:
        if not speaks_of_matrices(proposition):
            attempted(add_hypothesis, context, proposition)
    known = [assume(p) for p in facts.others]
    found = attempted(proved_by_numbers, goal, context, known, quickly=True)
    return None if found is None else (found, context)


@failing_softly
def prove_by_words(goal: Term, facts: Facts) -> Proved:
    """Prove a goal from what is proved of the words in it, or of a function on both sides; raises NotProved."""
    easily = partial(_for_any_matrices, budget=2 * LITTLE_STEPS, effort=8 * LITTLE_EFFORT)
    very_easily = partial(_for_any_matrices, budget=LITTLE_STEPS, effort=LITTLE_EFFORT)
    found = proved_by_monotony(goal, facts, easily) or proved_of_unknowns(goal, facts, easily, very_easily)
    if found is None:
        raise NotProved(goal, goal)
    return found


@failing_softly
def _for_any_matrices(
    goal: Term, facts: Facts, budget: int = BUDGET, closed_forms: bool = True, effort: float = MOST_EFFORT
) -> Proved:
    """Prove the goal entry by entry, an inequality for any matrices in place of compound ones first."""
    general, values = generalised(goal, facts.others) if is_order(goal) else (goal, {})
    if values:
        found = attempted(_entrywise, general, facts, min(budget, 5 * LITTLE_STEPS), closed_forms)
        if found is not None:
            return beta_conclusion(instantiate(values, found[0])), found[1]
    return _entrywise(goal, facts, budget, closed_forms, effort)


def _entrywise(goal: Term, facts: Facts, budget: int, closed_forms: bool, effort: float = MOST_EFFORT) -> Proved:
    """Prove the goal in one context, which knows the facts and how ranges are split."""
    context = _context(facts, budget, effort)
    met = (goal, *facts.others)
    mixed = set[Size]()
    context.splits = find_splits(met, context.rivals, mixed)
    context.ambiguous_splits = frozenset(mixed)
    split_places(context, met, tested=True)
    if (known := attempted(proved_as_given, goal, facts.others)) is not None:
        return known, context
    turned = other_sides(facts.others)

    def teach(context: Context) -> None:  # what cannot be used is left aside: nothing depends on it
        for proposition in sorted(facts.others, key=lambda p: sides(p) is not None):  # what signs there are comes first
            attempted(add_hypothesis, context, proposition)
        for theorem in turned:
            attempted(add_theorem, context, entry_by_entry(theorem))
        attempted(add_as_rewritten, context)

    if facts.others:
        context.recurrences = facts.others if sizes_of(steps_of, facts) else ()
        learn(context, facts, teach)
    if closed_forms:
        add_powers(context, list(met), _proved)
        add_frequencies(context, met)
    try:
        theorem = _on_some_level(context, goal, facts, [*map(assume, facts.others), *turned])
    except NotProved as failure:
        if failure.ran_out and context.is_short:
            raise  # another attempt, which may spend more, follows
        theorem = proved_with_more(_by_all_means, context, goal, facts, failure)
    if theorem.conclusion is not goal:
        raise ProofError(f"the proof ended in {theorem}")
    return theorem, context


def _on_some_level(context: Context, goal: Term, facts: Facts, known: list[Theorem]) -> Theorem:
    """Prove a goal on the entry level, or else by matrix algebra, which comes first where entries would be long."""
    found = proved_invertible(goal, context, known, facts.witnesses) if is_invertibility(goal) else None
    if found is None and any(map(is_composite_inverse, known)):
        found = attempted(proved_by_matrices, goal, context, known)
    if found is None and known:
        found = attempted(proved_by_powers, goal, context, known)
    try:
        return found or _by_all_means(context, goal)
    except (NotProved, BudgetExceeded, RecursionError) as failure:  # P = A·P·Aᵀ + Q rewrites entries without end
        ask = Ask(Normaliser(context), depth=1)  # as deep as the ways of the goal itself
        found, _ = _WITH_MATRICES.first(ask, (goal, context, known))
        if isinstance(failure, ProofError):
            failure.tried += tuple(ask.trace)
        if found is None:
            raise
        return found


def _without_inverse(goal: Term, context: Context, known: list[Theorem]) -> Theorem | None:
    def prove(inner: Context, rest: Term) -> Theorem:
        try:
            return _by_all_means(inner, rest)
        except NotProved:
            if (found := _up_to_zeros(rest, inner, known)) is None:
                raise
            return found

    return proved_without_inverse(goal, context, known, prove)


def _up_to_zeros(goal: Term, context: Context, known: list[Theorem]) -> Theorem | None:
    nothing = Facts(opaque=context.opaque)
    alone = partial(prove_entrywise, facts=nothing, budget=2 * LITTLE_STEPS, effort=8 * LITTLE_EFFORT)
    return proved_up_to_zeros(goal, known, lambda rest: alone(rest)[0])


def _numbers(goal: Term, context: Context, known: list[Theorem]) -> Theorem | None:
    told = any(True for each in known for _ in matrix_equations(each))
    return proved_by_numbers(goal, context, known) if told else None


def _of_matrices(name: str, tier: int, idea: str, run: Callable[[Term, Context, list[Theorem]], Theorem | None]) -> Way:
    return Way(name, tier, idea, lambda ask, asked: run(*asked))


_WITH_MATRICES = Table(
    "goals beside given equations of matrices",
    (
        _of_matrices("rules", 1, "given equations of matrices as rules", proved_by_matrices),
        _of_matrices("inverse cancelled", 2, "without an inverse on both sides", _without_inverse),
        _of_matrices("numbers of matrices", 3, "traces and entries of given equations", _numbers),
        _of_matrices("entries as matrices", 4, "equations of entries as one of matrices", proved_as_matrices),
        _of_matrices("powers", 5, "rules for powers, or induction over an exponent", proved_by_powers),
        _of_matrices("given zeros", 6, "up to matrices that are given to be 0", _up_to_zeros),
        _of_matrices("determinants", 7, "equal determinants, inverses by cofactors", proved_by_determinants),
    ),
)
supply_tables(_WITH_MATRICES)


def _by_all_means(context: Context, goal: Term) -> Theorem:
    """Prove a goal directly, by what is known of whole turns, or by induction."""
    try:
        return _proved(context, goal)
    except NotProved as failure:
        if failure.ran_out and context.is_short:
            raise  # another attempt, which may spend more, follows
        found = proved_by_turns(goal, context, _proved) or proved_by_induction(goal, context, _proved)
        if found is None:
            raise
        return found


def _proved(context: Context, goal: Term) -> Theorem:
    """Prove a goal by the tables of ways, first with i + j = k kept where it says so: j may be what i leaves of k."""
    if relates_many_places(goal):
        kept = replace(context.extended(), related=True, effort=Spending())
        if (found := attempted(_by_ways, kept, goal)) is not None:
            return found
    return _by_ways(context, goal)


def _by_ways(context: Context, goal: Term) -> Theorem:
    ask = Ask(Normaliser(context))
    try:
        return ask.prove(goal)
    except ProofError as failure:
        failure.tried = tuple(ask.trace)
        failure.ran_out = failure.ran_out or context.effort.ran_out
        raise


def _context(facts: Facts, budget: int, effort: float = MOST_EFFORT) -> Context:
    context = Context(opaque=facts.opaque, budget=budget, most_effort=effort)
    for pair in facts.bijections:
        add_bijection(context, *pair)
    return context


def _of_entries(goal: Term, facts: Facts) -> Proved:
    """Prove a goal from what is given of entries, with little effort."""
    context = _context(facts, LITTLE_STEPS, LITTLE_EFFORT)
    for proposition in facts.others:
        attempted(add_hypothesis, context, proposition)
    return _proved(context, goal), context


def _for_lemmas(goal: Term) -> Theorem:
    """Prove a closed goal: as it stands, or its conclusion from its premises as a claim is from what is given.

    No lemma is one about sums of squares, by which it would be tried in vain.
    """
    try:
        return _for_any_matrices(goal, Facts(), closed_forms=False)[0]
    except NotProved:
        variables, premises, said = strip(assume(goal))
        if not premises:
            raise
        found, _ = _for_any_matrices(said.conclusion, Facts(others=premises), closed_forms=False)
        return close(discharge_all(premises, found), *variables)


supply_search(_for_lemmas)
