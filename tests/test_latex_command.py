"""`symattn latex`: fragments, printed forms beside their corrections, progress, and what an interruption leaves."""

import re
from pathlib import Path

import pytest

from symattn.render import document
from symattn.render.macros import OTHERS
from symattn.scripts import cli

SCRIPT = """
from sympy import MatrixSymbol
from symattn import PermutationSymbol, ShapeError, OrthogonalSymbol, dims, theorem

n, d, p = dims("n d p")
X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)

@theorem("L1", "a permutation undone", "Lemma 1, corrected", "proved")
def corrected():
    return sigma.T*sigma*X, X

@theorem("L1.printed", "a permutation that does nothing", "Lemma 1", "refuted", r"\\sigma X = X")
def printed():
    return sigma*X, X

wrong = OrthogonalSymbol("g", p)

@theorem("L1.printed.shape", "a factor of the wrong size", "Lemma 1", ShapeError(X*wrong, (n, d), (p, p)), "g")
def misshapen():
    return X*wrong, X

@theorem("L10", "another one", "Lemma 10", "proved")
def other():
    return (X.T).T, X
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "lemmas.py").write_text(SCRIPT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(capsys, *arguments: str) -> str:
    assert cli.main(["latex", *arguments]) == 0
    return capsys.readouterr().out


def test_a_printed_form_and_its_correction_come_together(folder, capsys):
    for asked, expected in (
        ("L1", ["L1", "L1.printed", "L1.printed.shape"]),
        ("L1.printed", ["L1", "L1.printed"]),
        ("L10", ["L10"]),
    ):
        source = written(capsys, asked)
        places = [source.index(f"[{{{id}: ") for id in expected]
        assert places == sorted(places) and source.count(": ") >= len(expected)
        assert [id for id in ("L1", "L10", "L1.printed", "L1.printed.shape") if f"[{{{id}: " in source] == sorted(
            expected, key=["L1", "L10", "L1.printed", "L1.printed.shape"].index
        )


def test_a_counterexample_is_shown_as_small_matrices_with_the_entries_that_differ(folder, capsys):
    source = written(capsys, "L1.printed")
    assert r"\emph{Counterexample.} For" in source and r"\sigma = \left(1, 0\right)" in source
    assert r"X = \begin{pmatrix} 1 \\ 0 \end{pmatrix}" in source
    assert r"\text{left side} = \begin{pmatrix} \mathbf{0} \\ \mathbf{1} \end{pmatrix}" in source


def test_the_footer_counts_and_names_the_hypotheses_in_symbols(folder, capsys):
    source = written(capsys, "L1")
    assert "Checked in" in source and r"Hypotheses used: $\sigma$ is a permutation." in source


def test_several_claims_stand_in_the_order_named(folder, capsys):
    fragment = written(capsys, "L10", "L1", "--fragment")
    assert fragment.count(r"\begin{theorem}") == 2 and fragment.count(r"\emph{Conventions.}") == 1
    assert fragment.index("[{another one") < fragment.index("[{a permutation undone")
    assert cli.main(["latex", "L1", "L10", "--label", "thm"]) == 2
    assert "--label is about one claim" in capsys.readouterr().err
    assert cli.main(["latex", "L1", "nowhere"]) == 2
    assert "no claim has the id 'nowhere'" in capsys.readouterr().err


def test_a_fragment_has_no_preamble_and_is_no_document_of_its_own(folder, capsys):
    fragment = written(capsys, "L1", "--fragment")
    whole = written(capsys, "L1")
    assert r"\documentclass" not in fragment and r"\end{document}" not in fragment
    assert fragment.count(r"\begin{theorem}") == 1 and "L1.printed" not in fragment and "L1.printed" in whole
    assert cli.main(["latex", "L1", "--fragment", "--pdf"]) == 2
    assert "a fragment is no document of its own" in capsys.readouterr().err
    assert not list(folder.glob("*.tex"))


def test_a_dash_is_standard_output(folder, capsys):
    whole = written(capsys, "L1")
    assert written(capsys, "L1", "-o", "-") == whole and not Path("-").exists()
    assert cli.main(["latex", "L1", "--pdf", "-o", "-"]) == 2
    assert "--pdf writes files" in capsys.readouterr().err


def test_progress_is_shown_when_it_takes_long(folder, capsys, monkeypatch):
    assert cli.main(["latex", "--all", "-o", "all.tex"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("symattn.scripts.latex.SILENT_SECONDS", -1.0)
    monkeypatch.setattr("symattn.render.terminal.PAUSE", 0.0)
    assert cli.main(["latex", "--all", "-o", "all.tex"]) == 0
    assert capsys.readouterr().err.splitlines() == [f"{number} of 4 checked" for number in (1, 2, 3, 4)]


def test_an_interrupted_engine_leaves_whole_files_only(folder, capsys, monkeypatch):
    def interrupted(source: str, engine: str) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(document, "tex_engine", lambda: "pdflatex")
    monkeypatch.setattr(document, "compile_pdf", interrupted)
    Path("old.pdf").write_bytes(b"%PDF old")
    assert cli.main(["latex", "L1", "--pdf", "-o", "old.pdf"]) == 130
    assert "interrupted" in capsys.readouterr().err
    assert Path("old.tex").read_text(encoding="utf-8").endswith("\\end{document}\n")
    assert Path("old.pdf").read_bytes() == b"%PDF old"
    assert sorted(path.name for path in folder.iterdir()) == ["old.pdf", "old.tex", "proofs"]


@pytest.mark.parametrize(
    ("output", "source"),
    [("a.tex", "a.tex"), ("a.pdf", "a.tex"), ("v1.2", "v1.2.tex"), ("G1.printed", "G1.printed.tex")],
)
def test_the_source_stands_beside_the_pdf(folder, monkeypatch, output, source):
    monkeypatch.setenv("PATH", "")
    assert cli.main(["latex", "L10", "--pdf", "-o", output]) == 1
    assert [path.name for path in folder.iterdir() if path.is_file()] == [source]


def test_one_part_of_a_claim_is_written_in_an_environment_of_the_author_s(folder, capsys):
    source = written(capsys, "L1", "--only", "statement", "--no-definitions", "--environment", "lemma", "--fragment")
    assert (
        r"\begin{lemma}[{a permutation undone}]" in source and "Conventions" not in source and "Checked" not in source
    )
    shown = written(capsys, "L1.printed", "--only", "counterexample", "--fragment")
    assert "Counterexample" in shown and r"\begin{refuted}" not in shown
    assert cli.main(["latex", "L1", "--only", "counterexample"]) == 2
    assert "L1 has no counterexample: it is proved" in capsys.readouterr().err


def test_words_are_mapped_to_macros_by_a_file(folder, capsys):
    Path("macros.txt").write_text("transpose = \\top\n", encoding="utf-8")
    assert r"\providecommand{\transpose}{T}" in written(capsys, "L1", "--fragment")
    assert r"^{\top}" in written(capsys, "L1", "--fragment", "--macros", "macros.txt")
    for content in (None, "transpose\n"):
        if content is not None:
            Path("macros.txt").write_text(content, encoding="utf-8")
        assert cli.main(["latex", "L1", "--macros", "no.txt" if content is None else "macros.txt"]) == 2
        assert "macros" in capsys.readouterr().err
    Path("macros.txt").write_text("Att = \\att\nvec = \\v\nRowMax = \\m\nsigma_T = \\foo\n", encoding="utf-8")
    assert cli.main(["latex", "L1", "--macros", "macros.txt"]) == 2
    assert "no word is called sigma_T, and no operator" in capsys.readouterr().err
    Path("macros.txt").write_text("Attentin = \\foo\n", encoding="utf-8")
    assert cli.main(["latex", "L1", "--macros", "macros.txt"]) == 2
    assert "no word is called Attentin; did you mean Attention?" in capsys.readouterr().err


NORMS = """
from sympy import MatrixSymbol
from symattn import FrobeniusNorm, OrthogonalSymbol, SquaredNorm, define, dims, theorem

