"""Say to editors and type checkers where the public names are; ``tests/test_types.py`` writes this file."""

from typing import Self

from sympy import Expr

from symattn.certificates.certificate import certificate as certificate
from symattn.deciding.decide import decide as decide
from symattn.deciding.decide import prove as prove
from symattn.deciding.verdict import NotDecided as NotDecided
from symattn.deciding.verdict import Verdict as Verdict
from symattn.errors import ClaimError as ClaimError
from symattn.errors import DefinitionError as DefinitionError
from symattn.errors import Fault as Fault
from symattn.errors import HypothesisError as HypothesisError
from symattn.errors import MaskedRow as MaskedRow
from symattn.errors import MissingValue as MissingValue
from symattn.errors import OddWidth as OddWidth
from symattn.errors import ShapeError as ShapeError
from symattn.errors import SymattnError as SymattnError
from symattn.errors import UndeclaredSymbol as UndeclaredSymbol
from symattn.errors import UnsupportedExpression as UnsupportedExpression
from symattn.errors import UsageError as UsageError
from symattn.language.base.accepted import Expression, Matrix
from symattn.language.base.by_index import from_entries as from_entries
from symattn.language.base.by_index import sum_over as sum_over
from symattn.language.base.dims import dims as dims
from symattn.language.base.own_tex import typeset as typeset
from symattn.language.base.symbols import IndexMap as IndexMap
from symattn.language.base.symbols import InvertibleSymbol as InvertibleSymbol
from symattn.language.base.symbols import MaskSymbol as MaskSymbol
from symattn.language.base.symbols import OrthogonalSymbol as OrthogonalSymbol
from symattn.language.base.symbols import PermutationSymbol as PermutationSymbol
from symattn.language.base.symbols import ProbabilitySymbol as ProbabilitySymbol
from symattn.language.convergence import Converges as Converges
from symattn.language.costs import Cost as Cost
from symattn.language.costs import cost as cost
from symattn.language.costs import leading_term as leading_term
from symattn.language.definite import Loewner as Loewner
from symattn.language.definite import PositiveDefinite as PositiveDefinite
from symattn.language.definite import PositiveSemidefinite as PositiveSemidefinite
from symattn.language.distinct import Fails as Fails
from symattn.language.distinct import Injective as Injective
from symattn.language.distinct import LeastPeriod as LeastPeriod
from symattn.language.distinct import Periodic as Periodic
from symattn.language.existence import Exists as Exists
from symattn.language.own_words import Defined, DefinedNumber
from symattn.language.own_words import define as define
from symattn.language.propositions import Calc as Calc
from symattn.language.propositions import Claim as Claim
from symattn.language.propositions import EqualRowNorms as EqualRowNorms
from symattn.language.propositions import Equation as Equation
from symattn.language.propositions import FreeOf as FreeOf
from symattn.language.propositions import Invariant as Invariant
from symattn.language.propositions import Invertible as Invertible
from symattn.language.propositions import Proposition as Proposition
from symattn.language.propositions import calc as calc
from symattn.language.propositions import claim as claim
from symattn.language.quantified import ForAll as ForAll
from symattn.language.quantified import Unmasked as Unmasked
from symattn.language.words.attention import Attention as Attention
from symattn.language.words.attention import SelfAttention as SelfAttention
from symattn.language.words.encodings import Frequencies as Frequencies
from symattn.language.words.encodings import ShiftMatrix as ShiftMatrix
from symattn.language.words.encodings import SinusoidalEncoding as SinusoidalEncoding
from symattn.language.words.encodings import SinusoidalVector as SinusoidalVector
from symattn.language.words.heads import KernelMultiHeadAttention as KernelMultiHeadAttention
from symattn.language.words.heads import MultiHeadAttention as MultiHeadAttention
from symattn.language.words.kernels import BoxCar as BoxCar
from symattn.language.words.kernels import DotProduct as DotProduct
from symattn.language.words.kernels import Epanechnikov as Epanechnikov
from symattn.language.words.kernels import Euclidean as Euclidean
from symattn.language.words.kernels import KernelAttention as KernelAttention
from symattn.language.words.kernels import SquaredEuclidean as SquaredEuclidean
from symattn.language.words.masks import BlockDiagonalMask as BlockDiagonalMask
from symattn.language.words.masks import BottomRightCausalMask as BottomRightCausalMask
from symattn.language.words.masks import MaskWhere as MaskWhere
from symattn.language.words.masks import PaddingMask as PaddingMask
from symattn.language.words.masks import PrefixLMMask as PrefixLMMask
from symattn.language.words.masks import SlidingWindowMask as SlidingWindowMask
from symattn.language.words.masks import TopLeftCausalMask as TopLeftCausalMask
from symattn.language.words.moments import Variance as Variance
from symattn.language.words.positions import AdditiveEncoding as AdditiveEncoding
from symattn.language.words.positions import PositionalEncoding as PositionalEncoding
from symattn.language.words.positions import PositionMap as PositionMap
from symattn.language.words.positions import RotaryEncoding as RotaryEncoding
from symattn.language.words.reversal import Flip as Flip
from symattn.numeric.quick import evaluate as evaluate
from symattn.numeric.refute import Counterexample as Counterexample
from symattn.numeric.refute import refute as refute
from symattn.numeric.refute import witness as witness
from symattn.numeric.spot_check import SpotCheck as SpotCheck
from symattn.numeric.spot_check import spot_check as spot_check
from symattn.primitives.expectation.word import CommonMean as CommonMean
from symattn.primitives.expectation.word import CommonVariance as CommonVariance
from symattn.primitives.expectation.word import Expectation as Expectation
from symattn.primitives.expectation.word import Independent as Independent
from symattn.primitives.expectation.word import PairwiseIndependent as PairwiseIndependent
from symattn.primitives.gradients.word import Gradient as Gradient
from symattn.primitives.heads.word import HeadBlock as HeadBlock
from symattn.primitives.heads.word import HeadConcat as HeadConcat
from symattn.primitives.heads.word import HeadFamily as HeadFamily
from symattn.primitives.heads.word import HeadStack as HeadStack
from symattn.primitives.heads.word import HeadSum as HeadSum
from symattn.primitives.heads.word import MatrixFamily as MatrixFamily
from symattn.primitives.kernels.word import KernelMatrix as KernelMatrix
from symattn.primitives.kernels.word import KernelSymbol as KernelSymbol
from symattn.primitives.kernels.word import KernelValue as KernelValue
from symattn.primitives.kernels.word import SimilarityKernel as SimilarityKernel
from symattn.primitives.maps.word import MapSymbol as MapSymbol
from symattn.primitives.maps.word import RowMap as RowMap
from symattn.primitives.masks.word import CausalMask as CausalMask
from symattn.primitives.masks.word import PrefixMask as PrefixMask
from symattn.primitives.masks.word import SubsetMask as SubsetMask
from symattn.primitives.maxima.word import RowMax as RowMax
from symattn.primitives.rotations.word import BlockRotation as BlockRotation
from symattn.primitives.rotations.word import SineCosine as SineCosine
from symattn.primitives.sequential.word import SequentialEncoding as SequentialEncoding
from symattn.primitives.softmax.word import RowSoftmax as RowSoftmax
from symattn.primitives.subsets.word import Member as Member
from symattn.primitives.subsets.word import SubsetSymbol as SubsetSymbol
from symattn.reading.read import read as read
from symattn.render.latex import latex as latex
from symattn.scripts.claims import theorem as theorem
from symattn.scripts.cli import run_script as run_script

