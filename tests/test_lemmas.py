"""Theorems used by theorems: verdicts, ids and functions of claims as lemmas, at all sizes and values of symbols."""

import json
import re
import shutil
from functools import cache

import pytest
from sympy import Gt, Identity, Idx, MatrixSymbol, OneMatrix, Symbol, ZeroMatrix, exp, symbols

from symattn import (
    Attention,
    CausalMask,
    DotProduct,
    Equation,
    ForAll,
    FrobeniusNorm,
    HeadSum,
    Invertible,
    KernelAttention,
    KernelSymbol,
    LogSumExp,
    MaskSymbol,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    RowMax,
    RowSoftmax,
    SquaredEuclidean,
    SquaredNorm,
    calc,
    certificate,
    decide,
    dims,
    prove,
    theorem,
)
from symattn.deciding.replay import replays
from symattn.errors import ClaimError
from symattn.scripts.claims import load, run_claim
from symattn.scripts.cli import main

r, n, ell, d, m, h = dims("r n ell d m h")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B, C, D = (MatrixSymbol(name, n, n) for name in "ABCD")
X, Y = MatrixSymbol("X", m, m), MatrixSymbol("Y", m, m)
S, u = MatrixSymbol("S", r, n), MatrixSymbol("u", r, 1)
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", n)
g = OrthogonalSymbol("g", ell)
g1, g2 = OrthogonalSymbol("g1", 2 * h), OrthogonalSymbol("g2", 2 * h)
x, y, z = symbols("x y z", real=True)
i, j = Idx("i", r), Idx("j", n)
alpha = KernelSymbol("alpha")


@pytest.fixture(scope="module")
def lemma():
    """Prove each lemma once."""
    stated = {
        "shift": lambda: prove(RowSoftmax(S + u * OneMatrix(1, n)), RowSoftmax(S)),
        "rows": lambda: prove(RowSoftmax(S) * OneMatrix(n, 1), OneMatrix(r, 1)),
        "positive": lambda: prove(ForAll((i, j), RowSoftmax(S)[i, j] > 0)),
        "inverse": lambda: prove(1 / x > 0, given=[x > 0]),
        "turned": lambda: prove(Attention(Q * g, K * g, V), Attention(Q, K, V)),
        "masked": lambda: prove(
            Attention(Q * g, K * g, V, MaskSymbol("M", r, n)), Attention(Q, K, V, MaskSymbol("M", r, n))
        ),
        "pairs": lambda: prove(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V)),
        "kernel": lambda: prove(KernelAttention(alpha, Q, sigma * K, sigma * V), KernelAttention(alpha, Q, K, V)),
        "square": lambda: prove(X * Y, Y * X, given=[Equation(X, Y * Y)]),
        "am-gm": lambda: prove(2 * x * y <= x**2 + y**2),
    }
    return cache(lambda name: stated[name]())


T, b = MatrixSymbol("T", n, 2 * h), MatrixSymbol("b", n, 1)
w, a = MatrixSymbol("w", ell, 1), MatrixSymbol("a", 1, d)
P, R, N = MatrixSymbol("P", m, 2 * h), MatrixSymbol("R", n, 2 * h), MatrixSymbol("N", 2 * h, 2 * h)
Z = MatrixSymbol("Z", n, 2 * h)

