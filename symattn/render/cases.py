"""The cases of a proof and the equation that is proved in each; of an inequality, the inequalities it follows from.

A proof records for each case two terms of the kernel and the normal form that they share. Which entry of the claim that
is, is found by trying the indices that occur and is checked: the sides at these indices have to be the very terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sympy import MatrixBase, MatrixSymbol

from symattn.kernel.terms import BOOL, Abs, App, Const, Lit, Term, Type, app, const, literal, open_body, sides
from symattn.language.base.complex_numbers import as_pair, real_and_imaginary, speaks_of_complex
from symattn.language.base.own_classes import is_own
from symattn.language.by_definition import ByDefinition
from symattn.render.brackets import as_atom, indexable
from symattn.render.latex import latex
from symattn.render.terms import denied, spine, term_latex, term_text
from symattn.render.text import text

#: Primitives that are written as a name and its arguments, after which an index can stand.
CALLS = frozenset({"RowSoftmax", "KernelMatrix", "RowMap", "SineCosine", "BlockRotation"})

#: What is assumed is not written again in the row below, where it is longer than this.
LONG_WHERE = 80
#: As many inequalities of a proof are written, the last ones.
MOST_INEQUALITIES = 12


@dataclass(frozen=True)
class Case:
    """Hold two terms, the normal form they share, and the indices at which they are the two sides of the claim.

    `indices` is None where the terms are no entry of the claim, but of a step on the way to it. `assumed` is what is
    assumed on the way: in one of several cases, or in an induction step. `computed` says that the left term is what the
    left side of the claim was shown to be, as a gradient is its formula.
    """

    left: Term
    normal: Term
    right: Term
    indices: tuple[Term, ...] | None
    assumed: tuple[Term, ...] = ()
    computed: bool = False

    def assumption(self, latex_of_formula: Callable[[str], str] | None) -> str:
        """Say under what assumption it holds; nothing where it holds as it stands."""
        term = term_text if latex_of_formula is None else term_latex
        return _where([term(each, self.terms) for each in self.assumed], latex_of_formula)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms that share the letters of their indices."""
        return (self.left, self.normal, self.right, *(self.indices or ()), *self.assumed)


def cases(verdict: Any) -> list[Case]:
    """List what each case of a proof came down to: the entries of the claim if there are any, else every step.

    A case that speaks of what the proof has introduced, as an induction does, is not listed, nor are the steps where
    one of them does. Nor is one of a matrix that is semidefinite: its equations say that it is symmetric. What is
    assumed for a case has to be an equation, an inequality, or the denial of one.
    """
    if verdict.theorem is None or type(verdict.claim.proposition).__name__ in _DEFINITE:
        return []
    pair = verdict.theorem.sides
    known = set(verdict.theorem.hypotheses)
    found: dict[Case, None] = {}
    for stage in verdict.stages:
        if stage.left is stage.right:
            continue
        indices = None if pair is None else _indices(pair, (stage.left, stage.right), stage.normal)
        assumed = tuple(each for each in stage.hypotheses if each not in known)
        found.setdefault(Case(stage.left, stage.normal, stage.right, indices, assumed))
    entries = [case for case in found if case.indices is not None]
    told = [case for case in entries if _is_told(verdict.theorem, case)]
    if pair is not None and not entries and len(found) == 1:
        (case,) = found
        indices = _differentiated(pair[0], case.right)
        case = case if indices is None or case.assumed else replace(case, indices=indices, computed=True)
        return [case] if _is_told(verdict.theorem, case) else []
    if entries:
        return told
    return list(found) if all(_is_told(verdict.theorem, case) for case in found) else []


#: Claims that an equation of the proof does not show, but a square.
_DEFINITE = frozenset(("PositiveSemidefinite", "PositiveDefinite", "Loewner"))


def _is_told(theorem: Any, case: Case) -> bool:
    """Tell whether a case, and what is assumed for it, speak of what the claim speaks of, and of opened indices."""
    stated = {each.name for t in (theorem.conclusion, *theorem.hypotheses) for each in t.free}
    named = {each.name for t in case.terms for each in t.free}
    return all(name.startswith("ι") for name in named - stated) and all(map(_is_written, case.assumed))


