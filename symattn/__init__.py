"""A proof checker for the mathematics of attention.

State an identity between matrices of symbolic size and get a checked proof, a concrete counterexample, or "unknown".
Every public name is imported when it is first used, so that importing this package alone costs nothing.

>>> from sympy import MatrixSymbol
>>> from symattn import Attention, PermutationSymbol, dims
>>> r, n, ell, d = dims("r n ell d")
>>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
>>> sigma = PermutationSymbol("sigma", n)
>>> Attention(Q, sigma*K, sigma*V).shape
(r, d)
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

__version__ = "0.1.0"
_STARTED = time.time()  # before any other file of symattn is read

# module → the public names it supplies, beside the primitives and the words in symattn.language.words
_SUPPLIERS = {
    "symattn.language": (
        "Calc",
        "Claim",
        "Converges",
        "EqualRowNorms",
        "Equation",
        "Fails",
        "Exists",
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
        "OrthogonalSymbol",
        "Periodic",
        "PermutationSymbol",
        "PositiveDefinite",
        "PositiveSemidefinite",
        "ProbabilitySymbol",
        "Proposition",
        "Unmasked",
        "calc",
        "claim",
        "define",
        "dims",
        "from_entries",
        "sum_over",
        "typeset",
    ),
    "symattn.deciding.decide": ("decide", "prove"),
    "symattn.deciding.verdict": ("NotDecided", "Verdict"),
    "symattn.language.costs": ("Cost", "cost", "leading_term"),
    "symattn.numeric": ("Counterexample", "SpotCheck", "evaluate", "refute", "spot_check", "witness"),
    "symattn.render.latex": ("latex",),
    "symattn.reading.read": ("read",),
    "symattn.certificates.certificate": ("certificate",),
    "symattn.scripts.claims": ("theorem",),
    "symattn.scripts.cli": ("run_script",),
    "symattn.errors": (
        "ClaimError",
        "DefinitionError",
        "Fault",
        "HypothesisError",
        "MaskedRow",
        "MissingValue",
        "OddWidth",
        "ShapeError",
        "SymattnError",
        "UndeclaredSymbol",
        "UnsupportedExpression",
        "UsageError",
    ),
}
_SUPPLIER = {name: module for module, names in _SUPPLIERS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return _names()
    supplier = _SUPPLIER.get(name)
    if supplier is None and (name.startswith("_") or name not in _words()):
        raise AttributeError(f"module 'symattn' has no attribute {name!r}")
    with _nothing_collected():
        language = import_module("symattn.language")  # whatever is used first: from then on SymPy captures nothing
        import_module("symattn.language.base.known_words").reserve(_names())
        module = import_module(supplier or "symattn.language")
        if module is language:
            # SymPy and Jupyter print these classes in the notation of the literature from the first use on.
            import_module("symattn.render.latex_printer").teach_sympy()
        import_module("symattn.notebook").teach(module)
        if supplier == "symattn.deciding.decide":
            import_module("symattn.language.lemmas").supply_claims_from("symattn.scripts.claims")
    value = globals()[name] = getattr(module, name)
    return value


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Collect no garbage while modules are imported, which leave none: looking for it takes a seventh of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _words() -> Mapping[str, Any]:
    """Return the words of the language, with a definition and without, which no list names."""
    import_module("symattn.language")
    defined: Mapping[str, Any] = import_module("symattn.language.words").defined_words()
    primitive: Mapping[str, Any] = import_module("symattn.registration").primitive_words()
    return {**primitive, **defined}


def _names() -> list[str]:
    return sorted({*_SUPPLIER, *_words()})


def __dir__() -> list[str]:
    return sorted({*globals(), *_names()})
