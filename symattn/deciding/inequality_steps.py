"""What a proof goes through: the inequalities that an inequality follows from, the inductions, the facts it uses.

The proof is walked from its conclusion down to the facts it uses.  The arithmetic of ordered fields on the way –
adding, multiplying, moving terms to the other side – is left out, and so are the signs of single numbers, and the
inequalities that an equation needs on the way, as (√x)² = x needs 0 ≤ x.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace

from symattn.kernel.axioms import AXIOMS
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import REAL, Abs, Const, Term, Var, open_body, substitute, var
from symattn.prover.library.facts import lemma_of, lemma_subject
from symattn.prover.logic.conversions import beta_normal_form
from symattn.prover.logic.derived_rules import right
from symattn.prover.logic.formulas import ZERO
from symattn.prover.logic.parts import flat, head_and_arguments
from symattn.prover.normal.linear_arithmetic import order_of

#: How much of a proof is looked at to see that it is a fact in another form.
MOST_OF_A_FACT = 400
#: Facts that only rearrange an inequality: the axioms of an ordered field, and these parts of the library.
_ARITHMETIC = frozenset({"le_add", "le_antisym", "le_mul", "le_total", "le_trans", "zero_lt_one"})
_REARRANGING = frozenset({"order", "propositions"})
#: Inductions over the places of a range; their first value is what holds at each place.
_INDUCTIONS = frozenset({"index_induction", "induction_back", "induction_from", "step_induction"})


@dataclass(frozen=True)
class Order:
    """Hold an inequality between two numbers."""

    low: Term
    high: Term
    strict: bool


@dataclass(frozen=True)
class Step:
    """Hold an inequality of a proof, the fact it is an instance of, and what is assumed for it.

    ``fact`` is empty where it follows from the steps before by arithmetic.  ``assumed`` holds what is assumed beside
    what is given.  ``is_whole`` says that the step is the claim itself, as an instance of a fact.
    """

    order: Order
    fact: str
    assumed: tuple[Order | Term, ...] = ()
    is_whole: bool = False


@dataclass(frozen=True)
class Induction:
    """Hold what is proved at every place of a range by induction, with a variable for the place."""

    place: Var
    holds: Term


def inequality_steps(theorem: Theorem, lemmas: Mapping[Theorem, str]) -> tuple[Step, ...]:
    """List the inequalities from which a theorem concludes an inequality, premises first; else nothing.

    ``lemmas`` names the theorems that were to be used: of their own proofs nothing is listed.  Nor is a step listed
    that speaks of a number, or a matrix, which the proof has introduced, one that only writes an earlier one in
    another order, or the claim itself where it is no instance of a fact.
    """
    whole, own = _order(theorem.conclusion, {}), {*lemmas.values()}
    steps: dict[Order, Step] = {}
    assumed: dict[Order, tuple[Order | Term, ...]] = {}
    under: list[tuple[object, set[object]]] = []
    for node, values, name in _walked(theorem, lemmas, _is_equation) if whole is not None else ():
        order = _order(node.conclusion, values)
        if order is None:
            continue
        behind = [substitute(h, values) for h in node.hypotheses]
        more = tuple(_order(h, {}) or h for h in behind if h not in theorem.hypotheses)
        if order in assumed.get(order, (order,)):  # it was not met, or assumed itself
            assumed[order] = more
        under.append((_form(order), set(map(_form, more))))
        if name is not None and (fact := name if name in own else _reason(name, order)) is not None:
            steps.setdefault(order, Step(order, fact, assumed[order], order == whole))
    free = theorem.conclusion.free.union(*(h.free for h in theorem.hypotheses))
    surely: set[object] = set()
    while more_of := {form for form, behind in under if behind <= surely} - surely:
        surely |= more_of
    told: dict[object, Step] = {}
    for step in steps.values():
        left = tuple(each for each in step.assumed if _form(each) not in surely)
        if step.order not in left and _is_told_of(step, free) and (step.fact or not step.is_whole):
            told.setdefault((_form(step.order), left), replace(step, assumed=left))
    return tuple(step for step in told.values() if not step.is_whole or len(told) == 1)


def inductions(theorem: Theorem, lemmas: Mapping[Theorem, str]) -> tuple[Induction, ...]:
    """List what a proof shows by induction without further assumptions, in the symbols of the statement.

    What holds from a later place on only, or in one of several cases, is not listed.
    """
    free = theorem.conclusion.free.union(*(h.free for h in theorem.hypotheses))
    known = frozenset(theorem.hypotheses)
    nodes = [(node, name) for node, values, name in _walked(theorem, lemmas) if not values]
    shown = {node.conclusion for node, _ in nodes if known.issuperset(node.hypotheses)}
    found: dict[Induction, None] = {}
    for node, name in nodes:
        if name not in _INDUCTIONS or node.rule != "instantiate":
            continue
        said, *places = (value for _, value in node.arguments)  # type: ignore[misc, str-unpack]
        if name == "induction_from" and str(getattr(places[0], "value", "")) != "0":
            continue
        if isinstance(said, Abs) and all(_is_among(shown, h) for h in node.hypotheses):
            number = max((int(v.name[1:]) + 1 for v in said.free if v.name.startswith("ι")), default=0)
            place = var(f"ι{number}", said.binder)
            holds = right(beta_normal_form(open_body(said, place)))
            if _own(holds.free - {place}, free):
                found.setdefault(Induction(place, holds))
    return tuple(found)


def _is_among(shown: Container[Term], proposition: Term) -> bool:
    return proposition in shown or right(beta_normal_form(proposition)) in shown


def named_facts(theorem: Theorem, lemmas: Mapping[Theorem, str]) -> frozenset[str]:
    """Return the facts that a proof uses itself, and not those that the proofs of its facts use."""
    return frozenset(name for _, _, name in _walked(theorem, lemmas) if name is not None)


Values = Mapping[Var, Term]


def _is_equation(theorem: Theorem) -> bool:
    """Tell whether a theorem equates numbers."""
    sides = theorem.sides
    return sides is not None and sides[0].type is REAL


def _walked(
    theorem: Theorem, lemmas: Mapping[Theorem, str], ends: Callable[[Theorem], bool] = lambda _: False
) -> Iterator[tuple[Theorem, Values, str | None]]:
    """Yield the inferences of a proof from the last one down to its facts, each with the values of its variables.

    Where it is an instance of a fact, the name of the fact comes with it; what stands below it, or below an inference
    of which ``ends`` is true, is not yielded.
    """
    seen: set[tuple[Theorem, tuple[tuple[Var, Term], ...]]] = set()
    waiting: list[tuple[Theorem, Values]] = [(theorem, {})]
    while waiting:
        node, values = waiting.pop()
        known = (node, tuple(values.items()))
        if known in seen:
            continue
        seen.add(known)
        name = lemmas.get(node) or (str(node.arguments[0]) if node.rule == "axiom" else lemma_of(node))
        if name is None and node.rule == "instantiate":
            name = _fact_in(node.premises[0], lemmas)
        yield node, values, name
        if name is None and node.rule == "instantiate":  # what is not replaced here may be outside
            own_values = {x: substitute(t, values) for x, t in node.arguments}  # type: ignore[arg-type, misc, str-unpack]
            values = {**values, **own_values}  # type: ignore[dict-item]
        if name is None and not ends(node):
            below = node.premises if node.rule != "instantiate_sizes" else ()  # below it stand other sizes
            waiting += [(premise, values) for premise in reversed(below)]


def _form(said: Order | Term) -> object:
    """Return a form that is the same for inequalities whose sides are the same but for the order of their parts."""
    return (_sorted(said.low), _sorted(said.high), said.strict) if isinstance(said, Order) else said


def _sorted(t: Term) -> object:
    """Return a form that is the same for terms which differ in the order of summands and factors only."""
    head, arguments = head_and_arguments(t)
    if isinstance(head, Const) and head.name in ("+", "*") and len(arguments) == 2:
        return head.name, tuple(sorted(map(_sorted, flat(t, head.name)), key=repr))
    return (head, *map(_sorted, arguments))


def _is_told_of(step: Step, free: frozenset[Var]) -> bool:
    """Tell whether a step speaks of what the statement speaks of, and of indices that the proof has opened."""
    parts = (part for each in (step.order, *step.assumed) for part in _sides(each))
    return all(_own(part.free, free) for part in parts)


def _own(named: frozenset[Var], free: frozenset[Var]) -> bool:
    """Tell whether variables are those of the statement, or indices that the proof has opened."""
    return all(v.type.size is not None and v.name.startswith("ι") for v in named - free)


def _sides(said: Order | Term) -> tuple[Term, ...]:
    return (said.low, said.high) if isinstance(said, Order) else (said,)


def _order(proposition: Term, values: Mapping[Var, Term]) -> Order | None:
    """Read a proposition as an inequality, at values of its variables."""
    found = order_of(proposition)
    if found is None:
        return None
    low, high = (right(beta_normal_form(substitute(side, values))) for side in found[:2])
    return Order(low, high, found[2])


def _reason(name: str, order: Order) -> str | None:
    """Return what to call the fact behind a step; None for a sign, and for what only rearranges."""
    if name == "square_nonneg":
        return name
    if order.low is ZERO or name in _ARITHMETIC:
        return None
    if name in AXIOMS or lemma_subject(name) not in _REARRANGING:
        return name
    return "" if name == "le_of_nonneg" else None


def _fact_in(theorem: Theorem, lemmas: Mapping[Theorem, str]) -> str | None:
    """Return the name of the one axiom or lemma that a theorem is another form of; None where it is more than that."""
    found: set[str] = set()
    seen, waiting = {theorem}, [theorem]
    while waiting and len(seen) < MOST_OF_A_FACT:
        node = waiting.pop()
        name = lemmas.get(node) or (str(node.arguments[0]) if node.rule == "axiom" else lemma_of(node))
        if name is not None:
            found.add(name)
            continue
        fresh = [each for each in node.premises if each not in seen]
        seen.update(fresh)
        waiting += fresh
    return found.pop() if not waiting and len(found) == 1 else None
