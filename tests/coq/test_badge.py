"""The badge "checked by Coq": where it ran on this very theorem and proof, and nowhere else."""

import json
import zlib
from dataclasses import fields

import pytest

from symattn.certificates.coq import library
from symattn.scripts import cli, coq_badge
from symattn.scripts.book import articles
from symattn.scripts.book.claim_page import coq_badge as coq_badge_html
from symattn.scripts.book.dependencies import Rests
from symattn.scripts.claims import load, run_claim
from symattn.scripts.coq_badge import Accepted, Badges, CheckedRecord, key, with_badge
from symattn.scripts.records import Record
from symattn.scripts.store import Store

SCRIPT = """
from sympy import Identity, MatrixSymbol, Symbol
from symattn import Periodic, PermutationSymbol, SinusoidalVector, dims, theorem

n, d = dims("n d")
X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)


@theorem("P1", "a permutation", "any textbook", "proved")
def permutation():
    return sigma.T*sigma*X, X


@theorem("C1", "the encodings repeat", "any textbook", "refuted")
def cycle():
    t = Symbol("t", integer=True, nonnegative=True)
    return Periodic(SinusoidalVector(t, 2), t)


@theorem("R1", "no involution", "any textbook", "refuted")
def involution():
    return sigma*sigma, Identity(n)
"""
#: A program that accepts whatever it is given, and says of everything that it assumes `classic`.
ACCEPTS = """#!/bin/sh
case "$1" in --version) echo "The Coq Proof Assistant, version 8.17.0"; exit 0;; esac
for last; do :; done
touch "${last%.v}.vo"
case "$last" in Assumptions.v) printf 'Axioms:\\nClassical_Prop.classic : forall P : Prop, P\\n';; esac
"""
REFUSES = '#!/bin/sh\ncase "$1" in --version) echo "version 8.17.0"; exit 0;; esac\n' + (
    'for last; do :; done\ncase "$last" in P1.v) echo Error: no >&2; exit 1;; esac\ntouch "${last%.v}.vo"\n'
)
BADGE = "checked by Coq 8.17.0"


