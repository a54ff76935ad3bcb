"""Lemmas about the places 0, …, n−1 of an index: what passes from each place to the next holds at all of them.

An index type has n elements, at different places below n, so that none is left free: the indices at the places up to
each one are counted.  Hence induction over a size: what holds up to the first place, and up to the next one where it
holds up to one, holds up to each.  A sum up to a place is the sum of what stands at the indices up to it.
"""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import implication, parse
from ...kernel.terms import BOOL, abstract, app, const, fin, fun, var
from ..logic.conversions import rewrite_proposition
from ..logic.derived_rules import chain, discharge, gen, mp, spec, symmetric
from ..logic.formulas import UNIT, end_of, le, n, pos_of, start_of
from .facts import fact, lemma
from .outlines import by_contradiction, by_induction_on, claim, in_cases, rewriting, some, through, use
from .search import implied, search
from .sums import under_sum

_I = var("i", fin(n))


_FIRST_TERM = "∀f:[n]→ℝ. (Σ i:[n]. ind (pos{n} i ≤ real 0@ℕ) * f i) = f 0@[n]"
_NEXT_TERM = (
    "∀f:[n]→ℝ, w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ (Σ i:[n]. ind (pos{n} i ≤ real (suc k)) * f i)"
    " = (Σ i:[n]. ind (pos{n} i ≤ real k) * f i) + f w"
)
_WHOLE_SUM = "∀f:[n]→ℝ. (Σ i:[n]. ind (pos{n} i ≤ real (nat{n} last{n})) * f i) = (Σ i:[n]. f i)"


@lemma("∀k:ℕ. (∀i:[n]. pos{n} i ≠ real k) ⇒ (Σ i:[n]. ind (pos{n} i = real k)) = 0")
def none_at_a_free_place(free: Theorem) -> Theorem:
    """No index is counted at a place where none is."""
    zero = implied("∀k:ℕ, i:[n]. pos{n} i ≠ real k ⇒ ind (pos{n} i = real k) = 0", spec(free, _I))
    return chain(under_sum(_I, zero), fact("sum_zero"))


@lemma("∀k:ℕ. real k + 1 ≤ #{n} ⇒ (Σ i:[n]. ind (pos{n} i ≤ real k)) = real k + 1")
def count_to_a_place() -> None:
    """There are k + 1 indices up to the place k."""


_UP_TO = "(Σ i:[n]. ind (pos{{n}} i ≤ real {}))"


@lemma(
    "∀k:ℕ, p:𝔹. real k + 1 ≤ #{n} ⇒ (∀w:[n]. real k = pos{n} w ⇒ p) ⇒ p",
    by=by_induction_on(
        "k",
        base=through(use(1, "0@[n]")),
        step=by_contradiction(
            claim("∀i:[n]. pos{n} i ≠ real (suc k)", then=by_contradiction(use(1, "i"))),
            "real k + 1 ≤ #{n}",
            use(
                f"∀k:ℕ. {_UP_TO.format('(suc k)')} = {_UP_TO.format('k')} + (Σ i:[n]. ind (pos{{n}} i = real (suc k)))",
                "k",
            ),
            use("count_to_a_place", "k"),
            use("count_to_a_place", "suc k"),
            use("none_at_a_free_place", "suc k"),
        ),
    ),
)
def place_taken() -> None:
    """Each place below the size is that of an index: 0 is, and one more is counted at each place than before."""


@lemma(
    "∀P:ℕ→𝔹. P 0@ℕ ⇒ (∀w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ P k ⇒ P (suc k)) ⇒ (∀j:[n]. P (nat{n} j))",
    by=through(
        claim(
            "∀k:ℕ. real k + 1 ≤ #{n} ⇒ P k",
            then=by_induction_on(
                "k",
                step=through(
                    "real k + 1 ≤ #{n}",
                    use(3),
                    some("w:[n]", "real (suc k) = pos{n} w", "place_taken", "suc k"),
                    use(1, "w", "k"),
                ),
            ),
        ),
        claim("∀j:[n]. P (nat{n} j)", use("pos_less", "j"), use("real_nat", "j"), use(2, "nat{n} j")),
    ),
)
def size_induction() -> None:
    """What holds at the first place, and at the next one where it holds at one, holds at each."""


