"""Pages that Sphinx builds show claims and refer to them; what is wrong on a page is said at its line."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sphinx")
pytest.importorskip("myst_parser")

SCRIPT = """
from sympy import MatrixSymbol
from symattn import dims, theorem

n = dims("n")
C, D = MatrixSymbol("C", n, n), MatrixSymbol("D", n, n)


@theorem("M1", "a product < transposed", "", "proved")
def transposed():
    return (C * (D + C)).T, D.T * C.T + C.T * C.T


@theorem("M2", "products commute", "", "refuted")
def commute():
    return C * D, D * C


@theorem("M3", "declared wrongly", "", "proved")
def wrong():
    return C, D
"""

INDEX = """
Title
=====

.. symattn:: M1

See :claim:`M1` and :claim:`M2`.

.. toctree::

   other
"""

OTHER = """
# Other

```{symattn} M2
:only: counterexample
```

See {claim}`M1`.
"""


def build(folder, pages, *options, builder="html"):
    """Build pages in a process of its own; return the process and the folder of what was built."""
    (folder / "proofs").mkdir(exist_ok=True)
    (folder / "proofs" / "mine.py").write_text(SCRIPT, encoding="utf-8")
    (folder / "conf.py").write_text('extensions = ["myst_parser", "symattn.sphinx_extension"]\n', encoding="utf-8")
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", builder, *options, str(folder), str(folder / builder)]
    return subprocess.run(command, capture_output=True, text=True, check=False), folder / builder


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    run, built = build(tmp_path_factory.mktemp("site"), {"index.rst": INDEX, "other.md": OTHER}, "-W")
    assert run.returncode == 0, run.stderr
    return built


def test_a_page_shows_statement_verdict_and_derivation(site):
    page = (site / "index.html").read_text(encoding="utf-8")
    assert page.count("<math") >= 4 and "a product &lt; transposed" in page and ">proved<" in page
    assert 'class="symattn-steps"' in page


def test_one_part_of_a_claim_stands_by_itself_in_a_page_of_myst(site):
    page = (site / "other.html").read_text(encoding="utf-8")
    assert "<math" in page and "products commute" not in page
    assert "<strong>M2</strong>" in page and ">refuted<" in page, "values alone do not say of what"


def test_the_role_leads_to_the_claim_on_whatever_page_it_is(site):
    assert 'href="#symattn-m1"' in (site / "index.html").read_text(encoding="utf-8")
    assert 'href="other.html#symattn-m2"' in (site / "index.html").read_text(encoding="utf-8")
    assert 'href="index.html#symattn-m1"' in (site / "other.html").read_text(encoding="utf-8")


def test_a_page_asks_nobody_for_its_formulas(site):
    for page in site.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "mathjax" not in text.lower() and "_static/symattn.css" in text
    assert ".symattn-badge" in (site / "_static" / "symattn.css").read_text(encoding="utf-8")


def test_latex_has_latex_and_text_has_text(tmp_path):
    pages = {"index.rst": "Title\n=====\n\n.. symattn:: M2\n"}
    run, built = build(tmp_path, pages, builder="latex")
    assert run.returncode == 0, run.stderr
    whole = "".join(path.read_text(encoding="utf-8") for path in built.glob("*.tex"))
    assert r"\begin{refuted}" in whole and r"\usepackage{amsthm}" in whole
    only = {"index.rst": "Title\n=====\n\n.. symattn:: M2\n   :only: counterexample\n"}
    run, built = build(tmp_path, only, builder="latex")
    assert run.returncode == 0, run.stderr
    assert r"\begin{refuted}" in "".join(path.read_text(encoding="utf-8") for path in built.glob("*.tex"))
    run, built = build(tmp_path, pages, builder="text")
    assert "M2: products commute (refuted)" in (built / "index.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (".. symattn:: M11\n", "index.rst:4: ERROR: no claim has the id 'M11'; there is M1"),
        (".. symattn:: M1\n   :only: sketch\n", '"sketch" unknown; choose from "statement", "derivation", or "counter'),
        (".. symattn:: M1\n   :from: nowhere.py\n", "there is no proof script or folder"),
        ("See :claim:`M11`.\n", "index.rst:4: WARNING: symattn: no claim has the id 'M11'; there is M1"),
        (".. symattn:: M3\n", "symattn: M3 is refuted, declared proved"),
        (
            "See :claim:`M2`.\n\n.. symattn:: M2\n   :only: derivation\n",
            ("index.rst:6: ERROR: M2 has no derivation", "index.rst:4: WARNING: symattn: claim M2 is shown on no page"),
        ),
    ],
)
def test_what_is_wrong_on_a_page_is_said_and_fails_a_strict_build(tmp_path, page, said):
    run, _ = build(tmp_path, {"index.rst": f"Title\n=====\n\n{page}"}, "-W")
    errors = " ".join(run.stderr.split())
    assert (
        run.returncode != 0
        and "undefined label" not in errors
        and all(each in errors for each in ([said] if isinstance(said, str) else said))
    ), errors


def test_the_files_for_ci_are_what_they_say():
    yaml = pytest.importorskip("yaml")
    folder = Path(__file__).parents[1] / "docs" / "ci"
    action = yaml.safe_load((folder / "github-action.yml").read_text(encoding="utf-8"))
    assert any("symattn check" in step.get("run", "") for step in action["jobs"]["check"]["steps"])
    kernels = yaml.safe_load((folder / "kernel-tests.yml").read_text(encoding="utf-8"))
    assert any("-m pytest" in step.get("run", "") for step in kernels["jobs"]["test"]["steps"])
    hook = yaml.safe_load((folder / "pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0]["hooks"][0]
    assert hook["entry"].startswith("symattn check")
    assert hook["pass_filenames"] is False, "a helper that changed is no proof script: what imports it is checked"


def test_the_citation_names_this_version():
    yaml = pytest.importorskip("yaml")
    from symattn import __version__

    record = yaml.safe_load((Path(__file__).parents[1] / "CITATION.cff").read_text(encoding="utf-8"))
    assert record["cff-version"] == "1.2.0" and record["version"] == __version__ and record["authors"]
