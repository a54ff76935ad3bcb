"""Outlines of the proofs of lemmas: they split ∀x…. p ⇒ … ⇒ q into goals that the search proves.

A lemma names its outline beside its statement: ``@lemma("∀x y:ℝ. (exp x ≤ exp y) = (x ≤ y)", by=both_ways)``.  An
outline takes a goal and returns premises ⊢ conclusion; what it leaves to be proved the search proves, or the outline
that ``then`` names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce

from ...kernel.rules import Theorem, assume, deduct_antisym, eq_mp
from ...kernel.syntax import FALSE, TRUE, negation
from ...kernel.terms import REAL, Const, Term, abstract, sides, substitute
from ..logic.cached_rules import refl, ring
from ..logic.conversions import beta_conclusion, beta_sides, replaced
from ..logic.derived_rules import (
    ProofError,
    at_arguments,
    chain,
    close,
    closed,
    conjoin,
    conjuncts,
    cut,
    discharge,
    eq_mp_back,
    gen,
    match_conjunction,
    match_forall,
    match_implication,
    match_negation,
    mp,
    right,
    spec,
    symmetric,
    undischarge,
)
from ..logic.formulas import le
from ..logic.numerals import NONE, suc
from ..logic.parts import head_and_arguments
from .definitions import definition_of, from_definition
from .facts import Outline, fact, found, infer
from .goals import Goal, size_of, stated
from .propositions import by_cases


def _sides(goal: Goal) -> tuple[Term, Term]:
    pair = sides(goal.conclusion)
    assert pair is not None
    return pair


def equivalent(there: Outline = found, back: Outline = found) -> Outline:
    """Prove that propositions are equal: the second follows from the first, and the first from the second."""

    def prove(goal: Goal) -> Theorem:
        p, q = _sides(goal)
        return deduct_antisym(back(goal.knowing(q).showing(p)), there(goal.knowing(p).showing(q)))

    return prove


both_ways = equivalent()


def squeezed(goal: Goal) -> Theorem:
    """Prove that numbers are equal: neither is above the other."""
    a, b = _sides(goal)
    return infer("le_antisym", found(goal.showing(le(a, b))), found(goal.showing(le(b, a))))


def through(*steps: Step, then: Outline = found) -> Outline:
    """Prove one step after the other, each with those before it among the premises, and then the conclusion.

    A step is a statement in the variables of the goal, an outline that shows something of its own, as ``use`` and
    ``claim`` do, or a number that exists, by ``some``.
    """

    def prove(goal: Goal) -> Theorem:
        if not steps:
            return then(goal)
        step, rest = steps[0], through(*steps[1:], then=then)
        if isinstance(step, Some):
            return step.eliminated(goal, rest)
        known = goal.showing(goal.read(step)).searched() if isinstance(step, str) else step(goal)
        return cut(known, rest(goal.knowing(known.conclusion)))

    return prove


@dataclass(frozen=True)
class Some:
    """Hold a variable, what is said of some value of it, and the fact that says so: r follows if it does for each."""

    written: str
    said: str
    fact: str
    values: tuple[str, ...]

    def eliminated(self, goal: Goal, rest: Outline) -> Theorem:
        """Prove a goal for each value of the variable by the rest of an outline, and so at all."""
        inner = goal.more(self.written)
        inner = inner.knowing(inner.read(self.said))
        every = gen(inner.variables[-1], discharge(inner.premises[-1], rest(inner)))
        return cut(every, use(self.fact, *self.values, goal.conclusion)(goal.knowing(every.conclusion)))


def some(written: str, said: str, fact: str, *values: str) -> Some:
    """Take a value of a variable, such as "k:ℕ", of which something is said: it exists by a fact at some values."""
    return Some(written, said, fact, values)


def use(known: str | int, *values: str | Term, back: bool = False, alone: bool = False) -> Outline:
    """Show what a fact of this name, the premise of this number, or a statement ∀x…. p says at some values.

    The search proves the statement, as if nothing were known, and the premises of all.  A value such as n=1+n is that
    of a size.  With ``back``, a = b is said as b = a; with ``alone``, the
    search proves the premises of the fact, too, as if nothing were known.
    """

    def prove(goal: Goal) -> Theorem:
        sizes = {v[0]: size_of(v[2:]) for v in values if isinstance(v, str) and v[1:2] == "="}
        at = tuple(goal.read(v) if isinstance(v, str) else v for v in values if isinstance(v, Term) or v[1:2] != "=")
        if isinstance(known, int):
            theorem = beta_conclusion(spec(assume(goal.premises[known]), *at))
        elif known.startswith("∀"):
            theorem = beta_conclusion(spec(stated(known), *at))
        else:
            theorem = fact(known, sizes, *at)
        while (pair := match_implication(theorem.conclusion)) is not None and pair[1] is not FALSE:
            theorem = undischarge(theorem)
        for premise in theorem.hypotheses:
            if premise not in goal.premises:
                asked = goal.showing(premise)
                theorem = cut((replace(asked, premises=()) if alone else asked).searched(), theorem)
        return symmetric(theorem) if back else theorem

    return prove


def unfold(text: str) -> Outline:
    """Show what a constant is at some arguments, by its definition."""

    def prove(goal: Goal) -> Theorem:
        head, arguments = head_and_arguments(goal.read(text))
        if not isinstance(head, Const) or definition_of(head.name) is None:
            raise ProofError(f"{text} has no definition")
        return from_definition(head.name, head.sizes, *arguments)

    return prove


def rewriting(goal: Goal) -> Theorem:
    """Prove a goal by arithmetic, after rewriting it and what is known by the known equations, the last one first."""
    if (both := match_conjunction(goal.conclusion)) is not None:
        return conjoin(*(rewriting(goal.showing(p)) for p in both))
    parts = [part for premise in reversed(goal.premises) for part in conjuncts(assume(premise))]
    equations = [part for part in parts if _is_equation(part.conclusion)]
    for premise in goal.premises:
        others = [equation for equation in equations if equation.conclusion is not premise]
        said, known = (_rewritten(p, others) for p in (goal.conclusion, premise))
        if right(said) is right(known):
            return eq_mp(chain(known, symmetric(said)), assume(premise))
    said = _rewritten(goal.conclusion, equations)
    pair = sides(right(said))
    if pair is None or (pair[0] is not pair[1] and pair[0].type is not REAL):
        raise ProofError(f"rewriting leaves {right(said)}")
    return eq_mp_back(said, refl(pair[0]) if pair[0] is pair[1] else ring(*pair))


def _is_equation(p: Term) -> bool:
    """Tell whether a proposition is an equation, and not a quantifier or a connective that is written so."""
    return sides(p) is not None and not any(match(p) for match in (match_forall, match_implication, match_conjunction))


def _rewritten(t: Term, equations: list[Theorem]) -> Theorem:
    """Return ⊢ t = t' where the equations change nothing any more, or after as many rounds as there are equations."""
    theorem = refl(t)
    for _ in equations:
        theorem = replaced(theorem, *equations)
    return theorem


