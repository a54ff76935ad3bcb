"""The notebooks run from top to bottom, show what their text explains, and hold the outputs of such a run.

``python tests/test_notebooks.py`` runs them all and writes their outputs anew, or those of the notebooks it names.
"""

import ast
import json
import os
import re
import sys
from pathlib import Path

import pytest
from sympy import MatrixSymbol, Symbol

from symattn import (
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
    "08_testing_your_kernel": "p",
    "09_checking_somebodys_notes": "p r p p r d d r r p",
}
PICTURES = {
    "02_symmetries": 1,
    "03_masks_kernels": 4,
    "04_positional_encodings": 6,
    "06_modern_attention": 1,
    "08_testing_your_kernel": 1,
}


#: What differs between two runs that are the same: seconds, and errors of rounding.
VARYING = re.compile(r"\d+(?:\.\d+)? (?:m|µ)?s(?:econds)?\b|\d\.\d+(?:e-\d+| \\cdot 10\^\{-\d+\})")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_one_line_imports_the_names_of_symattn(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    source = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    found = re.findall(r"^from symattn import .*$", source, flags=re.MULTILINE)
    found = [line for line in found if not line.endswith(" verifier")]  # a module
    assert found in (["from symattn import *"], ["from symattn import read"])


def cells(path, kind):
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == kind]


def run(path):
    """Run a notebook from top to bottom in a fresh process and return it; a cell that fails raises its error."""
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    known = notebook.metadata
    client = nbclient.NotebookClient(
        notebook, timeout=300, record_timing=False, resources={"metadata": {"path": str(path.parent)}}
    )
    client.execute()
    notebook.metadata = {"kernelspec": known["kernelspec"], "language_info": {"name": "python"}}
    return notebook


def of_every_run(outputs):
    """Return what the outputs of a cell are in every run; of pictures, their kind and what is said of them."""
    shown = []
    for output in map(_fixed, outputs):
        if shown and output["output_type"] == "stream" and output.get("name") == shown[-1].get("name"):
            shown[-1]["text"] += output["text"]  # where Jupyter cuts a stream is a matter of time
        else:
            shown.append(output)
    return json.loads(VARYING.sub("…", json.dumps(shown, ensure_ascii=False)))


def _fixed(output):
    data = dict(output.get("data", {}))
    if "image/png" in data:
        data["image/png"] = "a picture"
    return {
        **output,
        "data": {kind: _joined(each) for kind, each in data.items()},
        "text": _joined(output.get("text", "")),
    }


def _joined(text):
    return "".join(text)


def test_every_notebook_is_tested():
    assert [path.stem for path in NOTEBOOKS] == sorted(SHOWN)


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=lambda path: path.stem)
def fresh(request, tmp_path_factory):
    """A notebook, and a fresh run of it."""
    for module in ("nbclient", "ipykernel", "matplotlib"):
        pytest.importorskip(module, reason=f"{module} is missing: pip install '.[test]'")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(tmp_path_factory.mktemp("ipython")))
        patch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
        return request.param, run(request.param)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_its_cells_are_python_and_were_run_in_order(path):
    code = cells(path, "code")
    for cell in code:
        ast.parse("".join(cell["source"]))  # no magics
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert "".join(cells(path, "markdown")[0]["source"]).startswith("# ")


def test_the_outputs_that_are_committed_are_those_of_a_fresh_run(fresh):
    path, notebook = fresh
    new = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, (before, now) in enumerate(zip(cells(path, "code"), new, strict=True), start=1):
        how = f"cell {number} of {path.name}: python tests/test_notebooks.py {path.stem}"
        assert of_every_run(before["outputs"]) == of_every_run(now["outputs"]), how


def test_it_shows_what_its_text_says(fresh):
    path, notebook = fresh
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert all(output.get("name") != "stderr" for output in outputs)
    shown = [output["data"] for output in outputs if "data" in output]
    html = "".join(data.get("text/html", "") for data in shown)
    verdicts = re.findall(r'class="symattn-badge ([a-z]+)"', html)
    assert " ".join(verdict[0] for verdict in verdicts) == SHOWN[path.stem]
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    assert len(pictures) == PICTURES.get(path.stem, 0)
    for picture in pictures:
        alternative = picture["metadata"]["image/png"]["alt"]
        assert len(picture["data"]["image/png"]) > 5_000 and len(alternative) > 40
        assert picture["data"]["text/plain"] == alternative


def test_whoever_keeps_html_keeps_latex_and_text_too(fresh):
    _, notebook = fresh
    for output in (each for cell in notebook.cells for each in cell.get("outputs", [])):
        if "text/html" in output.get("data", {}):
            assert output["data"]["text/plain"] and "text/latex" in output["data"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_nbconvert_s_sanitiser_leaves_the_outputs_as_they_are(path):
    exporters = pytest.importorskip("nbconvert.exporters")
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    page, _ = exporters.HTMLExporter(sanitize_html=True, exclude_input=True).from_notebook_node(notebook)
    page = page[page.index("<body") :]
    assert "&lt;div" not in page and "&lt;/" not in page and "&lt;img" not in page
    kept = page.count('class="symattn"')
    assert kept == sum("text/html" in out.get("data", {}) for cell in notebook.cells for out in cell.outputs)


n, ell = dims("n ell")
K, A = MatrixSymbol("K", n, ell), MatrixSymbol("A", n, n)
sigma, t = PermutationSymbol("sigma", n), Symbol("t", integer=True, nonnegative=True)


@pytest.mark.parametrize(
    ("shown", "parts"),
    [
        (decide(sigma * K, K).counterexample, r"\sigma = \left(1, 0\right)"),
        (decide(Periodic(SinusoidalVector(t, 2), t)).counterexample, "the kernel proved the negation"),
        (cost(RowSoftmax(A) * K), r"\text{total} & \ell n^{2}"),
        (ShapeError(K * A, (n, ell), (n, n)), r"K A \quad\text{is ill-formed: }"),
        (decide(sigma * K, K), r"\text{(refuted)}"),
        (claim(K, K), r"K = K"),
        (RowSoftmax(A), r"\operatorname{SoftMax}"),
    ],
    ids=lambda shown: type(shown).__name__,
)
def test_objects_show_themselves_as_html_and_as_latex(shown, parts):
    assert "$" in shown._repr_html_()
    assert parts in shown._repr_latex_()
    assert shown._repr_latex_().startswith(("$", r"\begin{align*}"))


def test_a_cost_names_what_was_computed_before():
    table = cost(SelfAttention(K, *(MatrixSymbol(name, ell, n) for name in ("S_Q", "S_K", "S_V"))))
    assert r"\left(K S_{Q}\right) \left(K S_{K}\right)^{T}" in table._repr_latex_()


def test_an_error_is_shown_where_it_was_written():
    pytest.importorskip("IPython.core.interactiveshell").InteractiveShell.instance()
    with pytest.raises(ShapeError) as caught:
        decide(A * K * A, K)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(caught.value._render_traceback_()))
    assert "decide(A * K * A, K)" in shown and "do not fit" in shown
    assert not re.search(r"symattn/(?!tests|notebooks)\w+/\w+\.py", shown)


def main(names):
    """Run notebooks, all or those that are named, and write their outputs into them."""
    import nbformat

    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    for path in NOTEBOOKS:
        if not names or path.stem in names:
            nbformat.write(run(path), path)
            print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
