"""Let the objects of symattn show themselves as HTML in notebooks: formulas, claims, derivations, verdicts, costs.

`symattn` calls `teach` for the modules it loads; no renderer is loaded before a cell shows something.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

#: Module → the classes in it that show themselves, and how.
_SHOWN = {
    "symattn.language": {
        "Node": "_stated",
        "Proposition": "_stated",
        "SimilarityKernel": "_stated",
        "KernelValue": "_stated",
        "Claim": "_stated",
        "Calc": "_stated",
        "Cost": "_cost",
    },
    "symattn.verdict": {"Verdict": "_verdict"},
    "symattn.numeric": {"Counterexample": "_counterexample"},
}


def teach(module: ModuleType) -> None:
    """Give the classes of a module their `_repr_html_`; what a verdict holds comes with it.

    >>> import symattn.language
    >>> teach(symattn.language)
    >>> from sympy import MatrixSymbol
    >>> symattn.language.RowSoftmax(MatrixSymbol("A", 2, 2))._repr_html_().count("<math")
    1
    """
    for name, shown in _SHOWN.get(module.__name__, {}).items():
        setattr(getattr(module, name), "_repr_html_", globals()[shown])  # noqa: B010 – a class not of this module
    if module.__name__ == "symattn.verdict":
        import symattn.numeric

        teach(symattn.numeric)


def _stated(x: Any) -> str:
    from symattn.render.html import repr_html

    return repr_html(x)


def _cost(cost: Any) -> str:
    from symattn.render.html import cell, cost_html

    return cell(cost_html(cost))


def _verdict(verdict: Any) -> str:
    from symattn.numeric.sides import both_sides
    from symattn.render.html import cell, verdict_html
    from symattn.stages import reasons

    return cell(verdict_html(verdict, reasons, both_sides(verdict.claim, verdict.counterexample)))


def _counterexample(counterexample: Any) -> str:
    from symattn.render.html import cell, counterexample_html

    return cell(counterexample_html(counterexample))
