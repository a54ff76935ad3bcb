"""Every claim that is proved verifies, and no mutant of its certificate does – unless it proves the very same thing."""

import gc
import io
import json
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest
from sympy import MatrixSymbol

from symattn import PermutationSymbol, SelfAttention, decide, dims, verifier
from symattn.certificates.certificate import certificate
from symattn.scripts.claims import load, run_claim
from symattn.verifier import DoesNotHold, NotACertificate

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
PARTS = 4  # in each of which other claims are proved
#: Each certificate has as many mutants as come to so many lines, at least one and no more than MOST.
LINES, MOST = 10_000, 12
MUTANTS = 2_000  # that there are at least
AXIOM, RULES = verifier.table(verifier.AXIOMS), verifier.rules()
RULES_OF = {}  # pattern → the rules with lines of that pattern
for _rule, (_pattern, _) in RULES.items():
    RULES_OF.setdefault(_pattern, []).append(_rule)


def verify(lines):
    header, *others = lines
    content = "".join((json.dumps(header) + "\n", *(written(tuple(line)) for line in others)))
    return verifier.verify(io.BytesIO(content.encode()))


@lru_cache(maxsize=50_000)
def written(line):
    return json.dumps(line) + "\n"


def places(lines, codes, *kinds):
    """Find the entries of one sort: (line, place) for each entry with one of these codes."""
    found = []
    for number, line in enumerate(lines[1:-1], 1):
        if not kinds or line[0] in kinds:
            pattern = RULES[line[0]][0].rstrip("*")
            found += [(number, k) for k in range(1, len(line)) if pattern[min(k, len(pattern)) - 1] in codes]
    return found


def entry(codes, *kinds, new):
    """Make a mutation that changes one entry with one of these codes to ``new(old, lines, number, random)``."""

    def mutate(lines, random):
        candidates = places(lines, codes, *kinds)
        if candidates:
            number, place = random.choice(candidates)
            lines[number][place] = new(lines[number][place], lines, number, random)

    return mutate


def another_number(old, lines, number, random):
    """Another term or theorem that stands before, or sometimes after."""
    return random.choice([old - 1, old + 1, random.randrange(max(old, 1) * 2)])


def another_size(old, lines, number, random):
    return random.choice([f"{old} + 1", f"2*{old}" if "+" not in old else "1", "n", "m", "1"])


def another_type(old, lines, number, random):
    swaps = [("ℝ", "𝔹"), ("ℝ", "ℕ"), ("[n]", "[m]"), ("[r]", "[n]"), ("[1]", "[2]"), ("→ℝ", ""), ("ℝ", "ℝ∞")]
    return random.choice([*(old.replace(a, b, 1) for a, b in swaps), f"{old}→ℝ", f"[n]→{old}"])


def another_name(old, lines, number, random):
    return random.choice([old + "'", "x", "exp", "sin", "cos", "*", "+", "≤", "inl", "inr"])


def another_value(old, lines, number, random):
    return random.choice([str(int(old) + 1) if old.isdigit() else "0", f"-{old}", "0", "1", "1/2"])


def another_rule(lines, random):
    number = random.randrange(1, len(lines) - 1)
    same = RULES_OF[RULES[lines[number][0]][0]]
    others = [rule for rule in (same if random.random() < 0.7 else RULES) if rule != lines[number][0]]
    if others:
        lines[number][0] = random.choice(others)


def another_axiom(old, lines, number, random):
    return random.choice([name for name in AXIOM if name != old])


def another_statement(old, lines, number, random):
    return random.choice([f"{old} ", old[:-1], *(row[0] for row in AXIOM.values()), "⊥"])


def claim_of(lines):
    return next(number for number, line in enumerate(lines[1:], 1) if line[0] == "claim")


def drop_hypothesis(lines, random):
    line = lines[claim_of(lines)]
    if len(line) > 2:
        del line[random.randrange(2, len(line))]


def add_hypothesis(lines, random):
    line = lines[claim_of(lines)]
    line.append(random.randrange(line[1] + 1))


def drop_pair(lines, random):
    candidates = [line for line in lines[1:] if line[0].startswith("instantiate") and len(line) > 3]
    if candidates:
        line = random.choice(candidates)
        start = random.randrange(2, len(line), 2)
        del line[start : start + 2]


def change_header_axioms(lines, random):
    axioms = lines[0]["axioms"]
    if axioms and random.random() < 0.5:
        axioms.remove(random.choice(axioms))
    else:
        lines[0]["axioms"] = sorted({*axioms, random.choice(list(AXIOM))} ^ set(axioms[:1]))


def change_header_statement(lines, random):
    heading, entries = random.choice(lines[0]["statement"])
    place = random.randrange(len(entries))
    entries[place] = random.choice([entries[place] + " ", entries[place].replace("=", "≠", 1) + "'", "⊤", heading])


