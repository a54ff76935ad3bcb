"""The same claim gives the same bytes: in any process, with any hash seed, whatever was proved before."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from symattn.certificates.certificate import certificate
from symattn.scripts.claims import load, run_claim

ROOT = Path(__file__).resolve().parent.parent.parent
CLAIMS = ["G13", "G12", "D4", "G20", "X1.encoding", "G45.printed"]
SCRIPT = """
import sys
from hashlib import sha256
from symattn.certificates.certificate import certificate
from symattn.scripts.claims import load, run_claim
entries = load([sys.argv[1]]).entries
for name in sys.argv[2:]:
    print(name, sha256(certificate(run_claim(entries[name], numeric=False).verdict, name).encode()).hexdigest())
"""


def digests(hash_seed, claims):
    command = [sys.executable, "-c", SCRIPT, str(ROOT / "proofs"), *claims]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=200, check=True)
    return dict(line.split() for line in run.stdout.splitlines())


@pytest.fixture(scope="module")
def reference():
    return digests("0", CLAIMS)


def test_the_hash_seed_and_the_order_do_not_matter(reference):
    assert digests("4294967295", CLAIMS[::-1]) == reference


@pytest.mark.parametrize("name", ["D4"])
def test_nothing_proved_before_does_not_matter(reference, name):
    assert digests("7", [name]) == {name: reference[name]}


def test_a_second_time_gives_the_same(reference):
    entries = load([ROOT / "proofs"]).entries
    first, second = (certificate(run_claim(entries["G13"], numeric=False).verdict) for _ in range(2))
    assert first == second
