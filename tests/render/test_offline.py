"""Static pages of notebooks without a network: every formula of the notebooks becomes MathML."""

import html
import json
import re
from pathlib import Path

import pytest

from symattn.render.offline import main, offline

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


def shown(cell):
    """Yield what a static page shows of a cell, as nbconvert writes it: text and TeX with `<` and `&` escaped."""
    if cell["cell_type"] == "markdown":
        source = html.escape("".join(cell["source"]), quote=False)
        yield re.sub(r"`+[^`]*`+", lambda found: f"<code>{found[0]}</code>", source)
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if "text/html" in data:
            yield "".join(data["text/html"])
        elif "text/latex" in data:
            yield html.escape("".join(data["text/latex"]), quote=False)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_formula_of_a_notebook_is_drawn_without_a_network(path):
    parts = [part for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] for part in shown(cell)]
    pages = [offline(part) for part in parts]
    assert sum(page.count("<math") for page in pages) > 5
    before, after = ("".join(texts).count('<code class="tex">') for texts in (parts, pages))
    assert "<mi>&amp;</mi>" not in "".join(pages)  # a place where lines are aligned
    assert after == before  # what cannot be translated would be shown as TeX
    text = re.sub(r"<(code|pre)\b.*?</\1>|<[^>]*>", "", "".join(pages), flags=re.DOTALL)
    assert "$" not in text and "\\begin" not in text


def test_a_box_around_an_entry_is_drawn():
    page = offline(r"<p>$\begin{pmatrix} \boxed{0.5} \\ 1 \end{pmatrix}$</p>")
    assert page.count("border: 1px solid") == 1 and "menclose" not in page


def test_scripts_of_mathjax_go_and_others_stay():
    page = '<script src="https://cdn.example/mathjax/tex.js"></script><script>let a = "$1$"</script>'
    assert offline(page) == '<script>let a = "$1$"</script>'


def test_prices_code_and_escaped_dollars_stay():
    page = r"<p>5\$ and 6\$</p><code>$x$</code><pre>$y$</pre><title>$z$</title>"
    assert offline(page) == page


def test_a_page_is_rewritten_in_its_place(tmp_path):
    page = tmp_path / "a.html"
    page.write_text("<p>$$x + y$$</p>", encoding="utf-8")
    main([str(page)])
    assert "<math" in page.read_text(encoding="utf-8") and "$" not in page.read_text(encoding="utf-8")


def test_no_page_and_a_missing_page_are_errors_of_usage(tmp_path, capsys):
    page = tmp_path / "a.html"
    page.write_text("<p>$x$</p>", encoding="utf-8")
    for arguments, message in (
        ([], "the following arguments are required: page"),
        ([str(page), str(tmp_path / "b.html")], "b.html: No such file or directory"),
        ([str(tmp_path)], "Is a directory"),
    ):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 2
        assert message in capsys.readouterr().err
    assert page.read_text(encoding="utf-8") == "<p>$x$</p>"  # no page is rewritten where one is missing