USED = {
    "another matrix in place of the lemma's": (
        "shift",
        (RowSoftmax(Q * K.T + Q * w * OneMatrix(1, n)) * V, RowSoftmax(Q * K.T) * V),
        (),
    ),
    "other sizes, one of them compound": ("shift", (RowSoftmax(T + b * OneMatrix(1, 2 * h)), RowSoftmax(T)), ()),
    "inside a definition": ("rows", (Attention(Q, K, OneMatrix(n, 1)), OneMatrix(r, 1)), ()),
    "within a longer product": ("rows", (Attention(Q, K, OneMatrix(n, 1)) * a, OneMatrix(r, 1) * a), ()),
    "an entry of a statement for all indices": ("positive", RowSoftmax(Q * K.T)[i, j] > 0, ()),
    "a hypothesis that is proved of the instance": ("inverse", 1 / y > 0, (y > 1,)),
    "one property of a product of two matrices": (
        "turned",
        (Attention(P * g1 * g2, R * g1 * g2, V), Attention(P, R, V)),
        (),
    ),
    "a property that is given": (
        "turned",
        (Attention(P * N, R * N, V), Attention(P, R, V)),
        (Equation(N * N.T, Identity(2 * h)), Equation(N.T * N, Identity(2 * h))),
    ),
    "any mask": ("masked", (Attention(Z * g1, Z * g1, V, CausalMask(n)), Attention(Z, Z, V, CausalMask(n))), ()),
    "twice in one goal": ("pairs", (Attention(Q, tau * sigma * K, tau * sigma * V), Attention(Q, K, V)), ()),
    "from the right to the left": ("pairs", (Attention(Q, K, V), Attention(Q, tau * K, tau * V)), ()),
    "any kernel": (
        "kernel",
        (KernelAttention(DotProduct(), Q, tau * K, tau * V), KernelAttention(DotProduct(), Q, K, V)),
        (),
    ),
    "another kernel": (
        "kernel",
        (
            KernelAttention(SquaredEuclidean(), 2 * Q, tau * K, tau * V),
            KernelAttention(SquaredEuclidean(), 2 * Q, K, V),
        ),
        (),
    ),
}


@pytest.mark.parametrize("how", USED)
def test_a_lemma_is_used_at_any_instance(lemma, how):
    name, stated, given = USED[how]
    verdict = decide(stated, given=given, using=[lemma(name)])
    assert (verdict.status, len(verdict.uses), verdict.notes) == ("proved", 1, ())


def test_a_proof_by_a_lemma_is_one_proof_with_the_axioms_of_both(lemma):
    used = lemma("pairs")
    verdict = prove(Attention(Q, tau * K, tau * (V * V.T * V)), Attention(Q, K, V * V.T * V), using=used, verify=True)
    assert set(used.axioms) <= set(verdict.axioms)
    assert used.inferences < verdict.inferences
    assert certificate(verdict).startswith('{"format":"symattn certificate"')
    assert verdict.uses == ("the lemma Attention(Q, sigma*K, sigma*V) = Attention(Q, K, V)",)
    assert "\nby the lemma Attention(Q, sigma*K, sigma*V) = Attention(Q, K, V)" in str(verdict)


def test_a_lemma_that_is_not_needed_is_said_so(lemma):
    verdict = prove(A + B, B + A, using=lemma("pairs"))
    assert verdict.uses == ()
    assert verdict.notes == ("the lemma Attention(Q, sigma*K, sigma*V) = Attention(Q, K, V) is named but not needed",)


def test_a_step_of_a_calc_names_its_lemma(lemma):
    stated = calc(C * A * B * D, (C * B * A * D, lemma("square")), given=[Equation(A, B * B)])
    verdict = prove(stated)
    assert verdict.uses == ("the lemma X*Y = Y*X given X = Y**2",)
    assert verdict.hypotheses == ("A = B**2",)
    assert "[the lemma X*Y = Y*X given X = Y**2]" in str(stated)


def test_a_step_without_its_lemma_is_not_proved():
    stated = calc(C * A * B * D, (C * B * A * D, ()), given=[Equation(A, B * B)])
    assert decide(stated).status == "unknown"


def test_several_lemmas_work_together():
    first = prove(X * Y, ZeroMatrix(m, m), given=[Equation(X, ZeroMatrix(m, m))])
    second = prove(X + Y, Y + X)
    verdict = prove(A * B + C, C, given=[Equation(A, ZeroMatrix(n, n))], using=[first, second])
    assert set(verdict.uses) <= {str(s) for s in verdict.uses}


def test_families_are_matched():
    H = dims("H")
    W = MatrixFamily("W", H, d, m)
    U = MatrixFamily("U", H, n, ell)
    half = prove(2 * HeadSum(W), HeadSum(W) + HeadSum(W))
    verdict = decide(2 * HeadSum(U) + 2 * HeadSum(U), 4 * HeadSum(U), using=half)
    assert verdict.status == "proved"


