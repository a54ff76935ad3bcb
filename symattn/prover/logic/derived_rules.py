"""Derived rules of logic: symmetry, cut, the introduction and elimination of ∀, ⇒ and ∧, and cases on truth values.

Every function here only calls kernel rules; the derivations are those of Harrison's HOL Light (``bool.ml``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, reduce
from typing import Any

from ...kernel.rules import Theorem, abstraction, assume, congruence, deduct_antisym, eq_mp, eta, instantiate, trans
from ...kernel.syntax import FALSE, TRUE, conjunction, forall, implication
from ...kernel.terms import (
    BOOL,
    Abs,
    App,
    KernelError,
    Term,
    Type,
    Var,
    app,
    bound,
    equality,
    equation,
    fun,
    lam,
    sides,
    var,
)
from .cached_rules import beta, refl

_CONNECTIVE = fun(BOOL, fun(BOOL, BOOL))


class ProofError(Exception):
    """Report that a derivation did not go through; never a sign that the statement is false.

    ``ran_out`` says that more might be tried, if more may be spent; ``tried`` is what a search tried before it failed.
    """

    ran_out: bool = False
    tried: tuple[Any, ...] = ()


class Unfinished(ProofError):
    """Report why an attempt ended, in words that a reader of the claim understands."""

    ran_out = True


class TooDeep(Unfinished):
    """Report an expression that is nested more deeply than Python can follow."""


def match_forall(t: Term) -> Abs | None:
    """Return the λ-abstraction under a ∀, or None."""
    pair = sides(t)
    if pair and isinstance(pair[0], Abs) and isinstance(pair[1], Abs) and pair[1].body is TRUE and t is not TRUE:
        return pair[0]
    return None


def match_conjunction(t: Term) -> tuple[Term, Term] | None:
    """Return the two sides of p ∧ q, or None."""
    pair = sides(t)
    if pair and isinstance(pair[0], Abs) and pair[0].binder is _CONNECTIVE:
        body = pair[0].body
        if isinstance(body, App) and isinstance(body.function, App):
            p, q = body.function.argument, body.argument
            if body.function.function is bound(0, _CONNECTIVE) and not p.loose and not q.loose:
                return (p, q) if conjunction(p, q) is t else None
    return None


def match_implication(t: Term) -> tuple[Term, Term] | None:
    """Return the two sides of p ⇒ q, or None."""
    pair = sides(t)
    both = match_conjunction(pair[0]) if pair else None
    return both if pair and both and both[0] is pair[1] else None


def match_negation(t: Term) -> Term | None:
    """Return p if the term is ¬p, or None."""
    pair = match_implication(t)
    return pair[0] if pair is not None and pair[1] is FALSE else None


def left(theorem: Theorem) -> Term:
    """Return a from Γ ⊢ a = b."""
    pair = theorem.sides
    if pair is None:
        raise ProofError(f"{theorem} is not an equation")
    return pair[0]


def right(theorem: Theorem) -> Term:
    """Return b from Γ ⊢ a = b."""
    pair = theorem.sides
    if pair is None:
        raise ProofError(f"{theorem} is not an equation")
    return pair[1]


def is_refl(theorem: Theorem) -> bool:
    """Tell whether the theorem is ⊢ t = t."""
    if theorem.rule == "refl":
        return True
    pair = theorem.sides
    return pair is not None and pair[0] is pair[1]


def ap_term(function: Term, theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ f x = f y from Γ ⊢ x = y."""
    return congruence(refl(function), theorem)


def ap_thm(theorem: Theorem, argument: Term) -> Theorem:
    """Infer Γ ⊢ f x = g x from Γ ⊢ f = g."""
    return congruence(theorem, refl(argument))


def at_arguments(theorem: Theorem, *arguments: Term) -> Theorem:
    """Infer a x y … = b x y … from a = b."""
    return reduce(ap_thm, arguments, theorem)


