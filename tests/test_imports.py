"""Who may import whom in symattn, stated once and checked by reading every import statement."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import symattn

PACKAGE = Path(symattn.__file__).parent

# part of symattn → the other parts, and the packages from outside the standard library, that it may import.
# A dotted line is an exception for one module: it is added to what its part may import.
MAY_IMPORT = {
    "errors": set(),
    "kernel": set(),
    "verifier": set(),
    "prover": {"kernel"},
    "language": {"errors", "sympy"},
    "numeric": {"errors", "language", "sympy", "numpy", "flint"},
    "numeric.denotation": {"kernel.terms"},
    "numeric.semantics": {"kernel.terms"},
    "render": {"errors", "language", "sympy", "rich", "latex2mathml"},
    "record": {"kernel"},
    "certificates": {"errors", "kernel", "prover", "record", "verifier", "refutation_certificate"},
    "refutation_verifier": set(),
    "refutation_certificate": {
        "certificates",
        "elaborate",
        "errors",
        "flint",
        "kernel",
        "language",
        "numeric",
        "prover",
        "refutation_verifier",
        "sympy",
    },
    "notation": {"kernel", "prover"},
    "negation": {"kernel", "prover", "elaborate", "sympy"},
    "elaborate": {"errors", "language", "kernel", "prover", "sympy"},
    "verdict": {
        "errors",
        "language",
        "kernel",
        "prover",
        "record",
        "notation",
        "negation",
        "elaborate",
        "numeric",
        "render",
        "sympy",
    },
    "claims": {"errors", "language", "verdict", "agreement", "numeric", "render", "sympy"},
    "agreement": {"errors", "language", "elaborate", "numeric", "kernel", "prover", "sympy", "numpy"},
    "render.terms": {"kernel.terms"},
    "render.cases": {"kernel.terms"},
    "stages": {"kernel", "notation", "render"},
    "workers": {"claims"},
    "paper": {"claims", "numeric", "render", "stages"},
    "axiom_report": {"claims", "kernel.axioms", "render"},
    "certify": {"errors", "claims", "certificates", "verifier", "refutation_verifier", "render"},
    "book": {
        "__version__",
        "certificates",
        "certify",
        "claims",
        "errors",
        "kernel",
        "language",
        "notation",
        "numeric",
        "paper",
        "prover",
        "render",
        "stages",
        "workers",
    },
    "notebook": {"numeric", "render", "stages"},
    "cli": {"errors", "claims", "workers", "stages", "render", "axiom_report", "certify", "book", "paper"},
    "__main__": {"cli"},
    "__init__": set(),
}


def modules() -> list[str]:
    paths = (path.relative_to(PACKAGE).with_suffix("") for path in PACKAGE.rglob("*.py"))
    return sorted(".".join(path.parts) for path in paths)


def imported(module: str) -> list[str]:
    """List what a module imports, wherever in the file: `symattn.x.y` as `x.y`, other packages by their first name.

    A public name of the package stands for the module that supplies it.
    """
    path = PACKAGE.joinpath(*module.split(".")).with_suffix(".py")
    own = ["symattn", *module.split(".")]
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(own[: len(own) - node.level]) if node.level else ""
            start = ".".join(filter(None, [base, node.module or ""]))
            is_folder = PACKAGE.parent.joinpath(*start.split(".")).is_dir()
            names += [f"{start}.{alias.name}" for alias in node.names] if is_folder else [start]
    names = [symattn._SUPPLIER.get(name.removeprefix("symattn."), name) for name in names]
    return [n.removeprefix("symattn.") if n.startswith("symattn.") else n.partition(".")[0] for n in names]


def allowed(module: str, name: str) -> bool:
    part = module.partition(".")[0]
    permitted = MAY_IMPORT[part] | MAY_IMPORT.get(module, set()) | {part}
    steps = name.split(".")
    return any(".".join(steps[: length + 1]) in permitted for length in range(len(steps)))


@pytest.mark.parametrize("module", modules())
def test_imports_only_what_its_layer_may(module):
    assert module.partition(".")[0] in MAY_IMPORT, "say in the table above what this part may import"
    outside = {name for name in imported(module) if name not in sys.stdlib_module_names}
    assert sorted(name for name in outside if not allowed(module, name)) == []


def test_every_exception_names_a_module():
    assert [name for name in MAY_IMPORT if "." in name and name not in modules()] == []


def test_the_check_sees_a_forbidden_import(tmp_path, monkeypatch):
    (tmp_path / "kernel").mkdir()
    (tmp_path / "kernel" / "terms.py").write_text("def f():\n    from ..language import dims\n    import sympy.core\n")
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    assert imported("kernel.terms") == ["language", "sympy"]
    assert not allowed("kernel.terms", "language.dims") and not allowed("kernel.terms", "sympy")
    assert allowed("numeric.semantics", "kernel.terms") and not allowed("numeric.semantics", "kernel.rules")


def loaded_after(code: str) -> set[str]:
    script = code + "\nimport sys; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in run.stdout.splitlines()[-1].split()}


def test_help_imports_no_sympy():
    code = "from symattn.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit:\n    pass"
    assert loaded_after(code) & {"sympy", "numpy", "flint", "rich"} == set()


def test_importing_symattn_alone_loads_nothing_heavy():
    assert loaded_after("import symattn") & {"sympy", "numpy", "flint", "rich"} == set()


def test_every_exported_name_exists():
    assert [name for name in symattn.__all__ if getattr(symattn, name, None) is None] == []
    assert set(symattn.__all__) <= set(dir(symattn))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Attentoin'"):
        _ = symattn.Attentoin
