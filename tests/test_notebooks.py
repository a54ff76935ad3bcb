"""The notebooks hold no outputs, run from top to bottom, and show the verdicts that their text explains."""

import ast
import json
import re
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))

#: The verdicts that each notebook shows, in order; p is proved, r refuted, u unknown.
SHOWN = {
    "01_first_identity": "p r u p p p",
    "02_symmetries": "p p r p p p r r",
    "03_masks_kernels": "p p p p p p p r",
    "04_positional_encodings": "p p p p p p p r p",
    "05_checking_notes": "p r p u r r p p",
}
PICTURES = {"02_symmetries": 1, "03_masks_kernels": 4, "04_positional_encodings": 4}


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
