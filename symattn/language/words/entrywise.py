"""Functions that act on every entry of a matrix: the activations of neural networks.

Sources: [Hendrycks] D. Hendrycks, K. Gimpel, *Gaussian Error Linear Units*, arXiv 1606.08415.  [Nair] V. Nair,
G. Hinton, *Rectified Linear Units Improve Restricted Boltzmann Machines*, ICML 2010.  [Dugas] C. Dugas et al.,
*Incorporating Second-Order Functional Knowledge*, NIPS 2000.  [Bishop] C. Bishop, *Pattern Recognition and Machine
Learning*.
"""

from __future__ import annotations

from sympy import Expr, Max, Rational, Symbol, exp, log, pi, sqrt, tanh

from symattn.language.own_words import house_word

__all__ = ["GELU", "ReLU", "SiLU", "Sigmoid", "Softplus"]

x = Symbol("x", real=True)


@house_word(x, latex=r"\sigma", source="[Bishop, (4.59)]")
def Sigmoid(x: Expr) -> Expr:
    """Take 1/(1 + e⁻ˣ), of a number or of every entry of a matrix.

    >>> from sympy import MatrixSymbol
    >>> from symattn import Sigmoid, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(Sigmoid(A), {A: [[0, 1], [2, 3]]}).round(4).tolist()
    [[0.5, 0.7311], [0.8808, 0.9526]]
    """
    return 1 / (1 + exp(-x))


@house_word(x, source="[Nair, §2]")
def ReLU(x: Expr) -> Expr:
    """Take max(0, x), of a number or of every entry of a matrix.

    >>> from sympy import MatrixSymbol
    >>> from symattn import ReLU, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(ReLU(A), {A: [[0, 1], [-2, 3]]}).tolist()
    [[0.0, 1.0], [0.0, 3.0]]
    """
    return Max(0, x)


@house_word(x, source="[Hendrycks, §4]")
def SiLU(x: Expr) -> Expr:
    """Take x/(1 + e⁻ˣ), of a number or of every entry of a matrix.

    >>> from sympy import MatrixSymbol
    >>> from symattn import SiLU, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(SiLU(A), {A: [[0, 1], [2, 3]]}).round(4).tolist()
    [[0.0, 0.7311], [1.7616, 2.8577]]
    """
    return x / (1 + exp(-x))


@house_word(x, source="[Hendrycks, §2]: the form with tanh")
def GELU(x: Expr) -> Expr:
    """Take x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))), of a number or of every entry of a matrix.

    >>> from sympy import MatrixSymbol
    >>> from symattn import GELU, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(GELU(A), {A: [[0, 1], [2, 3]]}).round(4).tolist()
    [[0.0, 0.8412], [1.9546, 2.9964]]
    """
    return x / 2 * (1 + tanh(sqrt(2 / pi) * (x + Rational(44715, 1_000_000) * x**3)))


@house_word(x, source="[Dugas, §3]")
def Softplus(x: Expr) -> Expr:
    """Take log(1 + eˣ), of a number or of every entry of a matrix.

    >>> from sympy import MatrixSymbol
    >>> from symattn import Softplus, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(Softplus(A), {A: [[0, 1], [2, 3]]}).round(4).tolist()
    [[0.6931, 1.3133], [2.1269, 3.0486]]
    """
    return log(1 + exp(x))
