"""What follows from independence for moments: E[f(X) g(Y)] = E[f(X)] E[g(Y)] for the functions that they are made of.

An equation for all functions of a number, or of a vector, is taken at a coordinate and at a product of two coordinates.
An equation for any two different indices becomes one for any two indices, with a correction where they are the same.
"""

from __future__ import annotations

from itertools import product

from ....kernel.rules import Theorem, assume
from ....kernel.terms import REAL, Size, Term, Type, Var, abstract, app, sides, var
from ...library.facts import fact
from ...logic.conversions import beta_conclusion
from ...logic.derived_rules import close, discharge, match_implication, match_negation, mp, spec, strip
from ...logic.formulas import times
from .joint_distribution import for_all_functions

_N = Size.variable("n")


def moments(theorem: Theorem) -> list[Theorem]:
    """Return the equations ⊢ ∀x…. l = r that independence gives for moments, if the theorem states it."""
    theorem = for_all_functions(theorem) or theorem
    variables, premises, _ = strip(theorem)
    functions = [v for v in variables if _is_functional(v.type)]
    if not functions or len(functions) > 2 or len(premises) > 1:
        return []
    found = []
    for degrees in product((1, 2), repeat=len(functions)):
        indices: list[Var] = []
        probes = {f: _monomial(f.type, degree, indices) for f, degree in zip(functions, degrees, strict=True)}
        at = beta_conclusion(_specialised(theorem, [probes.get(v, v) for v in variables]))
        others = [v for v in variables if v not in probes]
        equation_at = at if not premises else _everywhere(at, premises[0])
        if equation_at is not None:
            found.append(close(equation_at, *others, *indices))
    return found


def _is_functional(ty: Type) -> bool:
    """Tell whether a type is that of functions from numbers or vectors to numbers."""
    domain = ty.domain
    if domain is None or ty.codomain is not REAL:
        return False
    return domain is REAL or (domain.domain is not None and domain.domain.size is not None and domain.codomain is REAL)


def _monomial(ty: Type, degree: int, indices: list[Var]) -> Term:
    """Return the function x ↦ x, x ↦ x·x of a number, or x ↦ x_a, x ↦ x_a·x_b of a vector, with new indices a, b."""
    if ty.domain is None:
        raise TypeError(f"{ty} is no type of functions")
    x = var("?x", ty.domain)
    coordinates: list[Term] = []
    for _ in range(degree):
        if ty.domain.domain is not None:
            indices.append(var(f"?index{len(indices)}", ty.domain.domain))
        coordinates.append(app(x, indices[-1]) if ty.domain.domain is not None else x)
    return abstract(x, coordinates[0] if degree == 1 else times(*coordinates))


def _specialised(theorem: Theorem, values: list[Term]) -> Theorem:
    """Specialise the quantifiers in front of and behind premises, which become hypotheses."""
    for value in values:
        while (premise := match_implication(theorem.conclusion)) is not None:
            theorem = mp(theorem, assume(premise[0]))
        theorem = spec(theorem, value)
    return theorem


def _everywhere(theorem: Theorem, premise: Term) -> Theorem | None:
    """Infer Γ ⊢ l = r + [i = j] (l' − r') from Γ, i ≠ j ⊢ l = r, where l' and r' have i for j.

    Return None for another premise than i ≠ j.
    """
    negated, pair = match_negation(premise), theorem.sides
    same = sides(negated) if negated is not None else None
    if same is None or pair is None or not all(isinstance(v, Var) and v.type.size is not None for v in same):
        return None
    i, j = same
    functions = [abstract(i, abstract(j, side)) for side in pair]
    return fact("off_diagonal", *functions, i, j, premises=(discharge(premise, theorem),))
