"""Read the inference record that every theorem carries: its steps in order, and the axioms it rests on."""

from __future__ import annotations

from collections.abc import Iterable

from symattn.kernel.rules import Theorem


def axioms_used(theorem: Theorem) -> tuple[str, ...]:
    """Return the names of the axioms the theorem rests on, transitively, in alphabetical order."""
    return axioms_in(inferences(theorem))


def axioms_in(proof: Iterable[Theorem]) -> tuple[str, ...]:
    """Return the names of the axioms among the inferences of a proof, in alphabetical order."""
    return tuple(sorted({str(t.arguments[0]) for t in proof if t.rule == "axiom"}))


def inferences(theorem: Theorem) -> tuple[Theorem, ...]:
    """Return every theorem in the proof once, premises before conclusions."""
    order: list[Theorem] = []
    seen: set[Theorem] = set()
    stack: list[Theorem | tuple[Theorem]] = [theorem]  # those in a tuple wait for their premises alone
    while stack:
        current = stack.pop()
        if isinstance(current, tuple):
            order.append(current[0])
        elif current not in seen:
            seen.add(current)
            if current.premises:
                stack.append((current,))
                stack.extend(current.premises[::-1])
            else:
                order.append(current)
    return tuple(order)
