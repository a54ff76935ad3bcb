"""Lemmas of Schur complements: blocks with an inverse on the diagonal."""

from __future__ import annotations

from .determinants_beside_one import blocks
from .facts import Outline, lemma
from .outlines import claim, rewriting, through, use

_SCHUR = "matadd{{{1},{1}}} {3} (matscale{{{1},{1}}} -1 (matmul{{{1},{0},{1}}} {5} (matmul{{{0},{0},{1}}} X {4})))"
_FIRST_LEFT = _SCHUR.format("m", "k", "A", "D", "B", "C")
_SECOND_LEFT = _SCHUR.format("k", "m", "D", "A", "C", "B")
_WHOLE = blocks("A", "B", "C", "D")


def _schur(first: str, second: str, *known: Outline) -> Outline:
    """Prove what the determinant of blocks is from two factors, each with a block of zeros."""
    return through(
        f"{_WHOLE} = matmul{{m+k,m+k,m+k}} {first} {second}",
        use("det_matmul", "n=m+k", first, second),
        *known,
        use("det_one", "n=m"),
        use("det_one", "n=k"),
        then=rewriting,
    )


@lemma(
    "∀A X:[m]→[m]→ℝ, B:[m]→[k]→ℝ, C:[k]→[m]→ℝ, D:[k]→[k]→ℝ. matmul{m,m,m} A X = identity{m}"
    f" ⇒ det{{m+k}} {_WHOLE} = det{{m}} A * det{{k}} ({_FIRST_LEFT})",
    by=_schur(
        blocks("A", "zeros{m,k}", "C", "identity{k}"),
        blocks("identity{m}", "(matmul{m,m,k} X B)", "zeros{k,m}", f"({_FIRST_LEFT})"),
        use("det_blocks_below", "A", "C", "identity{k}"),
        use("det_blocks_above", "identity{m}", "matmul{m,m,k} X B", _FIRST_LEFT),
    ),
)
def det_schur_first() -> None:
    """[A, B; C, D] = [A, 0; C, 1]·[1, A⁻¹B; 0, D − CA⁻¹B]."""


@lemma(
    "∀A:[m]→[m]→ℝ, B:[m]→[k]→ℝ, C:[k]→[m]→ℝ, D X:[k]→[k]→ℝ. matmul{k,k,k} D X = identity{k}"
    f" ⇒ det{{m+k}} {_WHOLE} = det{{k}} D * det{{m}} ({_SECOND_LEFT})",
    by=_schur(
        blocks("identity{m}", "B", "zeros{k,m}", "D"),
        blocks(f"({_SECOND_LEFT})", "zeros{m,k}", "(matmul{k,k,m} X C)", "identity{k}"),
        use("det_blocks_above", "identity{m}", "B", "D"),
        use("det_blocks_below", _SECOND_LEFT, "matmul{k,k,m} X C", "identity{k}"),
    ),
)
def det_schur_second() -> None:
    """[A, B; C, D] = [1, B; 0, D]·[A − BD⁻¹C, 0; D⁻¹C, 1]."""


_ADDED = "matadd{m,m} A (matmul{m,k,m} X C)"
_TAKEN = "matadd{k,k} D (matscale{k,k} -1 (matmul{k,m,k} C X))"
_SHEAR = blocks("identity{m}", "X", "zeros{k,m}", "identity{k}")
_SHEARED = blocks(f"({_ADDED})", "zeros{m,k}", "C", f"({_TAKEN})")


@lemma(
    "∀A:[m]→[m]→ℝ, B X:[m]→[k]→ℝ, C:[k]→[m]→ℝ, D:[k]→[k]→ℝ."
    f" matadd{{m,k}} B (matmul{{m,k,k}} X D) = matmul{{m,m,k}} ({_ADDED}) X"
    f" ⇒ det{{m+k}} {_WHOLE} = det{{m}} ({_ADDED}) * det{{k}} ({_TAKEN})",
    by=through(
        f"matmul{{m+k,m+k,m+k}} {_SHEAR} {_WHOLE} = matmul{{m+k,m+k,m+k}} {_SHEARED} {_SHEAR}",
        claim(
            f"det{{m+k}} {_WHOLE} = det{{m+k}} (matmul{{m+k,m+k,m+k}} {_SHEAR} {_WHOLE})",
            use("det_unit_above", "X"),
            use("det_matmul", "n=m+k", _SHEAR, _WHOLE),
            then=rewriting,
        ),
        claim(
            f"det{{m+k}} (matmul{{m+k,m+k,m+k}} {_SHEARED} {_SHEAR}) = det{{m}} ({_ADDED}) * det{{k}} ({_TAKEN})",
            use("det_unit_above", "X"),
            use("det_matmul", "n=m+k", _SHEARED, _SHEAR),
            use("det_blocks_below", _ADDED, "C", _TAKEN),
            then=rewriting,
        ),
        then=rewriting,
    ),
)
def det_sheared() -> None:
    """[1, X; 0, 1]·[A, B; C, D] = [A + XC, 0; C, D − CX]·[1, X; 0, 1]."""
