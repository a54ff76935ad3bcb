"""Warn about hypotheses that contradict each other, or that may say less than was meant.

From hypotheses that contradict each other everything follows, so that a proof from them says nothing; and a free index
of a hypothesis means one index, where a reader may take it for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Basic, Idx, MatrixSymbol, Symbol, oo
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.deciding.problem import Problem, Prove
from symattn.deciding.unknown import Unknown, undefined, vacuous
from symattn.elaborate import Hypothesis
from symattn.kernel.syntax import FALSE, negation
from symattn.kernel.terms import REAL, Term, equation, literal, open_body
from symattn.language.base.dims import is_dim
from symattn.language.base.naming import speaking_of
from symattn.language.base.occurrences import names_in
from symattn.language.inspection import free_atoms, symbol_text
from symattn.language.pasted import as_given
from symattn.language.propositions import Claim, Equation, Invertible
from symattn.language.quantified import ForAll, Unmasked
from symattn.prover.logic.derived_rules import match_forall, match_implication

SHORT = 60  # characters of code in a report
OF_DIAGONAL = "DiagMatrix(HadamardPower(l, -1)) is the inverse of DiagMatrix(l), where no entry of l is 0"
HOW = "what SymPy is not to evaluate is written as in Ne(a, b, evaluate=False) or Ge(a, b, evaluate=False)"


def doubted(problem: Problem) -> tuple[bool, Unknown | None]:
    """Tell whether no exact instance of the hypotheses is found, and then how they contradict each other if they do.

    Declared symbols always have an instance.
    """
    if not problem.claim.given:
        return False, None
    from symattn.numeric.refute import witness  # of the numerical side

    if witness(problem.claim.proposition, problem.claim.given) is not None:
        return False, None
    how = _vacuity(problem.hypotheses, problem.prover(problem.easy))
    return True, vacuous(how) if how else None


def as_undefined(problem: Problem, missing: Sequence[str], what: str = "the claim is ") -> Unknown:
    """Say without which conditions a claim is not defined, as formulas are written in reports, and how they are given.

    Those on masks that no exact instance was found to meet are told.
    """
    from symattn.numeric.refute import witness  # of the numerical side
    from symattn.render.text import text  # of the side that writes

    claim, said, unmet, helps = problem.claim, dict.fromkeys(missing, ""), list[str](), dict[str, None]()
    given = {each.description: each.given() for each in problem.elaborated.obligations if each.description in said}
    with speaking_of(claim):
        for condition in missing:
            needed = given[condition]
            said[condition] = condition if needed is None else text(needed)
            if isinstance(needed, Unmasked) and witness(claim.proposition, (*claim.given, needed)) is None:
                unmet.append(said[condition])
            elif isinstance(needed, ForAll | Invertible | Unmasked):
                code = as_given(condition)
                code = code if len(code) <= SHORT else f"{type(needed).__name__}(…)"
                helps[f"if it is meant, give it: given=[{code}]"] = None
            if isinstance(needed, Invertible) and isinstance(needed.matrix, DiagMatrix):
                helps[OF_DIAGONAL] = None
    return undefined(said.values(), what, unmet, "\n".join(helps))


def _vacuity(hypotheses: Sequence[Hypothesis], prove: Prove) -> str:
    """Say which hypotheses contradict each other, or nothing where no contradiction is proved.

    A contradiction is a proof of 0 = 1, or of the negation of one hypothesis from the others.
    """
    used = _contradiction(tuple(hypotheses), prove)
    if used is None:
        return ""
    names = [h.description for h in hypotheses if not used.isdisjoint(h.propositions)]
    if len(names) == 1:
        return f"vacuous: the hypothesis {names[0]} contradicts itself; everything follows from it"
    return f"vacuous: the hypotheses contradict each other: {'; '.join(names)}; everything follows from them"


def _contradiction(hypotheses: tuple[Hypothesis, ...], prove: Prove) -> set[Term] | None:
    """Return the propositions that a proof of a contradiction uses, or None."""
    theorem = prove(equation(literal(0, REAL), literal(1, REAL)), hypotheses)
    if theorem is not None:
        return set(theorem.hypotheses)
    for hypothesis in hypotheses:
        if hypothesis.kind != "given" or isinstance(hypothesis.item, Symbol):
            continue
        others = tuple(other for other in hypotheses if other is not hypothesis)
        known = {p for other in others for p in other.propositions}
        for proposition in hypothesis.propositions:
            instance = _at_first_indices(proposition)
            negated = match_implication(instance)
            goal = negated[0] if negated is not None and negated[1] is FALSE else negation(instance)
            if goal in known:
                return {proposition, goal}
            theorem = prove(goal, others)
            if theorem is not None:
                return {proposition, *theorem.hypotheses}
    return None


def _at_first_indices(proposition: Term) -> Term:
    """Return what a statement about all indices says of the first ones."""
    quantified = match_forall(proposition)
    if quantified is None or quantified.binder.size is None:
        return proposition
    return _at_first_indices(open_body(quantified, literal(0, quantified.binder)))


def hints(claim: Claim, proved: bool) -> tuple[str, ...]:
    """Return a note for each hypothesis about one index where it may have been meant for all, and for what is lost.

    The former is where the index stands nowhere in the statement, and where the claim was not proved; lost is what a
    hypothesis said that SymPy has evaluated to True. A note says besides which sizes were written as sums.

    >>> from symattn import dims
    >>> n = dims("n")
    >>> x, i, j = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n)
    >>> print(*hints(Claim((x[0, i], 0), (Equation(x[0, j], 0),)), proved=False))
    x[0, j] = 0 is given for one index j, not for all; for all, give Equation(x, ZeroMatrix(1, n))
    """
    stated = free_atoms(claim.proposition)
    notes = []
    if claim.evaluated:
        which = "one hypothesis was" if claim.evaluated == 1 else f"{claim.evaluated} hypotheses were"
        notes.append(f"{which} evaluated to True by SymPy, so that nothing of it is given; {HOW}")
    for size, value in claim.apart.items():
        why = "as it is given how large it is" if is_dim(size) else "where sums end at it"
        notes.append(f"{size} is written as {value}, {why}")
    for hypothesis in claim.given:
        atoms = free_atoms(hypothesis)
        indices = sorted((atom for atom in atoms if isinstance(atom, Idx)), key=str)
        about_values = any(not isinstance(atom, Idx) and not is_dim(atom) for atom in atoms)
        if indices and about_values and (not proved or any(index not in stated for index in indices)):
            which = f"one index {indices[0]}" if len(indices) == 1 else f"one choice of {', '.join(map(str, indices))}"
            notes.append(f"{hypothesis} is given for {which}, not for all; {_for_all(hypothesis, indices)}")
    return tuple(notes)


def _for_all(hypothesis: Basic, indices: list[Idx]) -> str:
    """Say how a hypothesis about one index is given for all."""
    names = ", ".join(map(str, indices))
    bound = names if len(indices) == 1 else f"({names})"
    if not isinstance(hypothesis, Equation):
        return f"for all, give ForAll({bound}, {hypothesis})"
    for side, other in ((hypothesis.lhs, hypothesis.rhs), (hypothesis.rhs, hypothesis.lhs)):
        if not (isinstance(side, MatrixElement) and isinstance(side.parent, MatrixSymbol)):
            continue
        shape, places = side.parent.shape, (side.i, side.j)
        named = [place for place in places if isinstance(place, Idx)]
        whole = all(place in indices or (place == 0 and size == 1) for place, size in zip(places, shape, strict=True))
        if whole and not other.has(oo, -oo) and len(set(named)) == len(named) == len(indices) and _spans(named, side):
            return f"for all, give Equation({side.parent}, {_matrix_text(other, shape, places)})"
    return f"for all, give ForAll({bound}, Equation({hypothesis.lhs}, {hypothesis.rhs}))"


def _spans(named: Sequence[Idx], entry: Any) -> bool:
    """Tell whether the indices of an entry run through all rows and columns of the matrix."""
    sizes = dict(zip((entry.i, entry.j), entry.parent.shape, strict=True))
    return all(index.lower == 0 and index.upper == sizes[index] - 1 for index in named)


def _matrix_text(entry: Basic, shape: Sequence[Any], places: Sequence[Any]) -> str:
    """Write the matrix that has an expression in the places as its entries."""
    size = ", ".join(map(str, shape))
    if entry == 0:
        return f"ZeroMatrix({size})"
    if not any(isinstance(place, Idx) and place in free_atoms(entry) for place in places):
        return f"({entry})*OneMatrix({size})" if entry != 1 else f"OneMatrix({size})"
    taken = set(names_in(entry)) | {symbol_text(atom) for atom in free_atoms(entry)}
    free = (name for name in (letter + "'" * primes for primes in range(9) for letter in "ab") if name not in taken)
    names = [Symbol(next(free), integer=True) for _ in places]
    written = entry.xreplace({p: name for p, name in zip(places, names, strict=True) if isinstance(p, Idx)})
    return f"FunctionMatrix({size}, Lambda(({', '.join(map(str, names))}), {written}))"
