"""Attention of keys and values that do not fit: over Dask, in a process that may take 2 GB."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (2 * 2**30, 2 * 2**30))
import dask
import dask.array as da
import numpy as np
from sympy import MatrixSymbol
from symattn import Attention, dims, evaluate

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
COUNT, CHUNK, WIDTH = 3 * 2**21, 2**16, 64
index = da.arange(COUNT, chunks=CHUNK, dtype=np.float32)[:, None]
keys = da.sin(index * da.arange(1, WIDTH + 1, chunks=WIDTH, dtype=np.float32)[None, :])
values = da.cos(index * da.arange(1, WIDTH + 1, chunks=WIDTH, dtype=np.float32)[None, :])
queries = da.from_array(np.random.default_rng(0).normal(size=(8, WIDTH)).astype(np.float32))
try:
    keys.compute(scheduler="synchronous")
    print("the keys fit")
except MemoryError:
    print("the keys do not fit")
with dask.config.set(scheduler="synchronous"):
    result = evaluate(Attention(Q, K, V), {Q: queries, K: keys, V: values}).compute()
print(keys.nbytes + values.nbytes, result.shape, bool(np.isfinite(result).all() and abs(result).max() <= 1))
print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


@pytest.mark.slow
def test_keys_and_values_of_three_gigabytes_in_two():
    pytest.importorskip("dask.array")
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    assert run.returncode == 0, run.stderr
    refused, told, peak = run.stdout.splitlines()
    assert refused == "the keys do not fit"
    assert told == f"{2 * 3 * 2**21 * 64 * 4} (8, 64) True"
    assert int(peak.split()[1]) < 2 * 2**30
