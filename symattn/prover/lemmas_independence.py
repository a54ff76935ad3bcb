"""Lemmas behind independence: from the joint distribution of two random variables to means of products of functions.

A random variable is seen through the relation R o s between outcomes that it has the same value at o and at s.  A
function F of it is its own mean over the class {s : R o s}, which has c(o) = Σ s. [R o s] members:

    F o = Σ s. [R o s] · F s / c(s)

and the expectation of a product of two such sums needs no more than that of the products [R o s]·[S o t].
"""

from __future__ import annotations

from ..kernel.rules import Theorem, assume
from ..kernel.syntax import forall, implication, negation, parse
from ..kernel.terms import BOOL, REAL, Size, Term, Var, abstract, app, equation, fin, fun, var
from .cached_rules import refl
from .conversions import replaced, to
from .formulas import IND, MUL, ZERO, by_cases, close, ind, inv, times
from .library import fact, lemma
from .logic import ap_term, chain, discharge, gen, is_false, mp, spec, symmetric
from .prove import Facts, prove
from .sums import total, under_sum

_N = Size.variable("n")
_INDEX = fin(_N)
_PREDICATE = fun(_INDEX, BOOL)


def _found(statement: str) -> Theorem:
    """Let the prover find the proof of a statement in the kernel's notation."""
    return prove(parse(statement), Facts())[0]


@lemma("∀p:𝔹, a b:ℝ. (p ⇒ a = b) ⇒ ind p * a = ind p * b")
def ind_same() -> Theorem:
    """An indicator keeps of a number only what it is where the condition holds."""
    p, a, b = var("p", BOOL), var("a", REAL), var("b", REAL)
    known = assume(implication(p, equation(a, b)))
    where_true = ap_term(app(MUL, ind(p)), mp(known, assume(p)))
    zero = chain(ap_term(IND, is_false(assume(negation(p)))), fact("ind_false"))
    first, second = (to(replaced(refl(times(ind(p), side)), zero), ZERO) for side in (a, b))
    result = by_cases(p, where_true, chain(first, symmetric(second)))
    return close(discharge(known.conclusion, result), p, a, b)


_SOME = "∀P:[n]→𝔹, i:[n]. P i ⇒ 0 < (Σ j:[n]. ind (P j))"


@lemma(_SOME)
def count_positive() -> Theorem:
    """A class with a member is not empty."""
    return _found(_SOME)


_MEAN = "∀P:[n]→𝔹, a:ℝ. (Σ j:[n]. ind (P j)) ≠ 0 ⇒ (Σ i:[n]. ind (P i) * (inv (Σ j:[n]. ind (P j)) * a)) = a"


@lemma(_MEAN)
def mean_of_constant() -> Theorem:
    """The mean of a constant over a class that is not empty."""
    return _found(_MEAN)


@lemma(
    "∀F:[n]→ℝ, R:[n]→[n]→𝔹. (∀o:[n]. R o o) ⇒ (∀o s:[n]. R o s ⇒ R o = R s) ⇒ (∀o s:[n]. R o s ⇒ F o = F s)"
    " ⇒ (∀o:[n]. F o = (Σ s:[n]. ind (R o s) * (inv (Σ j:[n]. ind (R s j)) * F s)))"
)
def mean_over_class() -> Theorem:
    """A function that is constant on the classes of an equivalence relation is its own mean over each."""
    F, R = var("F", fun(_INDEX, REAL)), var("R", fun(_INDEX, _PREDICATE))
    o, s, j = (var(name, _INDEX) for name in "osj")

    def share(place: Var) -> Term:
        return times(inv(total(_N, abstract(j, ind(app(R, place, j))))), app(F, place))

    reflexive = assume(forall(o, app(R, o, o)))
    classes = assume(_wherever(R, o, s, equation(app(R, o), app(R, s))))
    constant = assume(_wherever(R, o, s, equation(app(F, o), app(F, s))))
    related = assume(app(R, o, s))
    row, value = (mp(spec(known, o, s), related) for known in (classes, constant))
    shares = discharge(related.conclusion, symmetric(replaced(refl(share(o)), row, value)))
    each = fact("ind_same", {}, related.conclusion, share(s), share(o), premises=(shares,))
    positive = fact("count_positive", {"n": _N}, app(R, o), o, premises=(spec(reflexive, o),))
    count = total(_N, abstract(j, ind(app(R, o, j))))
    mean = fact(
        "mean_of_constant", {"n": _N}, app(R, o), app(F, o), premises=(fact("pos_ne", {}, count, premises=(positive,)),)
    )
    result = gen(o, symmetric(chain(under_sum(s, each), mean)))
    for premise in (constant, classes, reflexive):
        result = discharge(premise.conclusion, result)
    return close(result, F, R)


def _wherever(R: Term, o: Var, s: Var, conclusion: Term) -> Term:
    return forall(o, forall(s, implication(app(R, o, s), conclusion)))


_SUMS = (
    "∀p F G a b:[n]→ℝ, U V:[n]→[n]→ℝ."
    " (∀o:[n]. F o = (Σ s:[n]. U o s * a s)) ⇒ (∀o:[n]. G o = (Σ s:[n]. V o s * b s)) ⇒"
    " (∀s t:[n]. (Σ o:[n]. p o * (U o s * V o t)) = (Σ o:[n]. p o * U o s) * (Σ o:[n]. p o * V o t)) ⇒"
    " (Σ o:[n]. p o * (F o * G o)) = (Σ o:[n]. p o * F o) * (Σ o:[n]. p o * G o)"
)


@lemma(_SUMS)
def product_of_sums() -> Theorem:
    """The expectation of a product factorises when it does for the terms of which both factors are sums."""
    return _found(_SUMS)