@lemma(
    "∀P:[1+n]→𝔹. P 0@[1+n] ⇒ (∀t:[n]. P (inl{n,1} t) ⇒ P (inr{1,n} t)) ⇒ (∀i:[1+n]. P i)",
    by=through(
        claim(
            "∀k:ℕ, i:[1+n]. pos{1+n} i = real k ⇒ P i",
            then=by_induction_on(
                "k",
                any="i",
                base=through(use("pos_injective", "i", "0@[1+n]")),
                step=through(
                    claim("∀z:[1]. pos{1+n} (inl{1,n} z) = real (suc k) ⇒ P (inl{1,n} z)"),
                    claim(
                        "∀t:[n]. pos{1+n} (inr{1,n} t) = real (suc k) ⇒ P (inr{1,n} t)",
                        use(3, "inl{n,1} t"),
                        use(1, "t"),
                    ),
                    use("fin_split", "m=1", "k=n", "λi:[1+n]. pos{1+n} i = real (suc k) ⇒ P i", "i"),
                ),
            ),
        ),
        claim("∀i:[1+n]. P i", use(2, "nat{1+n} i", "i")),
    ),
)
def index_induction() -> None:
    """What holds at the first of 1 + n indices, and at t + 1 where it holds at t, holds at each."""


_FROM = "pos{1+n} i"


@lemma(
    f"∀P:[1+n]→𝔹, i:[1+n]. P i ⇒ (∀t:[n]. {_FROM} ≤ pos{{n}} t ⇒ P (inl{{n,1}} t) ⇒ P (inr{{1,n}} t))"
    f" ⇒ (∀j:[1+n]. {_FROM} ≤ pos{{1+n}} j ⇒ P j)",
    by=claim(
        f"∀j:[1+n]. {_FROM} ≤ pos{{1+n}} j ⇒ P j",
        claim(
            f"{_FROM} ≤ pos{{1+n}} 0@[1+n] ⇒ P 0@[1+n]",
            f"{_FROM} = pos{{1+n}} 0@[1+n]",
            use("pos_injective", "n=1+n", "i", "0@[1+n]"),
            then=rewriting,
        ),
        claim(
            f"∀t:[n]. ({_FROM} ≤ pos{{1+n}} (inl{{n,1}} t) ⇒ P (inl{{n,1}} t))"
            f" ⇒ {_FROM} ≤ pos{{1+n}} (inr{{1,n}} t) ⇒ P (inr{{1,n}} t)",
            then=in_cases(
                f"{_FROM} ≤ pos{{n}} t",
                through(f"{_FROM} ≤ pos{{1+n}} (inl{{n,1}} t)", use(4), use(1, "t")),
                through(
                    f"{_FROM} = pos{{1+n}} (inr{{1,n}} t)",
                    use("pos_injective", "n=1+n", "i", "inr{1,n} t"),
                    then=rewriting,
                ),
            ),
        ),
        use("index_induction", f"λj:[1+n]. {_FROM} ≤ pos{{1+n}} j ⇒ P j", "j"),
    ),
)
def induction_from() -> None:
    """What holds at one of 1 + n indices, and from there on at t + 1 where it holds at t, holds at all later ones."""


@lemma("∀P:[1+n]→𝔹, i:[1+n]. P last{1+n} ⇒ (∀t:[n]. P (inr{1,n} t) ⇒ P (inl{n,1} t)) ⇒ P i")
def induction_back(end: Theorem, back: Theorem) -> Theorem:
    """What holds at the last index, and at each from the next one, holds at all."""
    places = fin(UNIT + n)
    holds, t, i, j = var("P", fun(places, BOOL)), var("t", fin(n)), var("i", places), var("j", places)
    there, aim = app(holds, end_of(t)), app(holds, i)
    known = implication(app(holds, start_of(t)), aim)
    step = discharge(known, discharge(there, mp(assume(known), mp(spec(back, t), assume(there)))))
    later = le(pos_of(i), pos_of(t))
    passed = abstract(j, implication(app(holds, j), aim))
    premises = discharge(aim, assume(aim)), gen(t, discharge(later, step)), fact("none_after_last", i)
    return mp(fact("induction_from", passed, i, const("last", UNIT + n), premises=premises), end)


@lemma(
    "∀P:[n]→𝔹. P 0@[n] ⇒ (∀v w:[n]. pos{n} v + 1 = pos{n} w ⇒ P v ⇒ P w) ⇒ (∀i:[n]. P i)",
    by=through(
        claim(
            "∀k:ℕ, i:[n]. pos{n} i = real k ⇒ P i",
            then=by_induction_on(
                "k",
                any="i",
                base=through(use("pos_injective", "i", "0@[n]")),
                step=through(
                    use("pos_less", "i"),
                    "real k + 1 ≤ #{n}",
                    some("v:[n]", "real k = pos{n} v", "place_taken", "k"),
                    use(3, "v"),
                    use(1, "v", "i"),
                ),
            ),
        ),
        claim("∀i:[n]. P i", use(2, "nat{n} i", "i")),
    ),
)
def step_induction() -> None:
    """What holds at the first index, and at the next one where it holds at one, holds at each."""