def claim(statement: str, *steps: Step, then: Outline = found) -> Outline:
    """Show a statement ∀x…. p ⇒ … ⇒ q through steps of its own."""

    def prove(goal: Goal) -> Theorem:
        inner = goal.showing(goal.read(statement)).opened(statement)
        return inner.closed(through(*steps, then=then)(inner), goal)

    return prove


def applied(known: int, *values: str) -> Outline:
    """Show what the premise of this number, an equation of functions, says of their values somewhere."""

    def prove(goal: Goal) -> Theorem:
        return beta_sides(at_arguments(assume(goal.premises[known]), *map(goal.read, values)))

    return prove


Step = str | Outline | Some


def in_cases(condition: str, then: Outline = found, otherwise: Outline = found) -> Outline:
    """Prove a goal where a condition holds, and where it does not."""

    def prove(goal: Goal) -> Theorem:
        p = goal.read(condition)
        return by_cases(p, then(goal.knowing(p)), otherwise(goal.knowing(negation(p))))

    return prove


def by_contradiction(*steps: Step) -> Outline:
    """Prove a goal through steps to ⊥ from its negation, or a negation from what it denies."""

    def prove(goal: Goal) -> Theorem:
        denied = match_negation(goal.conclusion)
        assumed = denied or negation(goal.conclusion)
        never = discharge(assumed, through(*steps)(goal.knowing(assumed).showing(FALSE)))
        return never if denied is not None else infer("not_not", never)

    return prove


def by_induction_on(name: str, base: Outline = found, step: Outline = found, any: str = "") -> Outline:
    """Prove a goal by induction on a natural number of this name, for ``any`` values of some other variables.

    In the step, what is said of the number before is the last premise.
    """

    def prove(goal: Goal) -> Theorem:
        a, others = goal.variable(name), tuple(map(goal.variable, any.split()))
        moving = goal.only_about(a, *others)
        whole = closed(moving.folded().conclusion, *others)

        def proved(outline: Outline, value: Term, *known: Term) -> Theorem:
            theorem = moving.at({a: value}).discharged(outline(goal.at({a: value}).knowing(*known)))
            return close(theorem, *others)

        first, later = proved(base, NONE), gen(a, discharge(whole, proved(step, suc(a), whole)))
        every = fact("nat_induction", abstract(a, whole), a, premises=(first, later))
        return reduce(mp, map(assume, moving.premises), spec(every, *others))

    return prove


def by_places(
    written: str, statement: str, base: Outline = found, step: Outline = found, end: Outline = found
) -> Outline:
    """Prove a statement about a place k of an index w, "k:ℕ, w:[n]", at the first place and from each to the next.

    The conclusion follows from what it says of the last place.
    """

    def prove(goal: Goal) -> Theorem:
        inner = goal.more(written)
        k, w = inner.variables[-2:]
        said = inner.read(statement)
        size = w.type.size
        next_one = inner.read(f"real {k.name} + 1 = pos{{{size}}} {w.name}")
        first = base(inner.showing(substitute(said, {k: NONE})))
        later = step(inner.knowing(next_one, said).showing(substitute(said, {k: suc(k)})))
        later = gen(w, gen(k, discharge(next_one, discharge(said, later))))
        last = inner.read(f"last{{{size}}}")
        known = fact("size_induction", abstract(k, said), last, premises=(first, later))
        return cut(known, end(inner.knowing(known.conclusion)))

    return prove


def at_truth_values(name: str, true: Outline = found, false: Outline = found) -> Outline:
    """Prove a statement about a proposition of this name for what is true and for what is false."""

    def prove(goal: Goal) -> Theorem:
        p = goal.variable(name)
        moving = goal.only_about(p)
        cases = tuple(moving.at({p: v}).discharged(by(goal.at({p: v}))) for v, by in ((TRUE, true), (FALSE, false)))
        theorem = fact("bool_cases", abstract(p, moving.folded().conclusion), p, premises=cases)
        return reduce(mp, map(assume, moving.premises), theorem)

    return prove
