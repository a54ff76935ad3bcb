"""The cache of `symattn check`: what says what it said is not proved again, and nothing else is taken from before."""

import json
import os
import random
import subprocess
import sys
import zlib
from hashlib import sha256
from pathlib import Path

import pytest
from sympy import Dummy, Float, Function, Idx, Integer, Matrix, MatrixSymbol, Symbol, cos, exp, symbols

import symattn
from symattn import (
    DefinitionError,
    Equation,
    Expectation,
    KernelSymbol,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    ProbabilitySymbol,
    SymattnError,
    calc,
    decide,
    define,
    dims,
)
from symattn import claim as that
from symattn.deciding.replay import replays
from symattn.language import Calc, Claim
from symattn.language.base import known_words
from symattn.language.own_words import DefinedNumber, OfWord
from symattn.scripts import cli, fingerprints, store
from symattn.scripts.cache import Cache
from symattn.scripts.loading import declares, load
from symattn.scripts.stated import Unclear, fingerprint

HEAD = """
from sympy import Identity, MatrixSymbol, Symbol, cos, exp, diff
from symattn import Attention, MaskWhere, OrthogonalSymbol, RowSoftmax, define, dims, theorem
import helper

n, m = dims("n m")
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
x = Symbol("x", real=True)
"""
CLAIM = """

@theorem("{id}", "a title", "a source", "{expected}"{more})
def {name}():
    return {body}
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Make a folder of scripts with a cache, and go there."""
    monkeypatch.setenv("SYMATTN_CACHE", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "proofs").mkdir()
    write("helper.py", "matrix = 2\n")
    return tmp_path


def write(name, text):
    """Write a script as one that was there long before the run, whose age is no reason not to keep anything."""
    path = Path("proofs") / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (1e9, 1e9))


def kept_files():
    return sorted(path for path in Path("kept").rglob("*") if path.is_file())


def claim(id, body, expected="proved", more=""):
    return CLAIM.format(id=id, name=id.lower(), body=body, expected=expected, more=more)


def results():
    claims = json.loads(Path("out.json").read_text())["claims"]
    return {c["id"]: c["verdict"] for c in claims}, {c["id"] for c in claims if c["cached"]}


def ran(*arguments):
    """Check everything and return the exit code, what each claim came out as, and which were known from before."""
    return cli.main(["check", "-q", "--json", "out.json", "--jobs", "1", *arguments]), *results()


def ran_apart(*command, **environment):
    """Check everything in an interpreter of its own, and return what each came out as, and which were known."""
    home = str(Path(symattn.__file__).parents[1])
    around = {**os.environ, "PYTHONPATH": os.pathsep.join([environment.pop("path", ""), home]).lstrip(":")}
    command = command or ("-m", "symattn", "check")
    subprocess.run(
        [sys.executable, *command, "-q", "--json", "out.json"], env={**around, **environment}, check=False, timeout=100
    )
    return results()


def test_what_has_not_changed_is_known_and_nothing_is_proved(here, monkeypatch):
    write("a.py", HEAD + claim("C1", "A.T.T, A") + claim("C2", "A*B, B*A", "refuted"))
    assert ran() == (0, {"C1": "proved", "C2": "refuted"}, set())
    before = {c["id"]: c for c in json.loads(Path("out.json").read_text())["claims"]}
    monkeypatch.setattr("symattn.scripts.workers._worker", lambda *_: pytest.fail("a claim is run"))
    assert ran() == (0, {"C1": "proved", "C2": "refuted"}, {"C1", "C2"})
    after = {c["id"]: c for c in json.loads(Path("out.json").read_text())["claims"]}
    for name, each in after.items():
        assert {**each, "cached": False, "seconds": 0} == {**before[name], "seconds": 0}


def test_the_processes_have_the_symattn_that_is_run(here):
    """`python -m symattn` in a checkout runs the checkout, whatever is installed or named by the environment."""
    (here / "other/symattn").mkdir(parents=True)
    (here / "other/symattn/__init__.py").write_text("raise SystemExit('this is another one')")
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    home = Path(symattn.__file__).parents[1]
    out, script = here / "out.json", here / "proofs/a.py"
    command = [sys.executable, "-m", "symattn", "check", "-q", "--json", out, script]
    subprocess.run(command, cwd=home, env={**os.environ, "PYTHONPATH": str(here / "other")}, check=False, timeout=100)
    assert results() == ({"C1": "proved"}, set())


def test_what_was_known_is_said_so(here, capsys):
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    cli.main(["check"])
    capsys.readouterr()
    assert cli.main(["check"]) == 0
    found = capsys.readouterr().out
    assert "cached" in found and "1 claim: 1 proved; all as declared, 1 from the cache" in found
    assert cli.main(["check", "--no-cache"]) == 0 and "cache" not in capsys.readouterr().out


