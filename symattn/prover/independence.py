"""What follows from independence for moments: E[f(X) g(Y)] = E[f(X)] E[g(Y)] for the functions that they are made of.

An equation for all functions of a number, or of a vector, is taken at a coordinate and at a product of two coordinates.
An equation for any two different indices becomes one for any two indices, with a correction where they are the same.
"""

from __future__ import annotations

from itertools import product

from ..kernel.rules import Theorem, assume
from ..kernel.syntax import FALSE, implication, negation
from ..kernel.terms import REAL, Size, Term, Type, Var, abstract, app, equation, fin, fun, sides, var
from .cached_rules import refl
from .conversions import replaced, to
from .formulas import IND, by_cases, close, ind, minus, plus, times
from .joint_distribution import for_all_functions
from .library import beta_conclusion, fact, lemma
from .logic import ap_term, chain, discharge, is_false, is_true, match_implication, mp, spec, strip, symmetric

_N = Size.variable("n")


@lemma("∀F G:[n]→[n]→ℝ, i j:[n]. (i ≠ j ⇒ F i j = G i j) ⇒ F i j = G i j + ind (i = j) * (F i i + -1 * G i i)")
def off_diagonal() -> Theorem:
    """Two matrices that agree off the diagonal differ by their diagonals."""
    F, G = (var(name, fun(fin(_N), fun(fin(_N), REAL))) for name in "FG")
    i, j = var("i", fin(_N)), var("j", fin(_N))
    here, there = app(F, i, j), app(G, i, j)
    same, different = assume(equation(i, j)), assume(negation(equation(i, j)))
    target = plus(there, times(ind(same.conclusion), plus(app(F, i, i), minus(app(G, i, i)))))
    one = chain(ap_term(IND, is_true(same)), fact("ind_true"))
    at_same = replaced(refl(target), one, ap_term(app(F, i), same), ap_term(app(G, i), same))
    premise = assume(implication(different.conclusion, equation(here, there)))
    nil = chain(ap_term(IND, is_false(different)), fact("ind_false"))
    elsewhere = chain(mp(premise, different), symmetric(to(replaced(refl(target), nil), there)))
    result = by_cases(same.conclusion, symmetric(to(at_same, here)), elsewhere)
    return close(discharge(premise.conclusion, result), F, G, i, j)


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
    negated, pair = match_implication(premise), sides(theorem.conclusion)
    same = sides(negated[0]) if negated is not None and negated[1] is FALSE else None
    if same is None or pair is None or not all(isinstance(v, Var) and v.type.size is not None for v in same):
        return None
    i, j = same
    functions = [abstract(i, abstract(j, side)) for side in pair]  # type: ignore[arg-type]
    sizes = {"n": i.type.size}
    return fact("off_diagonal", sizes, *functions, i, j, premises=(discharge(premise, theorem),))  # type: ignore[arg-type]
