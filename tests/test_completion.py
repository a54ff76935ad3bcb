"""Completion in the shell: what bash offers after <Tab>, asked of a real bash with argcomplete."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import symattn
from symattn.scripts import cli

SCRIPT = """
from symattn import theorem


@theorem("G11", "a", "", "proved")
def g11(): ...


@theorem("G12.printed", "b", "", "refuted", "x")
def g12(): ...
"""
#: What bash does when <Tab> is pressed after a line.
PRESS = """
eval "$({python} -c 'import argcomplete.shell_integration as s; print(s.shellcode(["symattn"], shell="bash"))')"
COMP_LINE='{line}' COMP_POINT={point} COMP_TYPE=9
_python_argcomplete symattn
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture
def bash(tmp_path, monkeypatch):
    """Give a function that says what bash offers after a line, in a folder with a proof script."""
    pytest.importorskip("argcomplete")
    found = shutil.which("bash")
    if found is None:
        pytest.skip("no bash is installed")
    program = tmp_path / "bin" / "symattn"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m symattn "$@"\n')
    program.chmod(0o755)
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "a.py").write_text(SCRIPT)
    path = os.pathsep.join([str(Path(symattn.__file__).parents[1]), *filter(None, sys.path)])
    environment = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": path}

    def offered(line):
        asked = PRESS.format(python=sys.executable, line=line, point=len(line))
        options = {"env": environment, "cwd": tmp_path, "capture_output": True, "text": True, "check": True}
        return {each.strip() for each in subprocess.run([found, "-c", asked], **options).stdout.split("\n") if each}

    return offered


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("symattn ver", {"verify"}),
        ("symattn check --la", {"--last-failed"}),
        ("symattn latex --only der", {"derivation"}),
        ("symattn show G1", {"G11", "G12.printed"}),
        ("symattn check --only G12", {"G12.printed"}),
        ("symattn certify G11 --from pro", {"proofs/"}),
    ],
)
def test_bash_offers(bash, line, words):
    assert bash(line) == words


def test_ids_are_read_and_no_script_is_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("proofs").mkdir()
    Path("proofs/a.py").write_text("raise SystemExit\n" + SCRIPT)
    options = cli.parser().parse_args(["show", "G1"])
    options.paths = []
    assert cli._ids(options) == ["G11", "G12.printed"]
