"""Limits at infinity: what holds of all large numbers, when functions have limits, and the limits of sums.

Source: Rudin, *Principles of Mathematical Analysis*, 4.1 to 4.9 and 4.32 to 4.34.
"""

from __future__ import annotations

from collections.abc import Sequence
from re import sub

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.terms import BOOL, REAL, fun, var
from ..logic.derived_rules import discharge, eq_mp_back, first_conjunct, gen, mp, second_conjunct, spec
from .definitions import from_definition
from .facts import Outline, lemma
from .goals import Goal
from .outlines import Step, by_contradiction, by_places, claim, in_cases, rewriting, some, through, use

_P, _F, _A, _E = var("P", fun(REAL, BOOL)), var("f", fun(REAL, REAL)), var("a", REAL), var("e", REAL)


@lemma("∀P:ℝ→𝔹, q:𝔹. eventually P ⇒ (∀T:ℝ. (∀t:ℝ. T ≤ t ⇒ P t) ⇒ q) ⇒ q")
def eventually_gives(holds: Theorem) -> Theorem:
    """There is a number from which on it holds."""
    return spec(eq_mp(from_definition("eventually", (), _P), holds), var("q", BOOL))


@lemma("∀P:ℝ→𝔹, T:ℝ. (∀t:ℝ. T ≤ t ⇒ P t) ⇒ eventually P")
def eventually_from(later: Theorem) -> Theorem:
    """What holds from some number on holds of all large numbers."""
    goal = Goal.of("∀P:ℝ→𝔹, q:𝔹. (∀T:ℝ. (∀t:ℝ. T ≤ t ⇒ P t) ⇒ q) ⇒ q")
    given = assume(goal.premises[0])
    every = gen(goal.variables[1], discharge(given.conclusion, mp(spec(given, var("T", REAL)), later)))
    return eq_mp_back(from_definition("eventually", (), _P), every)


@lemma("∀f:ℝ→ℝ, a e:ℝ. tends f a ⇒ 0 < e ⇒ eventually (λt:ℝ. abs (f t + -1 * a) < e)")
def tends_gives(limit: Theorem) -> Theorem:
    """From some number on, the values are as near to the limit as is wanted."""
    return spec(eq_mp(from_definition("tends", (), _F, _A), limit), _E)


@lemma("∀f:ℝ→ℝ, a:ℝ. (∀e:ℝ. 0 < e ⇒ eventually (λt:ℝ. abs (f t + -1 * a) < e)) ⇒ tends f a")
def tends_when(near: Theorem) -> Theorem:
    """A limit, by its definition."""
    return eq_mp_back(from_definition("tends", (), _F, _A), near)


@lemma(
    "∀P Q:ℝ→𝔹. (∀t:ℝ. P t ⇒ Q t) ⇒ eventually P ⇒ eventually Q",
    by=through(
        some("T:ℝ", "∀t:ℝ. T ≤ t ⇒ P t", "eventually_gives", "P"),
        claim("∀t:ℝ. T ≤ t ⇒ Q t", use(2, "t"), use(0, "t")),
        then=use("eventually_from", "Q", "T"),
    ),
)
def eventually_weaker() -> None:
    """What follows from something that holds of all large numbers does so too."""


@lemma(
    "∀P Q:ℝ→𝔹. eventually P ⇒ eventually Q ⇒ eventually (λt:ℝ. P t ∧ Q t)",
    by=through(
        some("T:ℝ", "∀t:ℝ. T ≤ t ⇒ P t", "eventually_gives", "P"),
        some("S:ℝ", "∀t:ℝ. S ≤ t ⇒ Q t", "eventually_gives", "Q"),
        claim("∀t:ℝ. max T S ≤ t ⇒ P t ∧ Q t", "T ≤ t", "S ≤ t", use(2, "t"), use(3, "t")),
        then=use("eventually_from", "λt:ℝ. P t ∧ Q t", "max T S"),
    ),
)
def eventually_both() -> None:
    """Two statements hold of all numbers above the larger one of the two from which on they hold."""


def _near(x: str, a: str, d: str) -> str:
    return f"{x} + -1 * {a} < {d} ⇒ {a} + -1 * {x} < {d}"