def _is_written(assumed: Term) -> bool:
    """Tell whether an assumption is an equation or an inequality, or denies one."""
    said = denied(assumed) or assumed
    head = spine(said)[0]
    is_equation = (pair := sides(said)) is not None and pair[0].type is not BOOL
    return is_equation or (isinstance(head, Const) and head.name == "≤")


def _differentiated(stated: Term, value: Term) -> tuple[Term, ...] | None:
    """Find the indices at which a gradient is stated to have a value as an entry; None where none is."""
    if isinstance(stated, Abs):
        for index in dict.fromkeys(t for t in _subterms(value) if t.type is stated.binder):
            inner = open_body(stated, index)
            found = _differentiated((sides(inner) or (inner,))[0], value)
            if found is not None:
                return (index, *found)
        return None
    head, arguments = spine(stated)
    return () if isinstance(head, Const) and head.name == "deriv" and arguments[-1] is value else None


def _indices(pair: tuple[Term, Term], entry: tuple[Term, Term], normal: Term) -> tuple[Term, ...] | None:
    """Find the indices at which both sides of an equation are the two terms of an entry."""
    types: list[Type] = []
    kind = pair[0].type
    while kind.domain is not None and kind.codomain is not None:
        types.append(kind.domain)
        kind = kind.codomain
    chosen = _choices(types, list(_subterms(*entry, normal)))
    return next((at for at in chosen if (_at(pair[0], at), _at(pair[1], at)) == entry), None)


def _at(side: Term, indices: tuple[Term, ...]) -> Term:
    """Return the entry of a matrix or row at some indices."""
    for index in indices:
        side = open_body(side, index) if isinstance(side, Abs) else app(side, index)
    return side


def _choices(types: list[Type], among: list[Term]) -> Iterator[tuple[Term, ...]]:
    if not types:
        yield ()
        return
    fixed = [literal(value, types[0]) for value in (0, 1) if _has(types[0], value)]
    for first in dict.fromkeys([t for t in among if t.type is types[0]] + fixed):
        yield from ((first, *others) for others in _choices(types[1:], among))


def _has(kind: Type, value: int) -> bool:
    """Tell whether an index type has this value for all sizes."""
    return kind.size is not None and value < sum(coefficient for _, coefficient in kind.size.terms)


def _subterms(*terms: Term) -> Iterator[Term]:
    """Yield the parts of terms that are closed but for free variables, each once, larger ones first."""
    seen: set[Term] = set()
    stack = list(terms[::-1])
    while stack:
        t = stack.pop()
        if t in seen:
            continue
        seen.add(t)
        if not t.loose:
            yield t
        if isinstance(t, App):
            stack += (t.argument, t.function)
        elif isinstance(t, Abs):
            stack.append(t.body)


def case_latex(verdict: Any, case: Case) -> list[str]:
    """Write what is equal to each other in a case in LaTeX: left side, normal form, right side, where they differ."""
    return _written(verdict, case, _side_latex, term_latex)


def case_text(verdict: Any, case: Case) -> list[str]:
    """Write what is equal to each other in a case as lines of Unicode text."""
    return _written(verdict, case, _side_text, term_text)


