"""Lemmas that count indices: the positions of n indices are 0, …, n−1, so that conditions on them have closed sums.

No two indices have one position, so at most one more is counted with each step.  All n are counted at the last
position: hence each step counts one more.
"""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.terms import NAT, REAL, equation, fin, var
from ..logic.derived_rules import (
    chain,
    discharge,
    mp,
    symmetric,
)
from ..logic.formulas import ONE, ind, minus, n, plus, pos_of, times, total_over
from .definitions import from_definition
from .facts import fact, infer, lemma
from .outlines import by_induction_on, claim, in_cases, rewriting, some, squeezed, through, use
from .search import implied, said_of
from .sums import under_sum

_I = var("i", fin(n))
_X = var("x", REAL)
_COUNT = "(Σ i:[n]. ind (pos{{n}} i ≤ real {}))"


@lemma("∀x:ℝ. (Σ i:[n]. ind (pos{n} i = x)) ≤ 1")
def one_index_at_most() -> Theorem:
    """The number s of indices at a position has s·s = s: where there is one, s is 1."""
    here = equation(pos_of(_I), _X)
    s = total_over(_I, ind(here))
    one = implied("∀x:ℝ, i:[n]. x = pos{n} i ⇒ (Σ j:[n]. ind (pos{n} j = x)) = 1", symmetric(assume(here)))
    same = infer("ind_same", discharge(here, one))
    square = said_of("∀x s:ℝ. (Σ i:[n]. ind (pos{n} i = x) * s) = s * (Σ i:[n]. ind (pos{n} i = x))", (_X, s))
    square = chain(symmetric(square), under_sum(_I, same))
    single = said_of("∀x:ℝ. (Σ i:[n]. ind (pos{n} i = x) * 1) = (Σ i:[n]. ind (pos{n} i = x))", (_X,))
    square = chain(square, single)
    nonneg = fact("square_nonneg", plus(s, minus(ONE)))
    below = said_of("∀s t:ℝ. 0 ≤ t + -2 * s + 1 ⇒ t = s ⇒ s ≤ 1", (s, times(s, s)))
    opened = said_of("∀s:ℝ. 0 ≤ (s + -1 * 1) * (s + -1 * 1) ⇒ 0 ≤ s * s + -2 * s + 1", (s,))
    return mp(mp(below, mp(opened, nonneg)), square)


@lemma(
    f"∀a b:ℕ. {_COUNT.format('(nadd b a)')} ≤ {_COUNT.format('a')} + real b",
    by=by_induction_on(
        "b",
        step=through(
            use("one_index_at_most", "n=n", "real (nadd b a) + 1"),
            f"{_COUNT.format('(suc (nadd b a))')} = {_COUNT.format('(nadd b a)')}"
            " + (Σ i:[n]. ind (pos{n} i = real (nadd b a) + 1))",
        ),
    ),
)
def count_ahead() -> None:
    """With each of b steps at most one index more is counted."""


@lemma(
    f"∀a e:ℕ. real a + real e + 1 = #{{n}} ⇒ {_COUNT.format('a')} = real a + 1",
    by=through(
        f"{_COUNT.format('(nadd e a)')} = #{{n}}",
        f"{_COUNT.format('0@ℕ')} = 1",
        use("count_ahead", "n=n", "0@ℕ", "a"),
        use("count_ahead", "n=n", "a", "e"),
        "real (nadd a 0@ℕ) = real a",
        then=squeezed,
    ),
)
def count_exact() -> None:
    """Where e steps lead to the last position, a + 1 indices are counted: fewer would leave fewer than n in the end."""


@lemma(
    "∀a b:ℕ, p:𝔹. real a ≤ real b ⇒ (∀e:ℕ. real b = real a + real e ⇒ p) ⇒ p",
    by=by_induction_on(
        "b",
        base=through(use(1, "0@ℕ")),
        step=in_cases(
            "real a ≤ real b",
            through(claim("∀e:ℕ. real b = real a + real e ⇒ p", use(1, "suc e")), use(2)),
            through(use(1, "0@ℕ")),
        ),
    ),
)
def difference_exists() -> None:
    """From a natural number to one that is not below it leads a natural number: by induction on the latter."""


_BEFORE = "Σ i:[n]. ind (pos{n} i + real a ≤ real b)"