def binary(operator: Term, first: Theorem, second: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ op a b = op c d from Γ ⊢ a = c and Δ ⊢ b = d."""
    return congruence(ap_term(operator, first), second)


def symmetric(theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ b = a from Γ ⊢ a = b."""
    a = left(theorem)
    if is_refl(theorem):
        return theorem
    return eq_mp(congruence(ap_term(equality(a.type), theorem), refl(a)), refl(a))


def chain(*theorems: Theorem) -> Theorem:
    """Infer ⊢ a₀ = aₙ from ⊢ a₀ = a₁, …, ⊢ aₙ₋₁ = aₙ, leaving reflexive steps out."""
    result = theorems[0]
    for theorem in theorems[1:]:
        if is_refl(theorem):
            continue
        result = theorem if is_refl(result) else trans(result, theorem)
    return result


def eq_mp_back(same: Theorem, theorem: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ p from Γ ⊢ p = q and Δ ⊢ q."""
    return eq_mp(symmetric(same), theorem)


def cut(*theorems: Theorem) -> Theorem:
    """Infer Γ ∪ (Δ − {p}) ⊢ q from Γ ⊢ p and Δ ⊢ q; of several theorems each one, in turn, is used in the last."""
    *lemmas, theorem = theorems
    for lemma in lemmas:
        if lemma.conclusion in theorem.hypotheses:
            theorem = eq_mp(deduct_antisym(lemma, theorem), lemma)
    return theorem


TRUTH = refl(lam(BOOL, bound(0, BOOL)))


def is_true(theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ p = ⊤ from Γ ⊢ p."""
    return deduct_antisym(theorem, TRUTH)


def from_true(theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ p from Γ ⊢ p = ⊤."""
    return eq_mp(symmetric(theorem), TRUTH)


def beta_normal(theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ a' = b' where both sides of Γ ⊢ a = b are reduced at their heads."""
    a, b = left(theorem), right(theorem)
    return chain(symmetric(beta_spine(a)), theorem, beta_spine(b))


@cache
def beta_spine(t: Term) -> Theorem:
    """Infer ⊢ t = t' by reducing (λx y …. t) a b … at the head, one argument after the other."""
    arguments: list[Term] = []
    head = t
    while type(head) is App:
        arguments.append(head.argument)
        head = head.function
    if type(head) is not Abs or not arguments:
        return refl(t)
    steps: list[Theorem] = []
    current: Term = head
    for position in range(len(arguments) - 1, -1, -1):
        if isinstance(current, Abs):
            step = beta(app(current, arguments[position]))
            current = right(step)
            for outer in range(position - 1, -1, -1):
                step = ap_thm(step, arguments[outer])
            steps.append(step)
        else:
            current = app(current, arguments[position])
    return chain(*steps)


def spec(theorem: Theorem, *values: Term) -> Theorem:
    """Infer Γ ⊢ p[t/x] from Γ ⊢ ∀x. p."""
    for value in values:
        f = match_forall(theorem.conclusion)
        if f is None:
            raise ProofError(f"{theorem} is not universally quantified")
        at = cut(theorem, instantiate({var("?f", f.type): f, var("?x", f.binder): value}, _holds_at(f.binder)))
        theorem = eq_mp(beta(at.conclusion), at)
    return theorem


@cache
def _holds_at(ty: Type) -> Theorem:
    """Infer ∀x. f x ⊢ f x, with ∀ as an equation between f and λx. ⊤."""
    f, x = var("?f", fun(ty, BOOL)), var("?x", ty)
    both = ap_thm(assume(equation(f, lam(ty, TRUE))), x)
    return from_true(chain(both, beta(right(both))))


def gen(variable: Var, theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ ∀x. p from Γ ⊢ p, where x is not free in Γ."""
    return abstraction(variable, is_true(theorem))


# The laws of ∧ and ⇒, once for any p and q: what follows by them from theorems about other propositions is an instance.
_P, _Q = var("?p", BOOL), var("?q", BOOL)


def _conjoined() -> Theorem:
    """Infer p, q ⊢ p ∧ q."""
    f = var("f", _CONNECTIVE)
    return abstraction(f, binary(f, is_true(assume(_P)), is_true(assume(_Q))))


def _projected(which: Term) -> Theorem:
    """Infer p ∧ q ⊢ p or p ∧ q ⊢ q, by the first of two truth values or the second."""
    both = ap_thm(assume(conjunction(_P, _Q)), which)
    reduced = chain(symmetric(beta(left(both))), both, beta(right(both)))
    return from_true(beta_normal(reduced))


_BOTH, _FIRST, _SECOND = _conjoined(), *(_projected(lam(BOOL, lam(BOOL, bound(k, BOOL)))) for k in (1, 0))
#: p ⇒ q, p ⊢ q
_MP = cut(eq_mp(symmetric(assume(implication(_P, _Q))), assume(_P)), _SECOND)


def conjoin(first: Theorem, second: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ p ∧ q from Γ ⊢ p and Δ ⊢ q."""
    return cut(first, cut(second, _of(_BOTH, (first.conclusion, second.conclusion))))


def first_conjunct(theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ p from Γ ⊢ p ∧ q."""
    return cut(theorem, _of(_FIRST, match_conjunction(theorem.conclusion)))


def second_conjunct(theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ q from Γ ⊢ p ∧ q."""
    return cut(theorem, _of(_SECOND, match_conjunction(theorem.conclusion)))


def conjuncts(theorem: Theorem) -> list[Theorem]:
    """Return what ⊢ p ∧ q ∧ … says, each part by itself."""
    if match_conjunction(theorem.conclusion) is None:
        return [theorem]
    return [*conjuncts(first_conjunct(theorem)), *conjuncts(second_conjunct(theorem))]


def mp(theorem: Theorem, premise: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ q from Γ ⊢ p ⇒ q and Δ ⊢ p."""
    pair = match_implication(theorem.conclusion)
    if pair is None or pair[0] is not premise.conclusion:
        raise ProofError(f"{theorem} is not an implication from {premise.conclusion}")
    return cut(theorem, cut(premise, _of(_MP, pair)))


def undischarge(theorem: Theorem) -> Theorem:
    """Infer Γ ∪ {p} ⊢ q from Γ ⊢ p ⇒ q."""
    pair = match_implication(theorem.conclusion)
    if pair is None:
        raise ProofError(f"{theorem} is not an implication")
    return cut(theorem, _of(_MP, pair))


def _of(law: Theorem, pair: tuple[Term, Term] | None) -> Theorem:
    """Return a law of p and q for two propositions."""
    if pair is None:
        raise ProofError("there is no conjunction to take apart")
    return instantiate({_P: pair[0], _Q: pair[1]}, law)


def discharge(proposition: Term, theorem: Theorem) -> Theorem:
    """Infer Γ − {p} ⊢ p ⇒ q from Γ ⊢ q."""
    both = conjoin(assume(proposition), theorem)
    result = deduct_antisym(both, _of(_FIRST, (proposition, theorem.conclusion)))
    if result.conclusion is not implication(proposition, theorem.conclusion):
        raise KernelError("discharge: the derivation has the wrong conclusion")
    return result


def discharge_all(premises: Sequence[Term], theorem: Theorem) -> Theorem:
    """Infer Γ − {p, …} ⊢ p ⇒ … ⇒ q from Γ ⊢ q."""
    for premise in reversed(premises):
        theorem = discharge(premise, theorem)
    return theorem


def implications(premises: Sequence[Term], goal: Term) -> Term:
    """Return p ⇒ … ⇒ q for premises p, … and a goal q."""
    for premise in reversed(premises):
        goal = implication(premise, goal)
    return goal


def contradiction(theorem: Theorem, proposition: Term) -> Theorem:
    """Infer Γ ⊢ p from Γ ⊢ ⊥."""
    if theorem.conclusion is not FALSE:
        raise ProofError(f"{theorem} is not a contradiction")
    return spec(theorem, proposition)


def is_false(theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ p = ⊥ from Γ ⊢ ¬p."""
    pair = match_implication(theorem.conclusion)
    if pair is None or pair[1] is not FALSE:
        raise ProofError(f"{theorem} is not a negation")
    # Γ, p ⊢ ⊥ and ⊥ ⊢ p
    return deduct_antisym(contradiction(assume(FALSE), pair[0]), mp(theorem, assume(pair[0])))


def swapped(a: Term, b: Term) -> Theorem:
    """Infer ⊢ (a = b) = (b = a)."""
    forward, back = assume(equation(a, b)), assume(equation(b, a))
    return deduct_antisym(symmetric(back), symmetric(forward))


def extensional(variables: Iterable[Var], theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ f = g from Γ ⊢ f x … = g x … (variables not free in Γ, f or g), by abstraction and η."""
    for variable in reversed(tuple(variables)):
        theorem = abstraction(variable, theorem)
        theorem = chain(symmetric(_eta(left(theorem))), theorem, _eta(right(theorem)))
    return theorem


def _eta(t: Term) -> Theorem:
    body = t.body if isinstance(t, Abs) else None
    if not isinstance(body, App) or body.argument is not bound(0, body.argument.type):
        return refl(t)
    return refl(t) if any(index == 0 for index, _ in body.function.loose) else eta(t)


@lru_cache(maxsize=4096)
def strip(theorem: Theorem) -> tuple[tuple[Var, ...], tuple[Term, ...], Theorem]:
    """Turn ⊢ ∀x…. p ⇒ … ⇒ q into {p, …} ⊢ q with free variables; return the variables, the premises, the theorem.

    The variables are named ?0, ?1, … in the order of the quantifiers.
    """
    variables: list[Var] = []
    premises: list[Term] = []
    while True:
        quantified = match_forall(theorem.conclusion)
        pair = match_implication(theorem.conclusion)
        if quantified is not None:
            variables.append(var(f"?{len(variables)}", quantified.binder))
            theorem = spec(theorem, variables[-1])
        elif pair is not None and pair[1] is not FALSE:
            premises.append(pair[0])
            theorem = undischarge(theorem)
        else:
            return tuple(variables), tuple(premises), theorem


def close(theorem: Theorem, *variables: Var) -> Theorem:
    """Bind the variables by ∀, the first one outermost."""
    for variable in reversed(variables):
        theorem = gen(variable, theorem)
    return theorem


def closed(goal: Term, *variables: Var) -> Term:
    """Return ∀x…. p, which ``close`` infers from p."""
    for variable in reversed(variables):
        goal = forall(variable, goal)
    return goal


def absurd(theorem: Theorem, negated: Theorem, goal: Term) -> Theorem:
    """Infer any goal from ⊢ p and ⊢ ¬p."""
    return contradiction(mp(negated, theorem), goal)
