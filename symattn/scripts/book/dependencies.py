"""What a theorem rests on, read from its inference record: axioms, lemmas and definitions, direct ones apart.

A lemma is proved once and shared, so it is recognised in a proof by being that very theorem. The walk stops at lemmas:
what lies below belongs to the lemma.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from symattn.kernel.rules import Theorem
from symattn.prover.library.definitions import definition_of, table
from symattn.prover.library.facts import closed_fact, lemma_of, lemma_statement, lemma_subject
from symattn.prover.logic.notation import show
from symattn.prover.strategies.front import prove  # noqa: F401  the front door brings the lemmas with it


@dataclass(frozen=True)
class Rests:
    """Hold the names of the axioms, lemmas and definitions that a proof uses directly, each in alphabetical order."""

    axioms: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lemma:
    """Hold a lemma of the library: its name, its subject, its statement as the tables write it, what it rests on."""

    name: str
    subject: str
    statement: str
    rests: Rests


def rests_on(theorem: Theorem | None) -> Rests:
    """Return what a theorem uses directly: itself not counted, and nothing below the lemmas it uses."""
    return Rests() if theorem is None else _walk(theorem)


@cache
def lemma(name: str) -> Lemma:
    """Return the lemma of this name; it is proved where no proof has used it yet."""
    return Lemma(name, lemma_subject(name), lemma_statement(name), _walk(closed_fact(name)))


def definition(name: str) -> str:
    """Return a definition that has entered the kernel as an equation: as the table has it, else as the kernel shows it.

    >>> definition("zeros")
    'zeros{r, n} = λi:[r], j:[n]. 0'
    """
    for known, parameters, value in table():
        if known == name:
            return f"{name}{_sizes(parameters)} = {value}"
    theorem = definition_of(name)
    return name if theorem is None else show(theorem.conclusion)


def _sizes(parameters: tuple[str, ...]) -> str:
    return f"{{{', '.join(parameters)}}}" if parameters else ""


def _walk(theorem: Theorem) -> Rests:
    axioms, lemmas, defined = set(), set(), set()
    seen = {id(theorem)}
    stack = [theorem]
    while stack:
        current = stack.pop()
        if current is not theorem and (name := lemma_of(current)) is not None:
            lemmas.add(name)
            continue
        if current.rule == "axiom":
            axioms.add(str(current.arguments[0]))
        elif current.rule == "definition":
            defined.add(str(current.arguments[0]))
        for premise in current.premises:
            if id(premise) not in seen:
                seen.add(id(premise))
                stack.append(premise)
    return Rests(tuple(sorted(axioms)), tuple(sorted(lemmas)), tuple(sorted(defined)))