@lemma(
    "∀h:ℝ→ℝ→ℝ, d f g:ℝ→ℝ, a b:ℝ. (∀e:ℝ. 0 < e ⇒ 0 < d e)"
    f" ⇒ (∀e x y:ℝ. 0 < e ⇒ {_near('x', 'a', 'd e')} ⇒ {_near('y', 'b', 'd e')} ⇒ abs (h x y + -1 * h a b) < e)"
    " ⇒ tends f a ⇒ tends g b ⇒ tends (λt:ℝ. h (f t) (g t)) (h a b)",
    by=through(
        claim(
            "∀e:ℝ. 0 < e ⇒ eventually (λt:ℝ. abs (h (f t) (g t) + -1 * h a b) < e)",
            use(0, "e"),
            use("tends_gives", "f", "a", "d e"),
            use("tends_gives", "g", "b", "d e"),
            use("eventually_both", "λt:ℝ. abs (f t + -1 * a) < d e", "λt:ℝ. abs (g t + -1 * b) < d e"),
            claim(
                "∀t:ℝ. (abs (f t + -1 * a) < d e ∧ abs (g t + -1 * b) < d e) ⇒ abs (h (f t) (g t) + -1 * h a b) < e",
                "abs (f t + -1 * a) < d e",
                "abs (g t + -1 * b) < d e",
                use("∀u e:ℝ. abs u < e ⇒ u < e", "f t + -1 * a", "d e"),
                use("∀x a e:ℝ. abs (x + -1 * a) < e ⇒ a + -1 * x < e", "f t", "a", "d e"),
                use("∀u e:ℝ. abs u < e ⇒ u < e", "g t + -1 * b", "d e"),
                use("∀x a e:ℝ. abs (x + -1 * a) < e ⇒ a + -1 * x < e", "g t", "b", "d e"),
                then=use(1, "e", "f t", "g t"),
            ),
            then=use(
                "eventually_weaker",
                "λt:ℝ. abs (f t + -1 * a) < d e ∧ abs (g t + -1 * b) < d e",
                "λt:ℝ. abs (h (f t) (g t) + -1 * h a b) < e",
            ),
        ),
        then=use("tends_when", "λt:ℝ. h (f t) (g t)", "h a b"),
    ),
)
def tends_through() -> None:
    """A function that is continuous at the limits, of two functions."""


def continuous(function: str, near: str, *steps: Step, positive: Sequence[Step] = ()) -> Outline:
    """Prove the limit of a function of x, or of x and y, that differs by less than e where these do by ``near``."""
    g, b = ("g", "b") if "y" in function else ("f", "a")

    def at(x: str, y: str) -> str:
        return sub(r"\b[xy]\b", lambda met: x if met[0] == "x" else y, function)

    close = f"abs ({at('x', 'y')} + -1 * ({at('a', b)})) < e"
    return through(
        claim(f"∀e:ℝ. 0 < e ⇒ 0 < {near}", *positive),
        claim(f"∀e x y:ℝ. 0 < e ⇒ {_near('x', 'a', near)} ⇒ {_near('y', b, near)} ⇒ {close}", *steps),
        then=use("tends_through", f"λx y:ℝ. {at('x', 'y')}", f"λe:ℝ. {near}", "f", g, "a", b),
    )


def of_both(first: str, second: str) -> Outline:
    """Show that two numbers differ by less than e, from their order where each is e larger."""
    return use("∀x a e:ℝ. x < a + e ⇒ a < x + e ⇒ abs (x + -1 * a) < e", first, second, "e")


def within(x: str, a: str, bound: str) -> Outline:
    return use("∀x a d:ℝ. x + -1 * a < d ⇒ a + -1 * x < d ⇒ abs (x + -1 * a) < d", x, a, bound)


def of_least(x: str, a: str, first: str, second: str) -> tuple[Outline, ...]:
    """Show that numbers differ by less than each of two where they differ by less than the least of these."""
    return tuple(
        use(f"∀u c d:ℝ. u < min c d ⇒ u < {which}", f"{p} + -1 * {q}", first, second)
        for p, q in ((x, a), (a, x))
        for which in "cd"
    )


