"""Which brackets a formula in one line of text needs.

The operators that stand outside of all brackets say how tightly a formula binds. So every printer has brackets where
they are needed, of the classes of SymPy, of the language and of the user, and none has to declare a precedence.
"""

from __future__ import annotations

import re

from sympy.printing.precedence import PRECEDENCE

RELATION, SUM, PRODUCT, POWER, ATOM = (PRECEDENCE[name] for name in ("Relational", "Add", "Mul", "Pow", "Atom"))
#: Of a sign that reaches over what follows it, as Σ and ∂ do, and of entrywise products.
REACHING = ENTRYWISE = (SUM + PRODUCT) // 2
_QUOTED = r'"[^"]*"'
_BRACKETED = r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}"
#: The operators from the weakest on; a place that held brackets is marked by "\0".
_OPERATORS = (
    (RELATION, r" [=≤≥<>≠∈↦] "),
    (PRECEDENCE["BitwiseOr"], r" [|&] "),
    (SUM, r"^[-−]| [-+−] "),
    (REACHING, r"[Σ∏]_\0 |∂[^ ]*/∂"),
    (ENTRYWISE, r" ∘ |\^∘"),
    (PRODUCT, r"[·/ ]|^\d+(?:\.\d+)?[^\W\d_]"),
    (POWER, r"[√^∘⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᵀ†]"),
)


def binding(written: str) -> int:
    """Return how tightly a formula binds, as a precedence of SymPy's.

    >>> [binding(each) == SUM for each in ("x + y", "-x", "f(x + y)")]
    [True, True, False]
    >>> [binding(each) == ATOM for each in ('A[i, j]', '"1 + 1"', "x_1", "2x", "Aᵀ", "√x")]
    [True, True, True, False, False, False]
    """
    outside = re.sub(_QUOTED, "x", written)
    count = 1
    while count:
        outside, count = re.subn(_BRACKETED, "\0", outside)
    found: int = next((level for level, operator in _OPERATORS if re.search(operator, outside)), ATOM)
    return found


def as_atom(written: str) -> str:
    """Return a formula in text that indices may stand behind: in brackets unless it binds as tightly as they do.

    >>> as_atom("A"), as_atom("f(A)"), as_atom("A + B")
    ('A', 'f(A)', '(A + B)')
    """
    return written if binding(written) == ATOM else f"({written})"


_SCRIPT = r"[_^](?:\w|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})\}*'*$"


def indexable(written: str) -> str:
    r"""Return a formula in LaTeX that indices may stand below: in brackets where it ends in indices or a power itself.

    >>> print(indexable("A"), indexable("V_{2}"))
    A \left(V_{2}\right)
    """
    return rf"\left({written}\right)" if re.search(_SCRIPT, written) else written


def has_power(written: str) -> bool:
    r"""Tell whether a formula has a power outside of all its brackets, so that another power needs some around it.

    >>> [has_power(each) for each in ("x^{2}", r"\left(x^{2} + 1\right)", r"\left(x x^{T}\right)_{0,0}", "x²", "e^x")]
    [True, False, False, False, True]
    """
    depth = 0
    for token in re.findall(r"\\[{}]|[(){}\[\]^]", written):
        depth += (token in ("(", "{", "[")) - (token in (")", "}", "]"))
        if token == "^" and not depth:
            return True
    return False


def is_call(written: str) -> bool:
    r"""Tell whether a formula in LaTeX is an operator before its arguments, below which indices may stand as they are.

    In braces it would be no operator to TeX, which would set no space before it.

    >>> is_call(r"\operatorname{norm}\left(A\right)"), is_call(r"\operatorname*{Stack}_{k} \left(A\right)")
    (True, False)
    """
    return written.startswith(r"\operatorname{") and written.endswith(r"\right)")


def subscripted(written: str, indices: str) -> str:
    r"""Write indices below a formula in LaTeX.

    >>> print(subscripted("A", "i, j"), subscripted("V_{2}", "i, j"))
    {A}_{i, j} {\left(V_{2}\right)}_{i, j}
    """
    base = indexable(written)
    return f"{base if is_call(base) else f'{{{base}}}'}_{{{indices}}}"
