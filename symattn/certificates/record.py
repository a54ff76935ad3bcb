"""Read the inference record that every theorem carries: its steps in order, and the axioms it rests on."""

from __future__ import annotations

from collections.abc import Iterable

from symattn.kernel.rules import Theorem


def axioms_used(theorem: Theorem) -> tuple[str, ...]:
    """Return the names of the axioms the theorem rests on, transitively, in alphabetical order."""
    return axioms_in(inferences_behind(theorem))


def axioms_in(proof: Iterable[Theorem]) -> tuple[str, ...]:
    """Return the names of the axioms among the inferences of a proof, in alphabetical order."""
    return tuple(sorted({str(t.arguments[0]) for t in proof if t.rule == "axiom"}))


def inferences_behind(*theorems: Theorem) -> set[Theorem]:
    """Return every theorem in some proofs, in no order."""
    found = set(theorems)
    met = list(found)
    add, append = found.add, met.append
    for theorem in met:  # which grows meanwhile
        for premise in theorem.premises:
            if premise not in found:
                add(premise)
                append(premise)
    return found


def inferences(theorem: Theorem) -> tuple[Theorem, ...]:
    """Return every theorem in the proof once, premises before conclusions."""
    order: list[Theorem] = []
    seen = {theorem}
    path = [theorem]  # each but the first is a premise of the one before
    waiting = [iter(theorem.premises)]  # for each of the path, the premises that are not looked at yet
    while path:
        for premise in waiting[-1]:
            if premise in seen:
                continue
            seen.add(premise)
            if premise.premises:
                path.append(premise)
                waiting.append(iter(premise.premises))
                break
            order.append(premise)
        else:
            order.append(path.pop())
            waiting.pop()
    return tuple(order)
