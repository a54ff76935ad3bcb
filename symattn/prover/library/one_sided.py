"""A one-sided inverse of a square matrix is its inverse, for any size: A·B = 1 implies B·A = 1.

E = 1 − B·A is idempotent and its trace is that of 1 − A·B, which is 0; an idempotent matrix whose trace is not positive
is 0.  That is shown by elimination of its columns, the last one first: where E_pw ≠ 0, E − E_·w·E_p·/E_pw is idempotent
as well, its column w is 0, and its trace is less by 1.  Source: Horn and Johnson, *Matrix Analysis*, 0.4 to 0.6.
"""

from __future__ import annotations

from .facts import lemma
from .outlines import applied, by_contradiction, by_induction_on, claim, in_cases, rewriting, through, unfold, use


@lemma(
    "∀a:ℕ, j:[n]. real a ≤ pos{n} j ⇒ ¬(real (suc a) ≤ pos{n} j) ⇒ pos{n} j = real a",
    by=through(
        use("real_nat", "j"),
        use("real_suc", "a"),
        claim("¬(real (suc a) ≤ real (nat{n} j))", then=rewriting),
        use("step_of_order", "suc a", "nat{n} j"),
        use(
            "∀x y z u:ℝ. z = y ⇒ u = x + 1 ⇒ z + 1 ≤ u ⇒ x ≤ y ⇒ y = x",
            *("real a", "pos{n} j", "real (nat{n} j)", "real (suc a)"),
        ),
    ),
)
def position_at() -> None:
    """Between two natural numbers there is no position."""


@lemma(
    "∀a:ℕ, i j:[n]. pos{n} i = real a ⇒ real a ≤ pos{n} j ⇒ ¬(real (suc a) ≤ pos{n} j) ⇒ j = i",
    by=through(
        use("position_at", "a", "j"), claim("pos{n} j = pos{n} i", then=rewriting), use("pos_injective", "j", "i")
    ),
)
def index_at() -> None:
    """One index has a position."""


_SQUARE = "(Σ k:[n]. {0} i k * {0} k j) = {0} i j"
_IDEMPOTENT, _SMALL = f"(∀i j:[n]. {_SQUARE.format('E')})", "(Σ i:[n]. E i i) ≤ 0"

_LESS = "(λi j:[n]. E i j + -1 * (c * (E i w * E p j)))"  # where c·E_pw = 1
_ALL = f"∀E:[n]→[n]→ℝ, p w:[n], c:ℝ, i j:[n]. {_IDEMPOTENT} ⇒ E p w * c = 1 ⇒ "


@lemma(
    f"∀a:ℕ, E:[n]→[n]→ℝ, i j:[n]. {_IDEMPOTENT} ⇒ {_SMALL} ⇒ (∀i j:[n]. real a ≤ pos{{n}} j ⇒ E i j = 0) ⇒ E i j = 0",
    by=by_induction_on(
        "a",
        any="E i j",
        base=through(use(2, "i", "j")),
        step=through(
            claim(
                "∀p w:[n], c:ℝ. pos{n} w = real a ⇒ E p w * c ≠ 1",
                then=by_contradiction(
                    claim(
                        f"∀i j:[n]. {_SQUARE.format(_LESS)}",
                        use(_ALL + _SQUARE.format(_LESS), "E", "p", "w", "c", "i", "j"),
                    ),
                    use(f"{_ALL} (Σ i:[n]. {_LESS} i i) = (Σ i:[n]. E i i) + -1", "E", "p", "w", "c", "p", "p"),
                    f"(Σ i:[n]. {_LESS} i i) ≤ 0",
                    claim(
                        f"∀i j:[n]. real a ≤ pos{{n}} j ⇒ {_LESS} i j = 0",
                        then=in_cases(
                            "real (suc a) ≤ pos{n} j",
                            through(use(2, "i", "j"), use(2, "p", "j"), then=rewriting),
                            through(
                                use("index_at", "a", "w", "j"),
                                use(f"{_ALL} j = w ⇒ {_LESS} i j = 0", "E", "p", "w", "c", "i", "j"),
                            ),
                        ),
                    ),
                    claim(f"∀i:[n]. {_LESS} i i = 0", use(3, _LESS, "i", "i")),
                    f"(Σ i:[n]. {_LESS} i i) = 0",
                ),
            ),
            claim(
                "∀i j:[n]. real a ≤ pos{n} j ⇒ E i j = 0",
                then=in_cases(
                    "real (suc a) ≤ pos{n} j",
                    through(use(2, "i", "j")),
                    through(
                        use("position_at", "a", "j"),
                        then=by_contradiction(use("inv_mul", "E i j"), use(4, "i", "j", "inv (E i j)")),
                    ),
                ),
            ),
            use(3, "E", "i", "j"),
        ),
    ),
)
def idempotent_with_columns() -> None:
    """By induction on the number of columns that may be other than 0."""


@lemma(
    f"∀E:[n]→[n]→ℝ, i j:[n]. {_IDEMPOTENT} ⇒ {_SMALL} ⇒ E i j = 0",
    by=through(
        claim("∀i j:[n]. real (suc (nat{n} last{n})) ≤ pos{n} j ⇒ E i j = 0", use("pos_less", "j"), use("size_value")),
        use("idempotent_with_columns", "suc (nat{n} last{n})", "E", "i", "j"),
    ),
)
def idempotent_without_trace() -> None:
    """No column lies beyond the last."""


_REST = "(λi j:[n]. ind (i = j) + -1 * (Σ l:[n]. B i l * A l j))"
_INVERSE = "(∀i j:[n]. (Σ k:[n]. {} i k * {} k j) = ind (i = j))"
_OF_INVERSE = f"∀A B:[n]→[n]→ℝ. {_INVERSE.format('A', 'B')} ⇒ "


@lemma(
    "∀A B:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ matmul{n,n,n} B A = identity{n}",
    by=through(
        claim(
            "∀i j:[n]. (Σ k:[n]. A i k * B k j) = ind (i = j)",
            applied(0, "i", "j"),
            unfold("matmul{n,n,n} A B i j"),
            unfold("identity{n} i j"),
            then=rewriting,
        ),
        use(f"{_OF_INVERSE} (∀i j:[n]. {_SQUARE.format(_REST)})", "A", "B"),
        use(f"{_OF_INVERSE} (Σ i:[n]. {_REST} i i) = 0", "A", "B"),
        f"(Σ i:[n]. {_REST} i i) ≤ 0",
        claim("∀i j:[n]. (Σ k:[n]. B i k * A k j) = ind (i = j)", use("idempotent_without_trace", _REST, "i", "j")),
        use(f"∀A B:[n]→[n]→ℝ. {_INVERSE.format('B', 'A')} ⇒ matmul{{n,n,n}} B A = identity{{n}}", "A", "B"),
    ),
)
def other_side_inverse() -> None:
    """The trace of 1 − B·A is that of 1 − A·B."""
