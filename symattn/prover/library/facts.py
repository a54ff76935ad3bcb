"""Facts ready for use: axioms and lemmas, stripped of ∀ and ⇒ and instantiated on demand.

``fact("sum_mul", c, f)`` gives the axiom or lemma of that name at the values c and f, and at the sizes that these have,
with its premises as hypotheses.  A lemma is a statement and a proof.  It is registered when its module is imported,
which the front door of the prover does, and proved the first time it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, reduce
from re import findall

from ...kernel.axioms import AXIOMS
from ...kernel.rules import Theorem, assume, axiom, instantiate, instantiate_sizes
from ...kernel.syntax import parse
from ...kernel.terms import Size, Term, Type, Var, open_body, substitute_sizes, var
from ..logic.conversions import beta_conclusion, beta_hypotheses, beta_sides
from ..logic.derived_rules import ProofError, close, cut, discharge, match_forall, match_implication, strip
from ..logic.instances import Instance
from ..logic.matching import determined
from .definitions import definition_of
from .search import searched

NO_SIZES: Mapping[str, Size] = {}
Proof = Callable[..., Theorem | None]
Outline = Callable[[str], Theorem]
_Sizes = tuple[tuple[str, Size], ...]
_LEMMAS: dict[str, tuple[str, Proof, Outline]] = {}


def lemma(statement: str, by: Outline = searched) -> Callable[[Proof], Proof]:
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


@cache
def closed_fact(name: str) -> Theorem:
    """Return the axiom or lemma as a closed theorem; a proof of something else is a ProofError."""
    if name in AXIOMS:
        return axiom(name)
    statement, proof, by = _LEMMAS[name]
    for word in findall(r"\w+", statement):
        definition_of(word)
    goal = parse(statement)
    theorem = _proved(statement, goal, proof) or by(statement)
    if theorem.hypotheses or theorem.conclusion is not goal:
        raise ProofError(f"the proof of lemma {name} proves {theorem}")
    return theorem


def opened(statement: str, parsed: Term | None = None) -> tuple[tuple[Var, ...], Term]:
    """Return the variables of a statement ∀x…. p by the names that it gives them, and p."""
    rest, variables = parsed or parse(statement), list[Var]()
    groups = statement.partition(".")[0].removeprefix("∀").split(",") if match_forall(rest) else ()
    for name in (name for group in groups for name in group.partition(":")[0].split()):
        quantified = match_forall(rest)
        assert quantified is not None
        variables.append(var(name, quantified.binder))
        rest = open_body(quantified, variables[-1])
    return tuple(variables), rest


def _proved(statement: str, goal: Term, proof: Proof) -> Theorem | None:
    """Run a proof from its premises; return what it proves of them for all values of the variables, or None."""
    variables, rest = opened(statement, goal)
    premises: list[Term] = []
    for _ in range(proof.__code__.co_argcount):
        pair = match_implication(rest)
        assert pair is not None
        premises.append(pair[0])
        rest = pair[1]
    theorem = proof(*map(assume, premises))
    if theorem is None or theorem.conclusion is goal:
        return theorem
    return close(reduce(lambda found, premise: discharge(premise, found), reversed(premises), theorem), *variables)


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
