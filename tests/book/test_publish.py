"""Putting a book in place: all at once, never over anything else; the command and the server."""

import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from threading import Thread

import pytest

from symattn.errors import UsageError
from symattn.scripts.book.publish import publish
from symattn.scripts.book.serve import server
from symattn.scripts.book.site import MARKER
from symattn.scripts.cli import main

pytestmark = pytest.mark.slow

FIRST = {MARKER: "a book", "index.html": "first", "claims/A.html": "A"}
SECOND = {MARKER: "a book", "index.html": "second", "claims/B.html": "B"}


def contents(folder):
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}


def test_a_book_takes_the_place_of_the_one_before(tmp_path):
    publish(FIRST, tmp_path / "book")
    assert contents(tmp_path / "book") == FIRST
    publish(SECOND, tmp_path / "book")
    assert contents(tmp_path / "book") == SECOND
    assert os.listdir(tmp_path) == ["book"]


@pytest.mark.parametrize(("stop", "seen"), [(KeyboardInterrupt, KeyboardInterrupt), (OSError, UsageError)])
def test_an_interrupted_book_leaves_the_one_before(tmp_path, monkeypatch, stop, seen):
    publish(FIRST, tmp_path / "book")
    write, written = Path.write_bytes, []

    def stops_at_the_second(path, data):
        written.append(path)
        if len(written) == 2:
            raise stop
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", stops_at_the_second)
    with pytest.raises(seen):
        publish(SECOND, tmp_path / "book")
    monkeypatch.undo()
    assert contents(tmp_path / "book") == FIRST
    assert os.listdir(tmp_path) == ["book"]


def test_an_interrupted_exchange_leaves_the_one_before(tmp_path, monkeypatch):
    publish(FIRST, tmp_path / "book")
    rename, renamed = os.rename, []

    def stops_at_the_second(old, new):
        renamed.append(new)
        if len(renamed) == 2:
            raise KeyboardInterrupt
        rename(old, new)

    monkeypatch.setattr(os, "rename", stops_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        publish(SECOND, tmp_path / "book")
    assert contents(tmp_path / "book") == FIRST
    assert os.listdir(tmp_path) == ["book"]


def test_no_other_folder_is_replaced(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("years of work")
    (tmp_path / "file").write_text("")
    (tmp_path / "linked").symlink_to(tmp_path / "mine")
    for name in ("mine", "file", "linked", "missing/book"):
        with pytest.raises(UsageError):
            publish(FIRST, tmp_path / name)
    assert contents(tmp_path / "mine") == {"thesis.tex": "years of work"}
    (tmp_path / "empty").mkdir()
    publish(FIRST, tmp_path / "empty")
    assert contents(tmp_path / "empty") == FIRST


SCRIPT = """
from sympy import MatrixSymbol
from symattn import dims, theorem
n = dims("n")
A = MatrixSymbol("A", n, n)
@theorem("A1", "twice transposed", "a sheet, §1", "proved")
def a1():
    return A.T.T, A
@theorem("A2", "once transposed", "a sheet, §2", "{expected}")
def a2():
    return A.T, A
"""


def test_the_command(tmp_path, capsys, monkeypatch):
    script = tmp_path / "sheet.py"
    script.write_text(SCRIPT.replace("{expected}", "refuted"))
    claims = ["--from", str(script), "--jobs", "1"]
    assert main(["book", "-o", str(tmp_path / "book"), *claims]) == 0
    shown = capsys.readouterr()
    assert "files in" in shown.err and shown.out == ""
    before = contents(tmp_path / "book")

    script.write_text(SCRIPT.replace("{expected}", "proved"))
    assert main(["book", "-o", str(tmp_path / "book"), *claims]) == 1
    assert "1 not as declared" in contents(tmp_path / "book")["index.html"]

    assert main(["book", "-o", str(tmp_path), *claims]) == 2
    assert "no book of symattn" in capsys.readouterr().err

    def interrupted(*_):
        raise KeyboardInterrupt

    after = contents(tmp_path / "book")
    monkeypatch.setattr("symattn.scripts.book.build.site", interrupted)
    assert main(["book", "-o", str(tmp_path / "book"), *claims]) == 130
    assert contents(tmp_path / "book") == after != before


def test_no_book_is_written_where_no_script_can_be_read(tmp_path, capsys):
    script = tmp_path / "sheet.py"
    script.write_text(SCRIPT.replace("import", "import no_such_word,", 1).replace("{expected}", "refuted"))
    assert main(["book", "-o", str(tmp_path / "book"), "--from", str(script), "--jobs", "1"]) == 1
    said = capsys.readouterr().err
    assert "sheet.py:" in said and ": A1, A2" in said and "cannot import name 'no_such_word'" in said
    assert "no book is written: no script can be read" in said and not (tmp_path / "book").exists()
    (tmp_path / "other.py").write_text(SCRIPT.replace("{expected}", "refuted").replace("A1", "B1").replace("A2", "B2"))
    assert main(["book", "-o", str(tmp_path / "book"), "--from", str(tmp_path), "--jobs", "1"]) == 1
    assert "sheet.py:" in capsys.readouterr().err and (tmp_path / "book").exists(), "what is wrong is told, too"


def test_the_same_bytes_in_every_process(tmp_path):
    script = tmp_path / "sheet.py"
    script.write_text(SCRIPT.replace("{expected}", "refuted"))
    books = []
    for seed in "12":
        folder = tmp_path / f"book{seed}"
        command = [sys.executable, "-m", "symattn", "book", "-o", str(folder), "--from", str(script), "--jobs", seed]
        subprocess.run(command, check=True, capture_output=True, env=os.environ | {"PYTHONHASHSEED": seed})
        books.append(contents(folder))
    assert books[0] == books[1]


def test_the_server_is_for_this_machine_only(tmp_path):
    publish(FIRST, tmp_path / "book")
    with server(tmp_path / "book", 0) as running:
        host, port = running.server_address[:2]
        assert host == "127.0.0.1"
        thread = Thread(target=running.serve_forever, daemon=True)
        thread.start()
        try:
            with urllib.request.urlopen(f"http://{host}:{port}/", timeout=10) as answer:
                assert answer.read() == b"first"
        finally:
            running.shutdown()
            thread.join(10)
        with server(tmp_path / "book", port) as other:
            assert other.server_address[1] != port
