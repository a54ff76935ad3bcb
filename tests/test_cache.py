"""The cache of `symattn check`: what has not changed is not proved again, and nothing that has is taken from before."""

import json
import os
import time
from pathlib import Path

import pytest

from symattn.scripts import cli, fingerprints, store
from symattn.scripts.fingerprints import Sources, read_text

HEAD = """
from sympy import Identity, MatrixSymbol, Symbol
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
    """Write a script as one that was there before the run."""
    path = Path("proofs") / name
    path.write_text(text, encoding="utf-8")
    past = time.time_ns() - 3_600_000_000_000 + write.count * 1_000_000_000
    os.utime(path, ns=(past, past))
    write.count += 1


write.count = 0


def claim(id, body, expected="proved", more=""):
    return CLAIM.format(id=id, name=id.lower(), body=body, expected=expected, more=more)


def ran(*arguments):
    """Check everything and return the exit code, what each claim came out as, and which were known from before."""
    code = cli.main(["check", "-q", "--json", "out.json", "--jobs", "1", *arguments])
    claims = json.loads(Path("out.json").read_text())["claims"]
    return code, {c["id"]: c["verdict"] for c in claims}, {c["id"] for c in claims if c["cached"]}


def test_what_has_not_changed_is_known_and_no_script_is_run(here, capsys, monkeypatch):
    write("a.py", HEAD + claim("C1", "A.T.T, A") + claim("C2", "A*B, B*A", "refuted"))
    assert ran() == (0, {"C1": "proved", "C2": "refuted"}, set())
    before = {c["id"]: c for c in json.loads(Path("out.json").read_text())["claims"]}
    monkeypatch.setattr("symattn.scripts.loading.execute", lambda script: pytest.fail("a script is run"))
    assert ran() == (0, {"C1": "proved", "C2": "refuted"}, {"C1", "C2"})
    after = {c["id"]: c for c in json.loads(Path("out.json").read_text())["claims"]}
    for name, each in after.items():
        assert {**each, "cached": False, "seconds": 0} == {**before[name], "seconds": 0}


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


@pytest.mark.parametrize("before", ["X + X", pytest.param("X + X.T", marks=pytest.mark.slow)])
def test_a_changed_definition_is_another_word(here, before):
    # each in an interpreter of its own, as a word has one definition in one
    import subprocess
    import sys

    import symattn

    environment = {**os.environ, "PYTHONPATH": str(Path(symattn.__file__).parents[1])}
    for body in (before, "X + 3*X"):
        word = f'X = MatrixSymbol("X", n, n)\n@define(X)\ndef Twice(X):\n    return {body}\n'
        write("a.py", HEAD + word + claim("C1", "Twice(A.T).T, 2*A" if before == "X + X" else "Twice(A), Twice(A).T"))
        command = [sys.executable, "-m", "symattn", "check", "-q", "--json", "out.json"]
        code = subprocess.run(command, env=environment, check=False, capture_output=True).returncode
        assert code == (0 if body == before else 1)
        assert [c["cached"] for c in json.loads(Path("out.json").read_text())["claims"]] == [False]


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
    os.utime("own.py", (1e9, 1e9))
    assert ran("own.py")[2] == set() and ran("own.py")[2] == {"C2"}
    write("a.py", HEAD + claim("C1", "A.T.T, B"))
    assert ran("own.py")[1:] == ({"C2": "error"}, set())


@pytest.mark.parametrize("harm", ["cut", "changed", "moved", "emptied", "nonsense"])
def test_a_damaged_file_is_as_none(here, harm):
    write("a.py", HEAD + claim("C1", "A.T.T, A") + claim("C2", "A + B, B + A"))
    ran()
    files = sorted(Path("kept").rglob("*.json"))
    contents = [path.read_bytes() for path in files]
    for number, path in enumerate(files):
        harmed = {
            "cut": contents[number][:-7],
            "changed": contents[number].replace(b"proved", b"refute"),
            "moved": contents[number - 1],
            "emptied": b"",
            "nonsense": b"\xff" * 300,
        }
        path.write_bytes(harmed[harm])
    assert ran()[:2] == (0, {"C1": "proved", "C2": "proved"})
    assert harm == "changed" or ran()[2] == {"C1", "C2"}


def forged(path, **changes):
    """Change what a file of the cache says, with the hash that goes with it."""
    from hashlib import sha256

    content = json.loads(path.read_bytes()[65:])
    if isinstance(content, dict) and "record" in content:
        content["record"].update(changes)
    body = json.dumps(content).encode()
    path.write_bytes(sha256(path.name.encode() + body).hexdigest().encode() + b"\n" + body)


def test_verify_replays_the_kept_certificate_and_believes_no_record(here, monkeypatch):
    write("a.py", HEAD + claim("C1", "A.T.T, A") + claim("C2", "A*B, B*A", "refuted"))
    assert ran("--verify")[2] == set()
    assert ran("--verify")[2] == {"C1"}, "a refutation is found again"
    certificates = list(Path("kept").rglob("*.text"))
    assert len(certificates) == 1
    certificates[0].write_bytes(b"0" * 100)
    assert ran("--verify") == (0, {"C1": "proved", "C2": "refuted"}, set())


def test_a_forged_result_does_not_stand_a_verification(here):
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    write("b.py", HEAD + claim("C2", "A*B, B*A"))
    assert ran("--verify")[1] == {"C1": "proved", "C2": "refuted"}
    # the certificate and the record of C1 are given out for C2
    cache = pytest.importorskip("symattn.scripts.cache").opened(0, None)[0]
    from symattn.scripts.loading import load

    entries = load(["proofs"], cache).entries
    from symattn import claim as stated
    from symattn.scripts.claims import as_lemma

    first, second = (entries[name].among.read(entries[name]) for name in ("C1", "C2"))
    keys = [fingerprints.digest(cache._by_statement(each, as_lemma(each)), "False") for each in (first, second)]
    assert stated and None not in keys
    cache.store.put(keys[1], cache.store.get(keys[0]))
    cache.store.put_text(keys[1], cache.store.get_text(keys[0]))
    code, verdicts, known = ran("--verify")
    assert (code, verdicts, known) == (1, {"C1": "proved", "C2": "refuted"}, {"C1"})


def test_seeds_and_typeset_statements_are_kept_apart(here):
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    assert cli.main(["check", "-q"]) == 0
    assert ran()[2] == {"C1"}, "known by what it states; the LaTeX is made now"
    assert json.loads(Path("out.json").read_text())["claims"][0]["statement_latex"]
    assert ran("--seed", "1")[2] == set()


def test_what_changes_while_it_is_checked_is_not_kept(here, monkeypatch):
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    path = Path("proofs/a.py")
    run = cli.main
    from symattn.scripts import claims

    settle = claims._settle

    def changing(*arguments):
        path.write_text(path.read_text() + "\n# changed meanwhile\n", encoding="utf-8")
        return settle(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(claims, "_settle", changing)
        assert run(["check", "-q", "--jobs", "1"]) == 0
    assert ran()[2] == set()


def test_a_script_that_asks_its_surroundings_is_run_each_time(here, monkeypatch):
    body = HEAD + "import os\nk = int(os.environ['SIZE'])\n" + claim("C1", "k*A, A + A")
    write("a.py", body)
    monkeypatch.setenv("SIZE", "2")
    assert ran()[1:] == ({"C1": "proved"}, set())
    assert ran()[1:] == ({"C1": "proved"}, {"C1"}), "it states the same"
    monkeypatch.setenv("SIZE", "3")
    assert ran()[1:] == ({"C1": "refuted"}, set())


def test_two_folders_have_each_their_own_helpers(here):
    for name, number in (("one", 2), ("two", 3)):
        folder = Path("proofs") / name
        folder.mkdir()
        (folder / "shared.py").write_text(f"k = {number}\n")
        write(
            f"{name}/a.py",
            HEAD.replace("import helper", "import shared") + claim(f"C{number}", f"shared.k*A, {number}*A"),
        )
    Path("proofs/helper.py").unlink()
    assert ran() == (0, {"C2": "proved", "C3": "proved"}, set())


IMPURE = [
    "import os",
    "import random",
    "import numpy",
    "from sympy.core import random",
    "import sympy.testing.randtest",
    "from . import other",
    "open('x')",
    "x = __file__",
    "eval('1')",
    "getattr(1, 'x').__globals__",
    "import not_there",
    "def f(:",
]


@pytest.mark.parametrize("line", IMPURE)
def test_a_text_that_does_not_show_what_it_depends_on_has_no_fingerprint(tmp_path, line):
    path = tmp_path / "a.py"
    path.write_text(f"from sympy import sqrt\n{line}\n")
    assert Sources().fingerprint(path) is None


@pytest.mark.parametrize(
    "line", ["import math", "from symattn import *", "if __name__ == '__main__':\n    run(__file__)", "import beside"]
)
def test_a_text_that_shows_it_has_one_that_changes_with_each_file(tmp_path, line):
    path, beside = tmp_path / "a.py", tmp_path / "beside.py"
    path.write_text(line)
    beside.write_text("x = 1")
    found = Sources().fingerprint(path)
    assert found and found == Sources().fingerprint(path)
    beside.write_text("x = 2")
    assert (Sources().fingerprint(path) == found) == (line != "import beside")
    path.write_text(line + "\nx = 3")
    assert Sources().fingerprint(path) != found


def test_a_module_that_hides_one_of_python_s_has_no_fingerprint(tmp_path, monkeypatch):
    (tmp_path / "scripts").mkdir()
    path = tmp_path / "scripts" / "a.py"
    path.write_text("import fractions")
    assert Sources().fingerprint(path)
    (tmp_path / "fractions.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    fingerprints._shadowed.cache_clear()
    assert Sources().fingerprint(path) is None
    fingerprints._shadowed.cache_clear()


def test_the_code_s_fingerprint_covers_every_module_of_symattn():
    import symattn

    home = Path(symattn.__file__).parent
    seen = fingerprints.code()[1].files
    assert {p for p in home.rglob("*.py") if "library" not in p.relative_to(home).parts[:1]} == set(seen)


def test_a_folder_that_others_may_write_to_is_not_used(here, capsys):
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    Path("kept").mkdir()
    Path("kept").chmod(0o777)
    assert ran() == (0, {"C1": "proved"}, set()) and ran()[2] == set()
    assert "nothing is kept for the next run: others may write to" in capsys.readouterr().err


def test_no_folder_is_no_cache(here, monkeypatch, capsys):
    write("a.py", HEAD + claim("C1", "A.T.T, A"))
    Path("file").write_text("")
    assert ran("--cache", "file/below") == (0, {"C1": "proved"}, set())
    assert "nothing is kept for the next run: 'file/below/1': Not a directory" in capsys.readouterr().err
    monkeypatch.setenv("SYMATTN_CACHE", "")
    assert ran()[2] == set() and ran()[2] == set() and not Path("kept").exists()


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
        kept.put(key, "x" * 1000)
        os.utime(kept._path(key, "json"), (number, number))
    kept.prune(room=20_000)
    assert all(kept.get(key) for key in keys)
    for number, key in enumerate(keys):
        os.utime(kept._path(key, "json"), (number, number))
    kept.prune(room=8_000)
    assert [bool(kept.get(key)) for key in keys] == [False] * 5 + [True] * 5


def test_two_processes_keep_and_read_at_once(here):
    write("a.py", HEAD + "".join(claim(f"C{k}", f"{k}*A.T.T, A*{k}") for k in range(2, 8)))
    assert cli.main(["check", "-q", "--jobs", "2"]) == 0
    assert ran()[0] == 0 and ran()[2] == {f"C{k}" for k in range(2, 8)}


def test_a_text_says_whether_it_declares_claims():
    assert read_text(b"from symattn import theorem\n@theorem('A', 'b', 'c', 'proved')\ndef f(): ...").declares
    assert read_text(b"import symattn\n@symattn.theorem('A', 'b', 'c', 'proved')\ndef f(): ...").declares
    assert read_text(b"from symattn import *\n@theorem('A', 'b', 'c', 'proved')\ndef f(): ...").declares
    assert not read_text(b"from symattn import decide\nimport math").declares
    assert not read_text(b"def test(theorem): ...").declares
