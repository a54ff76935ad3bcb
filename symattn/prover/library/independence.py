"""Lemmas behind independence: from the joint distribution of two random variables to means of products of functions.

A random variable is seen through the relation R o s between outcomes that it has the same value at o and at s.  A
function F of it is its own mean over the class {s : R o s}, which has c(o) = Σ s. [R o s] members:

    F o = Σ s. [R o s] · F s / c(s)

and the expectation of a product of two such sums needs no more than that of the products [R o s]·[S o t].
"""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.terms import BOOL, REAL, Size, Term, Var, app, fin, fun, var
from ..logic.cached_rules import refl
from ..logic.conversions import replaced
from ..logic.derived_rules import chain, discharge, gen, mp, spec, symmetric
from ..logic.formulas import ind, inv, times, total_over
from .facts import fact, infer, lemma
from .outlines import in_cases, rewriting, through, use
from .sums import under_sum

_N = Size.variable("n")
_INDEX = fin(_N)
_PREDICATE = fun(_INDEX, BOOL)

_SOME = "∀P:[n]→𝔹, i:[n]. P i ⇒ 0 < (Σ j:[n]. ind (P j))"


@lemma(_SOME)
def count_positive() -> None:
    """A class with a member is not empty."""


_MEAN = "∀P:[n]→𝔹, a:ℝ. (Σ j:[n]. ind (P j)) ≠ 0 ⇒ (Σ i:[n]. ind (P i) * (inv (Σ j:[n]. ind (P j)) * a)) = a"


@lemma(_MEAN)
def mean_of_constant() -> None:
    """The mean of a constant over a class that is not empty."""


@lemma(
    "∀F:[n]→ℝ, R:[n]→[n]→𝔹. (∀o:[n]. R o o) ⇒ (∀o s:[n]. R o s ⇒ R o = R s) ⇒ (∀o s:[n]. R o s ⇒ F o = F s)"
    " ⇒ (∀o:[n]. F o = (Σ s:[n]. ind (R o s) * (inv (Σ j:[n]. ind (R s j)) * F s)))"
)
def mean_over_class(reflexive: Theorem, classes: Theorem, constant: Theorem) -> Theorem:
    """A function that is constant on the classes of an equivalence relation is its own mean over each."""
    F, R = var("F", fun(_INDEX, REAL)), var("R", fun(_INDEX, _PREDICATE))
    o, s, j = (var(name, _INDEX) for name in "osj")

    def share(place: Var) -> Term:
        return times(inv(total_over(j, ind(app(R, place, j)))), app(F, place))

    related = assume(app(R, o, s))
    row, value = (mp(spec(known, o, s), related) for known in (classes, constant))
    shares = discharge(related.conclusion, symmetric(replaced(refl(share(o)), row, value)))
    each = infer("ind_same", shares)
    positive = fact("count_positive", app(R, o), o, premises=(spec(reflexive, o),))
    mean = fact("mean_of_constant", app(R, o), app(F, o), premises=(infer("pos_ne", positive),))
    return gen(o, symmetric(chain(under_sum(s, each), mean)))


_SUMS = (
    "∀p F G a b:[n]→ℝ, U V:[n]→[n]→ℝ."
    " (∀o:[n]. F o = (Σ s:[n]. U o s * a s)) ⇒ (∀o:[n]. G o = (Σ s:[n]. V o s * b s)) ⇒"
    " (∀s t:[n]. (Σ o:[n]. p o * (U o s * V o t)) = (Σ o:[n]. p o * U o s) * (Σ o:[n]. p o * V o t)) ⇒"
    " (Σ o:[n]. p o * (F o * G o)) = (Σ o:[n]. p o * F o) * (Σ o:[n]. p o * G o)"
)


@lemma(_SUMS)
def product_of_sums() -> None:
    """The expectation of a product factorises when it does for the terms of which both factors are sums."""


@lemma(
    "∀F G:[n]→[n]→ℝ, i j:[n]. (i ≠ j ⇒ F i j = G i j) ⇒ F i j = G i j + ind (i = j) * (F i i + -1 * G i i)",
    by=in_cases(
        "i = j",
        through("F i j = F i i", "G i j = G i i", "ind (i = j) = 1"),
        through("ind (i = j) = 0", use(0), then=rewriting),
    ),
)
def off_diagonal() -> None:
    """Two matrices that agree off the diagonal differ by their diagonals."""
