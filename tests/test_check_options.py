"""The options of `symattn check`: which claims, how they are run, and what is written of them for other machines."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import symattn
from symattn.scripts import cli
from symattn.scripts.ci_formats import github_lines, junit_xml
from symattn.scripts.records import Record

GOOD = """
from symattn import dims, theorem
n = dims("n")


@theorem("G1", "a square of a sum", "school", "computed")
def square():
    return (n + 1)**2, n**2 + 2*n + 1


@theorem("G12", "a product, by <hand> & 100%", "a paper, (3)", "computed")
def product():
    return n*(n + 1), n**2 + n
"""
WRONG = """
from symattn import dims, theorem
n = dims("n")


@theorem("W1", "a wrong square", "nowhere", "computed")
def wrong():
    return n**2, 2*n


@theorem("W2", "a claim that raises", "nowhere", "proved")
def raises():
    raise ValueError("50% <of> it: a, b" + chr(7))
"""
SLOW = """
import time
from symattn import dims, theorem
n = dims("n")


@theorem("S1", "takes its time", "nowhere", "computed")
def slow():
    time.sleep(60)
    return n, n


@theorem("S2", "takes none", "nowhere", "computed")
def quick():
    return n, n
"""


@pytest.fixture
def proofs(tmp_path, monkeypatch):
    """Make a folder with a good and a wrong script, and go there."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "proofs"
    folder.mkdir()
    (folder / "good.py").write_text(GOOD, encoding="utf-8")
    (folder / "wrong.py").write_text(WRONG, encoding="utf-8")
    return folder


def ran(arguments, capsys):
    """Run `symattn check` and return its exit code, the ids that were run, in order, and what it printed."""
    code = cli.main(["check", "--json", "out.json", *arguments])
    found = capsys.readouterr()
    return code, [claim["id"] for claim in json.loads(Path("out.json").read_text())["claims"]], found