@lemma(
    "∀f g:ℝ→ℝ, a b:ℝ. tends f a ⇒ tends g b ⇒ tends (λt:ℝ. f t + g t) (a + b)",
    by=continuous(
        "x + y",
        "1/2 * e",
        use("∀e x y a b:ℝ. x + -1 * a < 1/2 * e ⇒ y + -1 * b < 1/2 * e ⇒ x + y < (a + b) + e", "e", "x", "y", "a", "b"),
        use("∀e x y a b:ℝ. x + -1 * a < 1/2 * e ⇒ y + -1 * b < 1/2 * e ⇒ x + y < (a + b) + e", "e", "a", "b", "x", "y"),
        of_both("x + y", "a + b"),
    ),
)
def tends_add() -> None:
    """The limit of a sum."""


@lemma(
    "∀c:ℝ. tends (λt:ℝ. c) c",
    by=through(
        claim(
            "∀e:ℝ. 0 < e ⇒ eventually (λt:ℝ. abs (c + -1 * c) < e)",
            claim("∀t:ℝ. 0 ≤ t ⇒ abs (c + -1 * c) < e"),
            then=use("eventually_from", "λt:ℝ. abs (c + -1 * c) < e", "0"),
        ),
        then=use("tends_when", "λt:ℝ. c", "c"),
    ),
)
def tends_const() -> None:
    """A number that does not vary."""


def from_some_number(function: str, limit: str, start: str, *steps: Step, needs: Sequence[Step] = ()) -> Outline:
    """Prove a limit by a number from which on the values are near it."""
    near = f"abs ({function} + -1 * ({limit})) < e"
    return through(
        *needs,
        claim(
            f"∀e:ℝ. 0 < e ⇒ eventually (λt:ℝ. {near})",
            claim(f"∀t:ℝ. {start} ≤ t ⇒ {near}", *steps),
            then=use("eventually_from", f"λt:ℝ. {near}", start),
        ),
        then=use("tends_when", f"λt:ℝ. {function}", limit),
    )


@lemma(
    "∀f g:ℝ→ℝ, a T:ℝ. (∀t:ℝ. T ≤ t ⇒ f t = g t) ⇒ tends g a ⇒ tends f a",
    by=through(
        claim(
            "∀e:ℝ. 0 < e ⇒ eventually (λt:ℝ. abs (f t + -1 * a) < e)",
            use("tends_gives", "g", "a", "e"),
            claim("∀t:ℝ. T ≤ t ⇒ f t = g t", then=use(0, "t")),
            use("eventually_from", "λt:ℝ. f t = g t", "T"),
            use("eventually_both", "λt:ℝ. f t = g t", "λt:ℝ. abs (g t + -1 * a) < e"),
            claim(
                "∀t:ℝ. (f t = g t ∧ abs (g t + -1 * a) < e) ⇒ abs (f t + -1 * a) < e",
                "f t = g t",
                "abs (g t + -1 * a) < e",
                then=rewriting,
            ),
            then=use("eventually_weaker", "λt:ℝ. f t = g t ∧ abs (g t + -1 * a) < e", "λt:ℝ. abs (f t + -1 * a) < e"),
        ),
        then=use("tends_when", "f", "a"),
    ),
)
def tends_same() -> None:
    """Functions that have the same values from some number on have the same limit."""


@lemma(
    "∀f g:ℝ→ℝ, a T:ℝ. (∀t:ℝ. T ≤ t ⇒ abs (f t + -1 * a) ≤ g t) ⇒ tends g 0 ⇒ tends f a",
    by=through(
        claim(
            "∀e:ℝ. 0 < e ⇒ eventually (λt:ℝ. abs (f t + -1 * a) < e)",
            use("tends_gives", "g", "0", "e"),
            claim("∀t:ℝ. T ≤ t ⇒ abs (f t + -1 * a) ≤ g t", then=use(0, "t")),
            use("eventually_from", "λt:ℝ. abs (f t + -1 * a) ≤ g t", "T"),
            use("eventually_both", "λt:ℝ. abs (f t + -1 * a) ≤ g t", "λt:ℝ. abs (g t + -1 * 0) < e"),
            claim(
                "∀t:ℝ. (abs (f t + -1 * a) ≤ g t ∧ abs (g t + -1 * 0) < e) ⇒ abs (f t + -1 * a) < e",
                "abs (f t + -1 * a) ≤ g t",
                "abs (g t + -1 * 0) < e",
                then=use("∀u v e:ℝ. u ≤ v ⇒ abs (v + -1 * 0) < e ⇒ u < e", "abs (f t + -1 * a)", "g t", "e"),
            ),
            then=use(
                "eventually_weaker",
                "λt:ℝ. abs (f t + -1 * a) ≤ g t ∧ abs (g t + -1 * 0) < e",
                "λt:ℝ. abs (f t + -1 * a) < e",
            ),
        ),
        then=use("tends_when", "f", "a"),
    ),
)
def tends_squeezed() -> None:
    """A function that is as near to a number as another one is to 0."""