def inequality_rows(
    verdict: Any, latex_of_formula: Callable[[str], str] | None, code: Callable[[str], str]
) -> list[tuple[str, str]]:
    """Write the inequalities from which an inequality follows, and beside each the fact that it is an instance of.

    `latex_of_formula` sets a formula in a line of text; without it they are Unicode text. `code` writes a fact's name.
    """
    steps = verdict.inequalities[-MOST_INEQUALITIES:]
    term, signs = (term_text, ("≤", "<")) if latex_of_formula is None else (term_latex, (r"\leq", "<"))

    def write(said: Any, alongside: tuple[Term, ...]) -> str:
        if isinstance(said, Term):
            return term(said, alongside)
        return f"{term(said.low, alongside)} {signs[said.strict]} {term(said.high, alongside)}"

    rows: list[tuple[str, str]] = []
    before = ""
    for step in steps:
        said = (step.order, *step.assumed)
        if not all(_is_written(each) for each in said if isinstance(each, Term)):
            continue
        every = tuple(t for each in said for t in ((each,) if isinstance(each, Term) else (each.low, each.high)))
        formula, *assumed = (write(each, every) for each in said)
        where = _where(assumed, latex_of_formula)
        reason = code(step.fact) if step.fact else "arithmetic"
        is_again = where == before and len(where) > LONG_WHERE
        rows.append((formula, reason + (", where the same is assumed" if is_again else where)))
        before = where
    return rows


def induction_rows(verdict: Any, latex_of_formula: Callable[[str], str] | None) -> list[tuple[str, str]]:
    """Write what a proof shows by induction, and beside each over what the induction goes."""
    term = term_text if latex_of_formula is None else term_latex
    rows = []
    for each in verdict.inductions:
        if _is_written(each.holds):
            place, last = term(each.place, (each.holds,)), term(const("last", each.place.type.size), (each.holds,))
            dots = "…" if latex_of_formula is None else r"\dots"
            letter, range_ = ((latex_of_formula or str)(one) for one in (place, f"{place} = 0, {dots}, {last}"))
            rows.append((term(each.holds, (each.place,)), f"for {range_}, by induction on {letter}"))
    return rows


def _where(assumed: Sequence[str], latex_of_formula: Callable[[str], str] | None) -> str:
    return f", where {' and '.join(map(latex_of_formula or str, assumed))}" if assumed else ""


def _written(verdict: Any, case: Case, side: Callable[..., str], term: Callable[..., str]) -> list[str]:
    computed = [term(case.left, case.terms)] if case.computed else []
    every = [side(verdict, 0, case), *computed, term(case.normal, case.terms), side(verdict, 1, case)]
    found = [each for place, each in enumerate(every) if place == 0 or each != every[place - 1]]
    return found if len(found) > 1 else every[:1] * 2


def _side_latex(verdict: Any, which: int, case: Case) -> str:
    """Write the left (0) or right (1) term of a case in LaTeX: an entry of the user's expression where it is one."""
    term = (case.left, case.right)[which]
    side, places = _side(verdict, which, case)
    if side is None:
        return term_latex(term, case.terms)
    source = latex(side)
    if not places:
        return source
    indices = ",".join(term_latex(index, case.terms) for index in places)
    if isinstance(side, MatrixSymbol):
        source = indexable(source)
    elif not (_is_call(side) or isinstance(side, MatrixBase)):
        source = rf"\left({source}\right)"
    return rf"{source}_{{{indices}}}"


def _side_text(verdict: Any, which: int, case: Case) -> str:
    """Write the left (0) or right (1) term of a case as one line of Unicode text."""
    side, places = _side(verdict, which, case)
    if side is None:
        return term_text((case.left, case.right)[which], case.terms)
    source = text(side)
    if not places:
        return source
    return f"{as_atom(source)}[{', '.join(term_text(index, case.terms) for index in places)}]"


def _side(verdict: Any, which: int, case: Case) -> tuple[Any, tuple[Term, ...]]:
    """Return a side of the claim with the indices of the entry; of a complex number, one of its parts."""
    proposition = verdict.claim.proposition
    if case.indices is None or type(proposition).__name__ != "Equation":
        return None, ()
    side = proposition.args[which]
    if not speaks_of_complex(proposition):
        return side, case.indices
    if side.is_Matrix:
        return as_pair(side), case.indices
    place = case.indices[-1]
    if not isinstance(place, Lit):
        return None, ()
    return real_and_imaginary(side)[int(place.value)], ()


def _is_call(side: Any) -> bool:
    is_word = isinstance(side, ByDefinition) and not is_own(type(side))
    return side.written == "call" if is_word else type(side).__name__ in CALLS