def remove_line(lines, random):
    del lines[random.randrange(1, len(lines) - 1)]


def repeat_line(lines, random):
    number = random.randrange(1, len(lines) - 1)
    lines.insert(number, list(lines[number]))


def swap_lines(lines, random):
    number = random.randrange(1, len(lines) - 2)
    lines[number], lines[number + 1] = lines[number + 1], lines[number]


MUTATIONS = {
    "a rule": another_rule,
    "a premise": entry("p", new=another_number),
    "a term of an inference": entry("t", *(r for r in RULES if r not in verifier.TERMS), new=another_number),
    "a part of a term": entry("t", *verifier.TERMS, new=another_number),
    "a size of a constant": entry("z", new=another_size),
    "a size of an instance": entry("s", "instantiate_sizes", new=another_size),
    "a type": entry("y", new=another_type),
    "a name": entry("nc", new=another_name),
    "a number": entry("q", new=another_value),
    "a bound index": entry("i", new=another_number),
    "a substitution": entry("t", "instantiate", new=another_number),
    "a dropped substitution": drop_pair,
    "an axiom's name": entry("s", "axiom", new=another_axiom),
    "an axiom's statement": entry("s", "axiom", new=another_statement),
    "the claimed conclusion": entry("t", "claim", new=another_number),
    "a dropped hypothesis": drop_hypothesis,
    "an added hypothesis": add_hypothesis,
    "the axioms of the header": change_header_axioms,
    "the statement of the header": change_header_statement,
    "a removed line": remove_line,
    "a repeated line": repeat_line,
    "swapped lines": swap_lines,
}


def mutants(name, text):
    """Yield mutants of a certificate, each by another kind of change, of long ones fewer."""
    kinds = list(MUTATIONS)
    original = [json.loads(line) for line in text.splitlines()]
    random = Random(name)
    number = random.randrange(len(kinds))
    count = max(1, min(MOST, LINES // len(original)))
    while count:
        kind = kinds[number % len(kinds)]
        changed = [deepcopy(original[0]), *map(list, original[1:])]
        MUTATIONS[kind](changed, random)
        if changed != original:
            yield kind, changed
            count -= 1
        number += 1


@pytest.fixture
def _no_garbage_collection():
    """What is replayed has no cycles, and looking for some among all the proofs takes a third of the time."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_garbage_collection")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_proved_claim_verifies_and_no_mutant_proves_anything_else(part, record_property):
    outcomes, accepted, total = Counter(), Counter(), 0
    entries = load([ROOT / "proofs"]).entries
    for name, entry in list(entries.items())[part::PARTS]:
        outcome = run_claim(entry, numeric=False)
        if getattr(outcome.verdict, "theorem", None) is None:
            assert entry.expected not in ("proved", "defined"), name
            continue
        text = certificate(outcome.verdict, name)
        assert len(text.encode()) <= 1_000_000
        original = verifier.verify(io.BytesIO(text.encode()))
        assert (original.name, original.axioms) == (name, outcome.record.axioms)
        for kind, changed in mutants(name, text):
            total += 1
            try:
                found = verify(changed)
            except NotACertificate:
                outcomes["not a certificate"] += 1
            except DoesNotHold:
                outcomes["does not hold"] += 1
            else:
                accepted[kind] += 1
                assert found.statement == original.statement, (name, kind)
                assert set(found.axioms) <= set(original.axioms), (name, kind)
    summary = {"mutants": total, **outcomes, "accepted, for the same sequent and axioms": dict(accepted)}
    record_property("mutants", summary)
    print(summary)
    assert set(accepted) <= HARMLESS, accepted
    assert total >= MUTANTS / PARTS


#: Changes that a proof can survive: they may touch a line that does not matter, or replace one by an equal one.
HARMLESS = {
    "a name",
    "a part of a term",
    "a premise",
    "a term of an inference",
    "a type",
    "a size of a constant",
    "a number",
    "a bound index",
    "a removed line",
    "a repeated line",
    "swapped lines",
    "a substitution",
    "a dropped substitution",
    "a size of an instance",
    "a rule",
}


def test_a_stack_of_200_layers(tmp_path):
    """Deep terms and proofs are no problem for the recursion limit of a fresh interpreter."""
    n, ell, d = dims("n ell d")
    X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
    S_Q, S_K, S_V = MatrixSymbol("S_Q", d, ell), MatrixSymbol("S_K", d, ell), MatrixSymbol("S_V", d, d)
    left, right = sigma * X, X
    for _ in range(200):
        left, right = SelfAttention(left, S_Q, S_K, S_V), SelfAttention(right, S_Q, S_K, S_V)
    text = certificate(decide(left, sigma * right))
    path = tmp_path / "layers"
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", verifier.__file__, str(path)]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", env={}, timeout=60)
    assert run.returncode == 0 and run.stdout.count("SelfAttention{n,d,ell,d}") == 400, run.stderr