n, d = dims("n d")
A, Q = MatrixSymbol("A", n, d), OrthogonalSymbol("Q", n)
Twice = define("Twice", (A,), 2*A, latex=r"\\mathcal{D}\\{#1\\}")

@theorem("N1", "a rotation keeps the norm", "", "proved")
def rotated():
    return FrobeniusNorm(Twice(Q*A))**2, SquaredNorm(Twice(A))
"""


@pytest.mark.parametrize(
    ("macros", "expected"),
    [
        ("", r"\left\lVert \mathcal{D}\{A\} \right\rVert_{F}^{2}. \]"),
        (r"FrobeniusNorm = \lVert #1 \rVert", r"\lVert \mathcal{D}\{Q A\} \rVert^{2} ="),
        (r"SquaredNorm = \sq{#1}", r"= \sq{\mathcal{D}\{A\}}. \]"),
        (r"SquaredNorm = \sq", r"= \sq\left(\mathcal{D}\{A\}\right). \]"),
        (r"Twice = \twice", r"= \left\lVert \twice\left(A\right) \right\rVert_{F}^{2}. \]"),
        (r"Twice = #1_{\times 2}^{\flat}", r"= \left\lVert \left(A_{\times 2}^{\flat}\right) \right\rVert_{F}^{2}. \]"),
    ],
)
def test_a_macro_may_have_places_for_arguments(folder, capsys, macros, expected):
    Path("proofs/norms.py").write_text(NORMS, encoding="utf-8")
    Path("macros.txt").write_text(macros, encoding="utf-8")
    source = written(capsys, "N1", "--fragment", "--macros", "macros.txt")
    assert expected in source and "#1" not in source


@pytest.mark.parametrize(
    ("macros", "complaint"),
    [
        (r"FrobeniusNorm = \lVert #2 \rVert", "it has a place #2, and the word takes 1 argument"),
        (r"Attention = \attn{#1}", "its arguments are written in more than one way; leave out the #"),
        (r"Frobenius = \attn{#1}", "no word is called so"),
    ],
)
def test_places_that_do_not_fit_are_refused(folder, capsys, macros, complaint):
    Path("macros.txt").write_text(macros, encoding="utf-8")
    assert cli.main(["latex", "L10", "--macros", "macros.txt"]) == 2
    assert complaint in capsys.readouterr().err


def test_every_operator_that_symattn_writes_may_be_given_a_macro():
    package = Path(document.__file__).parents[1]
    folders = (package / "language", package / "primitives", package / "render")
    modules = (path for folder in folders for path in folder.rglob("*.py") if path.name != "macros.py")
    texts = [path.read_text(encoding="utf-8") for path in modules]
    written = {name for text in texts for name in re.findall(r"operatorname\*?\{\{?([A-Za-z]+)\}", text)}
    assert "diag" in written and written <= OTHERS


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["L1", "--label", "a b"], "--label 'a b' is no name"),
        (["L1", "--environment", "my theorem"], "--environment 'my theorem' is no name"),
        (["--all", "--label", "a"], "--label is about one claim"),
        (["--all", "--only", "statement"], "--only is about one claim"),
        (["L1", "--label", "a", "--environment", "none"], "a label belongs to an environment"),
    ],
)
def test_what_does_not_go_together_is_refused(folder, capsys, options, complaint):
    assert cli.main(["latex", *options]) == 2
    assert complaint in capsys.readouterr().err


def test_a_pdf_is_said_to_be_written_and_where(folder, capsys, monkeypatch):
    monkeypatch.setattr(document, "tex_engine", lambda: "pdflatex")
    monkeypatch.setattr(document, "compile_pdf", lambda source, engine: b"%PDF")
    assert cli.main(["latex", "L1", "--pdf"]) == 0
    assert "symattn: wrote L1.tex and L1.pdf" in capsys.readouterr().err


def test_a_document_has_its_title_and_width(folder, capsys):
    source = written(capsys, "L10", "--title", "Lemmas & more", "--width", "246")
    assert r"\title{Lemmas \& more}" in source and r"\maketitle" in source
    assert r"\setlength{\textwidth}{246pt}" in source


@pytest.mark.parametrize("arguments", [["--width", "12"], ["--width", "wide"]])
def test_a_width_is_some_points(folder, capsys, arguments):
    with pytest.raises(SystemExit):
        cli.main(["latex", "L10", *arguments])
    assert "a width is a number of points" in capsys.readouterr().err


def test_a_fragment_has_no_title(folder, capsys):
    assert cli.main(["latex", "L10", "--fragment", "--title", "Lemmas"]) == 2
    assert "leave out --fragment or --title" in capsys.readouterr().err


def test_a_document_with_a_key_is_cited(folder, capsys):
    (folder / "macros.txt").write_text("cite Lemma 10 = mine\ncite Boyd = boyd04\n", encoding="utf-8")
    assert r"\cite{mine}" in written(capsys, "L10", "--macros", "macros.txt")
    fragment = written(capsys, "L10", "--macros", "macros.txt", "--fragment")  # that of a word may be cited elsewhere
    assert r"\begin{theorem}[{another one; \cite{mine}}]" in fragment


def test_a_key_of_no_source_is_warned_of(folder, capsys):
    for name, hint in (("Lemma10", "; did you mean Lemma 10?"), ("Nonsense", "\n")):
        (folder / "macros.txt").write_text(f"cite {name} = foo\ncite Lemma 10 = mine\n", encoding="utf-8")
        assert cli.main(["latex", "L10", "--macros", "macros.txt"]) == 0
        out, err = capsys.readouterr()
        assert f"symattn: no source is called {name}{hint}" in err and r"\cite{mine}" in out and err.count("\n") == 1


def test_a_key_may_be_that_of_another_claim_or_of_one_that_comes_with_symattn(folder, capsys):
    (folder / "macros.txt").write_text("cite Lemma 1 = mine\ncite Ganev = ganev21\n", encoding="utf-8")
    assert cli.main(["latex", "L10", "--macros", "macros.txt"]) == 0
    assert not capsys.readouterr().err


LEMMAS = """
from sympy import MatrixSymbol
from symattn import FrobeniusNorm, OrthogonalSymbol, SquaredNorm, calc, claim, dims, theorem