CHANGES = {
    "the statement": (claim("C1", "A.T.T, A"), claim("C1", "A.T.T, B")),
    "a size": (
        "from sympy import OneMatrix\ns = n\n" + claim("C1", "OneMatrix(1, s)*OneMatrix(s, 1), n*OneMatrix(1, 1)"),
        "from sympy import OneMatrix\ns = m\n" + claim("C1", "OneMatrix(1, s)*OneMatrix(s, 1), n*OneMatrix(1, 1)"),
    ),
    "a hypothesis": (
        "from symattn import claim as that\n" + claim("C1", "that(abs(x), x, given=[x > 0])"),
        "from symattn import claim as that\n" + claim("C1", "that(abs(x), x, given=[x < 0])"),
    ),
    "the kind of a symbol": (
        'g = OrthogonalSymbol("g", n)\n' + claim("C1", "g*g.T, Identity(n)"),
        'g = MatrixSymbol("g", n, n)\n' + claim("C1", "g*g.T, Identity(n)"),
    ),
    "a sign": (
        'y = Symbol("y", positive=True)\n' + claim("C1", "abs(y), y"),
        'y = Symbol("y", real=True)\n' + claim("C1", "abs(y), y"),
    ),
    "a mask's condition": (
        claim("C1", "RowSoftmax(A + MaskWhere(n, n, lambda j, i: i <= j))[0, 0], 1"),
        claim("C1", "RowSoftmax(A + MaskWhere(n, n, lambda j, i: i >= j))[0, 0], 1"),
    ),
    "a function that is called": (
        "def twice(X):\n    return X + X\n" + claim("C1", "twice(A), 2*A"),
        "def twice(X):\n    return X + B\n" + claim("C1", "twice(A), 2*A"),
    ),
    "what a module beside it holds": ("", claim("C1", "helper.matrix*A, A + A")),
    "what a word stands for": tuple(
        f'X = MatrixSymbol("X", n, n)\n@define(X)\ndef Twice(X):\n    return {body}\n' + claim("C1", "Twice(A), 2*A")
        for body in ("X + X", "X + 3*X")
    ),
    "what a word in a word stands for": tuple(
        f'X = MatrixSymbol("X", n, n)\n@define(X)\ndef Inner(X):\n    return {body}\n'
        "@define(X)\ndef Twice(X):\n    return Inner(X) + X\n" + claim("C1", "Twice(A), 2*A")
        for body in ("X.T.T", "X.T")
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_never_answered_from_before(here, what):
    before, after = CHANGES[what]
    write("a.py", HEAD + (before or after))
    assert ran("--seed", "3")[1] == {"C1": "proved"}
    assert ran("--seed", "3")[2] == {"C1"}
    write("a.py", HEAD + after)
    if not before:
        write("helper.py", "matrix = 3\n")
    code, verdicts, known = ran("--seed", "3")
    assert (code, known) == (1, set()) and verdicts != {"C1": "proved"}
    assert ran("--seed", "3")[2] == set(), "what is not as declared is never kept"


# ------------------------------------------------------------------------- what scripts depend on beside their texts


def false_now(change):
    """Check twice, with a change between, and tell that the claim is not taken from before."""
    assert ran()[1] == {"C1": "proved"}
    change()
    code, verdicts, known = ran()
    assert (code, known) == (1, set()) and verdicts != {"C1": "proved"}


def test_the_order_of_a_set_is_another_with_another_seed_of_hashes(here):
    write(
        "a.py",
        HEAD + 'from sympy import symbols\nknown = dict(p=symbols("p", real=True), q=symbols("q", real=True))\n'
        "p, q = known.values()\nv = known[list(set(known))[0]]\n" + claim("C1", "diff(p**2*q, v), 2*p*q"),
    )
    first = "print(list(set(dict(p=1, q=2)))[0])"
    seeds = {}
    for seed in range(20):
        around = {"PYTHONHASHSEED": f"{seed}"}
        seeds[subprocess.check_output([sys.executable, "-c", first], text=True, env=around).strip()] = f"{seed}"
    for name, expected in (("p", "proved"), ("q", "refuted"), ("p", "proved")):
        assert ran_apart(PYTHONHASHSEED=seeds[name])[0] == {"C1": expected}


def test_a_module_in_a_linked_folder_is_read_each_time(here):
    (here / "far").mkdir()
    (here / "far/k.py").write_text("K = 2\n")
    (here / "proofs/hp").mkdir()
    (here / "proofs/hp/__init__.py").write_text("")
    (here / "proofs/hp/sub").symlink_to(here / "far")
    write("a.py", HEAD + "from hp.sub.k import K\n" + claim("C1", "K*A, A + A"))
    false_now(lambda: (here / "far/k.py").write_text("K = 3\n"))


def test_data_that_are_read_as_the_script_is_read_are_read_each_time(here):
    numpy = pytest.importorskip("numpy")
    numpy.save("k.npy", 2)
    found = "from sympy.external import import_module\nk = int(import_module('numpy').load('k.npy'))\n"
    write("a.py", HEAD + found + claim("C1", "k*A, A + A"))
    false_now(lambda: numpy.save("k.npy", 3))


def test_what_the_surroundings_say_is_asked_each_time(here, monkeypatch):
    monkeypatch.setenv("SIZE", "2")
    write("a.py", HEAD + "import os\nk = int(os.environ['SIZE'])\n" + claim("C1", "k*A, A + A"))
    false_now(lambda: monkeypatch.setenv("SIZE", "3"))


def test_what_python_does_as_it_starts_counts(here):
    (here / "site").mkdir()
    (here / "site/sitecustomize.py").write_text("import math\nmath.K = 2\n")
    write("a.py", HEAD + "import math\nK = getattr(math, 'K', 3)\n" + claim("C1", "K*A, A + A"))
    assert ran_apart(path=str(here / "site")) == ({"C1": "proved"}, set())
    assert ran_apart() == ({"C1": "refuted"}, set())


def test_a_script_that_names_itself_main_is_read_as_what_it_is(here):
    script = "if __name__ == '__main__':\n    K = 2\nelse:\n    K = 3\n" + claim("C1", "K*A, 3*A")
    run = "\nfrom symattn import run_script\nif __name__ == '__main__':\n    run_script(__file__)\n"
    write("a.py", HEAD + script + run)
    assert ran_apart("proofs/a.py") == ({"C1": "proved"}, set())
    write("k.py", "K = 2\n")
    named = "__name__ = '__main__'\nif __name__ == '__main__':\n    from k import K\n"
    write("a.py", HEAD + named + claim("C1", "K*A, A + A"))
    false_now(lambda: write("k.py", "K = 3\n"))


def test_a_module_among_bytecode_is_read_each_time(here):
    write("hp/__init__.py", "")
    write("hp/__pycache__/k.py", "K = 2\n")
    write("a.py", HEAD + "from hp.__pycache__.k import K\n" + claim("C1", "K*A, A + A"))
    false_now(lambda: write("hp/__pycache__/k.py", "K = 3\n"))


def test_numbers_that_are_drawn_are_those_of_this_run(here):
    drawn = "import random\nfrom sympy import randMatrix\nrandom.seed({})\nM = randMatrix(2, 2).as_immutable()\n"
    write("a.py", HEAD + drawn.format(1) + claim("C1", "M, M + 0*M"))
    ran()
    first = json.loads(Path("out.json").read_text())["claims"][0]["statement"]
    write("a.py", HEAD + drawn.format(2) + claim("C1", "M, M + 0*M"))
    assert ran()[2] == set()
    assert json.loads(Path("out.json").read_text())["claims"][0]["statement"] != first


def test_what_changes_while_it_is_checked_is_what_was_stated(here):
    body = "from pathlib import Path\ndef k():\n    {}\n    return 2\n" + claim("C1", "k()*A, A + A")
    write("a.py", HEAD + body.format("Path('proofs/a.py').write_text(Path('b.txt').read_text())"))
    Path("b.txt").write_text(HEAD + body.replace("return 2", "return 3").format("pass"))
    assert ran("--no-cache")[1] in ({"C1": "proved"}, {"C1": "refuted"})
    assert ran()[1] == {"C1": "refuted"}


# ------------------------------------------------------------------------------- what scripts do to each other


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("first", ["a", "z"])
def test_scripts_do_not_see_what_others_do_to_a_module_beside_them(here, first, jobs):
    write("hlp.py", "K = [2]\n")
    head = HEAD.replace("import helper", "import hlp")
    write("m.py", head + claim("C1", "hlp.K[0]*A, A + A"))
    write(f"{first}.py", head + "hlp.K[0] = 3\n" + claim("C2", "hlp.K[0]*A, 3*A"))
    assert ran("--jobs", jobs)[:2] == (0, {"C1": "proved", "C2": "proved"})
    assert all(entry.function()[0] == entry.function()[1].doit() for entry in load(["proofs"]).entries.values())
    assert ran("--jobs", jobs, "proofs/m.py")[1] == {"C1": "proved"}


OTHERS = {
    "a name of SymPy": "import sympy\nsympy.exp = sympy.cos",
    "a method": "import sympy\nsympy.Symbol.__eq__ = lambda self, other: True",
    "a method of symattn": "import symattn.language\nsymattn.language.Equation.lhs = 1",
    "a function of Python": "import math\nmath.sqrt = lambda x: x",
    "what stands before a function of Python": "import sympy.core.add\nsympy.core.add.len = lambda _: 0",
    "a part of symattn": "from symattn.deciding import decide_claim\ndecide_claim.decided_claim = None\n"
    "import symattn.deciding.decide as d\nd.decided = None",
    "an entry of a table": "from symattn.language.words.sympy_classes import DEFINITIONS\n"
    "for kind in DEFINITIONS: DEFINITIONS[kind] = lambda _: 0",
    "a table of data": "from symattn.numeric.late_search import SIGNS as s\ns[next(iter(s))] = 0",
    "a table that grows": "from symattn.numeric.late_search import SIGNS as s\ns[7] = 1",
    "which sign violates": "from symattn.numeric.refute import VIOLATED_BY as v\nv.update((k, (-1, 1)) for k in v)",
    "how names are spelled": "from symattn.kernel_names import WORDS\nWORDS['*'] = 'plus'",
    "a private table": "from symattn.elaborate.scope import _HANDLERS\n_HANDLERS.clear()",
    "a part that is used late": "import symattn.deciding.confirmation as c\nc.confirmation = None",
    "a part that compares readings": "import symattn.deciding.agreement.compare as c\nc.agreement = None",
    "a modern word": "import symattn.modern.softmax as s\nfor name in list(vars(s)):\n"
    "    if not name.startswith('__'): setattr(s, name, 1)",
    "a module": "import sys, types\nsys.modules['symattn.deciding.needed'] = types.ModuleType('needed')",
    "a base": "import sympy\nclass More: pass\nsympy.Tuple.__bases__ = (*sympy.Tuple.__bases__, More)",
}


@pytest.mark.parametrize("what", OTHERS)
def test_a_script_that_changes_what_others_use_is_refused(here, what):
    write("m.py", HEAD + "from sympy import Tuple\n" + claim("C1", "exp(x)*exp(-x), 1"))
    write("a.py", HEAD + OTHERS[what] + "\n" + claim("C2", "A.T.T, A"))
    code, verdicts, _ = ran()
    assert code == 1 and verdicts == {"C1": "proved", "C2": "error"}
    reasons = {c["id"]: c["reason"] for c in json.loads(Path("out.json").read_text())["claims"]}
    assert "ModuleChanged: it changes " in reasons["C2"] and "by which other claims are decided too" in reasons["C2"]
    assert ran()[2] == {"C1"}


USUAL = {
    "printing": "import sympy\nsympy.init_printing()",
    "a hook": "import sys\nsys.excepthook = print",
    "typing": "import typing\nkept = typing._collect_parameters\n"
    "typing._collect_parameters = lambda *each: kept(*each)",
    "settings": "import mpmath, numpy, random, warnings\nmpmath.mp.dps = 50\nnumpy.seterr(all='raise')\n"
    "random.seed(1)\nwarnings.simplefilter('ignore')",
    "parts that are imported later": "import sympy.physics.units, sympy.stats, unittest.mock",
    "a temporary file": "import tempfile\nwith tempfile.TemporaryDirectory() as folder: pass\ntempfile.tempdir = '.'",
    "quantum physics": "import sympy.physics.quantum",
    "warnings": "import logging, warnings\nlogging.captureWarnings(True)\n"
    "warnings.showwarning = warnings.formatwarning = lambda *_, **named: ''",
    "a time zone": "import os, time\nos.environ['TZ'] = 'America/New_York'\ntime.tzset()",
    "a hook of threads": "import threading\nthreading.excepthook = print",
    "a name of doctest and gettext": "import gettext\ngettext.install('mine')",
    "something for a while": "from unittest import mock\nwith mock.patch('math.sqrt'): pass",
}


@pytest.mark.parametrize("what", USUAL)
def test_what_scripts_usually_do_is_not_refused(here, what):
    write("a.py", HEAD + USUAL[what] + "\n" + claim("C1", "A.T.T, A"))
    assert ran()[1] == {"C1": "proved"}


def test_a_claim_that_changes_what_others_use_is_refused(here):
    change = "\ndef change():\n    import sympy\n    sympy.exp = sympy.cos\n    return A.T.T\n"
    write("a.py", HEAD + change + claim("C1", "change(), A") + claim("C2", "__import__('sympy').exp(x), exp(x)"))
    for _ in range(2):
        assert ran()[1] == {"C1": "error", "C2": "proved"}
    reason = json.loads(Path("out.json").read_text())["claims"][0]["reason"]
    assert "the claim C1 changes sympy.exp" in reason
    assert cli.main(["show", "C1"]) == 1 and cli.main(["show", "C2"]) == 0


def test_one_process_puts_back_what_a_script_changes(here):
    import sympy

    write("a.py", HEAD + "import sympy\nsympy.exp = sympy.cos\n" + claim("C1", "A.T.T, A"))
    write("b.py", HEAD + claim("C2", "__import__('sympy').exp(0), 1"))
    entries = load(["proofs"]).entries
    assert "ModuleChanged: it changes sympy.exp" in entries["C1"].reason and sympy.exp is exp is not cos
    assert entries["C2"].function() == (1, 1)


# --------------------------------------------------------------------------------------------- one claim after another


def test_a_changed_claim_is_proved_again_and_nothing_else(here):
    write("a.py", HEAD + claim("C1", "A.T.T, A") + claim("C2", "A + B, B + A"))
    write("b.py", HEAD + claim("C3", "2*A, A + A"))
    ran()
    write("a.py", "# a remark\n\n" + HEAD + claim("C1", "A.T.T, A") + claim("C2", "A + A.T, A.T + A"))
    assert ran() == (0, {"C1": "proved", "C2": "proved", "C3": "proved"}, {"C1", "C3"})
    places = {c["id"]: c["line"] for c in json.loads(Path("out.json").read_text())["claims"]}
    assert places["C1"] > places["C3"], "the lines are those of now"
    assert ran()[2] == {"C1", "C2", "C3"}


def test_what_uses_a_changed_lemma_is_proved_again(here):
    uses = claim("C2", "(A*B).T.T*A, A*B*A", more=', uses="C1"')
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    write("b.py", HEAD + uses + claim("C3", "A + B, B + A"))
    ran()
    assert ran()[2] == {"C1", "C2", "C3"}
    write("a.py", HEAD + claim("C1", "A + B.T.T, A + B"))
    assert ran()[2] == {"C3"}
    assert ran()[2] == {"C1", "C2", "C3"}
    write("a.py", HEAD + claim("C1", "A.T.T, B"))
    code, verdicts, known = ran()
    assert code == 1 and verdicts["C1"] == "refuted" and verdicts["C2"] != "proved" and known == {"C3"}


def test_a_lemma_of_the_folder_proofs_counts_too(here):
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    Path("own.py").write_text(HEAD.replace("import helper", "") + claim("C2", "A.T.T*A, A*A", more=', uses="C1"'))
    assert ran("own.py")[2] == set() and ran("own.py")[2] == {"C2"}
    write("a.py", HEAD + claim("C1", "A.T.T, B"))
    assert ran("own.py")[1:] == ({"C2": "error"}, set())


def test_the_claims_that_failed_last_are_run_and_the_folder_is_not_committed(here):
    write("a.py", HEAD + claim("C1", "A.T.T, A") + claim("C2", "A.T, A"))
    assert ran()[1] == {"C1": "proved", "C2": "refuted"}
    assert ran("--last-failed") == (1, {"C2": "refuted"}, set())
    assert Path(".symattn_cache/.gitignore").read_text() == "*\n"
    Path(".symattn_cache/.gitignore").write_text("mine\n")
    write("a.py", HEAD + claim("C1", "A.T.T, A") + claim("C2", "A, A.T.T"))
    assert ran("--last-failed") == (0, {"C2": "proved"}, set())
    assert Path(".symattn_cache/.gitignore").read_text() == "mine\n"


def test_a_list_of_failed_claims_that_is_nested_too_deep_is_forgotten(here):
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    Path(".symattn_cache").mkdir()
    Path(".symattn_cache/last_failed.json").write_text("[" * 100_000)
    assert ran() == (0, {"C1": "proved"}, set())


def test_a_machine_without_a_folder_for_temporary_files_is_told_so(here, monkeypatch, capsys):
    def nowhere():
        raise FileNotFoundError(2, "No usable temporary directory found")

    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    monkeypatch.setattr("tempfile.gettempdir", nowhere)
    assert cli.main(["check"]) == 2
    assert "need a folder for temporary files: No usable temporary directory" in capsys.readouterr().err


def test_seeds_are_kept_apart_and_titles_and_tex_are_those_of_now(here):
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    assert cli.main(["check", "-q"]) == 0
    assert ran()[2] == {"C1"}, "the LaTeX is made now"
    assert json.loads(Path("out.json").read_text())["claims"][0]["statement_latex"]
    assert ran("--seed", "1")[2] == set()
    write("a.py", HEAD + claim("C1", "A.T.T, A").replace("a title", "another title"))
    assert ran()[2] == {"C1"} and json.loads(Path("out.json").read_text())["claims"][0]["title"] == "another title"


def test_two_folders_have_each_their_own_helpers(here):
    for name, number in (("one", 2), ("two", 3)):
        write(f"{name}/shared.py", f"k = {number}\n")
        head = HEAD.replace("import helper", "import shared")
        write(f"{name}/a.py", head + claim(f"C{number}", f"shared.k*A, {number}*A"))
    assert ran() == (0, {"C2": "proved", "C3": "proved"}, set())


def test_two_processes_keep_and_read_at_once(here):
    write("a.py", HEAD + "".join(claim(f"C{k}", f"{k}*A.T.T, A*{k}") for k in range(2, 14)))
    assert cli.main(["check", "-q", "--jobs", "2"]) == 0
    assert ran()[0] == 0 and ran()[2] == {f"C{k}" for k in range(2, 14)}


def test_a_function_that_never_ends_is_ended_where_that_is_asked_for(here):
    write("a.py", HEAD + "def long():\n    while True: pass\n" + claim("C1", "A.T.T, A") + claim("C2", "long(), A"))
    for known in (set(), {"C1"}):
        assert ran("--time-limit", "1") == (1, {"C1": "proved", "C2": "error"}, known)


# ------------------------------------------------------------------------------------------------- what is in a key

n, m = dims("n m")
A, B, C = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("C", n + 1, n)
x, y = symbols("x y", real=True)


def idx(upper):
    return Idx("i", upper)


#: Pairs of statements that look alike, and do not say the same.
PAIRS = {
    "assumptions of a symbol": (that(x, x + 1), that(Symbol("x", positive=True), Symbol("x", positive=True) + 1)),
    "sizes": (that(A, A.T), that(*(MatrixSymbol("A", m, m), MatrixSymbol("A", m, m).T))),
    "the kind of a matrix": (
        that(PermutationSymbol("g", n), A),
        that(OrthogonalSymbol("g", n), A),
    ),
    "a hypothesis": (that(x, y, given=[x > 0]), that(x, y, given=[y > 0])),
    "a hypothesis that says nothing": (that(x, y), that(x, y, given=[Equation(1, 1)])),
    "the range of an index": (that(C[idx(n + 1), 0], x), that(C[idx(n), 0], x)),
    "the precision of a number": (that(x, Float("0.5", 15)), that(x, Float("0.5", 30))),
    "a number and a text of it": (that(x, 1), that(x, Symbol("1", real=True))),
    "two precisions in another order": (
        that(x + 0 * y, Matrix([[Float("0.5", 15), Float("0.5", 30)]])[0]),
        that(x + 0 * y, Matrix([[Float("0.5", 30), Float("0.5", 15)]])[0]),
    ),
    "two unknowns of one name": (
        (lambda u, v: that(u + v, 2 * u))(Dummy("u", real=True), Dummy("u", real=True)),
        (lambda u: that(u + y, 2 * u))(Dummy("u", real=True)),
    ),
    "the order of sides": (that(x, y), that(y, x)),
    "reasons": (calc(A.T.T, (A, ())), calc(A.T.T, (A, "trivial"))),
    "steps": (calc(A.T.T, (A, ())), calc(A.T.T, (A.T.T.T.T, ()), (A, ()))),
    "a family": (
        that(MatrixFamily("W", m, n, n)[0], A),
        that(MatrixFamily("W", m + 1, n, n)[0], A),
    ),
}


@pytest.mark.parametrize("what", PAIRS)
def test_what_says_another_thing_has_another_fingerprint(what):
    one, other = PAIRS[what]
    assert fingerprint(one, str) == fingerprint(one, str) != fingerprint(other, str)


def words_that_are_made():
    alpha, q, k = KernelSymbol("alpha"), MatrixSymbol("q", 1, n), MatrixSymbol("k", 1, n)
    o = Idx("o", n)
    number = define("NumberThatStays", (alpha, q, k), alpha(q, k))
    matrix = define("MatrixThatStays", (A,), A + A)
    return number, matrix, number(alpha, q, k), alpha(q, k), Expectation(ProbabilitySymbol("p", n), A[o, 0], o)


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("name", ["definition", "word", "is_zero", "mine"])
def test_a_word_and_what_it_forms_do_not_change(place, name):
    changed = words_that_are_made()[place]
    with pytest.raises(SymattnError):
        setattr(changed, name, lambda *_: Integer(1))
    if place < 2:
        with pytest.raises(DefinitionError, match="its attribute word cannot change"):
            del changed.word


def test_a_word_is_proved_by_its_definition_whatever_python_is_made_to_say(monkeypatch):
    _, _, value, *_ = words_that_are_made()
    monkeypatch.setattr(OfWord, "definition", lambda self: Integer(1))
    assert decide(value, 1).status != "proved"


def test_a_class_that_says_it_is_a_word_has_no_fingerprint(monkeypatch):
    number, *_ = words_that_are_made()
    members = {"word": number.word, "__module__": number.__module__, "__qualname__": number.__qualname__}
    other = type("NumberThatStays", (DefinedNumber,), members)
    assert fingerprint(that(number(*number.word.parameters), 1), str)
    monkeypatch.setattr(known_words.WORDS, "NumberThatStays", other)
    with pytest.raises(Unclear):
        fingerprint(that(other(*number.word.parameters), 1), str)


def test_an_object_with_more_than_its_arguments_has_no_fingerprint():
    value = KernelSymbol("alpha")(MatrixSymbol("q", 1, n), MatrixSymbol("k", 1, n))
    vars(value)["definition"] = lambda: Integer(1)
    with pytest.raises(Unclear):
        fingerprint(that(value, 1), str)


class Loose(Calc):
    equations = ()


@pytest.mark.parametrize(
    "stated",
    [
        that(Function("f")(x), Function("f")(x) + 1),
        Loose(A, calc(A.T.T, (A, ())).steps),
        type("Mine", (Claim,), {})(Equation(x, y)),
    ],
)
def test_what_expressions_do_not_show_has_no_fingerprint(stated):
    with pytest.raises(Unclear):
        fingerprint(stated, str)


def test_global_settings_that_are_not_the_usual_ones_count():
    from sympy import Q, evaluate
    from sympy.assumptions import assuming

    cache = Cache(None)
    (entry,) = load(["proofs/cost.py"]).select([])[:1]

    def named():
        return cache.fingerprint(entry, that(x, y), False)

    usual = named()
    with evaluate(False):
        assert named() != usual
    with assuming(Q.positive(x)):
        assert named() != usual
    assert named() == usual


def test_the_code_s_fingerprint_covers_every_module_of_symattn():
    home = Path(symattn.__file__).parent
    seen = fingerprints.code()[1].files
    assert {p for p in home.rglob("*.py") if "library" not in p.relative_to(home).parts[:1]} == set(seen)


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Make a package with a dash in its name, as pip installs it, and one of another folder without a list of files."""
    for place in ("site", "checkout"):
        (tmp_path / place / "a_pack").mkdir(parents=True)
        (tmp_path / place / "a_pack/__init__.py").write_text("K = 1\n")
    (tmp_path / "site/a_pack-1.0.dist-info").mkdir()
    (tmp_path / "site/a_pack-1.0.dist-info/METADATA").write_text("Name: a-pack\nVersion: 1.0\n")
    (tmp_path / "site/a_pack-1.0.dist-info/RECORD").write_text("a_pack/__init__.py,sha256=1,6\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    return tmp_path


def installed():
    return fingerprints._installed("a-pack", "a_pack", fingerprints.Seen())


def test_a_package_that_is_installed_anew_is_another(package):
    before = installed()
    assert installed() == before and "a-pack 1.0" in before
    (package / "site/a_pack-1.0.dist-info/RECORD").write_text("a_pack/__init__.py,sha256=2,6\n")
    assert installed() != before


@pytest.mark.parametrize("how", ["in another folder", "without a list of files", "not installed"])
def test_a_package_that_is_not_as_installed_is_read(package, how, monkeypatch):
    file = package / "site/a_pack/__init__.py"
    if how == "in another folder":
        monkeypatch.syspath_prepend(str(package / "checkout"))
        file = package / "checkout/a_pack/__init__.py"
    else:
        (package / "site/a_pack-1.0.dist-info/RECORD").unlink()
    if how == "not installed":
        (package / "site/a_pack-1.0.dist-info/METADATA").unlink()
    before = installed()
    file.write_text("K = 2\n")
    assert installed() != before
    seen = fingerprints.Seen()
    fingerprints._installed("a-pack", "a_pack", seen)
    assert set(seen.files) == {file}


def test_a_file_that_is_saved_while_symattn_is_imported_counts_as_changed(tmp_path):
    said = (
        "import pathlib, sys, symattn\n"
        "path = pathlib.Path(sys.argv[1])\npath.write_text('')\n"
        "import symattn.language, symattn.scripts.fingerprints as f\n"
        "seen = f.Seen()\nseen.read(path)\nprint(seen.unchanged(f.STARTED))"
    )
    assert subprocess.check_output([sys.executable, "-c", said, tmp_path / "a.py"], text=True) == "False\n"


def test_a_text_says_whether_it_declares_claims():
    assert declares(b"from symattn import theorem\n@theorem('A', 'b', 'c', 'proved')\ndef f(): ...")
    assert declares(b"import symattn\n@symattn.theorem('A', 'b', 'c', 'proved')\ndef f(): ...")
    assert declares(b"from symattn import *\n@theorem('A', 'b', 'c', 'proved')\ndef f(): ...")
    assert not declares(b"from symattn import decide\nimport math")
    assert not declares(b"def test(theorem): ... # symattn")


# ----------------------------------------------------------------------------------------------------- certificates


def forged(path, content):
    """Write a file of the cache with the hash that goes with it."""
    path.write_bytes(sha256(path.name.encode() + content).hexdigest().encode() + b"\n" + content)


def test_verify_replays_the_kept_certificate_and_believes_no_record(here):
    write("a.py", HEAD + claim("C1", "A.T.T, A") + claim("C2", "A*B, B*A", "refuted"))
    assert ran("--verify")[2] == set()
    assert ran("--verify")[2] == {"C1"}, "a refutation is found again"
    for path in kept_files():
        text = zlib.decompress(path.read_bytes()[65:])
        if b"symattn certificate" in text:
            forged(path, zlib.compress(text.replace(b"end", b"and")))
    assert ran("--verify") == (0, {"C1": "proved", "C2": "refuted"}, set())


@pytest.mark.parametrize("how", ["check", "certify"])
def test_what_is_kept_for_one_claim_does_not_stand_for_another(here, how, capsys):
    """All that is kept of C1, its certificate too, is given out for C2, which is false."""
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    write("b.py", HEAD + claim("C2", "A*B, B*A"))
    assert ran("--verify")[1] == {"C1": "proved", "C2": "refuted"}
    assert cli.main(["certify", "--all", "-o", "out"]) == 1
    cache = Cache(here / "kept", 0)
    files = set(kept_files())
    Path("proofs/b.py").write_text(HEAD + claim("C2", "A*B, B*A", "refuted"))
    assert ran()[1]["C2"] == "refuted"  # of a file of the other claim the name is known now
    (other,) = [p for p in set(kept_files()) - files if b"refuted" in zlib.decompress(p.read_bytes()[65:])]
    for path in files:
        content = path.read_bytes()[65:]
        if b'"verdict":"proved"' in zlib.decompress(content):
            forged(other, zlib.compress(zlib.decompress(content).replace(b'"proved"', b'"refuted"')))
    capsys.readouterr()
    if how == "check":
        assert ran("--verify")[1] == {"C1": "proved", "C2": "refuted"}
    else:
        assert cli.main(["certify", "C2", "-o", "C2.cert"]) == 0
        assert "symattn refutation" in Path("C2.cert").read_text()
    assert cache.seed == 0


def test_a_kept_certificate_that_is_no_text_is_refused():
    assert not replays("\ud800", that(x, x), ())


def test_a_kept_certificate_that_says_another_thing_is_not_written(here):
    write("a.py", HEAD + claim("C1", "A.T.T, A") + claim("C2", "B.T.T, B"))
    assert cli.main(["certify", "--all", "-o", "out"]) == 0
    kept = {}
    for path in kept_files():
        said = json.loads(zlib.decompress(path.read_bytes()[65:]))
        kept['"C1"' in said["made"]["content"].splitlines()[0]] = path, said
    assert set(kept) == {True, False}
    (first, _), (_, second) = kept[True], kept[False]
    forged(first, zlib.compress(json.dumps(second).encode()))
    assert cli.main(["certify", "C1", "-o", "C1.cert"]) == 0
    assert Path("C1.cert").read_text() == Path("out/C1.cert").read_text() != Path("out/C2.cert").read_text()


# ------------------------------------------------------------------------------------------------------- the folder


@pytest.mark.parametrize("harm", ["cut", "changed", "moved", "emptied", "nonsense"])
def test_a_damaged_file_is_as_none(here, harm):
    write("a.py", HEAD + claim("C1", "A.T.T, A") + claim("C2", "A + B, B + A"))
    ran()
    files = kept_files()
    contents = [path.read_bytes() for path in files]
    for number, path in enumerate(files):
        harmed = {
            "cut": contents[number][:-7],
            "changed": contents[number][:-1] + bytes([contents[number][-1] ^ 1]),
            "moved": contents[number - 1],
            "emptied": b"",
            "nonsense": b"\xff" * 300,
        }
        path.write_bytes(harmed[harm])
    assert ran() == (0, {"C1": "proved", "C2": "proved"}, set())
    assert ran()[2] == {"C1", "C2"}


WRONG = [
    b"[]",
    b"3",
    b'{"record": []}',
    b'{"record": {"axioms": 3}}',
    b'{"record": {"verdict": ["proved"]}}',
    b'{"record": {"as_declared": 1}}',
    b'{"record": {"counterexample": {"kind": "values", "sizes": []}}}',
    b'{"record": {"counterexample": {"kind": "shape"}}}',
    b'{"record": {"no such field": 1}}',
    b"[" * 100_000,
    b'{"made": {}}',
]


@pytest.mark.parametrize("content", WRONG)
def test_what_is_of_another_type_is_forgotten(here, content):
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    ran()
    (path,) = kept_files()
    said = json.loads(zlib.decompress(path.read_bytes()[65:]))
    try:
        wrong = json.loads(content)
        wrong = {"record": {**said["record"], **wrong["record"]}} if isinstance(wrong["record"], dict) else wrong
        content = json.dumps(wrong).encode()
    except (TypeError, KeyError, RecursionError):
        pass
    forged(path, zlib.compress(content))
    assert ran() == (0, {"C1": "proved"}, set())


def test_a_text_that_unpacks_to_more_than_it_may_is_forgotten(tmp_path, monkeypatch):
    kept = store.Store(tmp_path)
    assert kept.refused() == ""
    key = fingerprints.digest("a")
    monkeypatch.setattr(store, "LARGEST", 10_000)
    kept.put(key, "x" * 9_000)
    assert kept.get(key) == "x" * 9_000
    kept.put(key, "x" * 10_000_000)
    assert kept.get(key) is None


def open_to_others(path):
    path.mkdir()
    path.chmod(0o777)
    return path


WAYS = {
    "the folder": lambda top: open_to_others(top / "kept"),
    "a folder above": lambda top: open_to_others(top / "above") / "kept",
    "a folder far above": lambda top: open_to_others(top / "above") / "a" / "b" / "kept",
    "the place of a link": lambda top: link(open_to_others(top / "above") / "link", top / "real"),
    "where a link leads": lambda top: link(top / "link", open_to_others(top / "above") / "real"),
}


def link(path, target):
    target.mkdir(mode=0o700)
    path.symlink_to(target)
    return path


@pytest.mark.parametrize("what", WAYS)
def test_a_folder_that_others_may_change_is_not_used(here, what, monkeypatch, capsys):
    monkeypatch.setenv("SYMATTN_CACHE", str(WAYS[what](here)))
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    assert ran() == (0, {"C1": "proved"}, set()) and ran()[2] == set()
    assert "nothing is kept for the next run: others may write to" in capsys.readouterr().err


def test_a_folder_in_one_as_tmp_is_used(tmp_path):
    above = open_to_others(tmp_path / "tmp")
    above.chmod(0o1777)
    assert store.Store(above / "kept").refused() == ""
    assert store.Store(link(tmp_path / "link", above / "real")).refused() == ""
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    assert store.Store(circle).refused()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="files are given to others by root alone")
def test_a_folder_of_another_user_is_not_used(tmp_path):
    path = tmp_path / "above"
    path.mkdir()
    os.chown(path, 12345, 12345)
    assert "is another user's" in store.Store(path / "kept").refused()


def test_no_folder_is_no_cache(here, monkeypatch, capsys):
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    Path("file").write_text("")
    assert ran("--cache", "file/below") == (0, {"C1": "proved"}, set())
    assert f"nothing is kept for the next run: 'file/below/{store.FORMAT}': Not a directory" in capsys.readouterr().err
    monkeypatch.setenv("SYMATTN_CACHE", "")
    assert ran()[2] == set() and ran()[2] == set() and not Path("kept").exists()


@pytest.mark.parametrize("how", ["named", "usual"])
def test_a_relative_folder_stays_where_it_was_when_a_script_goes_elsewhere(here, monkeypatch, how):
    Path("elsewhere").mkdir()
    write("a.py", HEAD + "import os\nos.chdir('elsewhere')\n" + claim("C1", "A.T.T, A"))
    monkeypatch.setenv("SYMATTN_CACHE", "kept")
    more = ("--cache", "kept") if how == "named" else ()
    for known in (set(), {"C1"}):
        assert ran(*more) == (0, {"C1": "proved"}, known)
    assert kept_files() and not list(Path("elsewhere").iterdir())


def test_an_environment_that_names_a_relative_folder_names_it_in_full(here, monkeypatch):
    monkeypatch.setenv("SYMATTN_CACHE", "kept")
    first = store.default_folder()
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    assert store.default_folder() == first == here / "kept"


def test_the_folder_is_the_user_s_cache(monkeypatch, tmp_path):
    monkeypatch.delenv("SYMATTN_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert store.default_folder() == tmp_path / "symattn"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert store.default_folder() == tmp_path / ".cache" / "symattn"


def test_what_was_used_longest_ago_is_dropped(tmp_path):
    kept = store.Store(tmp_path / "kept")
    assert kept.refused() == ""
    keys = [fingerprints.digest(f"{number}") for number in range(10)]
    for number, key in enumerate(keys):
        kept.put(key, random.Random(number).randbytes(500).hex())
        os.utime(kept._path(kept.folder, key), (number, number))
    room = sum(path.stat().st_size for path in kept.folder.rglob("*") if path.is_file())
    kept.prune(room)
    assert all(kept.get(key) for key in keys)
    for number, key in enumerate(keys):
        os.utime(kept._path(kept.folder, key), (number, number))
    kept.prune(int(0.7 * room))
    assert [bool(kept.get(key)) for key in keys] == [False] * 5 + [True] * 5
