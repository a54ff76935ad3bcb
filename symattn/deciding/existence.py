"""Decide that there are values with which statements hold: prove it by such values, or refute it where none are.

Values are proposed in the terms of the claim, tried at numbers, and proved to be such values; a place may be the one
at which a number of the claim is the largest. The claim is refuted at
an instance at which the hypotheses are theorems, and so is that the statements fail for all values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice, permutations
from typing import Any

from flint import fmpq
from sympy import Basic, Idx, ImmutableDenseMatrix, MatrixSymbol, Symbol, sympify

from symattn.certificates.kernel_instance import kernel_instance
from symattn.deciding.negation import Negation, all_of
from symattn.deciding.problem import Problem, checked
from symattn.deciding.proposals import Values, proposals
from symattn.elaborate.exponents import natural
from symattn.elaborate.indices import index
from symattn.elaborate.matrices import map_of_places
from symattn.elaborate.statement import Elaboration
from symattn.errors import SymattnError
from symattn.kernel.rules import Theorem, assume
from symattn.kernel.syntax import FALSE, forall, implication, negation
from symattn.kernel.terms import (
    BOOL,
    REAL,
    KernelError,
    Term,
    Var,
    abstract,
    literal,
    open_body,
    sides,
    substitute,
)
from symattn.language import Claim
from symattn.language.base.naturals import is_natural
from symattn.language.base.symbols import IndexMap
from symattn.language.existence import Exists
from symattn.language.lemmas import looked_up
from symattn.prover.library.facts import fact
from symattn.prover.limits import LITTLE_EFFORT
from symattn.prover.logic.conversions import fresh
from symattn.prover.logic.derived_rules import (
    ProofError,
    ap_thm,
    cut,
    discharge,
    discharge_all,
    gen,
    match_forall,
    match_implication,
    match_negation,
    mp,
    spec,
)
from symattn.prover.logic.formulas import ZERO, minus, plus
from symattn.prover.logic.parts import args_of, is_matrix
from symattn.prover.normal.context import Context
from symattn.prover.normal.polynomials import polynomial_term, read_polynomial
from symattn.prover.strategies.core.goals import Facts
from symattn.prover.strategies.front.prove import prove
from symattn.prover.strategies.witnesses.small_determinants import denied_by_minors

#: So many proposals that fail at no numbers are tried, the first with little effort.
MOST_TRIED = 8
#: It is tried whether there are no such values at so many instances, of which so many have the same sizes.
INSTANCES, OF_SIZES = 16, 2
#: So many instances are looked through for these.
SEARCHED = 400
#: Equations of matrices with so many rows and columns at most are taken entry by entry.
MOST_ROWS = 3
#: So many of the statements are denied in turn, by all others.
MOST_DENIED = 4
Found = tuple[Theorem, Context, Values]
Prove = Callable[[Term], tuple[Theorem, Context]]


def proved_by_values(problem: Problem, effort: float = LITTLE_EFFORT) -> Found | None:
    """Prove an Exists by values of its symbols, or return None."""
    stated: Any = problem.claim.proposition
    lemmas = [each.lemma for each in problem.lemmas]
    theorems = [looked_up(lemma.name) if lemma.verdict is None else lemma.verdict for lemma in lemmas]
    context = (*problem.claim.given, *(verdict.claim.proposition for verdict in theorems))
    tried = (values for values in proposals(stated, context) if not _looks_wrong(stated, values, problem.claim))
    for values in islice(tried, MOST_TRIED):
        with suppress(SymattnError, KernelError, ProofError):
            terms = _terms(stated, values, problem)
            theorem, used = _by_terms(problem.goal, terms, lambda goal: _prove(goal, problem, effort))
            return checked(theorem, problem.goal, problem.hypotheses), used, values
    for number in islice(_numbers_at_places(problem.goal), MOST_TRIED):
        with suppress(KernelError, ProofError):
            theorem, used = _at_a_largest(problem.goal, number, lambda goal: _prove(goal, problem, effort))
            return checked(theorem, problem.goal, problem.hypotheses), used, {}
    return None


def _looks_wrong(stated: Exists, values: Values, claim: Claim) -> bool:
    """Tell whether some values fail at random numbers, or stand outside the language."""
    from symattn.numeric.spot_check import looks_false  # of the numerical side

    try:
        return any(looks_false(Claim(part, claim.given)) for part in stated.at(values))
    except (SymattnError, IndexError, TypeError, ValueError):
        return True


def _terms(stated: Exists, values: Values, problem: Problem) -> list[Term]:
    """Return some values as terms of the kernel, in the scope of the claim."""
    elaboration = Elaboration((stated, *values.values()), problem.claim.given)
    elaboration.statement(stated)
    scope = elaboration.scope
    terms = []
    for symbol in stated.symbols:
        value = values[symbol]
        if isinstance(symbol, Idx):
            terms.append(index(scope, value, symbol.upper + 1))
        elif isinstance(symbol, IndexMap):
            terms.append(map_of_places(scope, value))
        else:
            terms.append(natural(scope, value) if is_natural(symbol) else scope.real(value))
    return terms


def _prove(goal: Term, problem: Problem, effort: float) -> tuple[Theorem, Context]:
    """Prove what is said of some values from the hypotheses, or by lemmas."""
    steps = problem.easy if effort <= LITTLE_EFFORT else problem.steps
    with suppress(ProofError):
        return prove(goal, problem.facts, steps, effort)
    by_lemmas = problem.with_lemmas(goal, problem.facts, problem.facts)
    found = None if by_lemmas is None else by_lemmas.by_rewriting() or by_lemmas.by_all_means(steps)
    if found is None:
        raise ProofError("it is not proved of the values that were tried")
    return found


def _by_terms(goal: Term, terms: list[Term], prove: Prove) -> tuple[Theorem, Context]:
    """Prove ∀q. (∀x. p ⇒ … ⇒ q) ⇒ q from p at some terms."""
    q, said = _opened(goal, *terms)
    theorem, context = spec(assume(said), *terms), Context()
    while (part := match_implication(theorem.conclusion)) is not None and theorem.conclusion is not q:
        found, context = prove(part[0])
        theorem = mp(theorem, found)
    return gen(q, discharge(said, theorem)), context


def _opened(goal: Term, *terms: Term) -> tuple[Var, Term]:
    """Return q and ∀x. p ⇒ … ⇒ q of ∀q. (∀x. p ⇒ … ⇒ q) ⇒ q."""
    every = match_forall(goal)
    q = fresh(BOOL, goal, *terms, stem="q")
    said = None if every is None else match_implication(open_body(every, q))
    if said is None:
        raise ProofError("no such statement")
    return q, said[0]


def _numbers_at_places(goal: Term) -> Iterator[Term]:
    """Yield the differences of the sides of what is said of a place, as functions of it; or one side beside ∀j."""
    _, said = _opened(goal)
    every = match_forall(said)
    if every is None or every.binder.size is None:
        return
    place = fresh(every.binder, goal, stem="i")
    rest = match_implication(open_body(every, place))
    while rest is not None:
        part, bound = rest[0], list[Var]()
        while (inner := match_forall(part)) is not None:
            bound.append(fresh(inner.binder, goal, place, *bound, stem="j"))
            part = open_body(inner, bound[-1])
        less = args_of(match_negation(part) or part, "≤", 2) or sides(part) or ()
        free = [side if side.free.isdisjoint(bound) else ZERO for side in less if side.type is REAL]
        for a, b in permutations(free):
            yield abstract(place, _varying(plus(a, minus(b)), place))
        rest = match_implication(rest[1])


def _varying(number: Term, place: Var) -> Term:
    """Return what varies with a place in a sum, and of a single product."""
    varying = {m: c for m, c in read_polynomial(number).items() if any(place in atom.free for atom, _ in m)}
    if len(varying) == 1:
        ((monomial, c),) = varying.items()
        varying = {tuple((atom, e) for atom, e in monomial if place in atom.free): c / abs(c)}
    return polynomial_term(varying)


def _at_a_largest(goal: Term, number: Term, prove: Prove) -> tuple[Theorem, Context]:
    """Prove ∀q. (∀i. p ⇒ … ⇒ q) ⇒ q from p where a number at i is the largest."""
    q, said = _opened(goal)
    largest = fact("largest", number, q)
    every = match_forall(largest.hypotheses[0])
    if every is None:
        raise ProofError("no such statement")
    w = fresh(every.binder, goal, number, stem="w")
    if (there := match_implication(open_body(every, w))) is None:
        raise ProofError("no such statement")
    theorem, context = spec(assume(said), w), Context()
    while (part := match_implication(theorem.conclusion)) is not None and theorem.conclusion is not q:
        found, context = prove(forall(w, implication(there[0], part[0])))
        theorem = mp(theorem, mp(spec(found, w), assume(there[0])))
    shown = fact("largest", number, q, premises=(gen(w, discharge(there[0], theorem)),))
    return gen(q, discharge(said, shown)), context


# ----------------------------------------------------------------------------------------------------------- refutation


def refuted_at_values(problem: Problem) -> Negation | None:
    """Return values at which the hypotheses are theorems, and that none of the values that are claimed is one."""
    for bindings, counterexample in islice(instances(problem), INSTANCES):
        with suppress(SymattnError, KernelError):
            instance = kernel_instance(problem.claim, problem.elaborated, counterexample)
            terms, matrices = instance.terms()
            if matrices:
                continue
            false = _none(substitute(instance.goal, terms), problem)
            hypotheses = [substitute(p, terms) for p in instance.hypotheses]
            prove = problem.prover(problem.easy)
            theorem = None if false is None else all_of(reversed(hypotheses), (), prove, false)
            if theorem is not None:
                return Negation({str(symbol): shown(value) for symbol, value in bindings.items()}, theorem)
    return None


def instances(problem: Problem) -> Iterator[tuple[dict[Basic, Any], Any]]:
    """Yield exact values of the symbols of the claim that satisfy its hypotheses."""
    from symattn.numeric.enclosure import Encloser
    from symattn.numeric.given_values import index_choices
    from symattn.numeric.instances import Instance, free_indices
    from symattn.numeric.refute import Counterexample, known_witnesses

    for found in _with_zeros(known_witnesses(problem.claim, problem.seed)):
        names = [i for i in free_indices(problem.claim.proposition) if i not in found]
        for choice in islice(index_choices(Encloser(found), names), 2):
            instance = Instance({**found, **choice})
            yield (
                instance.bindings,
                Counterexample(instance.sizes, instance.values, None, "", "", instance=instance),
            )


def _with_zeros(instances: Iterator[Any]) -> Iterator[dict[Basic, Any]]:
    """Yield the values of some instances, of the first of some sizes also with each number or matrix in turn being 0.

    Of the same sizes there are few.
    """
    met = Counter[str]()
    for found in islice(instances, SEARCHED):
        sizes = str(found.sizes)
        met[sizes] += 1
        if found.sizes and met[sizes] > OF_SIZES:
            continue
        yield found.bindings
        for symbol, value in found.bindings.items() if met[sizes] == 1 else ():
            if type(symbol) is MatrixSymbol:
                yield {**found.bindings, symbol: tuple(tuple(fmpq(0) for _ in row) for row in value)}
            elif type(symbol) is Symbol and isinstance(value, fmpq) and not symbol.is_integer:
                yield {**found.bindings, symbol: fmpq(0)}


def shown(value: Any) -> Any:
    """Return an exact value as SymPy writes it."""
    if isinstance(value, tuple | list):
        rows = [row if isinstance(row, tuple | list) else [row] for row in value]
        return ImmutableDenseMatrix([[sympify(str(entry)) for entry in row] for row in rows])
    return sympify(str(value))


def _none(goal: Term, problem: Problem) -> Theorem | None:
    """Return ⊢ ¬∀q. (∀x. p ⇒ … ⇒ q) ⇒ q where no x is proved to have the properties, or None."""
    said = match_implication(spec(assume(goal), FALSE).conclusion)
    if said is None:
        return None
    fails = _fails_everywhere(said[0], problem)
    return None if fails is None else discharge(goal, mp(spec(assume(goal), FALSE), fails))


def _fails_everywhere(said: Term, problem: Problem) -> Theorem | None:
    """Return ∀x…. p ⇒ … ⇒ ⊥ as a theorem, or None."""
    every = match_forall(said)
    if every is not None and every.binder.size is not None:  # at each place by itself
        with suppress(ProofError):
            return prove(said, Facts(), problem.easy, LITTLE_EFFORT)[0]
    if every is not None:
        x = fresh(every.binder, said, stem="x")
        found = _fails_everywhere(open_body(every, x), problem)
        return None if found is None else gen(x, found)
    premises, inner = list[Term](), said
    while (pair := match_implication(inner)) is not None:
        premises.append(pair[0])
        inner = pair[1]
    if inner is not FALSE:
        return None
    found = _by_minors(premises) or _contradiction([p for each in premises for p in _entries(assume(each))], problem)
    return None if found is None else discharge_all(premises, found)


def _by_minors(premises: list[Term]) -> Theorem | None:
    """Return ⊥ from an equation of small matrices one of whose minors is another number on either side, or None."""
    for premise in premises:
        pair = sides(premise)
        if pair is not None and is_matrix(pair[0].type):
            with suppress(ProofError):
                return denied_by_minors(assume(premise))
    return None


def _entries(theorem: Theorem) -> list[Theorem]:
    """Return an equation of small matrices as those of its entries; anything else as it is."""
    pair = sides(theorem.conclusion)
    domain = None if pair is None else pair[0].type.domain
    if domain is None or domain.size is None or domain.size.variables() or domain.size.least() > MOST_ROWS:
        return [theorem]
    places = range(domain.size.least())
    return [part for place in places for part in _entries(ap_thm(theorem, literal(place, domain)))]


def _contradiction(known: list[Theorem], problem: Problem) -> Theorem | None:
    """Return ⊥ from theorems, by the negation of one of them that the others show."""
    for theorem in islice(reversed(known), MOST_DENIED):
        said = theorem.conclusion
        denied = match_negation(said)
        others = [other for other in known if other is not theorem]
        with suppress(ProofError):
            goal = negation(said) if denied is None else denied
            shown = prove(goal, Facts(others=tuple(other.conclusion for other in others)), problem.easy, LITTLE_EFFORT)[
                0
            ]
            for other in others:
                shown = cut(other, shown)
            return mp(shown, theorem) if denied is None else mp(theorem, shown)
    return None
