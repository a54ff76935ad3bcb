"""The notebooks hold no outputs, run from top to bottom, and show what their text explains; objects show themselves."""

import ast
import json
import re
from pathlib import Path

import pytest
from sympy import MatrixSymbol, Symbol

from symattn import (
    Attention,
    Periodic,
    PermutationSymbol,
    RowSoftmax,
    SelfAttention,
    ShapeError,
    SinusoidalVector,
    claim,
    cost,
    decide,
    dims,
    spot_check,
)

pytestmark = pytest.mark.slow

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))

#: The verdicts that each notebook shows, in order; p is proved, r refuted, u unknown.
SHOWN = {
    "01_first_identity": "p r u p p p",
    "02_symmetries": "p p r p p p p r r",
    "03_masks_kernels": "p p p p p p p r",
    "04_positional_encodings": "p p p p p p p p p p p r p p",
    "05_checking_notes": "p r p u r r p p p",
    "06_modern_attention": "p p p p r p p p r",
    "07_your_own_variant": "p p r p",
}
PICTURES = {"02_symmetries": 1, "03_masks_kernels": 4, "04_positional_encodings": 5, "06_modern_attention": 1}


def cells(path, kind):
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == kind]


def test_every_notebook_is_tested():
    assert [path.stem for path in NOTEBOOKS] == sorted(SHOWN)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_outputs_are_committed(path):
    for cell in cells(path, "code"):
        assert cell["outputs"] == [] and cell["execution_count"] is None
        ast.parse("".join(cell["source"]))  # no magics: the cells are Python
    assert "".join(cells(path, "markdown")[0]["source"]).startswith("# ")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_shows_what_its_text_says(path, tmp_path, monkeypatch):
    for module in ("nbclient", "ipykernel", "matplotlib"):
        pytest.importorskip(module, reason=f"{module} is missing: pip install '.[test]'")
    import nbclient
    import nbformat

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(path.parent)}})
    client.execute()  # raises the error of a cell, with the cell

    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert all(output.get("name") != "stderr" for output in outputs)
    shown = [output["data"] for output in outputs if "data" in output]
    html = "".join(data.get("text/html", "") for data in shown)
    verdicts = re.findall(r'class="symattn-badge ([a-z]+)"', html)
    assert " ".join(verdict[0] for verdict in verdicts) == SHOWN[path.stem]
    assert 'class="tex"' not in html
    pictures = [data["image/png"] for data in shown if "image/png" in data]
    assert len(pictures) == PICTURES.get(path.stem, 0) and all(len(picture) > 5_000 for picture in pictures)


n, ell = dims("n ell")
K, A = MatrixSymbol("K", n, ell), MatrixSymbol("A", n, n)
sigma, t = PermutationSymbol("sigma", n), Symbol("t", integer=True, nonnegative=True)


@pytest.mark.parametrize(
    ("shown", "parts"),
    [
        (decide(sigma * K, K).counterexample, r"\sigma = \left(1, 0\right)"),
        (decide(Periodic(SinusoidalVector(t, 2), t)).counterexample, "the negation is a theorem"),
        (cost(RowSoftmax(A) * K), r"\text{total} & \ell n^{2}"),
        (ShapeError(K * A, (n, ell), (n, n)), r"K A \quad\text{is ill-formed: }"),
        (decide(sigma * K, K), r"\text{(refuted)}"),
        (claim(K, K), r"K = K"),
        (RowSoftmax(A), r"\operatorname{SoftMax}"),
    ],
    ids=lambda shown: type(shown).__name__,
)
def test_objects_show_themselves_as_html_and_as_latex(shown, parts):
    assert "<math" in shown._repr_html_()
    assert parts in shown._repr_latex_()
    assert shown._repr_latex_().startswith(("$", r"\begin{align*}"))


def test_a_cost_names_what_was_computed_before():
    table = cost(SelfAttention(K, *(MatrixSymbol(name, ell, n) for name in ("S_Q", "S_K", "S_V"))))
    assert r"\left(K S_{Q}\right) \left(K S_{K}\right)^{T}" in table._repr_latex_()


def test_a_spot_check_says_how_many_instances_and_how_exact():
    shown = spot_check(Attention(K, sigma * K, sigma * K), Attention(K, K, K))._repr_html_()
    assert re.search(r"<p>20 random instances; largest scaled error \d\.\de-1\d</p>", shown)
