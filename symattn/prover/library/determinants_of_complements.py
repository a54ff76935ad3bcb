"""Lemmas of Schur complements, and of blocks that are triangular for other vectors."""

from __future__ import annotations

from .determinants_beside_one import blocks
from .facts import Outline, lemma
from .outlines import claim, rewriting, through, use

_WHOLE = blocks("A", "B", "C", "D")


def _eliminated(first: str, second: str, *known: Outline) -> Outline:
    """Prove what the determinant of blocks is from two factors, each with a block of zeros."""
    return through(
        f"{_WHOLE} = matmul{{m+k,m+k,m+k}} {first} {second}",
        use("det_matmul", "n=m+k", first, second),
        *known,
        then=rewriting,
    )


_LESS_BELOW = "matadd{k,k} D (matscale{k,k} -1 (matmul{k,m,k} Y B))"
_LESS_ABOVE = "matadd{m,m} A (matscale{m,m} -1 (matmul{m,k,m} Y C))"


@lemma(
    "∀A:[m]→[m]→ℝ, B:[m]→[k]→ℝ, C:[k]→[m]→ℝ, D:[k]→[k]→ℝ, Y:[k]→[m]→ℝ. C = matmul{k,m,m} Y A"
    f" ⇒ det{{m+k}} {_WHOLE} = det{{m}} A * det{{k}} ({_LESS_BELOW})",
    by=_eliminated(
        blocks("identity{m}", "zeros{m,k}", "Y", "identity{k}"),
        blocks("A", "B", "zeros{k,m}", f"({_LESS_BELOW})"),
        use("det_unit_below", "Y"),
        use("det_blocks_above", "A", "B", _LESS_BELOW),
    ),
)
def det_eliminated_below() -> None:
    """[A, B; C, D] = [1, 0; Y, 1]·[A, B; 0, D − YB]."""


@lemma(
    "∀A:[m]→[m]→ℝ, B:[m]→[k]→ℝ, C:[k]→[m]→ℝ, D:[k]→[k]→ℝ, Y:[m]→[k]→ℝ. B = matmul{m,k,k} Y D"
    f" ⇒ det{{m+k}} {_WHOLE} = det{{k}} D * det{{m}} ({_LESS_ABOVE})",
    by=_eliminated(
        blocks("identity{m}", "Y", "zeros{k,m}", "identity{k}"),
        blocks(f"({_LESS_ABOVE})", "zeros{m,k}", "C", "D"),
        use("det_unit_above", "Y"),
        use("det_blocks_below", _LESS_ABOVE, "C", "D"),
    ),
)
def det_eliminated_above() -> None:
    """[A, B; C, D] = [1, Y; 0, 1]·[A − YC, 0; C, D]."""


_ADDED = "matadd{m,m} A (matmul{m,k,m} X C)"
_TAKEN = "matadd{k,k} D (matscale{k,k} -1 (matmul{k,m,k} C X))"
_SHEAR = blocks("identity{m}", "X", "zeros{k,m}", "identity{k}")
_SHEARED = blocks(f"({_ADDED})", "zeros{m,k}", "C", f"({_TAKEN})")


@lemma(
    "∀A:[m]→[m]→ℝ, B:[m]→[k]→ℝ, C:[k]→[m]→ℝ, D:[k]→[k]→ℝ, X:[m]→[k]→ℝ."
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
