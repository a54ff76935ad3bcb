"""How sines and cosines, and rotations by blocks, are written."""

from __future__ import annotations

from typing import Any

from symattn.primitives.rotations.word import BlockRotation, SineCosine
from symattn.render.rules import in_latex, shown_by

shown_by(
    SineCosine,
    r"\operatorname{sincos}\left(\theta\right)_{2 m} = \sin\left(\theta_{m}\right), \quad"
    r" \operatorname{sincos}\left(\theta\right)_{2 m + 1} = \cos\left(\theta_{m}\right)",
)
shown_by(
    BlockRotation,
    r"\operatorname{Rot}\left(\theta\right) = \operatorname{diag}_{m} \begin{pmatrix} \cos\left(\theta_{m}\right) &"
    r" \sin\left(\theta_{m}\right) \\ -\sin\left(\theta_{m}\right) & \cos\left(\theta_{m}\right) \end{pmatrix}",
)


@in_latex(SineCosine)
def _sine_cosine(printer: Any, expr: SineCosine) -> str:
    return printer.call(r"\operatorname{sincos}", expr.args[0])


@in_latex(BlockRotation)
def _block_rotation(printer: Any, expr: BlockRotation) -> str:
    return printer.call(r"\operatorname{Rot}", expr.args[0])
