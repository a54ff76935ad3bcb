"""The library of modern attention: what it has, that it comes out as declared, its words against other libraries."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from sympy import MatrixSymbol

import symattn.modern
from symattn import Attention, MatrixFamily, dims, evaluate, prove
from symattn.language.own_words import OfWord
from symattn.modern import CausalAttention, FlashAttention, FlashLogSumExp, SafeSoftmax
from symattn.scripts.claims import load, run_claim

PROOFS = Path(__file__).parents[1] / "proofs"
SCRIPTS = sorted((PROOFS / "modern").glob("*.py"))
ENTRIES = load([PROOFS / "modern"]).entries
HEADLINES = (
    "A.softmax.merge",
    "A.softmax.associates.output",
    "A.softmax.blocks",
    "A.softmax.loop",
    "A.flash.forward",
    "A.flash.dQ",
    "A.lse.tangent",
    "A.lse.convex",
    "A.ce.gradient",
    "A.cache.chunk",
    "A.cache.layers",
    "A.window.field",
    "A.speculative",
    "A.transformer.layers",
)
rng = np.random.default_rng(0)
r, n, ell, d, H, b = dims("r n ell d H b")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
K_t, V_t = MatrixFamily("K", H, b, ell), MatrixFamily("V", H, b, d)


def with_expectation(expected):
    return [id for id, entry in ENTRIES.items() if entry.expected == expected]


def test_there_are_enough_theorems_and_mistakes_and_few_open_ones():
    assert len(with_expectation("proved")) >= 150
    assert len(with_expectation("refuted")) >= 60
    assert len(with_expectation("unknown")) < 10


def test_every_claim_of_the_library_is_named_as_one_and_every_theorem_has_a_source():
    mistakes = [id for id in ENTRIES if "mistake" in id.split(".")]
    assert [id for id in ENTRIES if not id.startswith("A.")] == []
    assert [id for id, entry in ENTRIES.items() if not entry.source and id not in mistakes] == []
    assert [id for id in mistakes if ENTRIES[id].expected != "refuted"] == []


def test_the_page_says_how_many_mistakes_are_refuted_and_beside_how_many_theorems():
    mistakes, theorems = [id for id in ENTRIES if "mistake" in id.split(".")], with_expectation("proved")
    beside = {id.partition(".mistake")[0] for id in mistakes}.intersection(theorems)
    page = " ".join((PROOFS.parent / "docs" / "modern.md").read_text(encoding="utf-8").split())
    assert f"{len(mistakes)} mistakes that people make" in page
    assert f"beside {len(beside)} of the {len(theorems)} theorems" in page


def test_each_subject_with_words_has_a_script_of_theorems():
    subjects = {path.stem for path in Path(symattn.modern.__file__).parent.glob("[!_]*.py")}
    assert subjects <= {path.stem for path in SCRIPTS}


def test_every_word_is_found_has_a_docstring_and_a_source():
    assert set(symattn.modern.__all__) <= set(dir(symattn.modern))
    for name in symattn.modern.__all__:
        word = getattr(symattn.modern, name)
        if isinstance(word, type) and issubclass(word, OfWord):
            assert word.word.name == name and word.word.source, name
            assert word.__doc__.split("\n")[0].endswith("."), name


def test_a_name_that_no_subject_has_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'FlashAttentoin'"):
        _ = symattn.modern.FlashAttentoin


@pytest.mark.parametrize("code", ["import symattn; symattn.Attention", "import symattn.modern"])
def test_no_subject_is_imported_before_one_of_its_words_is(code):
    script = f"{code}\nimport sys; print([m for m in sys.modules if m.startswith('symattn.modern.')])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("id", HEADLINES)
def test_the_headlines_come_out_as_declared(id):
    record = run_claim(ENTRIES[id]).record
    assert record.as_declared and record.verdict == "proved", record.reason
    assert record.axioms


# ------------------------------------------------------------------------------------------------- theorems as lemmas


def test_a_theorem_of_the_library_is_a_lemma_by_its_id(monkeypatch):
    monkeypatch.chdir(PROOFS.parent)
    S, c = MatrixSymbol("S", r, n), MatrixSymbol("c", r, 1)
    SoftmaxFrom = symattn.modern.SoftmaxFrom
    verdict = prove(
        SoftmaxFrom(Q * K.T, c) * V, SafeSoftmax(Q * K.T) * V, using=["A.softmax.reference", "A.softmax.safe"]
    )
    assert set(verdict.uses) == {"A.softmax.reference", "A.softmax.safe"}
    assert SoftmaxFrom(S, c).shape == (r, n)


def test_a_script_finds_lemmas_of_other_scripts_when_it_is_run_alone(tmp_path):
    folder = tmp_path / "proofs" / "modern"
    folder.mkdir(parents=True)
    head = "from sympy import MatrixSymbol\nfrom symattn import dims, theorem\nn = dims('n')\n"
    head += "A = MatrixSymbol('A', n, n)\n"
    (folder / "one.py").write_text(head + "@theorem('L.one', 't', 's', 'proved')\ndef one():\n    return A + A, 2*A\n")
    two = "@theorem('L.two', 't', 's', 'proved', uses='L.one')\ndef two():\n    return A.T + A.T, 2*A.T\n"
    (folder / "two.py").write_text(head + two)
    for paths in ([folder / "two.py"], [folder], [tmp_path / "proofs"]):
        (record,) = [run_claim(e).record for e in load(paths).entries.values() if e.id == "L.two"]
        assert record.as_declared, record.reason


# ------------------------------------------------------------------------------------------------------------- numbers


def test_flash_attention_in_tiles_is_attention_at_1024_keys():
    q, k, v = rng.normal(size=(1024, 64)), rng.normal(size=(16, 64, 64)), rng.normal(size=(16, 64, 64))
    tiled = evaluate(FlashAttention(Q, K_t, V_t), {Q: q, K_t: k, V_t: v})
    whole = evaluate(Attention(Q, K, V), {Q: q, K: k.reshape(1024, 64), V: v.reshape(1024, 64)})
    assert np.abs(tiled - whole).max() <= 1e-12


def tensors(*shapes):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: pip install '.[interop]'")
    return torch, *(torch.randn(*shape, dtype=torch.float64) for shape in shapes)


def test_safe_softmax_is_that_of_torch():
    torch, x = tensors((5, 7))
    S = MatrixSymbol("S", r, n)
    np.testing.assert_allclose(evaluate(SafeSoftmax(S), {S: x.numpy()}), torch.softmax(x, dim=1).numpy(), atol=1e-12)


def test_flash_attention_is_that_of_torch():
    torch, q, k, v = tensors((6, 4), (3, 5, 4), (3, 5, 2))
    found = evaluate(FlashAttention(Q, K_t, V_t), {Q: q.numpy(), K_t: k.numpy(), V_t: v.numpy()})
    expected = torch.nn.functional.scaled_dot_product_attention(q, k.reshape(15, 4), v.reshape(15, 2))
    np.testing.assert_allclose(found, expected.numpy(), atol=1e-12)
    stored = torch.logsumexp(q @ k.reshape(15, 4).T / 2, dim=1, keepdim=True)
    np.testing.assert_allclose(evaluate(FlashLogSumExp(Q, K_t), {Q: q.numpy(), K_t: k.numpy()}), stored, atol=1e-12)


def test_causal_attention_is_that_of_torch():
    torch, q, k, v = tensors((6, 4), (6, 4), (6, 2))
    queries = MatrixSymbol("Q", n, ell)
    found = evaluate(CausalAttention(queries, K, V), {queries: q.numpy(), K: k.numpy(), V: v.numpy()})
    expected = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    np.testing.assert_allclose(found, expected.numpy(), atol=1e-12)


def test_attention_with_a_mask_and_a_bias_is_that_of_torch():
    torch, q, k, v = tensors((6, 4), (7, 4), (7, 2))
    shown = torch.rand(6, 7) < 0.5
    shown[:, 0] = True
    M = symattn.MaskSymbol("M", r, n)
    values = np.where(shown.numpy(), 0.0, -np.inf)
    found = evaluate(Attention(Q, K, V, bias=M), {Q: q.numpy(), K: k.numpy(), V: v.numpy(), M: values})
    expected = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=shown)
    np.testing.assert_allclose(found, expected.numpy(), atol=1e-12)


def test_the_backward_pass_is_that_of_torch():
    torch, q, k, v, dO = tensors((6, 4), (3, 5, 4), (3, 5, 2), (6, 2))
    q, k, v = (x.requires_grad_() for x in (q, k, v))
    torch.nn.functional.scaled_dot_product_attention(q, k.reshape(15, 4), v.reshape(15, 2)).backward(dO)
    flash = import_module("symattn.modern.flash")
    L, D = MatrixSymbol("L", r, 1), MatrixSymbol("D", r, 1)
    K_j, V_j, G = MatrixSymbol("K_j", b, ell), MatrixSymbol("V_j", b, d), MatrixSymbol("dO", r, d)
    at = {Q: q.detach().numpy(), G: dO.numpy()}
    keys, whole = k.detach().numpy(), v.detach().numpy()
    stored = evaluate(FlashLogSumExp(Q, K_t), {**at, K_t: keys})
    output = evaluate(FlashAttention(Q, K_t, V_t), {**at, K_t: keys, V_t: whole})
    delta = (at[G] * output).sum(axis=1, keepdims=True)
    total = np.zeros((6, 4))
    for tile in range(3):
        given = {**at, K_j: keys[tile], V_j: whole[tile], L: stored, D: delta}
        total += evaluate(flash.FlashQueryGradient(Q, K_j, V_j, G, L, D), given)
        by_keys = evaluate(flash.FlashKeyGradient(Q, K_j, V_j, G, L, D), given)
        by_values = evaluate(flash.FlashValueGradient(Q, K_j, G, L), given)
        np.testing.assert_allclose(by_keys, k.grad[tile].numpy(), atol=1e-12)
        np.testing.assert_allclose(by_values, v.grad[tile].numpy(), atol=1e-12)
    np.testing.assert_allclose(total, q.grad.numpy(), atol=1e-12)