__version__: str
__all__: list[str]

class ColumnMax(Defined):
    """Take the largest entry of each column of a matrix, a row 1×n."""

    def __new__(cls, A: Matrix) -> Self: ...

class ColumnMean(Defined):
    """Take the mean of each column of a matrix: Σ_i A_ij/r, a row 1×n."""

    def __new__(cls, A: Matrix) -> Self: ...

class ColumnSum(Defined):
    """Take the sum of each column of a matrix: Σ_i A_ij, a row 1×n."""

    def __new__(cls, A: Matrix) -> Self: ...

class FrobeniusNorm(DefinedNumber):
    """Take √(Σ A_ij²), the Frobenius norm; of a vector its length."""

    def __new__(cls, A: Matrix) -> Expr: ...

class GELU(DefinedNumber):
    """Take x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))), of a number or of every entry of a matrix."""

    def __new__(cls, x: Expression) -> Expr: ...

class InnerProduct(DefinedNumber):
    """Take Σ A_ij B_ij of two matrices of one shape, the Frobenius inner product."""

    def __new__(cls, A: Matrix, B: Matrix) -> Expr: ...

class LogSumExp(Defined):
    """Take log Σ_j exp(A_ij) of each row of a matrix, a column r×1."""

    def __new__(cls, A: Matrix) -> Self: ...

class MaxNorm(DefinedNumber):
    """Take max |A_ij|, the largest absolute value of an entry; of a vector its ∞-norm."""

    def __new__(cls, A: Matrix) -> Expr: ...

class Norm1(DefinedNumber):
    """Take Σ |A_ij|, the sum of the absolute values of all entries; of a vector its 1-norm."""

    def __new__(cls, A: Matrix) -> Expr: ...

class ReLU(DefinedNumber):
    """Take max(0, x), of a number or of every entry of a matrix."""

    def __new__(cls, x: Expression) -> Expr: ...

class RowMean(Defined):
    """Take the mean of each row of a matrix: Σ_j A_ij/n, a column r×1."""

    def __new__(cls, A: Matrix) -> Self: ...

class RowSum(Defined):
    """Take the sum of each row of a matrix: Σ_j A_ij, a column r×1."""

    def __new__(cls, A: Matrix) -> Self: ...

class SiLU(DefinedNumber):
    """Take x/(1 + e⁻ˣ), of a number or of every entry of a matrix."""

    def __new__(cls, x: Expression) -> Expr: ...

class Sigmoid(DefinedNumber):
    """Take 1/(1 + e⁻ˣ), of a number or of every entry of a matrix."""

    def __new__(cls, x: Expression) -> Expr: ...

class Softplus(DefinedNumber):
    """Take log(1 + eˣ), of a number or of every entry of a matrix."""

    def __new__(cls, x: Expression) -> Expr: ...

class SquaredNorm(DefinedNumber):
    """Take Σ A_ij², the square of the Frobenius norm; of a vector that of its length."""

    def __new__(cls, A: Matrix) -> Expr: ...

class Vec(Defined):
    """Put the columns of an m×n matrix below each other: a column (nm)×1 whose entry m·j + i is A_ij."""

    def __new__(cls, A: Matrix) -> Self: ...