@lemma("∀v w l:[n]. pos{n} v + 1 = pos{n} w ⇒ ind (pos{n} l ≤ 1 + pos{n} v) = ind (pos{n} l ≤ pos{n} v) + ind (l = w)")
def within_next() -> None:
    """Up to the next place lies what lies up to one, and that place."""


@lemma("∀l:[1+n], k:[n]. ind (pos{1+n} l ≤ 1 + pos{n} k) = ind (pos{1+n} l ≤ pos{n} k) + ind (l = inr{1,n} k)")
def within_next_step() -> None:
    """Up to the place after one of n lies what lies up to that one, and the place itself."""


@lemma("∀i:[n]. pos{n} 0@[n] ≤ pos{n} i")
def none_before_first() -> None:
    """No index lies before the first."""


@lemma("∀i:[n]. pos{n} i ≤ pos{n} last{n}")
def none_after_last() -> Theorem:
    """No index lies after the last."""
    i = var("i", fin(n))
    least = search(parse("∀i:[n]. pos{n} i ≤ #{n} + -1"))
    return gen(i, rewrite_proposition(spec(least, i), symmetric(fact("last_position", {"n": n}))))


def _steps(place: str, step: str = "(f (inr{1,n} k) + -1 * f (inl{n,1} k))") -> str:
    return f"(Σ k:[n]. ind (pos{{n}} k + 1 ≤ pos{{1+n}} {place}) * {step})"


@lemma(f"∀f:[1+n]→ℝ, j:[1+n]. f j = f 0@[1+n] + {_steps('j')}")
def value_by_steps() -> None:
    """What stands at an index is what stands at the first one and the steps up to it, by induction over the index."""


@lemma("∀w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ nat{n} w = suc k")
def next_place() -> None:
    """The place after k, as a natural number."""


@lemma(_FIRST_TERM)
def sum_to_first() -> None:
    """A sum up to the first place is its first term."""


@lemma(_NEXT_TERM)
def sum_to_next() -> None:
    """A sum up to the next place has the term there besides."""


@lemma(_WHOLE_SUM)
def sum_to_last() -> None:
    """A sum up to the last place is the whole sum."""


@lemma("∀f:[n]→ℝ. (Σ i:[n]. ind (pos{n} i ≤ pos{n} last{n}) * f i) = (Σ i:[n]. f i)")
def sum_within_last() -> None:
    """All terms lie up to the last place."""


@lemma("∀f:[1+n]→ℝ. (Σ i:[1+n]. f i) = (Σ i:[n]. f (inl{n,1} i)) + f last{1+n}")
def sum_and_last() -> None:
    """The last term apart."""


_HERE = "pos{n} i + 1 ≤ pos{1 + n} last{1 + n}"


@lemma(f"∀f:[n]→ℝ. (Σ i:[n]. f i) = (Σ i:[n]. ind ({_HERE}) * f i)")
def sum_before_last() -> None:
    """All n indices lie before the last of 1 + n places."""


@lemma(f"∀f:[n]→ℝ. product{{n}} f = product{{n}} (λi:[n]. 1 + ind ({_HERE}) * (f i + -1))")
def product_before_last() -> None:
    """All n indices lie before the last of 1 + n places; any other factor would be 1."""


_BEFORE_NEXT, _BEFORE_THIS = (f"pos{{n}} i + 1 ≤ pos{{1 + n}} ({place})" for place in ("inr{1,n} t", "inl{n,1} t"))


@lemma(f"∀f:[n]→ℝ, t:[n]. (Σ i:[n]. ind ({_BEFORE_NEXT}) * f i) = (Σ i:[n]. ind ({_BEFORE_THIS}) * f i) + f t")
def sum_before_next() -> None:
    """The sum before t + 1 has the term at t besides those before t."""


@lemma(
    f"∀f:[n]→ℝ, t:[n]. product{{n}} (λi:[n]. 1 + ind ({_BEFORE_NEXT}) * (f i + -1))"
    f" = product{{n}} (λi:[n]. 1 + ind ({_BEFORE_THIS}) * (f i + -1)) * f t"
)
def product_before_next() -> None:
    """The product before t + 1 has the factor at t besides those before t."""


@lemma("∀f:ℕ→ℝ. (Σ i:[n]. f (nat{n} i)) = f 0@ℕ + (Σ i:[n]. f (suc (nat{n} i))) + -1 * f (suc (nat{n} last{n}))")
def sum_one_place_on() -> None:
    """A sum over n places is the sum over the next ones, with the first term and without the one at n."""
