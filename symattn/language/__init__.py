"""The language of symattn: SymPy expressions for attention, masks, encodings and the statements about them.

This package knows SymPy and nothing of proofs. Every class checks the shapes of its arguments when it is made, and has
a ``definition()`` one step into smaller expressions unless it is primitive.
"""

from typing import Any

from symattn.language.base.automatic import keep_sums, know_whole_quotients
from symattn.language.base.by_index import from_entries, sum_over
from symattn.language.base.dims import check_size, dims, half_size, is_dim, is_size, sizes_equal, split_size
from symattn.language.base.entries import element, fresh_index
from symattn.language.base.hygiene import teach_sympy
from symattn.language.base.known_words import MAKERS, reserve
from symattn.language.base.names import enter_classes
from symattn.language.base.nodes import Node
from symattn.language.base.own_tex import typeset
from symattn.language.base.shapes import check_shapes, product, shape_of, transposed
from symattn.language.base.slices import take_parts_of_parts
from symattn.language.base.sorts import is_extended
from symattn.language.base.symbols import (
    IndexMap,
    InvertibleSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    ProbabilitySymbol,
)
from symattn.language.base.traversal import postorder
from symattn.language.base.valid_indices import remember_valid_indices
from symattn.language.convergence import Converges
from symattn.language.definite import Loewner, PositiveDefinite, PositiveSemidefinite
from symattn.language.distinct import Fails, Injective, LeastPeriod, Periodic
from symattn.language.existence import Exists
from symattn.language.inspection import Declarations, declarations
from symattn.language.own_words import define
from symattn.language.propositions import (
    Calc,
    Claim,
    EqualRowNorms,
    Equation,
    FreeOf,
    Invariant,
    Invertible,
    Proposition,
    Step,
    as_hypotheses,
    as_proposition,
    calc,
    claim,
)
from symattn.language.quantified import ForAll, Unmasked
from symattn.language.words import defined_words, sympy_classes
from symattn.registration import primitive_words, unwritten_words

teach_sympy()
keep_sums()
know_whole_quotients()
take_parts_of_parts()
remember_valid_indices()
sympy_classes.teach_sympy()


def __getattr__(name: str) -> Any:
    if name not in MAKERS:
        raise AttributeError(f"module 'symattn.language' has no attribute {name!r}")
    value = globals()[name] = MAKERS[name]()
    return value


__all__ = [
    "Calc",
    "Claim",
    "Converges",
    "Declarations",
    "EqualRowNorms",
    "Equation",
    "Exists",
    "Fails",
    "ForAll",
    "FreeOf",
    "IndexMap",
    "Injective",
    "Invariant",
    "Invertible",
    "InvertibleSymbol",
    "LeastPeriod",
    "Loewner",
    "MaskSymbol",
    "Node",
    "OrthogonalSymbol",
    "Periodic",
    "PermutationSymbol",
    "PositiveDefinite",
    "PositiveSemidefinite",
    "ProbabilitySymbol",
    "Proposition",
    "Step",
    "Unmasked",
    "as_hypotheses",
    "as_proposition",
    "calc",
    "check_shapes",
    "check_size",
    "claim",
    "declarations",
    "define",
    "dims",
    "element",
    "fresh_index",
    "from_entries",
    "half_size",
    "is_dim",
    "is_extended",
    "is_size",
    "postorder",
    "product",
    "shape_of",
    "sizes_equal",
    "split_size",
    "sum_over",
    "transposed",
    "typeset",
]

# Registration: the words of the primitives, and those that have a definition, by scanning their packages.
for _found in (primitive_words(), unwritten_words(), defined_words()):
    if _taken := _found.keys() & set(__all__):
        raise ImportError(f"{min(_taken)} of {_found[min(_taken)].__module__} is a name of the language already")
    __all__ += sorted(_found)
    globals().update({name: word for name, word in _found.items() if name not in MAKERS})

reserve(__all__)
enter_classes(name for name in __all__ if name in MAKERS or isinstance(globals()[name], type))
