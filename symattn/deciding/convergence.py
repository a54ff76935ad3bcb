"""Decide what a limit at infinity is: prove it by the laws of limits, or refute it by another limit.

The function is written in other ways first, as a quotient without powers of t, or exponentials beside the largest one;
each way is proved to have the same values for t ≥ 1. There is one limit at most, so that a claim is refuted at values
at which the limit that is found is another number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from sympy import (
    Basic,
    Dummy,
    Expr,
    FunctionMatrix,
    Integer,
    Lambda,
    PolynomialError,
    Sum,
    cancel,
    cosh,
    exp,
    expand,
    expand_log,
    expand_mul,
    powsimp,
    sinh,
    tanh,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.certificates.kernel_instance import kernel_instance
from symattn.deciding.existence import instances, shown
from symattn.deciding.negation import Negation, all_of
from symattn.deciding.problem import Problem, checked, facts_of
from symattn.elaborate.statement import Elaboration
from symattn.errors import SymattnError
from symattn.kernel.rules import Theorem, assume, eq_mp
from symattn.kernel.syntax import implication, negation
from symattn.kernel.terms import REAL, KernelError, Term, abstract, equation, open_body, substitute, substitute_sizes
from symattn.language.base.entries import element, fresh_index
from symattn.language.base.own_classes import definition_of
from symattn.language.base.traversal import postorder
from symattn.language.convergence import Converges
from symattn.language.inspection import free_atoms
from symattn.language.own_words import DefinedNumber
from symattn.primitives.maxima.word import RowMax
from symattn.prover.library.facts import fact
from symattn.prover.limits import LITTLE_EFFORT
from symattn.prover.logic.conversions import beta_normal_form, fresh
from symattn.prover.logic.derived_rules import ProofError, ap_term, ap_thm, discharge, gen, mp, right, symmetric
from symattn.prover.logic.formulas import ONE, ZERO, le, lt
from symattn.prover.logic.parts import args_of
from symattn.prover.normal.context import Context
from symattn.prover.normal.normaliser import Normaliser
from symattn.prover.strategies.core.goals import attempted
from symattn.prover.strategies.derivatives.limits import limit_of, with_limit
from symattn.prover.strategies.front.prove import prove as search
from symattn.prover.strategies.hypotheses.adding import add_theorem

#: So many ways to write a function are tried.
MOST_FORMS = 8
#: At so many instances another limit is looked for.
INSTANCES = 10
#: So many propositions are tried in all.
MOST_PROOFS = 150


def proved_by_laws(problem: Problem) -> tuple[Theorem, Context] | None:
    """Prove a limit by the laws of limits, or return None."""
    prove = _prover(problem, problem.hypotheses)
    found = _found(problem.goal, _forms(problem), prove)
    if found is None:
        return None
    _, limit = _parts(problem.goal)
    equal = prove(equation(_limit(found), limit))
    if equal is None:
        return None
    return checked(with_limit(found, equal), problem.goal, problem.hypotheses), Context()


def _prover(problem: Problem, hypotheses: Any) -> Callable[[Term], Theorem | None]:
    """Return how to prove a proposition from hypotheses, with what it assumes among them."""
    facts, known = facts_of(hypotheses), dict[Term, Theorem | None]()

    def prove(proposition: Term) -> Theorem | None:
        if proposition not in known and len(known) < MOST_PROOFS:
            known[proposition] = attempted(lambda: search(proposition, facts, problem.easy, LITTLE_EFFORT)[0])
        return known.get(proposition)

    return prove


def _found(goal: Term, forms: list[Term], prove: Any) -> Theorem | None:
    """Return ⊢ tends f a for the function of a goal and some number, by one of some forms of it."""
    tends, stated = goal.function.function, _parts(goal)[0]  # type: ignore[attr-defined]
    reduced = beta_normal_form(stated)
    f: Any = right(reduced)
    written: Any = [right(beta_normal_form(form)) for form in forms]
    t = fresh(REAL, *written, stem="t")
    context = Context()
    add_theorem(context, assume(lt(ZERO, t)))
    normal: Any = [abstract(t, right(Normaliser(context).normal(open_body(form, t)))) for form in written]
    for g in dict.fromkeys((*normal, *written)):
        with suppress(ProofError, KernelError):
            limit = limit_of(g, prove)
            if limit is None:
                continue
            same = prove(implication(le(ONE, t), equation(open_body(f, t), open_body(g, t)))) if g is not f else None
            if same is not None:
                limit = fact("tends_same", f, g, _limit(limit), ONE, premises=(gen(t, same), limit))
            if _parts(limit.conclusion)[0] is f:
                return eq_mp(symmetric(ap_thm(ap_term(tends, reduced), _limit(limit))), limit)
    return None


def refuted_by_another(problem: Problem) -> Negation | None:
    """Return values at which the hypotheses are theorems, and a limit is another number than is claimed."""
    forms, prove = _forms(problem)[1:], _prover(problem, ())
    for bindings, counterexample in islice(instances(problem), INSTANCES):
        with suppress(SymattnError, KernelError):
            instance = kernel_instance(problem.claim, problem.elaborated, counterexample)
            terms, matrices = instance.terms()
            goal = substitute(instance.goal, terms)
            at_sizes = [substitute(substitute_sizes(form, dict(instance.sizes)), terms) for form in forms]
            false = None if matrices else _another(goal, at_sizes, prove)
            hypotheses = [substitute(p, terms) for p in instance.hypotheses]
            theorem = None if false is None else all_of(reversed(hypotheses), (), problem.prover(problem.easy), false)
            if theorem is not None:
                return Negation({str(symbol): shown(v) for symbol, v in bindings.items()}, theorem)
    return None


def _parts(goal: Term) -> list[Term]:
    """Return f and a of tends f a."""
    parts = args_of(goal, "tends", 2)
    if parts is None:
        raise ProofError(f"{goal} is no limit")
    return parts


def _limit(theorem: Theorem) -> Term:
    return _parts(theorem.conclusion)[1]


def _another(goal: Term, forms: list[Term], prove: Any) -> Theorem | None:
    """Return ⊢ ¬(tends f a) where another limit of f is found, or None."""
    reduced = beta_normal_form(goal)
    f, limit = _parts(right(reduced))
    found = _found(right(reduced), [f, *forms], prove)
    differ = None if found is None else prove(negation(equation(_limit(found), limit)))
    if found is None or differ is None:
        return None
    known = eq_mp(reduced, assume(goal))
    return discharge(goal, mp(differ, fact("tends_unique", f, _limit(found), limit, premises=(found, known))))


# --------------------------------------------------------------------------------------------------------------- forms


def _forms(problem: Problem) -> list[Term]:
    """Return the function of a claim as terms of the kernel: as it stands, and written in other ways."""
    stated: Any = problem.claim.proposition
    found = [_parts(problem.goal)[0]]
    for written in islice(dict.fromkeys(_written(stated, problem.claim.given)), MOST_FORMS):
        with suppress(SymattnError, KernelError):
            other = Converges(written, stated.symbol, stated.limit)
            goal = Elaboration((other, stated), problem.claim.given).statement(other).goal
            form = _parts(goal)[0]
            if form not in found:
                found.append(form)
    return found


def _written(stated: Converges, given: tuple[Basic, ...]) -> Iterator[Expr]:
    """Yield ways to write the function of a limit."""
    t, function = stated.symbol, _in_entries(stated.function)
    free = free_atoms(stated, *given)
    places = [node.j for node in (*postorder(function), *postorder(*given)) if isinstance(node, MatrixElement)]
    places = [place for place in dict.fromkeys(places) if free_atoms(place) <= free]
    for each in (function, _largest_in_front(function, t), *(_in_front(function, place) for place in places)):
        yield from (each, _in_inverse(each, t), _in_exponentials(each, t))


def _in_entries(function: Any) -> Any:
    """Return a number with words, and entries of words, by their definitions."""
    put = {}
    for node in postorder(function):
        if isinstance(node, DefinedNumber):
            put[node] = node.definition()
        elif isinstance(node, MatrixElement):
            matrix = definition_of(node.parent) if hasattr(node.parent, "definition") else node.parent
            put[node] = element(matrix, node.i, node.j)
    found = function.xreplace(put)
    return function if found == function else _in_entries(found)


def _largest_in_front(function: Any, t: Any) -> Any:
    """Return a number with the largest part, of sums of exponentials of multiples of t, in front of each."""

    def largest(exponent: Any, k: Any, size: Any) -> Any:
        slope = exponent.coeff(t)
        return t * RowMax(FunctionMatrix(1, size, Lambda((fresh_index("i", slope), k), slope)))[0, 0]

    return _with_factors(function, largest)


def _in_front(function: Any, place: Any) -> Any:
    """Return a number with the part at a place, of sums of exponentials, in front of each."""
    return _with_factors(function, lambda exponent, k, size: expand(exponent.xreplace({k: place})))


def _with_factors(function: Any, exponent_of: Callable[[Any, Any, Any], Any]) -> Any:
    """Return a number with exponentials as factors of sums of exponentials, that cancel or leave a logarithm."""
    put = {}
    for node in function.atoms(Sum):
        (k, _, last), each = node.limits[0], node.function
        if isinstance(each, exp):
            whole = expand(each.args[0])
            exponent = exponent_of(whole, k, last + 1)
            put[node] = exp(exponent) * Sum(exp(expand(whole - exponent)), *node.limits)
    return powsimp(expand_mul(expand_log(function.xreplace(put), force=True)), combine="exp") if put else function


def _in_inverse(function: Any, t: Any) -> Any:
    """Return a function with 1/t in place of t, in lowest terms, where it is a quotient of polynomials of t."""
    u = Dummy("u", real=True, positive=True)
    try:
        return cancel(function.xreplace({t: 1 / u})).xreplace({u: 1 / t})
    except (PolynomialError, NotImplementedError):
        return function


def _in_exponentials(function: Any, t: Any) -> Any:
    """Return a function of eᵗ with e⁻ᵗ in place of it, in lowest terms, where it is a quotient of polynomials of it."""
    u = Dummy("u", real=True, positive=True)
    function = function.rewrite(exp) if function.has(tanh, cosh, sinh) else function
    powers = {part: part.args[0] / t for part in function.atoms(exp)}
    if not powers or not all(isinstance(power, Integer) for power in powers.values()):
        return function
    put = {part: u**-power for part, power in powers.items()}
    return cancel(function.xreplace(put)).xreplace({u: exp(-t)})
