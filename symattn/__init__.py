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

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# module → the public names it supplies
_SUPPLIERS = {
    "symattn.language": (
        "AdditiveEncoding",
        "Attention",
        "BlockDiagonalMask",
        "BlockRotation",
        "BottomRightCausalMask",
        "BoxCar",
        "Calc",
        "CausalMask",
        "Claim",
        "ColumnMax",
        "ColumnMean",
        "ColumnSum",
        "CommonMean",
        "CommonVariance",
        "DotProduct",
        "Epanechnikov",
        "EqualRowNorms",
        "Equation",
        "Euclidean",
        "Expectation",
        "Fails",
        "Flip",
        "ForAll",
        "FreeOf",
        "Frequencies",
        "FrobeniusNorm",
        "GELU",
        "Gradient",
        "HeadBlock",
        "HeadConcat",
        "HeadFamily",
        "HeadStack",
        "HeadSum",
        "Independent",
        "Injective",
        "InnerProduct",
        "Invariant",
        "Invertible",
        "InvertibleSymbol",
        "KernelAttention",
        "KernelMatrix",
        "KernelMultiHeadAttention",
        "KernelSymbol",
        "KernelValue",
        "LeastPeriod",
        "LogSumExp",
        "MapSymbol",
        "MaskSymbol",
        "MaskWhere",
        "MatrixFamily",
        "MaxNorm",
        "Member",
        "MultiHeadAttention",
        "Norm1",
        "OrthogonalSymbol",
        "PaddingMask",
        "PairwiseIndependent",
        "Periodic",
        "PermutationSymbol",
        "PositionMap",
        "PositionalEncoding",
        "PrefixLMMask",
        "PrefixMask",
        "ProbabilitySymbol",
        "Proposition",
        "ReLU",
        "RotaryEncoding",
        "RowMap",
        "RowMax",
        "RowMean",
        "RowSoftmax",
        "RowSum",
        "SelfAttention",
        "SequentialEncoding",
        "ShiftMatrix",
        "SiLU",
        "Sigmoid",
        "SimilarityKernel",
        "SineCosine",
        "SinusoidalEncoding",
        "SinusoidalVector",
        "Softplus",
        "SlidingWindowMask",
        "SquaredEuclidean",
        "SquaredNorm",
        "SubsetMask",
        "SubsetSymbol",
        "TopLeftCausalMask",
        "Unmasked",
        "Variance",
        "Vec",
        "calc",
        "claim",
        "define",
        "dims",
        "from_entries",
        "sum_over",
    ),
    "symattn.deciding.verdict": ("NotDecided", "Verdict", "decide", "prove"),
    "symattn.language.costs": ("Cost", "cost", "leading_term"),
    "symattn.numeric": ("Counterexample", "SpotCheck", "evaluate", "refute", "spot_check", "witness"),
    "symattn.render.latex": ("latex",),
    "symattn.certificates.certificate": ("certificate",),
    "symattn.scripts.claims": ("theorem",),
    "symattn.scripts.cli": ("run_script",),
    "symattn.errors": (
        "ClaimError",
        "DefinitionError",
        "Fault",
        "HypothesisError",
        "MaskedRow",
        "OddWidth",
        "ShapeError",
        "SymattnError",
        "UndeclaredSymbol",
        "UnsupportedExpression",
        "UsageError",
    ),
}
_SUPPLIER = {name: module for module, names in _SUPPLIERS.items() for name in names}

__all__ = sorted(_SUPPLIER)


def __getattr__(name: str) -> Any:
    if name not in _SUPPLIER:
        raise AttributeError(f"module 'symattn' has no attribute {name!r}")
    language = import_module("symattn.language")  # whatever is used first: from then on SymPy captures nothing
    import_module("symattn.language.known_words").reserve(__all__)
    module = import_module(_SUPPLIER[name])
    if module is language:
        # SymPy and Jupyter print these classes in the notation of the literature from the first use on.
        import_module("symattn.render.latex_printer").teach_sympy()
    import_module("symattn.notebook").teach(module)
    value = globals()[name] = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_SUPPLIER})
