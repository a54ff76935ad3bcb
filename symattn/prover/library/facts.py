"""Facts ready for use: axioms and lemmas, stripped of ∀ and ⇒ and instantiated on demand.

``fact("sum_mul", c, f)`` gives the axiom or lemma of that name at the values c and f, and at the sizes that these have,
with its premises as hypotheses.  A lemma is a statement and a proof.  It is registered when its module is imported,
which the front door of the prover does, and proved the first time it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from ...kernel.axioms import AXIOMS
from ...kernel.rules import Theorem, assume, axiom, instantiate, instantiate_sizes
from ...kernel.terms import Size, Term, Type, Var, substitute_sizes, var
from ..logic.conversions import beta_conclusion, beta_hypotheses, beta_sides
from ..logic.derived_rules import (
    ProofError,
    close,
    contradiction,
    cut,
    discharge_all,
    match_negation,
    strip,
    undischarge,
)
from ..logic.instances import Instance
from ..logic.matching import determined
from .goals import Goal, read_closed

NO_SIZES: Mapping[str, Size] = {}
Proof = Callable[..., Theorem | None]
Outline = Callable[[Goal], Theorem]
_Sizes = tuple[tuple[str, Size], ...]
_LEMMAS: dict[str, tuple[str, Proof, Outline]] = {}
_BEING_PROVED: list[str] = []
#: The lemmas that were proved, by the identity of their theorems, which `closed_fact` keeps for good.
_PROVED: dict[int, str] = {}


def found(goal: Goal) -> Theorem:
    """Prove a goal by the search, unless it is among its premises, or two of these contradict each other."""
    if goal.conclusion in goal.premises:
        return assume(goal.conclusion)
    for premise in goal.premises:
        if match_negation(premise) in goal.premises:
            return contradiction(undischarge(assume(premise)), goal.conclusion)
    return goal.searched()


def lemma(statement: str, by: Outline = found) -> Callable[[Proof], Proof]:
    """Register a proof of ∀x…. p ⇒ … ⇒ q under the function's name; it runs when the lemma is first needed.

    The function takes as many of the premises p ⊢ p … as it has parameters, where ¬p is p ⇒ ⊥, and returns the rest of
    the statement for the variables of these names; or it takes none, and returns the whole statement.  Where it returns
    nothing, ``by`` proves the statement: the search, or an outline that puts parts together which the search proves.
    """

    def register(proof: Proof) -> Proof:
        if proof.__name__ in _LEMMAS or proof.__name__ in AXIOMS:
            raise ProofError(f"there are two facts called {proof.__name__}")
        _LEMMAS[proof.__name__] = (statement, proof, by)
        return proof

    return register


def lemma_names() -> tuple[str, ...]:
    """Return the names of all registered lemmas, module by module."""
    proofs = [proof for _, proof, _ in _LEMMAS.values()]
    return tuple(p.__name__ for p in sorted(proofs, key=lambda p: (p.__module__, p.__code__.co_firstlineno)))


def lemma_statement(name: str) -> str:
    """Return the statement of a lemma as its table writes it."""
    return _LEMMAS[name][0]


def lemma_subject(name: str) -> str:
    """Return the module of the library that a lemma stands in."""
    return _LEMMAS[name][1].__module__.rpartition(".")[2]


def lemma_of(theorem: Theorem) -> str | None:
    """Return the name of the lemma that a theorem is, None for every other theorem."""
    return _PROVED.get(id(theorem))


@cache
def closed_fact(name: str) -> Theorem:
    """Return the axiom or lemma as a closed theorem; a proof of something else is a ProofError."""
    if name in AXIOMS:
        return axiom(name)
    if name in _BEING_PROVED:
        raise ProofError(f"the proof of lemma {name} must not use it")
    statement, proof, by = _LEMMAS[name]
    goal, whole = Goal.of(statement), read_closed(statement)
    _BEING_PROVED.append(name)
    try:
        theorem = _scripted(goal, whole, proof) or goal.closed(by(goal))
    finally:
        _BEING_PROVED.pop()
    if theorem.hypotheses or theorem.conclusion is not whole:
        raise ProofError(f"the proof of lemma {name} proves {theorem}")
    _PROVED[id(theorem)] = name
    return theorem


def _scripted(goal: Goal, whole: Term, proof: Proof) -> Theorem | None:
    """Run a proof from its premises or of the whole; return what it proves for all values of the variables, or None."""
    premises, count = goal.premises, proof.__code__.co_argcount
    if count > len(premises):  # the last one is p where ¬p is to be proved
        denied = match_negation(goal.conclusion)
        assert denied is not None
        premises = (*premises, denied)
    theorem = proof(*map(assume, premises[:count]))
    if theorem is None or theorem.conclusion is whole:
        return theorem
    return close(discharge_all(premises[:count], theorem), *goal.variables)


@cache
def _stripped(name: str, sizes: _Sizes) -> tuple[tuple[Var, ...], tuple[Term, ...], Theorem]:
    variables, premises, theorem = strip(closed_fact(name))
    if not sizes:
        return variables, premises, theorem
    values = dict(sizes)
    moved = instantiate_sizes(values, theorem)
    at = {v: var(v.name, v.type.substitute(values)) for v in variables}
    return tuple(at.values()), tuple(substitute_sizes(premise, values) for premise in premises), moved


def fact(name: str, *values: Term | Mapping[str, Size], premises: tuple[Theorem, ...] = ()) -> Theorem:
    """Return a fact at some values, cut with theorems for its premises, both sides β-normal.

    The sizes follow from the types of the values; where these do not tell, they come first: ``fact("sum_zero", {"n":
    p})``.  Two of the premises may say the same at these values: then the fact has it once.
    """
    theorem = _instance(name, *_at_sizes(name, values))
    for premise in {each.conclusion: each for each in premises}.values():
        if premise.conclusion not in theorem.hypotheses:
            raise ProofError(f"{name}: {premise.conclusion} is not a premise of {theorem}")
        theorem = cut(premise, theorem)
    return theorem


def _at_sizes(name: str, given: tuple[Term | Mapping[str, Size], ...]) -> tuple[_Sizes, tuple[Term, ...]]:
    """Return the sizes of a fact and the values among what is given for them."""
    sizes = {name: size for each in given if isinstance(each, Mapping) for name, size in each.items()}
    values = tuple(each for each in given if isinstance(each, Term))
    kinds = tuple(value.type for value in values)
    return tuple(sorted(sizes.items())) or _sizes_of(name, kinds), values


@cache
def _sizes_of(name: str, kinds: tuple[Type, ...]) -> _Sizes:
    """Return the sizes at which the first variables of a fact have some types."""
    found: Instance | None = Instance()
    for variable, kind in zip(_stripped(name, ())[0], kinds, strict=False):
        found = found and found.type(variable.type, kind)
    found = found and found.settled()
    if found is None:
        raise ProofError(f"{name} has no sizes for values of these types")
    return tuple(sorted(found.sizes.items()))


def infer(name: str, *premises: Theorem, sizes: Mapping[str, Size] = NO_SIZES) -> Theorem:
    """Infer what a fact says from theorems for its premises, in their order, which determine its values."""
    variables, wanted, _ = _stripped(name, tuple(sorted(sizes.items())))
    return fact(name, sizes, *determined(variables, wanted, premises), premises=premises)


def unreduced(name: str, *values: Term | Mapping[str, Size]) -> Theorem:
    """Return a fact without premises at some values as it is, where it says ``f i`` of a function f = λx. t."""
    return _at(name, *_at_sizes(name, values))


def _at(name: str, sizes: _Sizes, values: tuple[Term, ...]) -> Theorem:
    variables, _, theorem = _stripped(name, sizes)
    if len(values) > len(variables):
        raise ProofError(f"{name} takes {len(variables)} values")
    pairs = {v: value for v, value in zip(variables, values, strict=False) if v is not value}
    return instantiate(pairs, theorem) if pairs else theorem


@cache
def _instance(name: str, sizes: _Sizes, values: tuple[Term, ...]) -> Theorem:
    theorem = _at(name, sizes, values)
    if any(value.type.domain is not None for value in values):
        theorem = beta_hypotheses(theorem)
        theorem = beta_conclusion(theorem) if theorem.sides is None else beta_sides(theorem)
    return theorem
