"""Lemmas about the largest of the numbers at two parts of indices, or at pairs: it is the largest of the largest."""

from __future__ import annotations

from .facts import Outline, lemma
from .outlines import claim, in_cases, rewriting, squeezed, through, use


@lemma(
    "∀f:[1]→ℝ. top{1} f = f 0@[1]",
    by=through(
        claim("∀l:[1]. f l ≤ f 0@[1]"), use("top_le", "f", "f 0@[1]"), use("top_ge", "f", "0@[1]"), then=squeezed
    ),
)
def top_one() -> None:
    """The largest of one number is this number."""


_INL, _INR = "(λi:[m]. f (inl{m,k} i))", "(λj:[k]. f (inr{m,k} j))"
_FIRST, _SECOND = f"top{{m}} {_INL}", f"top{{k}} {_INR}"


def _larger(indicator: str, top: str, *order: str) -> Outline:
    """Prove that the largest number of both parts is that of one of them, which is at least as large as the other."""
    return through(
        *order,
        f"ind ({_SECOND} ≤ {_FIRST}) = {indicator}",
        claim(f"∀i:[m]. f (inl{{m,k}} i) ≤ {top}", use("top_ge", _INL, "i")),
        claim(f"∀j:[k]. f (inr{{m,k}} j) ≤ {top}", use("top_ge", _INR, "j")),
        claim(f"∀l:[m+k]. f l ≤ {top}", use("fin_split", "m=m", "k=k", f"λl:[m+k]. f l ≤ {top}", "l")),
        use("top_le", "f", top),
        claim("∀i:[m]. f (inl{m,k} i) ≤ top{m+k} f", use("top_ge", "f", "inl{m,k} i")),
        claim("∀j:[k]. f (inr{m,k} j) ≤ top{m+k} f", use("top_ge", "f", "inr{m,k} j")),
        use("top_le", _INL, "top{m+k} f"),
        use("top_le", _INR, "top{m+k} f"),
        claim(f"top{{m+k}} f = {top}", then=squeezed),
        then=rewriting,
    )


@lemma(
    f"∀f:[m+k]→ℝ. top{{m+k}} f = {_SECOND} + ind ({_SECOND} ≤ {_FIRST}) * ({_FIRST} + -1 * {_SECOND})",
    by=in_cases(f"{_SECOND} ≤ {_FIRST}", _larger("1", _FIRST), _larger("0", _SECOND, f"{_FIRST} ≤ {_SECOND}")),
)
def top_split() -> None:
    """The largest number of two parts is the larger one of the largest of each."""


_ROW = "(λj:[n]. f (pair{m,n} i j))"
_ROWS = f"(λi:[m]. top{{n}} {_ROW})"


@lemma(
    "∀f:[m*n]→ℝ. top{m*n} f = top{m} (λi:[m]. top{n} (λj:[n]. f (pair{m,n} i j)))",
    by=through(
        claim(
            f"∀i:[m]. top{{n}} {_ROW} ≤ top{{m*n}} f",
            claim("∀j:[n]. f (pair{m,n} i j) ≤ top{m*n} f", use("top_ge", "f", "pair{m,n} i j")),
            use("top_le", _ROW, "top{m*n} f"),
        ),
        claim(
            f"∀i:[m], j:[n]. f (pair{{m,n}} i j) ≤ top{{m}} {_ROWS}",
            use("top_ge", _ROW, "j"),
            use("top_ge", _ROWS, "i"),
            use("le_trans", "f (pair{m,n} i j)", f"top{{n}} {_ROW}", f"top{{m}} {_ROWS}"),
        ),
        claim(
            f"∀l:[m*n]. f l ≤ top{{m}} {_ROWS}",
            use("pair_quo_rem", "m=m", "n=n", "l"),
            use(1, "quo{m,n} l", "rem{m,n} l"),
            then=rewriting,
        ),
        use("top_le", "f", f"top{{m}} {_ROWS}"),
        use("top_le", _ROWS, "top{m*n} f"),
        then=squeezed,
    ),
)
def top_pair() -> None:
    """The largest number of blocks is the largest of the largest of each block."""