_NEXT = "∀i w:[n], k:ℕ. ¬(pos{n} i ≤ real k) ⇒ pos{n} i ≤ real (suc k) ⇒ real k + 1 = pos{n} w ⇒ pos{n} i = pos{n} w"
_UP_TO = "λt:ℝ. ∀i:[n]. pos{n} i ≤ real k ⇒ Q i t"


@lemma(
    "∀Q:[n]→ℝ→𝔹. (∀i:[n]. eventually (Q i)) ⇒ eventually (λt:ℝ. ∀i:[n]. Q i t)",
    by=by_places(
        "k:ℕ, w:[n]",
        f"eventually ({_UP_TO})",
        base=through(
            use(0, "0@[n]"),
            claim(
                "∀t:ℝ. Q 0@[n] t ⇒ (∀i:[n]. pos{n} i ≤ real 0@ℕ ⇒ Q i t)",
                claim(
                    "∀i:[n]. pos{n} i ≤ real 0@ℕ ⇒ i = 0@[n]",
                    use("pos_nonneg", "i"),
                    use("pos_zero", "n=n"),
                    use("real_zero"),
                    "pos{n} i = pos{n} 0@[n]",
                    then=use("pos_injective", "i", "0@[n]"),
                ),
                claim("∀i:[n]. pos{n} i ≤ real 0@ℕ ⇒ Q i t", use(3, "i"), then=rewriting),
            ),
            then=use("eventually_weaker", "Q 0@[n]", _UP_TO.replace("real k", "real 0@ℕ")),
        ),
        step=through(
            use(0, "w"),
            use("eventually_both", _UP_TO, "Q w"),
            claim(
                "∀t:ℝ. ((∀i:[n]. pos{n} i ≤ real k ⇒ Q i t) ∧ Q w t) ⇒ (∀i:[n]. pos{n} i ≤ real (suc k) ⇒ Q i t)",
                lambda goal: first_conjunct(assume(goal.premises[5])),
                lambda goal: second_conjunct(assume(goal.premises[5])),
                then=claim(
                    "∀i:[n]. pos{n} i ≤ real (suc k) ⇒ Q i t",
                    then=in_cases(
                        "pos{n} i ≤ real k",
                        use(6, "i"),
                        through(
                            use(
                                _NEXT,
                                "i",
                                "w",
                                "k",
                            ),
                            use("pos_injective", "i", "w"),
                            then=rewriting,
                        ),
                    ),
                ),
            ),
            then=use("eventually_weaker", f"λt:ℝ. ({_UP_TO[6:]}) ∧ Q w t", _UP_TO.replace("real k", "real (suc k)")),
        ),
        end=through(
            claim(
                "∀t:ℝ. (∀i:[n]. pos{n} i ≤ real (nat{n} last{n}) ⇒ Q i t) ⇒ (∀i:[n]. Q i t)",
                then=claim(
                    "∀i:[n]. Q i t",
                    use("real_nat", "last{n}"),
                    use("pos_last", "n=n"),
                    use("pos_less", "i"),
                    use(
                        "∀i:[n], x l:ℝ. x = l ⇒ l + 1 = #{n} ⇒ pos{n} i + 1 ≤ #{n} ⇒ pos{n} i ≤ x",
                        "i",
                        "real (nat{n} last{n})",
                        "pos{n} last{n}",
                    ),
                    then=use(2, "i"),
                ),
            ),
            then=use("eventually_weaker", _UP_TO.replace("real k", "real (nat{n} last{n})"), "λt:ℝ. ∀i:[n]. Q i t"),
        ),
    ),
)
def eventually_all() -> None:
    """What holds at each of finitely many places for all large numbers holds at all of them for all large numbers."""


