"""What similarity kernels cost: one function for each value of an arbitrary one, its definition for the others."""

from __future__ import annotations

from symattn.language.cost_counter import Binders, Counter, counts, entries
from symattn.primitives.kernels.word import KernelMatrix, KernelSymbol, KernelValue


@counts(KernelValue)
def _kernel_value(self: Counter, node: KernelValue, binders: Binders) -> None:
    if isinstance(node.kernel, KernelSymbol):
        self.visit_all(node.args[1:], binders)
        self.record(node, binders, functions=1)
    else:
        self.visit(node.definition(), binders)


@counts(KernelMatrix)
def _kernel_matrix(self: Counter, node: KernelMatrix, binders: Binders) -> None:
    if not isinstance(node.kernel, KernelSymbol):
        self.follow(node, binders)
        return
    self.visit_all((node.queries, node.keys), binders)
    self.record(node, binders, entries(node), functions=entries(node))
