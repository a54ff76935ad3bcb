"""The inequalities from which a proof concludes an inequality: instances of facts, and what follows from them.

The proof is walked from its conclusion down to the facts it uses.  The arithmetic of ordered fields on the way –
adding, multiplying, moving terms to the other side – is left out, and so are the signs of single numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from symattn.kernel.axioms import AXIOMS
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Term, Var, substitute
from symattn.prover.library.facts import lemma_of, lemma_subject
from symattn.prover.logic.conversions import beta_normal_form
from symattn.prover.logic.derived_rules import right
from symattn.prover.logic.formulas import ZERO
from symattn.prover.normal.linear_arithmetic import order_of

#: How much of a proof is looked at to see that it is a fact in another form.
MOST_OF_A_FACT = 400
#: Facts that only rearrange an inequality: the axioms of an ordered field, and these parts of the library.
_ARITHMETIC = frozenset({"le_add", "le_antisym", "le_mul", "le_total", "le_trans", "zero_lt_one"})
_REARRANGING = frozenset({"order", "propositions"})


@dataclass(frozen=True)
class Order:
    """Hold an inequality between two numbers."""

    low: Term
    high: Term
    strict: bool


@dataclass(frozen=True)
class Step:
    """Hold an inequality of a proof, the fact it is an instance of, and what is assumed for it.

    ``fact`` is empty where it follows from the steps before by arithmetic.  ``assumed`` holds the inequalities that are
    assumed beside what is given; it is None where something else is assumed.
    """

    order: Order
    fact: str
    assumed: tuple[Order, ...] | None


def inequality_steps(theorem: Theorem, lemmas: Mapping[Theorem, str]) -> tuple[Step, ...]:
    """List the inequalities from which a theorem concludes an inequality, premises first; else nothing.

    ``lemmas`` names the theorems that were to be used: of their own proofs nothing is listed.  Nor is a step listed
    that speaks of a number, or a matrix, which the proof has introduced.
    """
    whole, own = _order(theorem.conclusion, {}), {*lemmas.values()}
    steps: dict[Order, Step] = {}
    assumed: dict[Order, tuple[Order, ...] | None] = {}
    seen: set[tuple[Theorem, tuple[tuple[Var, Term], ...]]] = set()
    waiting: list[tuple[Theorem, Mapping[Var, Term]]] = [(theorem, {})] if whole is not None else []
    while waiting:
        node, values = waiting.pop()
        known = (node, tuple(values.items()))
        if known in seen:
            continue
        seen.add(known)
        order = _order(node.conclusion, values)
        if order is not None and order not in assumed:
            behind = (substitute(h, values) for h in node.hypotheses)
            assumed[order] = _orders(h for h in behind if h not in theorem.hypotheses)
        name = lemmas.get(node)
        if name is None and node.rule == "instantiate":
            name = _fact_in(node.premises[0], lemmas)
            if name is None:  # what is not replaced here may be outside
                own_values = {x: substitute(t, values) for x, t in node.arguments}  # type: ignore[arg-type, misc, str-unpack]
                values = {**values, **own_values}  # type: ignore[dict-item]
        if name is None:
            below = node.premises if node.rule != "instantiate_sizes" else ()  # below it stand other sizes
            waiting += [(premise, values) for premise in reversed(below)]
        elif order is not None and (fact := name if name in own else _reason(name, order)) is not None:
            steps.setdefault(order, Step(order, fact, assumed[order]))
    free = theorem.conclusion.free.union(*(h.free for h in theorem.hypotheses))
    surely = {step.order for step in steps.values() if not step.assumed and step.assumed is not None}
    told = [
        replace(step, assumed=None if step.assumed is None else tuple(o for o in step.assumed if o not in surely))
        for step in steps.values()
        if step.order not in (step.assumed or ()) and _is_told_of(step, free)
    ]
    return tuple(step for step in told if step.order != whole or len(told) == 1)


def _is_told_of(step: Step, free: frozenset[Var]) -> bool:
    """Tell whether a step speaks of what the statement speaks of, and of indices that the proof has opened."""
    own = frozenset[Var]().union(*(side.free for o in (step.order, *(step.assumed or ())) for side in (o.low, o.high)))
    return all(v.type.size is not None and v.name.startswith("ι") for v in own - free)


def _order(proposition: Term, values: Mapping[Var, Term]) -> Order | None:
    """Read a proposition as an inequality, at values of its variables."""
    found = order_of(proposition)
    if found is None:
        return None
    low, high = (right(beta_normal_form(substitute(side, values))) for side in found[:2])
    return Order(low, high, found[2])


def _orders(propositions: Iterable[Term]) -> tuple[Order, ...] | None:
    """Read propositions as inequalities; None where one is something else."""
    found = [_order(each, {}) for each in propositions]
    return tuple(order for order in found if order is not None) if None not in found else None


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