# -------------------------------------------------------------------------------------------------------------- scripts

HEAD = """
from sympy import *
from symattn import *
n, m = dims("n m")
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
X, Y = MatrixSymbol("X", m, m), MatrixSymbol("Y", m, m)
x = Symbol("x", real=True)
"""
COMMUTE = """
@theorem("T.lemma", "a square commutes", "", "proved")
def commute():
    return claim(X * Y, Y * X, given=[Eq(X, Y * Y)])
"""
USES = """
@theorem("T.use", "used", "", "proved", uses={uses})
def used():
    return claim(C * A * B, C * B * A, given=[Eq(A, B * B)])
@theorem("T.calc", "used by a step", "", "proved")
def step():
    return calc(C * A * B, (C * B * A, "T.lemma"), given=[Eq(A, B * B)])
"""


def check(folder, *bodies, jobs=1, head=HEAD):
    paths = []
    for number, body in enumerate(bodies):
        path = folder / f"script{number}.py"
        path.write_text(head + body, encoding="utf-8")
        paths.append(str(path))
    code = main(["check", *paths, "--json", str(folder / "found.json"), "--jobs", str(jobs)])
    found = folder / "found.json"
    records = json.loads(found.read_text(encoding="utf-8"))["claims"] if found.exists() else []
    return code, {record["id"]: record for record in records}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_claim_uses_another_one_of_any_script(tmp_path, jobs):
    code, records = check(tmp_path, USES.format(uses='["T.lemma"]'), COMMUTE, jobs=jobs)
    assert code == 0
    assert [records[name]["uses"] for name in ("T.use", "T.calc", "T.lemma")] == [["T.lemma"], ["T.lemma"], []]


def test_a_claim_is_used_by_its_function(tmp_path):
    code, records = check(tmp_path, COMMUTE + USES.format(uses="commute"))
    assert (code, records["T.use"]["uses"]) == (0, ["T.lemma"])


def test_a_lemma_is_proved_once(tmp_path, monkeypatch):
    from symattn.deciding import decide as module

    proved, decided = [], module.decided
    monkeypatch.setattr(
        module, "decided", lambda stated, *a, **k: proved.append(str(stated)) or decided(stated, *a, **k)
    )
    (tmp_path / "used.py").write_text(HEAD + COMMUTE + USES.format(uses="commute"))
    assert all(run_claim(entry).record.as_declared for entry in load([tmp_path]).entries.values())
    assert (len(proved), len(set(proved))) == (3, 3)


def test_show_and_latex_name_the_lemma(tmp_path, capsys):
    path = tmp_path / "script.py"
    path.write_text(HEAD + COMMUTE + USES.format(uses="commute"), encoding="utf-8")
    assert main(["show", "T.use", "--from", str(path)]) == 0
    assert "\nby: T.lemma\n" in capsys.readouterr().out
    assert main(["show", "T.calc", "--from", str(path)]) == 0
    assert "      T.lemma; proved\n" in capsys.readouterr().out
    assert main(["latex", "T.use", "--from", str(path)]) == 0
    assert " By T.lemma. " in capsys.readouterr().out


def test_the_book_links_a_claim_with_what_it_uses_and_what_uses_it(tmp_path):
    path = tmp_path / "script.py"
    path.write_text(HEAD + COMMUTE + USES.format(uses="commute"), encoding="utf-8")
    assert main(["book", "--from", str(path), "-o", str(tmp_path / "book"), "--jobs", "1"]) == 0
    page = (tmp_path / "book" / "claims" / "T.use.html").read_text(encoding="utf-8")
    assert "Theorems used" in page
    assert "T.lemma.html" in page
    page = (tmp_path / "book" / "claims" / "T.lemma.html").read_text(encoding="utf-8")
    assert "Used by" in page
    assert "T.use.html" in page