# ------------------------------------------------------------------------------------------------ which claims


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        (["--only", "G1"], ["G1"]),
        (["--only", "G*"], ["G1", "G12"]),
        (["--only", "?1"], ["G1", "W1"]),
        (["--only", "W2", "--only", "G1?"], ["G12", "W2"]),
        (["-k", "SQUARE"], ["G1", "W1"]),
        (["-k", "square", "-k", "wrong"], ["W1"]),
        (["-k", "(3)"], ["G12"]),
        (["--only", "G*", "-k", "product"], ["G12"]),
    ],
)
def test_claims_are_chosen_by_ids_patterns_and_words(proofs, capsys, arguments, ids):
    assert ran(arguments, capsys)[1] == ids


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "Q*"], "no claim has the id 'Q*'"),
        (["-k", "rotary"], "no claim speaks of 'rotary'"),
        (["--only", "G1", "-k", "wrong"], "no claim speaks of 'wrong'"),
    ],
)
def test_a_choice_of_nothing_is_bad_usage(proofs, capsys, arguments, message):
    assert cli.main(["check", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_brackets_in_an_id_are_no_pattern_where_the_id_exists(proofs, capsys):
    (proofs / "good.py").write_text(GOOD.replace('"G12"', '"G[1]"'), encoding="utf-8")
    assert ran(["--only", "G[1]"], capsys)[1] == ["G1", "G[1]"], "the claim itself, and what the pattern says"


def test_list_says_what_would_be_run_and_runs_nothing(proofs, capsys):
    assert cli.main(["check", "--list", "-k", "square"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines] == ["id", "G1", "W1"]
    assert [line[-1] for line in lines[1:]] == ["proofs/good.py:6", "proofs/wrong.py:6"]


def test_last_failed_runs_what_was_not_as_declared(proofs, capsys):
    assert cli.main(["check", "--last-failed", "-q", "--only", "G1"]) == 0
    assert "no claim is known to have failed here; all are run" in capsys.readouterr().err
    assert ran([], capsys)[1] == ["G1", "G12", "W1", "W2"]
    assert ran(["--last-failed"], capsys)[1] == ["W1", "W2"]
    (proofs / "wrong.py").write_text(WRONG.replace("2*n", "n*n"), encoding="utf-8")
    assert ran(["--only", "W1"], capsys)[0] == 0
    assert ran(["--last-failed"], capsys)[1] == ["W2"], "W1 was mended, W2 was not run"
    assert cli.main(["check", "--last-failed", "--only", "G*"]) == 2
    assert "none of these claims failed when they were run last" in capsys.readouterr().err


def test_failures_are_forgotten_once_a_helper_is_mended(proofs, capsys):
    """A helper that cannot be read is a module error, and no claim."""
    (proofs / "wrong.py").write_text("from helper import one\n" + GOOD.replace("G1", "H1"), encoding="utf-8")
    (proofs / "helper.py").write_text("one = (\n", encoding="utf-8")
    code, ids, found = ran(["--junitxml", "out.xml", "--format", "github"], capsys)
    assert code == 1 and ids == ["G1", "G12", "H1", "H12"]
    assert "proofs/helper.py:1: module error, H1, H12" in found.out
    assert "4 claims: 2 computed, 2 error; 2 not as declared; 1 module error" in found.out
    assert "title=proofs/helper.py%3A module error::helper.py raised SyntaxError" in found.out
    written = json.loads(Path("out.json").read_text())
    assert [each["file"] for each in written["module_errors"]] == ["proofs/helper.py"]
    (error,) = [case for case in ET.parse("out.xml").iter("testcase") if case.get("name") == "proofs/helper.py"]
    assert error.find("error").get("message") == "proofs/helper.py: module error"
    assert cli.main(["check", "--list"]) == 0
    found = capsys.readouterr()
    assert "helper" not in found.out and "proofs/helper.py:1: module error" in found.err
    assert ran(["--last-failed"], capsys)[:2] == (1, ["H1", "H12"])
    (proofs / "helper.py").write_text("one = 1\n", encoding="utf-8")
    assert ran(["--last-failed"], capsys)[:2] == (0, ["H1", "H12"])
    assert Path(".symattn_cache/last_failed.json").read_text() == "[]\n"
    assert ran(["--last-failed"], capsys)[:2] == (0, ["G1", "G12", "H1", "H12"])


def test_what_failed_and_is_no_longer_declared_is_not_looked_for(proofs, capsys):
    ran([], capsys)
    (proofs / "wrong.py").unlink()
    assert ran(["--last-failed"], capsys)[:2] == (0, ["G1", "G12"])


@pytest.mark.parametrize("content", ["", "{", "[1, 2]", '{"W1": 3}', "7"])
def test_a_spoilt_memory_of_failures_is_as_none(proofs, capsys, content):
    Path(".symattn_cache").mkdir()
    Path(".symattn_cache/last_failed.json").write_text(content)
    assert ran(["--last-failed", "--only", "G1"], capsys)[:2] == (0, ["G1"])


# ------------------------------------------------------------------------------------------------ how they are run


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_exitfirst_begins_nothing_after_what_is_not_as_declared(proofs, capsys, jobs):
    code, ids, found = ran(["-x", "--jobs", jobs], capsys)
    assert code == 1 and len(ids) < 4 and "not as declared" in found.out
    assert jobs == "2" or ids == ["G1", "G12", "W1"]
    assert "not run to their end" in found.out


def test_a_claim_that_takes_too_long_is_ended_and_the_others_run(proofs, capsys):
    (proofs / "slow.py").write_text(SLOW, encoding="utf-8")
    code, ids, found = ran(["--time-limit", "1", "--only", "S?"], capsys)
    assert code == 1 and ids == ["S1", "S2"]
    assert "proofs/slow.py:7: S1 was declared computed and came out error" in found.out
    assert "it took longer than 1 s, the time limit" in found.out
    assert "2 claims: 1 computed, 1 error; 1 not as declared" in found.out


@pytest.mark.parametrize("limit", ["0", "-1", "nan", "inf", "soon"])
def test_a_time_limit_is_a_positive_number(capsys, limit):
    with pytest.raises(SystemExit):
        cli.main(["check", "--time-limit", limit])
    assert "a time limit is a positive number of seconds" in capsys.readouterr().err


def test_what_was_checked_before_ctrl_c_is_shown(proofs):
    (proofs / "slow.py").write_text(SLOW.replace("    time.sleep", "    open('started', 'w')\n    time.sleep"))
    command = [sys.executable, "-m", "symattn", "check", "--json", "out.json"]
    environment = {**os.environ, "PYTHONPATH": str(Path(symattn.__file__).parents[1])}
    heard = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, **streams, env=environment, start_new_session=True, **heard)
    deadline = time.monotonic() + 60
    while not Path("started").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and "Traceback" not in err and not Path("out.json").exists()
    assert "G12  a product" in out and "G1   a square of a sum" in out and "S1" not in out
    assert "4 more were not run to their end" in out


# ------------------------------------------------------------------------------------------------ what is written


def test_quiet_says_only_what_is_wrong(proofs, capsys):
    _, _, found = ran(["-q"], capsys)
    assert found.out.startswith("proofs/wrong.py:6: W1 was declared") and "\n\nproofs/wrong.py:11: W2" in found.out
    assert "G1" not in found.out and "W1 was declared computed and came out refuted" in found.out
    assert found.err == ""
    _, _, found = ran(["-q", "--only", "G1"], capsys)
    assert found.out.startswith("1 claim: 1 computed; all as declared") and len(found.out.splitlines()) == 1


def test_every_failure_has_its_place_in_text_and_json(proofs, capsys):
    _, _, found = ran([], capsys)
    assert "proofs/wrong.py:6: W1 was declared" in found.out and "proofs/wrong.py:11: W2 was declared" in found.out
    claims = json.loads(Path("out.json").read_text())["claims"]
    assert [(claim["file"], claim["line"]) for claim in claims][2:] == [("proofs/wrong.py", 6), ("proofs/wrong.py", 11)]


def test_a_script_that_cannot_be_read_is_named_with_its_line(proofs, capsys):
    (proofs / "wrong.py").write_text(f"{WRONG}\n\nraise RuntimeError('broken')\n", encoding="utf-8")
    _, _, found = ran([], capsys)
    assert "proofs/wrong.py:16: W1, W2" in found.out and found.out.count("RuntimeError") == 1, "told once"


def test_junit_xml_counts_and_names(proofs, capsys):
    ran(["--junitxml", "out.xml"], capsys)
    top = ET.parse("out.xml").getroot()
    assert (top.tag, top.get("tests"), top.get("failures"), top.get("errors")) == ("testsuites", "4", "1", "1")
    cases = {case.get("name"): case for case in top.iter("testcase")}
    assert list(cases) == ["G1", "G12", "W1", "W2"] and len(cases["G12"]) == 0
    assert cases["W1"].get("classname") == "proofs.wrong" and cases["W1"].get("line") == "6"
    assert cases["W1"].find("failure").get("message") == "W1 was declared computed and came out refuted"
    assert "50% <of> it" in cases["W2"].find("error").text and chr(7) not in cases["W2"].find("error").text


def test_annotations_are_one_line_each_and_escaped(proofs, capsys):
    _, _, found = ran(["--format", "github", "-q"], capsys)
    lines = [line for line in found.out.splitlines() if line.startswith("::")]
    assert lines[0].startswith(
        "::error file=proofs/wrong.py,line=6,title=W1 was declared computed and came out refuted::"
    )
    assert "50%25 <of> it: a, b" in lines[1] and len(lines) == 2


@pytest.mark.parametrize("name", ["github-action", "kernel-tests"])
def test_a_workflow_installs_what_it_has_fetched(name):
    """A fresh checkout has no symattn in it; one comment says what is to be put in."""
    text = (Path(__file__).parents[1] / "docs" / "ci" / f"{name}.yml").read_text("utf-8")
    (fetched,) = re.findall(r"repository: OWNER/symattn  # put in .*\n +path: (\S+)", text)
    (installed,) = re.findall(r"pip install '?\./([\w-]+)", text)
    assert installed == fetched and text.index("OWNER") < text.index("setup-python") < text.index("pip install")
    for command in re.findall(r"run: symattn (.+)", text):
        cli.parser().parse_args(command.split())


def test_junit_and_annotations_have_the_counterexample_and_say_nothing_twice():
    found = {"kind": "shape", "subexpression": "Q*g", "shapes": [["r", "ell"], ["d", "d"]]}
    record = Record("G1", "a title", "", "Q = g", "", "proved", "refuted", counterexample=found, file="a.py", line=7)
    (line,) = github_lines([record])
    assert line.count("G1 was declared proved and came out refuted") == 1
    assert line.endswith("::Q = g%0Aill-formed: in Q*g the shape r×ell stands beside d×d"), line
    failure = ET.fromstring(junit_xml([record], 0.5).split("\n", 1)[1]).find(".//failure").text
    assert failure.endswith("Q = g\nill-formed: in Q*g the shape r×ell stands beside d×d"), failure


@pytest.mark.parametrize("option", ["--json", "--junitxml"])
def test_a_file_that_cannot_be_written_is_named_before_anything_runs(proofs, capsys, option):
    assert cli.main(["check", option, "no/such/folder/out"]) == 2
    assert "cannot write to 'no/such/folder/out': its folder does not exist" in capsys.readouterr().err


def test_results_are_printed_before_a_file_that_fails(proofs, capsys, monkeypatch):
    monkeypatch.setattr(Path, "write_bytes", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert cli.main(["check", "--only", "G1", "--json", "out.json"]) == 2
    found = capsys.readouterr()
    assert "1 claim: 1 computed; all as declared" in found.out
    assert "symattn: cannot write 'out.json': No space left on device" in found.err


def test_the_version_is_said(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0 and capsys.readouterr().out == f"symattn {symattn.__version__}\n"


@pytest.mark.parametrize("expected", ["computed", "refuted"])
def test_what_is_not_as_declared_is_red_whatever_the_verdict(expected):
    import io

    from rich.console import Console

    from symattn.render import terminal
    from symattn.scripts.claims import Record

    record = Record("G1", "a title", "", "", "", "proved", expected, as_declared=False)
    stream = io.StringIO()
    terminal.claims_table(Console(file=stream, width=100, force_terminal=True, color_system="standard"), [record])
    assert f"\x1b[31m{expected}" in stream.getvalue()