@lemma(
    f"∀a b:ℕ. real a ≤ real b + 1 ⇒ real b + 1 ≤ #{{n}} + real a ⇒ ({_BEFORE}) = real b + 1 + -1 * real a",
    by=in_cases(
        "real a ≤ real b",
        through(
            some("e:ℕ", "real b = real a + real e", "difference_exists", "a", "b"),
            use(f"∀a b e:ℕ. real b = real a + real e ⇒ ({_BEFORE}) = {_COUNT.format('e')}", "a", "b", "e"),
            use(
                "∀a b e:ℕ. real b + 1 ≤ #{n} + real a ⇒ real b = real a + real e ⇒ real e ≤ real (nat{n} last{n})",
                "a",
                "b",
                "e",
            ),
            some("u:ℕ", "real (nat{n} last{n}) = real e + real u", "difference_exists", "e", "nat{n} last{n}"),
            use("∀e u:ℕ. real (nat{n} last{n}) = real e + real u ⇒ real e + real u + 1 = #{n}", "e", "u"),
            use("count_exact", "n=n", "e", "u"),
            then=rewriting,
        ),
        through(f"({_BEFORE}) = 0", "real b + 1 + -1 * real a ≤ 0", then=squeezed),
    ),
)
def count_up_to() -> None:
    """There are b − a + 1 positions up to b − a."""


@lemma(
    f"∀a b:ℕ. real a ≤ real b + 1 ⇒ ({_BEFORE}) = real b + 1 + -1 * real a"
    " + -1 * ind (#{n} + real a ≤ real b) * (real b + 1 + -1 * real a + -1 * #{n})"
)
def count_up_to_all() -> None:
    """There are b − a + 1 positions up to b − a, and no more than n."""


_FROM = "Σ i:[n]. ind (real a ≤ pos{n} i + real b)"


@lemma(
    f"∀a b:ℕ. real b ≤ real a ⇒ real a ≤ #{{n}} + real b ⇒ ({_FROM}) = #{{n}} + real b + -1 * real a",
    by=by_induction_on("a"),
)
def count_from() -> None:
    """There are n − (a − b) positions from a − b on: all but those before."""


@lemma(
    f"∀a b:ℕ. real a ≤ #{{n}} + real b ⇒ ({_FROM}) = #{{n}} + real b + -1 * real a"
    " + -1 * ind (real a + 1 ≤ real b) * (real b + -1 * real a)"
)
def count_from_all() -> None:
    """There are n − (a − b) positions from a − b on, and no more than n."""


_WITHIN = "0 ≤ r ⇒ r < y ⇒ x = y * real c + r"


@lemma(
    f"∀c:ℕ, x y r:ℝ, i:[n]. {_WITHIN} ⇒ ind ((pos{{n}} i + 1) * y ≤ x) = ind (pos{{n}} i + 1 ≤ real c)",
    by=in_cases(
        "pos{n} i + 1 ≤ real c", otherwise=through("real c ≤ pos{n} i", "x + 1 ≤ (pos{n} i + 1) * y + (1 + r + -1 * y)")
    ),
)
def multiple_up_to() -> None:
    """Which multiples of y lie up to y·c + r, where 0 ≤ r < y."""


@lemma(f"∀c:ℕ, x y r:ℝ. {_WITHIN} ⇒ real c ≤ #{{n}} ⇒ quotient{{n}} x y = real c")
def multiples_up_to(nonneg: Theorem, below: Theorem, same: Theorem, within: Theorem) -> Theorem:
    """There are c of them."""
    c, (x, y, r) = var("c", NAT), (var(name, REAL) for name in "xyr")
    each = fact("multiple_up_to", c, x, y, r, _I, premises=(nonneg, below, same))
    count = implied("∀c:ℕ. real c ≤ #{n} ⇒ (Σ k:[n]. ind (pos{n} k + 1 ≤ real c)) = real c", within)
    return chain(from_definition("quotient", (n,), x, y), under_sum(_I, each), count)


_MULTIPLE = "(x + -1 * r) * inv y"


@lemma(
    f"∀x y r:ℝ. 0 ≤ r ⇒ r < y ⇒ {_MULTIPLE} ≤ #{{n}} ⇒ (∀p:𝔹. (∀c:ℕ. real c = {_MULTIPLE} ⇒ p) ⇒ p)"
    f" ⇒ quotient{{n}} x y = {_MULTIPLE}",
    by=through(
        claim(
            f"∀c:ℕ. real c = {_MULTIPLE} ⇒ quotient{{n}} x y = {_MULTIPLE}",
            use("∀c:ℕ, x y r:ℝ. 0 ≤ r ⇒ r < y ⇒ real c = (x + -1 * r) * inv y ⇒ x = y * real c + r", *"cxyr"),
            use("∀u v w:ℝ. u = v ⇒ v ≤ w ⇒ u ≤ w", "real c", _MULTIPLE, "#{n}"),
            use("multiples_up_to", *"cxyr"),
            use("∀u v w:ℝ. u = v ⇒ w = u ⇒ w = v", "real c", _MULTIPLE, "quotient{n} x y"),
        ),
        use(3, f"quotient{{n}} x y = {_MULTIPLE}"),
    ),
)
def quotient_of_multiple() -> None:
    """As many multiples of y lie up to x as x − r has, where 0 ≤ r < y."""
