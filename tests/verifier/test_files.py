"""Files that are no certificates, and certificates beyond all limits: a clear message and the exit code, in time."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn import verifier
from symattn.verifier import DoesNotHold, Established, NotACertificate

VERIFIER = Path(verifier.__file__)
HEADER = b'{"format":"symattn certificate","version":1,"name":"","statement":[["then",["x"]]],"axioms":[]}\n'


def run(*paths, **options):
    """Run the verifier as a program, in bounded memory."""
    limits = "import resource,runpy,sys;resource.setrlimit(resource.RLIMIT_AS,(3<<30,3<<30));sys.argv=sys.argv[1:]"
    command = [sys.executable, "-I", "-c", f"{limits};runpy.run_path(sys.argv[0],run_name='__main__')", VERIFIER]
    done = subprocess.run([*command, *paths], capture_output=True, encoding="utf-8", timeout=100, **options)
    assert "Traceback" not in done.stderr
    return done


def lines(*items):
    return HEADER + b"".join(json.dumps(item).encode() + b"\n" for item in items)


BAD = {
    "empty": b"",
    "no end of the line": HEADER[:-1],
    "header only": HEADER,
    "not JSON": b"hello\n",
    "not UTF-8": b"\xff\xfe\n",
    "a list first": b"[1]\n",
    "a number first": b"7\n",
    "another format": HEADER.replace(b"symattn", b"another"),
    "version 2": HEADER.replace(b"1", b"2", 1),
    "version 1.0": HEADER.replace(b"1", b"1.0", 1),
    "version true": HEADER.replace(b":1", b":true", 1),
    "version as text": HEADER.replace(b":1", b':"1"', 1),
    "no axioms": HEADER.replace(b',"axioms":[]', b""),
    "something more in the header": HEADER.replace(b"[]", b'[],"trust":"me"'),
    "a name with an escape": HEADER.replace(b'"name":""', rb'"name":"\u001b[2J"'),
    "a name that is a number": HEADER.replace(b'"name":""', b'"name":7'),
    "no claim": lines(["end"]),
    "something after the end": lines(["end"], ["end"]),
    "a line that is no list": lines({"rule": "refl"}),
    "an empty line": HEADER + b"\n",
    "an empty list": lines([]),
    "a list without a word": lines([1, 2]),
    "deep nesting": HEADER + b"[" * 100_000 + b"]" * 100_000 + b"\n",
    "deep nesting of a header": b"[" * 100_000 + b"\n",
    "a long line": HEADER + b'["' + b"x" * 2_000_000 + b'"]\n',
    "a huge number": HEADER + b"[" + b"9" * 100_000 + b"]\n",
    "a huge index": lines(["refl", 10**12]),
    "a huge literal": lines(["literal", "9" * 1500, "ℝ"]),
    "a huge exponent": HEADER + b'["refl",1e999999999]\n',
    "infinity": HEADER + b'["refl",Infinity]\n',
    "not a number": HEADER + b'["refl",NaN]\n',
    "a lone surrogate": HEADER + rb'["variable","\ud800","R"]' + b"\n",
    "deep nesting of a type": lines(["variable", "x", "(" * 900 + "ℝ" + ")" * 900]),
    "a long type": lines(["variable", "x", "→".join("ℝ" * 1100)]),
    "a size of many factors": lines(["constant", "#", "*".join("n" * 500)]),
    "null": lines(["refl", None]),
    "a list for a term": lines(["refl", [0]]),
    "an object for a name": lines(["variable", {}, "ℝ"]),
}
NO_PROOF = {"a size of many factors"}  # understood, but beyond the limits


@pytest.mark.parametrize("name", BAD)
def test_refused_without_a_traceback(name, verify):
    with pytest.raises((NotACertificate, DoesNotHold)) as refused:
        verify(BAD[name])
    message = str(refused.value)
    assert message.startswith("line ") and len(message) < 500 and message.isprintable()
    assert isinstance(refused.value, DoesNotHold) == (name in NO_PROOF)


def test_truncated_anywhere(certificates, verify):
    """Cut at the end of a line, within a line, before the last line."""
    content = certificates["D2.free"].encode()
    for end in (*range(0, len(content) - 1, 97), len(content) - 1, content.rindex(b"\n", 0, -1) + 1):
        with pytest.raises(NotACertificate):
            verify(content[:end])


def test_exit_codes(tmp_path, certificates):
    good, bad, wrong = tmp_path / "good", tmp_path / "bad", tmp_path / "wrong"
    good.write_text(certificates["D2.free"], encoding="utf-8")
    bad.write_bytes(BAD["not JSON"])
    wrong.write_text(certificates["G13"].replace('["beta",', '["eta",', 1), encoding="utf-8")
    for paths, code in (([good], 0), ([good, wrong], 1), ([wrong, bad, good], 2), ([bad], 2), ([], 2)):
        done = run(*paths)
        assert done.returncode == code, done.stderr
        assert done.stdout.count("verified (") == paths.count(good)
    assert "NOT VERIFIED: line " in run(wrong).stderr and "not a certificate: line 1: " in run(bad).stderr
    assert "cannot be read" in run(tmp_path / "missing").stderr and run(tmp_path).returncode == 2
    assert run("--help").returncode == 2
    ascii_only = run(good, env={"LC_ALL": "C"})
    assert ascii_only.returncode == 0 and "ℝ" in ascii_only.stdout


def squares(last, times=200):
    """Yield the lines of x, x·x, (x·x)·(x·x), …, and then ``last`` of the number of the last."""
    yield from (["constant", "*"], ["variable", "x", "ℝ"])
    number = 1
    for _ in range(times):
        yield ["apply", 0, number]
        yield ["apply", number + 1 if number > 1 else 2, number]
        number += 2
    yield last(number)


def doubled_definitions(times=150):
    """Define c0 := pi and then c(k+1) := ck·ck, and square with each."""
    yield from (["constant", "*"], ["constant", "pi"], ["definition", "c0", 1])
    number = 1
    for k in range(times):
        yield ["constant", f"c{k}"]
        yield ["apply", 0, number + 1]
        yield ["apply", number + 2, number + 1]
        number += 3
        yield ["definition", f"c{k + 1}", number]


def growing_sizes(times=70):
    yield from (["constant", "#", "n"], ["refl", 0])
    for k in range(times):
        yield ["instantiate_sizes", k, "n", "n*n"]


def growing_sums_of_sizes(times=70):
    yield from (["constant", "#", "n"], ["refl", 0])
    for k in range(times):
        yield ["instantiate_sizes", k, "n", "n + m*n + 1"]


def nested_binders(times=200_000):
    yield ["literal", "0", "ℝ"]
    for k in range(times):
        yield ["lambda", "ℝ", k]


def deep_term(times=50_000):
    """A term nested 50,000 deep is no problem for what is not printed."""
    yield from (["variable", "f", "ℝ→ℝ"], ["variable", "x", "ℝ"], ["literal", "0", "ℝ"])
    for k in range(times):
        yield ["apply", 0, k + 2 if k else 1]
    yield ["refl", times + 2]
    yield ["instantiate", 0, 1, 2]
    yield ["abstraction", 0, 1]


def deep_claim(times=100_000):
    """… and a claim nested so deep is refused, not printed until the stack is full."""
    yield from (["variable", "f", "𝔹→𝔹"], ["variable", "p", "𝔹"])
    for k in range(times):
        yield ["apply", 0, k + 1]
    yield ["claim", times + 1]


def deep_claim_of_binders(times=900):
    yield ["variable", "p", "𝔹"]
    for k in range(times):
        yield from (["lambda", "ℝ", 3 * k], ["literal", "0", "ℝ"], ["apply", 3 * k + 1, 3 * k + 2])
    yield ["claim", 3 * times]


def wide_claim(times=30_000):
    """A claim with very many free variables."""
    yield from (["variable", "f", "𝔹→𝔹→𝔹"], ["variable", "p", "𝔹"])
    number = 1
    for k in range(times):
        yield from (["variable", f"p{k}", "𝔹"], ["apply", 0, number], ["apply", number + 2, number + 1])
        number += 3
    yield ["claim", number]


def repeated_axioms(times=20_000):
    for _ in range(times):
        yield ["axiom", "exp_zero", "exp 0 = 1"]


def many_hypotheses(times=20_000):
    for k in range(times):
        yield ["variable", f"p{k}", "𝔹"]
        yield ["assume", k]
        if k:
            yield ["deduct_antisym", 2 * k - 2, 2 * k - 1]


BOMBS = {
    "ring of a huge power": squares(lambda number: ["ring", number, number]),
    "claim of a huge term": squares(lambda number: ["claim", number]),
    "definitions that double": doubled_definitions(),
    "sizes that square": growing_sizes(),
    "sizes that grow": growing_sums_of_sizes(),
    "nested binders": nested_binders(),
    "deep term": deep_term(),
    "deep claim": deep_claim(),
    "deep claim of binders": deep_claim_of_binders(),
    "wide claim": wide_claim(),
    "repeated axioms": repeated_axioms(),
    "many hypotheses": many_hypotheses(),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(tmp_path, name):
    """A small file that asks for a huge amount of work ends in a message."""
    path = tmp_path / "bomb"
    path.write_bytes(lines(*BOMBS[name], ["end"]))
    done = run(path)
    assert done.returncode in (1, 2) and done.stderr.count("\n") == 1


def verified(content):
    """Verify bytes; only the two kinds of refusal may come instead of what is established."""
    try:
        return verifier.verify(io.BytesIO(content))
    except (NotACertificate, DoesNotHold) as error:
        assert str(error).isprintable()
        return None


@given(st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_bytes(content):
    assert verified(content) is None and verified(HEADER + content) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4),
)
RULES = list(verifier.rules())
TYPES = ["ℝ", "ℝ→ℝ", "𝔹", "[n]", "[2]→ℝ"]
WORDS = st.sampled_from([*RULES, *verifier.table(verifier.CONSTANTS), *TYPES, "n", "2*n", "x", "1/2", "0"])
LINE = st.tuples(st.sampled_from(RULES), st.lists(st.integers(-1, 12) | WORDS | JSON, max_size=4))


@given(st.lists(LINE | st.tuples(JSON, st.just([])), max_size=25))
@settings(max_examples=200, deadline=None)
def test_any_lines(drawn):
    content = lines(*([first, *rest] for first, rest in drawn), ["end"])
    assert verified(content) is None


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_changed_bytes(certificates, data):
    """One byte of a certificate replaced, removed or put in: never another statement."""
    content = certificates["D2.free"].encode()
    place = data.draw(st.integers(0, len(content) - 1))
    new = data.draw(st.binary(max_size=2))
    found = verified(content[:place] + new + content[place + 1 :])
    original = verified(content)
    assert isinstance(original, Established)
    assert found is None or (found.statement, found.axioms) == (original.statement, original.axioms)
