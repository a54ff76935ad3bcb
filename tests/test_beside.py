"""What lies beside a script is imported from its text, apart for each folder, whenever it is imported."""

import importlib
import json
import os
import py_compile
import subprocess
import sys
from pathlib import Path

import pytest

from symattn.scripts import cli
from symattn.scripts.loading import load

SCRIPT = """
from sympy import MatrixSymbol
from symattn import dims, run_script, theorem
{first}

n = dims("n")
A = MatrixSymbol("A", n, n)


@theorem("{id}", "by a helper", "me", "proved")
def claimed():
    {later}
    return A, {rhs}(A)


if __name__ == "__main__":
    run_script(__file__)
"""
TRUE, FALSE = "def rhs(A): return A.T.T\n", "def rhs(A): return (A.T)\n"
HOW = {
    "a module": ("helper.py", "from helper import rhs", "pass"),
    "a module when the claim is stated": ("helper.py", "", "from helper import rhs"),
    "a module of a package": ("package/helper.py", "from package.helper import rhs", "pass"),
    "a package": ("package/__init__.py", "from package import rhs", "pass"),
    "a part of a package when the claim is stated": (
        "package/helper.py",
        "import package",
        "from package.helper import rhs",
    ),
    "a module that is loaded again": (
        "helper.py",
        "import helper, importlib",
        "importlib.reload(helper); rhs = helper.rhs",
    ),
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.setenv("SYMATTN_CACHE", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "proofs").mkdir()
    return tmp_path


def write(file, first="", later="pass", id="T1", rhs="rhs"):
    path = Path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SCRIPT.format(first=first, later=later, id=id, rhs=rhs))


def leave_stale_bytecode(path, unchecked=True):
    """Write a module that makes the claim false, with the bytecode of one that makes it true."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(TRUE)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    mode = py_compile.PycInvalidationMode
    py_compile.compile(str(path), invalidation_mode=mode.UNCHECKED_HASH if unchecked else mode.TIMESTAMP)
    path.write_text(FALSE)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    importlib.invalidate_caches()


def ran(*arguments, jobs=1):
    cli.main(["check", "-q", "--json", "out.json", "--jobs", f"{jobs}", *arguments])
    return {c["id"]: c["verdict"] for c in json.loads(Path("out.json").read_text())["claims"]}


@pytest.mark.parametrize("unchecked", [False, True])
@pytest.mark.parametrize("how", HOW)
def test_bytecode_is_not_believed(here, how, unchecked):
    assert len(TRUE) == len(FALSE)
    file, first, later = HOW[how]
    write("proofs/main.py", first, later)
    leave_stale_bytecode(Path("proofs") / file, unchecked)
    assert ran() == {"T1": "refuted"}
    (Path("proofs") / file).write_text(TRUE)
    assert ran() == {"T1": "proved"}


def test_bytecode_is_not_believed_in_workers(here):
    write("proofs/main.py", "from helper import rhs")
    write("proofs/other.py", "from helper import rhs", id="T2")
    leave_stale_bytecode(Path("proofs/helper.py"))
    assert ran(jobs=2) == {"T1": "refuted", "T2": "refuted"}


def test_a_script_that_runs_by_itself_has_what_it_imports_from_texts(here):
    write("proofs/main.py", "from helper import rhs")
    leave_stale_bytecode(Path("proofs/helper.py"))
    done = subprocess.run([sys.executable, "proofs/main.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "1 refuted" in done.stdout


def test_bytecode_without_a_text_is_refused(here):
    write("proofs/main.py", "from helper import rhs")
    path = Path("proofs/helper.py")
    path.write_text(TRUE)
    py_compile.compile(str(path), cfile="proofs/helper.pyc")
    path.unlink()
    assert ran() == {"T1": "error"}


def test_each_folder_has_its_own_modules_whenever_they_are_imported(here):
    """The first module of a name does not stand for that of another folder, nor one that has changed for itself."""
    for folder, id, text in (("proofs/a", "T1", TRUE), ("proofs/b", "T2", FALSE)):
        write(f"{folder}/main.py", "", "from helper import rhs", id)
        Path(folder, "helper.py").write_text(text)
        write(f"{folder}/spaced.py", "", "from space.helper import rhs", f"{id}.space")  # a package without a file
        Path(folder, "space").mkdir()
        Path(folder, "space/helper.py").write_text(text)
    wanted = {"T1": "proved", "T1.space": "proved", "T2": "refuted", "T2.space": "refuted"}
    assert ran() == wanted and ran("--no-cache") == wanted
    Path("proofs/a/helper.py").write_text(FALSE)
    assert ran() == {**wanted, "T1": "refuted"}


def test_what_others_imported_from_there_stays_theirs(here, monkeypatch):
    write("proofs/main.py", "from helper import rhs")
    leave_stale_bytecode(Path("proofs/helper.py"))
    monkeypatch.syspath_prepend(str(here / "proofs"))
    sys.modules.pop("helper", None)
    theirs = importlib.import_module("helper")
    try:
        assert ran() == {"T1": "refuted"}
        assert sys.modules["helper"] is theirs
    finally:
        sys.modules.pop("helper", None)


def test_no_bytecode_is_left_and_packages_that_are_installed_are_python_s(here):
    write("proofs/main.py", "import installed\nfrom helper import rhs")
    Path("proofs/helper.py").write_text("import site_part\n" + TRUE)
    Path("proofs/site_part.py").write_text("")
    installed = Path("proofs/.venv/lib/site-packages")
    installed.mkdir(parents=True)
    (installed / "installed.py").write_text("")
    sys.path.append(str(installed.resolve()))
    try:
        assert ran() == {"T1": "proved"}
        assert load(["proofs"]).entries["T1"].line
        assert type(sys.modules["installed"].__loader__).__name__ == "SourceFileLoader"
    finally:
        sys.path.remove(str(installed.resolve()))
        sys.modules.pop("installed", None)
    assert not Path("proofs/__pycache__").exists()
