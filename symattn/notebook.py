"""Let the objects of symattn show themselves in notebooks: formulas, claims, derivations, verdicts, costs.

Front ends choose between HTML, in which TeX stands for MathJax, and LaTeX. SymPy's classes have their LaTeX from
SymPy, where `symattn.render.latex_printer` adds the rules for the language; what has no LaTeX yet is given it here.
`symattn` calls `teach` for the modules it loads; no renderer is loaded before a cell shows something.
"""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
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
    "symattn.reading.report": {"Report": ("_notes", "_notes_latex")},
}
#: Results that ask how they show themselves (`symattn.showing`): they come from modules that nobody need have named.
_RESULTS = {
    "Counterexample": ("_counterexample", "_latex"),
    "Negation": ("_counterexample", "_latex"),
    "SpotCheck": ("_spot_check", "_spot_check_latex"),
    "Verdict": ("_verdict", "_latex"),
}
#: What comes with a module.
_WITH = {
    "symattn.reading.read": ("symattn.reading.report",),
    "symattn.language": ("symattn.errors",),
    "symattn.deciding.decide": ("symattn.errors",),
}


def teach(module: ModuleType) -> None:
    """Give the classes of a module their `_repr_html_` and, where it is missing, their `_repr_latex_`.

    >>> import symattn.language
    >>> teach(symattn.language)
    >>> from sympy import MatrixSymbol
    >>> symattn.language.RowSoftmax(MatrixSymbol("A", 2, 2))._repr_html_().count("<math")
    0
    """
    for name, shown in _SHOWN.get(module.__name__, {}).items():
        for method, function in zip(("_repr_html_", "_repr_latex_"), shown, strict=False):
            setattr(getattr(module, name), method, globals()[function])
    if module.__name__ == "symattn.errors":
        module.SymattnError._render_traceback_ = _traceback
    for other in _WITH.get(module.__name__, ()):
        teach(import_module(other))


class Picture:
    """Show a figure of Matplotlib in a notebook with its alternative text, which says in words what is to be seen.

    The text goes with the picture, as nbconvert reads it, and stands where there are no pictures. JupyterLab (4.6)
    gives pictures no alternative text, whatever goes with them, and takes out those that stand in HTML. With ``close``
    the figure is not shown again at the end of the cell.

    >>> from types import SimpleNamespace
    >>> figure = SimpleNamespace(savefig=lambda file, **options: file.write(b"PNG"))
    >>> Picture(figure, "A line that rises.", close=False)
    A line that rises.
    """

    def __init__(self, figure: Any, alternative: str, close: bool = True) -> None:
        file = BytesIO()
        figure.savefig(file, format="png", dpi=100, metadata={"Software": None})
        self.png, self.alternative = file.getvalue(), " ".join(alternative.split())
        if close:
            import_module("matplotlib.pyplot").close(figure)

    def __repr__(self) -> str:
        return self.alternative

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, str], dict[str, Any]]:
        from base64 import b64encode

        data = {"image/png": b64encode(self.png).decode(), "text/plain": self.alternative}
        return data, {"image/png": {"alt": self.alternative}}


def as_html(result: Any) -> str:
    """Write a result for `_repr_html_`."""
    return str(globals()[_RESULTS[type(result).__name__][0]](result))


def as_latex(result: Any) -> str:
    """Write a result for `_repr_latex_`."""
    return str(globals()[_RESULTS[type(result).__name__][1]](result))


def _traceback(error: Any) -> list[str]:
    """Write the traceback of an error for IPython: where the user wrote what is wrong, without the lines of symattn."""
    from symattn.errors import elsewhere

    written = import_module("IPython").get_ipython().InteractiveTB
    return list(written.structured_traceback(type(error), error, elsewhere(error.__traceback__)))


def _stated(x: Any) -> str:
    from symattn.render.cell import repr_html

    return repr_html(x)


def _notes(report: Any) -> str:
    from symattn.reading.site import fragment

    return fragment(report)


def _notes_latex(report: Any) -> str:
    from symattn.reading.site import in_latex

    return in_latex(report)


def _latex(x: Any) -> str:
    from symattn.render.latex import repr_latex

    return repr_latex(x)


def _cost(cost: Any) -> str:
    from symattn.render.cell import cell, tex
    from symattn.render.costs import cost_latex

    return cell(tex(cost_latex(cost)))


def _cost_latex(cost: Any) -> str:
    from symattn.render.costs import cost_latex

    return rf"$\displaystyle {cost_latex(cost)}$"


def _spot_check(check: Any) -> str:
    from symattn.render.cell import cell, spot_check_cell

    return cell(spot_check_cell(check))


def _spot_check_latex(check: Any) -> str:
    from symattn.render.latex import spot_check_latex

    return rf"$\displaystyle {spot_check_latex(check)}$"


def _verdict(verdict: Any) -> str:
    from symattn.deciding.stages import reasons
    from symattn.deciding.told import why_unknown
    from symattn.numeric.sides import both_sides
    from symattn.render.cell import cell, verdict_cell

    sides = both_sides(verdict.claim, verdict.counterexample)
    return cell(verdict_cell(verdict, reasons, sides, why_unknown(verdict)))


def _counterexample(counterexample: Any) -> str:
    from symattn.render.cell import cell, counterexample_cell

    return cell(counterexample_cell(counterexample))