n, d = dims("n d")
A, Q = MatrixSymbol("A", n, d), OrthogonalSymbol("Q", n)

@theorem("R1", "a rotation", "Horn, 5.6", "proved")
def rotated():
    return SquaredNorm(Q*A), SquaredNorm(A)

@theorem("R2", "a step", "", "proved")
def step():
    return calc(SquaredNorm(Q*A) + 1, (SquaredNorm(A) + 1, "R1"))

@theorem("R3", "a use", "", "proved", uses=["R1"])
def use():
    return SquaredNorm(Q*A)*2, 2*SquaredNorm(A)
"""


@pytest.mark.parametrize(
    ("macros", "named"),
    [
        ("", "``a rotation''"),
        ("ref R1 = thm:rotation", r"Theorem~\ref{thm:rotation}"),
        ("ref R1 = lem:rotation  % a comment", r"Lemma~\ref{lem:rotation}"),
        (r"ref R1 = Fact~(\ref{fact})", r"Fact~(\ref{fact})"),
        ("cite Horn = horn13", r"\cite[5.6]{horn13}"),
        ("cite Horn = horn13\nref R1 = thm:rotation", r"Theorem~\ref{thm:rotation}"),
    ],
)
def test_a_reason_is_a_claim_of_the_paper_or_of_a_cited_one(folder, capsys, macros, named):
    Path("proofs/references.py").write_text(LEMMAS, encoding="utf-8")
    Path("macros.txt").write_text(macros, encoding="utf-8")
    source = written(capsys, "R2", "R3", "--fragment", "--macros", "macros.txt")
    assert rf"+ 1 \tag*{{{named}}}" in source and source.count(f" By {named}.") == 2
    assert "R1" not in source


def test_a_reference_to_no_claim_is_warned_of(folder, capsys):
    Path("macros.txt").write_text("ref L11 = thm:x", encoding="utf-8")
    assert cli.main(["latex", "L10", "--macros", "macros.txt"]) == 0
    assert "symattn: no claim is called L11; did you mean L1" in capsys.readouterr().err


def test_a_fragment_names_neither_the_id_nor_the_author_s_own_document(folder, capsys):
    source = written(capsys, "L10", "--fragment", "--label", "thm:other")
    assert r"\begin{theorem}[{another one}]\label{thm:other}" in source and "L10" not in source
    assert r"\begin{theorem}[{L10: another one; Lemma 10}]" in written(capsys, "L10")


OWN_WORD = """
from sympy import MatrixSymbol
from symattn import define, dims, theorem