_SHARE = "e * inv #{n}"


@lemma(
    "∀f:[n]→ℝ→ℝ, a:[n]→ℝ. (∀i:[n]. tends (f i) (a i)) ⇒ tends (λt:ℝ. Σ i:[n]. f i t) (Σ i:[n]. a i)",
    by=through(
        claim(
            "∀e:ℝ. 0 < e ⇒ eventually (λt:ℝ. abs ((Σ i:[n]. f i t) + -1 * (Σ i:[n]. a i)) < e)",
            f"0 < {_SHARE}",
            claim(
                f"∀i:[n]. eventually (λt:ℝ. abs (f i t + -1 * a i) < {_SHARE})",
                use(0, "i"),
                then=use("tends_gives", "f i", "a i", _SHARE),
            ),
            use("eventually_all", f"λi:[n], t:ℝ. abs (f i t + -1 * a i) < {_SHARE}"),
            claim(
                f"∀t:ℝ. (∀i:[n]. abs (f i t + -1 * a i) < {_SHARE}) ⇒ abs ((Σ i:[n]. f i t) + -1 * (Σ i:[n]. a i)) < e",
                use(
                    "∀g:[n]→ℝ, e:ℝ. 0 < e ⇒ (∀i:[n]. g i < e * inv #{n}) ⇒ (Σ i:[n]. g i) < e",
                    "λi:[n]. abs (f i t + -1 * a i)",
                    "e",
                ),
                use(
                    "∀g a:[n]→ℝ. abs ((Σ i:[n]. g i) + -1 * (Σ i:[n]. a i)) ≤ (Σ i:[n]. abs (g i + -1 * a i))",
                    "λi:[n]. f i t",
                    "a",
                ),
                then=use(
                    "∀u v e:ℝ. u ≤ v ⇒ v < e ⇒ u < e",
                    "abs ((Σ i:[n]. f i t) + -1 * (Σ i:[n]. a i))",
                    "Σ i:[n]. abs (f i t + -1 * a i)",
                    "e",
                ),
            ),
            then=use(
                "eventually_weaker",
                f"λt:ℝ. ∀i:[n]. abs (f i t + -1 * a i) < {_SHARE}",
                "λt:ℝ. abs ((Σ i:[n]. f i t) + -1 * (Σ i:[n]. a i)) < e",
            ),
        ),
        then=use("tends_when", "λt:ℝ. Σ i:[n]. f i t", "Σ i:[n]. a i"),
    ),
)
def tends_sum() -> None:
    """The limit of a finite sum."""


@lemma(
    "∀f:ℝ→ℝ, a b:ℝ. tends f a ⇒ tends f b ⇒ a = b",
    by=through(
        claim(
            "∀d:ℝ. 0 < d ⇒ abs (a + -1 * b) ≤ 2 * d",
            use("tends_gives", "f", "a", "d"),
            use("tends_gives", "f", "b", "d"),
            use("eventually_both", "λt:ℝ. abs (f t + -1 * a) < d", "λt:ℝ. abs (f t + -1 * b) < d"),
            some(
                "T:ℝ",
                "∀t:ℝ. T ≤ t ⇒ abs (f t + -1 * a) < d ∧ abs (f t + -1 * b) < d",
                "eventually_gives",
                "λt:ℝ. abs (f t + -1 * a) < d ∧ abs (f t + -1 * b) < d",
            ),
            "T ≤ T",
            use(6, "T"),
            "abs (f T + -1 * a) < d",
            "abs (f T + -1 * b) < d",
            then=use(
                "∀x a b d:ℝ. abs (x + -1 * a) < d ⇒ abs (x + -1 * b) < d ⇒ abs (a + -1 * b) ≤ 2 * d",
                "f T",
                "a",
                "b",
                "d",
            ),
        ),
        then=by_contradiction("0 < abs (a + -1 * b)", use(2, "1/4 * abs (a + -1 * b)")),
    ),
)
def tends_unique() -> None:
    """There is one limit at most."""