def test_claims_that_rest_on_each_other_are_an_error_that_shows_the_circle(tmp_path, capsys):
    body = "".join(
        f'\n@theorem("C{k}", "", "", "proved", uses="C{(k + 1) % 3}")\ndef c{k}():\n    return A, A\n' for k in range(3)
    )
    code, records = check(tmp_path, body)
    assert (code, records) == (2, {})
    assert (
        "rest on each other, so that none of them is proved: C0 uses C1, C1 uses C2, C2 uses C0"
        in capsys.readouterr().err
    )


def test_a_circle_through_the_steps_of_a_calc_is_found_when_it_is_met(tmp_path):
    body = """
@theorem("C0", "", "", "proved")
def c0():
    return calc(A, (A, "C1"))
@theorem("C1", "", "", "proved", uses="C0")
def c1():
    return A, A
"""
    code, records = check(tmp_path, body)
    assert code == 1
    assert records["C0"]["reason"].endswith("none of them is proved: C0 uses C1, C1 uses C0")
    assert records["C1"]["verdict"] == "error"


def test_a_claim_that_uses_itself_is_a_circle(tmp_path, capsys):
    assert check(tmp_path, '\n@theorem("C", "", "", "proved", uses="C")\ndef c():\n    return A, A\n')[0] == 2
    assert "C uses C" in capsys.readouterr().err


