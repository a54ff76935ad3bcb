"""Let the objects of symattn show themselves in notebooks: formulas, claims, derivations, verdicts, costs.

Front ends choose between HTML, which needs no MathJax, and LaTeX. SymPy's classes have their LaTeX from SymPy, where
`symattn.render.latex_printer` adds the rules for the language; what has no LaTeX yet is given it here. `symattn` calls
`teach` for the modules it loads; no renderer is loaded before a cell shows something.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

#: Module → the classes in it that show themselves, and how: as HTML, and as LaTeX where they have none.
_SHOWN: dict[str, dict[str, tuple[str, ...]]] = {
    "symattn.language": {
        "Node": ("_stated",),
        "Proposition": ("_stated",),
        "SimilarityKernel": ("_stated",),
        "KernelValue": ("_stated",),
        "Claim": ("_stated", "_latex"),
        "Calc": ("_stated", "_latex"),
    },
    "symattn.language.costs": {"Cost": ("_cost", "_cost_latex")},
    "symattn.errors": {"ShapeError": ("_stated", "_latex")},
    "symattn.deciding.verdict": {"Verdict": ("_verdict",)},
    "symattn.numeric": {"Counterexample": ("_counterexample", "_latex"), "SpotCheck": ("_spot_check",)},
    "symattn.deciding.negation": {"Negation": ("_counterexample", "_latex")},
}
#: What comes with a module.
_WITH = {"symattn.deciding.verdict": ("symattn.deciding.negation",)}


def teach(module: ModuleType) -> None:
    """Give the classes of a module their `_repr_html_` and, where it is missing, their `_repr_latex_`.

    >>> import symattn.language
    >>> teach(symattn.language)
    >>> from sympy import MatrixSymbol
    >>> symattn.language.RowSoftmax(MatrixSymbol("A", 2, 2))._repr_html_().count("<math")
    1
    """
    for name, shown in _SHOWN.get(module.__name__, {}).items():
        for method, function in zip(("_repr_html_", "_repr_latex_"), shown, strict=False):
            setattr(getattr(module, name), method, globals()[function])
    for other in _WITH.get(module.__name__, ()):
        teach(import_module(other))


def _stated(x: Any) -> str:
    from symattn.render.html import repr_html

    return repr_html(x)


def _latex(x: Any) -> str:
    from symattn.render.latex import repr_latex

    return repr_latex(x)


def _cost(cost: Any) -> str:
    from symattn.render.costs import cost_html
    from symattn.render.html import cell

    return cell(cost_html(cost))


def _cost_latex(cost: Any) -> str:
    from symattn.render.costs import cost_latex

    return rf"$\displaystyle {cost_latex(cost)}$"


def _spot_check(check: Any) -> str:
    from symattn.render.html import cell, escape

    notes = "".join(f"<p>{escape(note)}</p>" for note in check.notes)
    return cell(f"<p>{check.trials} random instances; largest scaled error {check.max_error:.1e}</p>{notes}")


def _verdict(verdict: Any) -> str:
    from symattn.deciding.stages import reasons
    from symattn.numeric.sides import both_sides
    from symattn.render.html import cell, verdict_html

    return cell(verdict_html(verdict, reasons, both_sides(verdict.claim, verdict.counterexample)))


def _counterexample(counterexample: Any) -> str:
    from symattn.render.html import cell, counterexample_html

    return cell(counterexample_html(counterexample))