@pytest.fixture
def proofs(tmp_path, monkeypatch):
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "script.py").write_text(SCRIPT, encoding="utf-8")
    monkeypatch.setenv("SYMATTN_CACHE", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def use(monkeypatch, folder, program):
    """Let a program take the place of Coq."""
    path = folder / "coqc"
    path.write_text(program, encoding="utf-8")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


def shown(capsys, *arguments):
    capsys.readouterr()
    assert cli.main([*arguments]) == 0
    return capsys.readouterr().out


def outcome(folder):
    (entry,) = load([folder / "proofs"]).select(["P1"])
    return run_claim(entry, numeric=False)


def test_what_coq_accepted_has_a_badge_in_show_and_in_latex(proofs, capsys, monkeypatch):
    assert BADGE not in shown(capsys, "show", "P1")
    use(monkeypatch, proofs, ACCEPTS)
    assert "say so of these proofs" in shown(capsys, "verify", "--coq", "P1")
    (proofs / "coqc").unlink()  # the badge is of the record: nothing asks for Coq any more
    assert f"{BADGE}, assuming no more than: classic" in shown(capsys, "show", "P1")
    assert "Checked by Coq 8.17.0, assuming no more than: classic." in shown(capsys, "latex", "P1")


def test_the_article_of_the_book_has_the_badge(proofs, capsys, monkeypatch):
    monkeypatch.setattr(articles, "rests_on", lambda theorem: Rests())  # which proves every lemma
    use(monkeypatch, proofs, ACCEPTS)
    shown(capsys, "verify", "--coq", "P1")
    found = load(["proofs"]).select(["P1", "R1"])
    one, other = (articles.article(entry, run_claim(entry)).record for entry in found)
    title = f"{BADGE}, assuming no more than: classic"
    assert coq_badge_html(one) == f'<span class="symattn-badge proved" title="{title}">{BADGE}</span> '
    assert coq_badge_html(other) == ""


def test_a_proof_that_the_claim_is_false_has_its_badge_too(proofs, capsys, monkeypatch):
    use(monkeypatch, proofs, ACCEPTS)
    assert "C1  accepted" in shown(capsys, "verify", "--coq", "C1")
    assert BADGE in shown(capsys, "show", "C1") and "Checked by Coq" in shown(capsys, "latex", "C1")


def test_what_coq_did_not_accept_has_none_and_loses_the_one_it_had(proofs, capsys, monkeypatch):
    use(monkeypatch, proofs, ACCEPTS)
    shown(capsys, "verify", "--coq", "P1")
    assert BADGE in shown(capsys, "show", "P1")
    use(monkeypatch, proofs, REFUSES)
    assert cli.main(["verify", "--coq", "P1"]) == 1
    assert "say so" not in capsys.readouterr().out
    assert "checked by Coq" not in shown(capsys, "show", "P1")


@pytest.mark.parametrize(
    "change",
    [
        ("sigma.T*sigma*X, X", "sigma*sigma.T*X, X"),  # another claim
        ("sigma.T*sigma*X, X", "X.T.T, X"),
        ('dims("n d")', 'dims("n m")'),  # another name in the theorem
        ('MatrixSymbol("X", n, d)', 'MatrixSymbol("X", n, n)'),  # another size
        ("sigma.T*sigma*X, X", "X, sigma.T*sigma*X"),  # sides swapped
    ],
)
def test_a_claim_that_has_changed_has_no_badge(proofs, capsys, monkeypatch, change):
    use(monkeypatch, proofs, ACCEPTS)
    shown(capsys, "verify", "--coq", "P1")
    changed = SCRIPT.replace(*change)
    assert changed != SCRIPT
    (proofs / "proofs" / "script.py").write_text(changed, encoding="utf-8")
    assert "checked by Coq" not in shown(capsys, "show", "P1")


def test_a_claim_whose_words_about_it_change_keeps_its_badge(proofs, capsys, monkeypatch):
    use(monkeypatch, proofs, ACCEPTS)
    shown(capsys, "verify", "--coq", "P1")
    (proofs / "proofs" / "script.py").write_text(SCRIPT.replace("a permutation", "as it was"), encoding="utf-8")
    assert BADGE in shown(capsys, "show", "P1")


def test_the_key_is_another_where_symattn_or_a_file_that_the_proof_rests_on_is_another(proofs, monkeypatch):
    theorem = outcome(proofs).verdict.theorem
    first = key(theorem)
    assert first == key(theorem)
    assert key(theorem, [theorem]) != first
    for name in library.FILES:
        real = library.source
        monkeypatch.setattr(library, "source", lambda each, name=name, real=real: real(each) + " " * (each == name))
        coq_badge._files.cache_clear()
        assert key(theorem) != first
        monkeypatch.setattr(library, "source", real)
    monkeypatch.setattr(coq_badge, "source", lambda: "another")
    coq_badge._files.cache_clear()
    assert key(theorem) != first
    monkeypatch.undo()
    coq_badge._files.cache_clear()


@pytest.mark.parametrize(
    "record",
    [
        {"coq": "8.17.0"},
        {"coq": "", "assumptions": []},
        {"coq": "8.17.0, really", "assumptions": []},
        {"coq": 8.17, "assumptions": []},
        {"coq": "8.17.0", "assumptions": "none"},
        {"coq": "8.17.0", "assumptions": ["P1.trust_me"]},
        {"coq": "8.17.0", "assumptions": [["Classical_Prop.classic"]]},
        {"coq": "8.17.0", "assumptions": [], "more": 1},
        ["8.17.0"],
        None,
    ],
)
def test_a_record_that_does_not_say_what_a_record_says_is_none(tmp_path, record):
    Store(tmp_path).put("ab" * 32, record)
    assert Badges(tmp_path).find("ab" * 32) is None


def test_a_record_under_another_key_or_of_other_bytes_is_none(proofs):
    done = outcome(proofs)
    badges, found = Badges(proofs / "kept"), Accepted("8.17.0", ())
    of = key(done.verdict.theorem)
    badges.keep(of, found)
    assert getattr(with_badge(done.record, done.verdict), "coq", None) == found
    files = {path: path.read_bytes().partition(b"\n") for path in (proofs / "kept").rglob("*") if path.is_file()}
    ((path, head, text),) = (
        (path, head, text) for path, (head, _, body) in files.items() if b"8.17.0" in (text := zlib.decompress(body))
    )
    for other in (text.replace(b"8.17.0", b"9.17.0"), json.dumps({"coq": "9.17.0", "assumptions": []}).encode()):
        path.write_bytes(head + b"\n" + zlib.compress(other, 1))
        assert type(with_badge(done.record, done.verdict)) is Record


def test_what_was_accepted_while_a_file_of_symattn_was_changed_is_not_kept(proofs, monkeypatch):
    monkeypatch.setattr(coq_badge, "STARTED", 0.0)  # before any file was written
    badges = Badges(proofs / "kept")
    badges.keep("ab" * 32, Accepted("8.17.0", ()))
    assert badges.find("ab" * 32) is None and not badges.any()


def test_where_coq_has_accepted_nothing_no_key_is_worked_out(proofs, monkeypatch):
    done = outcome(proofs)
    monkeypatch.setattr(coq_badge, "key", None)
    assert with_badge(done.record, done.verdict) is done.record


def test_where_nothing_is_kept_there_is_no_badge_and_verify_says_so(proofs, capsys, monkeypatch):
    monkeypatch.setenv("SYMATTN_CACHE", "")
    use(monkeypatch, proofs, ACCEPTS)
    assert "this is not kept" in shown(capsys, "verify", "--coq", "P1")
    assert "checked by Coq" not in shown(capsys, "show", "P1")


def test_what_is_not_proved_is_told_why_coq_has_nothing_to_check(proofs, capsys, monkeypatch):
    use(monkeypatch, proofs, ACCEPTS)
    assert cli.main(["verify", "--coq", "R1"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "R1: there is no proof: it is refuted, by a counterexample, which `symattn show R1` has" in out


def test_a_record_with_a_badge_says_all_that_the_record_says():
    assert [each.name for each in fields(CheckedRecord)][:-1] == [each.name for each in fields(Record)]