def test_an_id_that_no_claim_has_is_an_error(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, records = check(tmp_path, '\n@theorem("T", "", "", "proved", uses="T.none")\ndef t():\n    return A, A\n')
    assert (code, records["T"]["verdict"]) == (1, "error")
    wanted = (
        "no claim has the id 'T.none': none that is checked with the one that uses it and none that comes with symattn"
    )
    assert wanted in records["T"]["reason"]
    with pytest.raises(ClaimError, match=r"'A.softmax.referense': none that is declared here .* A.softmax.reference"):
        decide(A, A, using="A.softmax.referense")
    (tmp_path / "proofs").mkdir()  # without a claim
    with pytest.raises(ClaimError, match=r"none in '.*proofs' and none that comes"):
        decide(A, A, using="T.none")


def test_an_id_is_looked_up_in_the_folder_of_proof_scripts(tmp_path, monkeypatch):
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "script.py").write_text(HEAD + COMMUTE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, records = check(tmp_path, USES.format(uses='"T.lemma"'))
    assert (code, records["T.use"]["uses"]) == (0, ["T.lemma"])
    verdict = decide(C * A * B, C * B * A, given=[Equation(A, B * B)], using="T.lemma")
    assert verdict.uses == ("T.lemma",)


#: What a theorem of the library says, inside of a product.
OF_THE_LIBRARY = """
from symattn.modern import SoftmaxFrom
S, u, D = MatrixSymbol("S", n, m), MatrixSymbol("u", n, 1), MatrixSymbol("D", m, n)
@theorem("T.weights", "from a reference", "", "proved", uses="A.softmax.reference")
def weights():
    return SoftmaxFrom(S, u) * D, RowSoftmax(S) * D
@theorem("T.step", "by a step", "", "proved")
def step():
    return calc(SoftmaxFrom(S, u) * D, (RowSoftmax(S) * D, "A.softmax.reference"))
"""


@pytest.fixture(params=["beside symattn", "installed with it"])
def elsewhere(request, tmp_path, monkeypatch):
    """Go to a folder without proof scripts; the library lies where a checkout or an installation has it."""
    from symattn.scripts import library

    if request.param == "installed with it":
        shutil.copytree(library.folder() / "modern", tmp_path / "symattn" / "library")
        monkeypatch.setattr(library, "HOME", tmp_path / "symattn")
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_claim_of_the_library_is_used_in_any_folder(elsewhere, jobs):
    code, records = check(elsewhere, OF_THE_LIBRARY, jobs=jobs)
    assert code == 0, records
    assert [records[name]["uses"] for name in ("T.weights", "T.step")] == [["A.softmax.reference"]] * 2


def test_what_rests_on_the_library_is_kept(elsewhere, monkeypatch):
    monkeypatch.setenv("SYMATTN_CACHE", str(elsewhere / "cache"))
    assert [check(elsewhere, OF_THE_LIBRARY)[1]["T.weights"]["cached"] for _ in range(2)] == [False, True]
    (elsewhere / "proofs").mkdir()  # where its lemma is another one from now on
    own = COMMUTE.replace("T.lemma", "A.softmax.reference")
    (elsewhere / "proofs" / "script.py").write_text(HEAD + own, encoding="utf-8")
    record = check(elsewhere, OF_THE_LIBRARY)[1]["T.weights"]
    assert (record["cached"], record["verdict"], record["uses"]) == (False, "proved", [])


def test_the_library_is_used_in_a_session_and_its_proofs_are_replayed(elsewhere):
    from symattn.modern import SoftmaxFrom

    S, u, D = MatrixSymbol("S", n, m), MatrixSymbol("u", n, 1), MatrixSymbol("D", m, n)
    verdict = prove(SoftmaxFrom(S, u) * D, RowSoftmax(S) * D, using=["A.softmax.reference"])
    assert verdict.uses == ("A.softmax.reference",)
    assert replays(certificate(verdict), verdict.claim, verdict.axioms)
    chain = calc(SoftmaxFrom(S, u) * D, (RowSoftmax(S) * D, "A.softmax.reference"))
    assert prove(chain).uses == ("A.softmax.reference",)


def test_the_claims_of_a_user_come_before_those_of_the_library(elsewhere):
    _, records = check(elsewhere, COMMUTE.replace("T.lemma", "A.softmax.reference") + OF_THE_LIBRARY)
    assert records["T.weights"]["uses"] == []  # that of the user says nothing of it
    assert records["T.step"]["verdict"] != "proved"


def test_every_id_of_the_library_is_told_from_words():
    from symattn.language.lemmas import is_words
    from symattn.scripts.library import folder
    from symattn.scripts.loading import load

    ids = load([folder()]).entries
    assert ids
    assert not any(is_words(name) or not re.search(r"[A-Z0-9.]", name) for name in ids)


def test_a_claim_of_a_session_is_used_by_its_id_and_its_function():
    @theorem("T.session", "a square commutes", "", "proved")
    def commute():
        return decide(X * Y, Y * X, given=[Equation(X, Y * Y)]).claim

    for lemma in ("T.session", commute):
        assert decide(C * A * B, C * B * A, given=[Equation(A, B * B)], using=lemma).uses == ("T.session",)


# ---------------------------------------------------------------------------------------------------------- conjectures


def test_an_open_conjecture_is_declared_unknown(tmp_path, capsys):
    body = """
@theorem("T.open", "no one knows it", "", "unknown")
def conjecture():
    return cos(x)**2 * exp(cos(7*x)) + exp(sin(3*x)) > Rational(1, 1000)
@theorem("T.closed", "everyone knows it", "", "unknown")
def known():
    return A + B, B + A
"""
    code, records = check(tmp_path, body)
    assert (code, records["T.open"]["verdict"], records["T.open"]["as_declared"]) == (1, "unknown", True)
    assert (records["T.closed"]["verdict"], records["T.closed"]["as_declared"]) == ("proved", False)
    assert "T.open    no one knows it    unknown  yes" in capsys.readouterr().out


def test_what_rests_on_a_conjecture_is_a_conjecture(tmp_path):
    body = """
@theorem("T.open", "no one knows it", "", "unknown")
def conjecture():
    return cos(x)**2 * exp(cos(7*x)) + exp(sin(3*x)) > Rational(1, 1000)
@theorem("T.next", "follows at once, and holds anyway", "", "unknown", uses=conjecture)
def follows():
    return A + B, B + A
"""
    code, records = check(tmp_path, body)
    assert (code, records["T.next"]["verdict"]) == (0, "unknown")
    assert records["T.next"]["reason"].startswith("T.open is not proved, so that nothing is proved by it")


def test_scalars_and_signs_are_matched(lemma):
    used = lemma("am-gm")
    verdict = decide(2 * exp(x) * Symbol("c", real=True) <= exp(x) ** 2 + Symbol("c", real=True) ** 2, using=used)
    assert verdict.status == "proved"


def test_a_lemma_shows_that_a_claim_is_defined():
    used = prove(Gt(exp(x) + z**2, 0, evaluate=False))
    assert decide(1 / (exp(y) + x**2) * (exp(y) + x**2 + 1), 1 + 1 / (exp(y) + x**2), using=used).status == "proved"


def test_an_inverse_in_a_lemma_stands_for_that_of_the_instance():
    used = prove(Equation(A * A.inv() * B, B), given=[Invertible(A)])
    assert decide(X * X.inv() * Y, Y, given=[Invertible(X)], using=used).status == "proved"


# ------------------------------------------------------------------- instances at the arguments of words, as they stand

row, other = MatrixSymbol("row", 1, n), MatrixSymbol("other", 1, n)
q, p = MatrixSymbol("q", 1, ell), MatrixSymbol("p", 1, ell)
LIPSCHITZ, LOG = "A.bounds.lipschitz", RowMax(S)[0, 0] <= LogSumExp(S)[0, 0]


def _closer(a, b, norm=SquaredNorm):
    return norm(RowSoftmax(a) - RowSoftmax(b)) <= norm(a - b)


AT_WORDS = {
    "products": (LIPSCHITZ, _closer(q * K.T, p * K.T)),
    "norms": (LIPSCHITZ, _closer(q * K.T, p * K.T, FrobeniusNorm)),
    "a common factor": (
        LIPSCHITZ,
        SquaredNorm(RowSoftmax(q * K.T) - RowSoftmax(p * K.T)) <= SquaredNorm((q - p) * K.T),
    ),
    "a sum": (LIPSCHITZ, _closer(row + q * K.T, other)),
    "softmaxes": (LIPSCHITZ, _closer(RowSoftmax(q * K.T), RowSoftmax(other))),
    "rows": (LIPSCHITZ, _closer(A[j, :], B[j, :])),
    "a largest score": (LOG, RowMax(Q * K.T)[0, 0] <= LogSumExp(Q * K.T)[0, 0]),
}

BESIDE_WORDS = {
    "another row": (LIPSCHITZ, SquaredNorm(RowSoftmax(q * K.T) - RowSoftmax(row)) <= SquaredNorm(q * K.T - other)),
    "twice a row": (LIPSCHITZ, SquaredNorm(RowSoftmax(2 * q * K.T) - RowSoftmax(row)) <= SquaredNorm(q * K.T - row)),
    "another product": (LIPSCHITZ, SquaredNorm(RowSoftmax(q * K.T) - RowSoftmax(row)) <= SquaredNorm(p * K.T - row)),
    "other scores": (LOG, RowMax(Q * K.T)[0, 0] <= LogSumExp(Q * K.T / 2)[0, 0]),
}


@pytest.mark.parametrize("name", AT_WORDS)
def test_a_lemma_fits_composed_arguments(name):
    lemma, claimed = AT_WORDS[name]
    verdict = decide(claimed, using=[lemma if isinstance(lemma, str) else prove(lemma)])
    assert verdict.status == "proved" and verdict.uses, verdict.report


@pytest.mark.parametrize("name", BESIDE_WORDS)
def test_a_lemma_does_not_fit_if_one_argument_is_another(name):
    lemma, claimed = BESIDE_WORDS[name]
    assert decide(claimed, using=[lemma if isinstance(lemma, str) else prove(lemma)]).status == "refuted"


def test_hypotheses_of_a_lemma_are_shown_at_composed_arguments():
    bound = prove(RowMax(row)[0, 0] <= x, given=[ForAll(j, row[0, j] <= x)])
    scores = q * K.T
    assert decide(RowMax(scores)[0, 0] <= 2, given=[ForAll(j, scores[0, j] <= 2)], using=[bound]).status == "proved"
    assert decide(RowMax(scores)[0, 0] <= 2, given=[ForAll(j, scores[0, j] <= 3)], using=[bound]).status == "refuted"
