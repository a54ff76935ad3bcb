"""Lemmas of determinants of blocks: they are products where a block is 0, and det (1 + A B) = det (1 + B A)."""

from __future__ import annotations

from .determinants_beside_one import FIRST, SECOND, blocks
from .facts import Outline, lemma
from .outlines import by_contradiction, claim, in_cases, rewriting, through, use


def _of_two_parts(block: str, middle: str, fact: str, value: str, first: str, last: str) -> Outline:
    """Prove what the determinant of blocks is from three factors: one block, the middle, the other block."""
    product = "matmul{m+k,m+k,m+k}"
    one, other = FIRST.replace("X", "A"), SECOND.replace("X", "D")
    factors = {"A": one, "D": other}
    return through(
        f"{block} = {product} {factors[first]} ({product} {middle} {factors[last]})",
        use("det_matmul", "n=m+k", factors[first], f"{product} {middle} {factors[last]}"),
        use("det_matmul", "n=m+k", middle, factors[last]),
        use(fact, value),
        use("det_first_block", "A"),
        use("det_second_block", "D"),
        then=rewriting,
    )


_BELOW = blocks("A", "zeros{m,k}", "C", "D")
_ABOVE = blocks("A", "B", "zeros{k,m}", "D")


@lemma(
    f"∀A:[m]→[m]→ℝ, C:[k]→[m]→ℝ, D:[k]→[k]→ℝ. det{{m+k}} {_BELOW} = det{{m}} A * det{{k}} D",
    by=_of_two_parts(_BELOW, blocks("identity{m}", "zeros{m,k}", "C", "identity{k}"), "det_unit_below", "C", "A", "D"),
)
def det_blocks_below() -> None:
    """[A, 0; C, D] = [A, 0; 0, 1]·[1, 0; C, 1]·[1, 0; 0, D]."""


@lemma(
    f"∀A:[m]→[m]→ℝ, B:[m]→[k]→ℝ, D:[k]→[k]→ℝ. det{{m+k}} {_ABOVE} = det{{m}} A * det{{k}} D",
    by=_of_two_parts(_ABOVE, blocks("identity{m}", "B", "zeros{k,m}", "identity{k}"), "det_unit_above", "B", "D", "A"),
)
def det_blocks_above() -> None:
    """[A, B; 0, D] = [1, 0; 0, D]·[1, B; 0, 1]·[A, 0; 0, 1]."""


_SUM = "(matadd{{{0},{0}}} identity{{{0}}} (matmul{{{0},{1},{0}}} {2} {3}))"
_AB, _BA = _SUM.format("m", "k", "A", "B"), _SUM.format("k", "m", "B", "A")
_MINUS_A = "(λi:[m], j:[k]. -1 * A i j)"
_WAYS = (
    (
        blocks("identity{m}", "zeros{m,k}", "B", "identity{k}"),
        blocks("identity{m}", _MINUS_A, "zeros{k,m}", _BA),
    ),
    (
        blocks("identity{m}", _MINUS_A, "zeros{k,m}", "identity{k}"),
        blocks(_AB, "zeros{m,k}", "B", "identity{k}"),
    ),
)


@lemma(
    f"∀A:[m]→[k]→ℝ, B:[k]→[m]→ℝ. det{{m}} {_AB} = det{{k}} {_BA}",
    by=through(
        "matmul{{m+k,m+k,m+k}} {} {} = matmul{{m+k,m+k,m+k}} {} {}".format(*_WAYS[0], *_WAYS[1]),
        claim(
            "det{{k}} {} = det{{m+k}} (matmul{{m+k,m+k,m+k}} {} {})".format(_BA, *_WAYS[0]),
            use("det_one", "n=m"),
            use("det_unit_below", "B"),
            use("det_blocks_above", "identity{m}", _MINUS_A, _BA),
            use("det_matmul", "n=m+k", *_WAYS[0]),
            then=rewriting,
        ),
        claim(
            "det{{m}} {} = det{{m+k}} (matmul{{m+k,m+k,m+k}} {} {})".format(_AB, *_WAYS[1]),
            use("det_one", "n=k"),
            use("det_unit_above", _MINUS_A),
            use("det_blocks_below", _AB, "B", "identity{k}"),
            use("det_matmul", "n=m+k", *_WAYS[1]),
            then=rewriting,
        ),
        then=rewriting,
    ),
)
def sylvester() -> None:
    """Both are the determinant of [1, −A; B, 1], written as a product in two ways."""


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
