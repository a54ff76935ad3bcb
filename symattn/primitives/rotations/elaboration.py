"""Sines and cosines side by side, and rotations by blocks, as defined constants."""

from __future__ import annotations

from symattn.elaborate.constants import belongs_to
from symattn.elaborate.scope import Scope, elaborates
from symattn.elaborate.sizes import size_of
from symattn.kernel.terms import Term, app
from symattn.primitives.rotations.word import BlockRotation, SineCosine
from symattn.prover.library.definitions import defined

belongs_to("sine_cosine", SineCosine)
belongs_to("block_rotation", BlockRotation)


@elaborates(SineCosine)
def _sine_cosine(scope: Scope, node: SineCosine) -> Term:
    return app(defined("sine_cosine", size_of(node.angles.shape[0])), scope.real(node.angles))


@elaborates(BlockRotation)
def _block_rotation(scope: Scope, node: BlockRotation) -> Term:
    return app(defined("block_rotation", size_of(node.angles.shape[0])), scope.real(node.angles))