n, d = dims("n d")
A = MatrixSymbol("A", n, d)
Twice = define("Twice", (A,), 2*A, latex=r"\\operatorname{Tw}")

@theorem("O1", "twice", "Gao & Pavel 2017, Prop. 4", "proved")
def twice():
    return Twice(A), A + A

@theorem("O2", "a sum", "", "proved")
def added():
    return A + A, 2*A
"""


def test_a_word_of_one_s_own_may_have_a_macro_also_where_it_is_not_written(folder, capsys):
    Path("proofs/own.py").write_text(OWN_WORD, encoding="utf-8")
    for word in ("Twice", "Tw"):
        Path("macros.txt").write_text(rf"{word} = \tw", encoding="utf-8")
        assert r"\tw" in written(capsys, "O1", "--macros", "macros.txt")
        assert r"\tw" not in written(capsys, "O2", "--macros", "macros.txt")


def test_mistakes_in_macros_are_told_before_anything_is_proved(folder, capsys, monkeypatch):
    Path("proofs/own.py").write_text(OWN_WORD, encoding="utf-8")

    def proved(*_):
        raise AssertionError("something was proved")

    monkeypatch.setattr("symattn.scripts.latex._run_shown", proved)
    Path("macros.txt").write_text("typoo = x", encoding="utf-8")
    assert cli.main(["latex", "O1", "--macros", "macros.txt"]) == 2
    assert "no word is called typoo" in capsys.readouterr().err
    Path("macros.txt").write_text("cite Gao & Pavel = g", encoding="utf-8")
    with pytest.raises(AssertionError):
        cli.main(["latex", "O1", "--macros", "macros.txt"])
    assert "no source is called Gao & Pavel; did you mean Gao & Pavel 2017?" in capsys.readouterr().err
