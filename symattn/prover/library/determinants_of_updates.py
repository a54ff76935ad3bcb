"""Lemmas of determinants of c + A, and of a column times a row beside it."""

from __future__ import annotations

from .facts import lemma
from .outlines import by_contradiction, claim, in_cases, rewriting, through, use

_SCALED_ONE = "(matadd{n,n} (matscale{n,n} c identity{n}) A)"


@lemma(
    f"∀A:[n]→[n]→ℝ, c:ℝ. c ≠ 0 ⇒ det{{n}} {_SCALED_ONE}"
    " = power c (suc (nat{n} last{n})) * det{n} (matadd{n,n} identity{n} (matscale{n,n} (inv c) A))",
    by=through(
        use("inv_mul", "c"),
        use(
            "∀A:[n]→[n]→ℝ, c d:ℝ. c * d = 1 ⇒ matscale{n,n} c (matadd{n,n} identity{n} (matscale{n,n} d A))"
            f" = {_SCALED_ONE}",
            "A",
            "c",
            "inv c",
        ),
        use("det_matscale", "c", "matadd{n,n} identity{n} (matscale{n,n} (inv c) A)", back=True),
        then=rewriting,
    ),
)
def det_unscaled() -> None:
    """C + A = c·(1 + A/c)."""


_OUTER = "(matmul{n,1,n} u v)"
_INNER = "matmul{1,n,1} v u 0@[1] 0@[1]"


@lemma(
    f"∀u:[n]→[1]→ℝ, v:[1]→[n]→ℝ. det{{n}} {_OUTER} = power 0 (nat{{n}} last{{n}}) * {_INNER}",
    by=in_cases(
        "last{n} = 0@[n]",
        through(
            "nat{n} last{n} = 0@ℕ",
            use("power_zero", "0"),
            "pos{n} last{n} = 0",
            claim(
                "∀i:[n]. i = 0@[n]",
                *(use("pos_less", "i"), use("pos_last"), use("pos_nonneg", "i"), use("pos_zero")),
                "pos{n} i = pos{n} 0@[n]",
                use("pos_injective", "i", "0@[n]"),
            ),
            claim(
                f"∀i j:[n]. pos{{n}} i + 1 ≤ pos{{n}} j ⇒ {_OUTER} i j = 0",
                then=by_contradiction(use(4, "i"), use(4, "j"), "pos{n} i = pos{n} j"),
            ),
            claim("∀k:[n]. v 0@[1] k * u k 0@[1] = ind (k = 0@[n]) * (u 0@[n] 0@[1] * v 0@[1] 0@[n])", use(4, "k")),
            use(
                "∀f:[n]→ℝ, w:[n], d:ℝ. (∀i:[n]. f i = ind (i = w) * d) ⇒ (Σ i:[n]. f i) = d",
                *("λk:[n]. v 0@[1] k * u k 0@[1]", "0@[n]", "u 0@[n] 0@[1] * v 0@[1] 0@[n]"),
            ),
            use("det_triangular", _OUTER),
            use("product_to_last", f"λi:[n]. {_OUTER} i i", back=True),
            use("product_to_first", f"λi:[n]. {_OUTER} i i"),
            f"{_OUTER} 0@[n] 0@[n] = u 0@[n] 0@[1] * v 0@[1] 0@[n]",
            f"{_INNER} = (Σ k:[n]. v 0@[1] k * u k 0@[1])",
            then=rewriting,
        ),
        through(
            "matmul{n,1,n} u v = (λk l:[n]. u k 0@[1] * v 0@[1] l)",
            use("det_rows_scaled", "λk l:[n]. v 0@[1] l", "λk:[n]. u k 0@[1]"),
            use("det_alternating", "λk l:[n]. v 0@[1] l", "last{n}", "0@[n]"),
            use("power_of_zero_at", "last{n}"),
            "ind (last{n} = 0@[n]) = 0",
            then=rewriting,
        ),
    ),
)
def det_outer() -> None:
    """All rows are multiples of one, so that two of them with a factor taken out are equal, where there are two."""


_UPDATED = "(matadd{n,n} (matscale{n,n} c identity{n}) (matmul{n,1,n} u v))"


@lemma(
    f"∀c:ℝ, u:[n]→[1]→ℝ, v:[1]→[n]→ℝ. det{{n}} {_UPDATED} = power c (nat{{n}} last{{n}}) * (c + {_INNER})",
    by=in_cases(
        "c = 0",
        through(
            use(f"∀c:ℝ, u:[n]→[1]→ℝ, v:[1]→[n]→ℝ. c = 0 ⇒ {_UPDATED} = {_OUTER}", "c", "u", "v"),
            use("det_outer", "u", "v"),
            then=rewriting,
        ),
        through(
            use("det_unscaled", _OUTER, "c"),
            "matscale{n,n} (inv c) (matmul{n,1,n} u v) = matmul{n,1,n} (matscale{n,1} (inv c) u) v",
            use("sylvester", "m=n", "k=1", "matscale{n,1} (inv c) u", "v"),
            use("det_one_entry", "matadd{1,1} identity{1} (matmul{1,n,1} v (matscale{n,1} (inv c) u))"),
            "matadd{1,1} identity{1} (matmul{1,n,1} v (matscale{n,1} (inv c) u)) 0@[1] 0@[1]"
            f" = 1 + inv c * {_INNER}",
            use("power_suc", "c", "nat{n} last{n}"),
            use("inv_mul", "c"),
            use(
                "∀p c d s x:ℝ. c * d = 1 ⇒ x = c * p * (1 + d * s) ⇒ x = p * (c + s)",
                "power c (nat{n} last{n})",
                "c",
                "inv c",
                _INNER,
                f"det{{n}} {_UPDATED}",
            ),
        ),
    ),
)
def det_rank_one() -> None:
    """By Sylvester's law, unless c is 0."""
