"""Who may import whom in symattn: the contracts of pyproject.toml hold, and what these cannot say."""

import ast
import os
import shutil
import subprocess
import sys
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest
from grimp import build_graph

import symattn
from symattn.prover import library
from symattn.prover.strategies.front import prove

PACKAGE = Path(symattn.__file__).parent
PROJECT = Path(__file__).parents[1] / "pyproject.toml"

DECLARED = {"array_api_compat", "flint", "latex2mathml", "numpy", "rich", "sympy"}  # what symattn depends on
TRUSTED = [*sorted((PACKAGE / "kernel").glob("*.py")), PACKAGE / "verifier.py", PACKAGE / "refutation_verifier.py"]


def lint_imports(package: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts for a copy of symattn that lies in some folder."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    return subprocess.run(
        [*command, "--config", str(PROJECT)],
        capture_output=True,
        text=True,
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": str(package.parent), "COLUMNS": "200"},
    )


def test_the_floors_hold():
    run = lint_imports(PACKAGE)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(
    "module, line, contract",
    [
        ("prover/logic/parts.py", "from ..library import facts", "The rooms of the prover"),
        ("prover/normal/monomials.py", "def f():\n    from .sums import normal_sum", "in a circle"),
        ("prover/library/facts.py", "if TYPE_CHECKING:\n    from .order import le_refl", "in a circle"),
        ("language/base/symbols.py", "def f():\n    from ..plain import plain", "in a circle"),
        ("language/base/names.py", "def f():\n    from .naming import form_of_name", "in a circle"),
        ("numeric/denotation.py", "if TYPE_CHECKING:\n    from .semantics import Interpretation", "in a circle"),
        ("render/latex_printer.py", "def f():\n    from .latex import repr_latex", "in a circle"),
        ("deciding/agreement/instances.py", "def f():\n    from .compare import x", "in a circle"),
        ("elaborate/scope.py", "def f():\n    from .statement import x", "in a circle"),
        ("scripts/book/places.py", "def f():\n    from .build import x", "in a circle"),
        (
            "prover/strategies/entries/equal.py",
            "from ....language import dims",
            "A part imports only parts on lower floors",
        ),
        ("kernel/terms.py", "def f():\n    from ..language import dims", "A part imports only parts on lower floors"),
        ("kernel/terms.py", "import sympy.core", "SymPy stands behind the language"),
        ("verifier.py", "from .kernel import terms", "A part imports only parts on lower floors"),
        ("render/text.py", "from ..prover.logic import parts", "know no prover"),
        ("numeric/matrices.py", "from ..kernel import terms", "know no prover"),
        ("render/text.py", "import numpy", "What lays out computes nothing"),
        ("scripts/uses.py", "from ..modern import x", "A part imports only parts on lower floors"),
        ("modern/softmax.py", "from symattn.language import dims", "it imports the public names alone"),
        ("unheard_of.py", "", "A part imports only parts on lower floors"),
    ],
)
def test_the_contracts_see_a_forbidden_import(module, line, contract, tmp_path):
    copy = shutil.copytree(PACKAGE, tmp_path / "symattn", ignore=shutil.ignore_patterns("__pycache__", "assets"))
    with (copy / module).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    run = lint_imports(copy)
    assert run.returncode == 1
    assert [row for row in run.stdout.splitlines() if contract in row and " BROKEN" in row]


def test_the_contracts_see_what_a_primitive_must_not_import(tmp_path):
    copy = shutil.copytree(PACKAGE, tmp_path / "symattn", ignore=shutil.ignore_patterns("__pycache__", "assets"))
    broken = (
        ("masks/word.py", "from ...elaborate import scope", "The words of primitives"),
        ("maxima/word.py", "def f():\n    from ...language.words import masks", "The words of primitives"),
        ("masks/cost.py", "from ...numeric import evaluator", "The costs of primitives"),
        ("heads/elaboration.py", "from ...numeric import evaluator", "The terms of primitives"),
        ("heads/arrays.py", "from ...kernel import terms", "The values of primitives"),
        ("heads/exact.py", "from ...elaborate import scope", "The values of primitives"),
        ("heads/notation.py", "from ...elaborate import scope", "The notation of primitives"),
        ("maps/notation.py", "import numpy", "What lays out computes nothing"),
        ("maps/cost.py", "import numpy", "these know SymPy alone"),
        ("maps/word.py", "from ..maxima import arrays", "Of a primitive, others import the word alone"),
        ("subsets/word.py", "def f():\n    from ..masks.word import CausalMask", "in a circle"),
        ("../language/base/sorts.py", "from ...primitives.maps.word import MapSymbol", "The base of the language"),
    )
    for module, line, _ in broken:
        with (copy / "primitives" / module).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    rows = lint_imports(copy).stdout.splitlines()
    found = [name for *_, name in broken if [row for row in rows if name in row and " BROKEN" in row]]
    assert found == [name for *_, name in broken]


def imports(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """List the import statements of a module, wherever in the file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def packages(path: Path) -> set[str]:
    """Return the packages from outside the standard library that a module imports; "" is a relative import."""
    names = set()
    for node in imports(path):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        else:
            names.add("" if node.level else (node.module or "").partition(".")[0])
    return names - sys.stdlib_module_names


def test_no_package_is_imported_that_is_not_declared():
    plugins = [PACKAGE / "testing" / name for name in ("plugin.py", "collection.py")]  # which pytest imports
    others = [PACKAGE / "sphinx_extension.py", PACKAGE / "testing" / "strategies.py"]  # Sphinx; who uses hypothesis
    found = set().union(*(packages(path) for path in PACKAGE.rglob("*.py") if path not in (*plugins, *others)))
    assert found - {"", "symattn"} == DECLARED | {"argcomplete", "distributed"}  # these where they are installed
    assert [packages(plugin) for plugin in plugins] == [{"pytest", "symattn"}] * 2
    needed = [packages(other) - {"symattn", "sympy", "numpy"} for other in others]
    assert needed == [{"docutils", "sphinx"}, {"hypothesis"}]


def test_the_trusted_parts_need_the_standard_library_alone():
    assert {path.name: packages(path) - {""} for path in TRUSTED if packages(path) - {""}} == {}


def test_no_circle_goes_through_a_primitive():
    """The contracts compare modules of one folder; those of a primitive are imported from all floors."""
    graph = build_graph("symattn", cache_dir=None)
    order = TopologicalSorter({m: graph.find_modules_directly_imported_by(m) for m in graph.modules})
    order.prepare()  # raises CycleError


def test_nothing_imports_the_package_it_lies_in():
    """The contracts compare what lies side by side; the front door of a package stands above all that lies in it.

    The public names of ``symattn`` are supplied lazily, from any floor: no contract would follow them. The library of
    modern attention is on top and is written with them, as users write.
    """
    graph = build_graph("symattn", cache_dir=None)
    found = {
        (m, up) for m in graph.modules for up in graph.find_modules_directly_imported_by(m) if m.startswith(f"{up}.")
    }
    others = {(m, up) for m, up in found if not m.startswith("symattn.modern.")}
    version = ("scripts.book.page", "scripts.cli", "sphinx_extension")
    assert others == {(f"symattn.{name}", "symattn") for name in version}


def test_the_prover_hides_no_import():
    paths = (PACKAGE / "prover").rglob("*.py")
    assert [f"{path.name}:{node.lineno}" for path in paths for node in imports(path) if node.col_offset] == []


def test_the_front_door_of_the_prover_brings_all_lemmas():
    modules = [import_module(f"{library.__name__}.{module.name}") for module in iter_modules(library.__path__)]
    brought = [value for value in vars(prove).values() if isinstance(value, ModuleType)]
    missing = [module for module in modules if hasattr(module, "lemma") and module not in (library.facts, *brought)]
    assert missing == []


def loaded_after(code: str) -> set[str]:
    script = code + "\nimport sys; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in run.stdout.splitlines()[-1].split()}


def test_help_imports_no_sympy():
    code = "from symattn.scripts.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit:\n    pass"
    assert loaded_after(code) & {"sympy", "numpy", "flint", "rich", "array_api_compat"} == set()


def test_importing_symattn_alone_loads_nothing_heavy():
    assert loaded_after("import symattn") & {"sympy", "numpy", "flint", "rich", "array_api_compat"} == set()


def test_to_name_decide_loads_no_prover_and_nothing_numeric():
    """A script is read, and an editor completes, without them; the kernel is there before any script runs."""
    code = "from symattn import Attention, decide\nimport sys; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = run.stdout.split()
    ours = {".".join(name.split(".")[:2]) for name in loaded if name.startswith("symattn.")}
    assert (
        ours & {f"symattn.{part}" for part in ("numeric", "elaborate", "certificates", "verifier", "scripts")} == set()
    )
    assert [name for name in loaded if name.startswith("symattn.prover")] == []
    assert {"numpy", "pickle", "sympy.tensor.tensor"} & set(loaded) == set()
    assert "symattn.kernel.rules" in loaded
    assert sum(name.startswith("symattn") for name in loaded) < 125


def test_a_proof_loads_no_certificates_and_no_verifier_of_refutations():
    code = (
        "import sys\nfrom sympy import Symbol\nfrom symattn.deciding.decide import decide\nx = Symbol('x', real=True)\n"
        "assert decide((x + 1)**2, x**2 + 2*x + 1).status == 'proved'\nprint(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    late = {
        f"symattn.{name}" for name in ("refutation_verifier", "deciding.confirmation", "certificates.kernel_instance")
    }
    assert late & set(run.stdout.split()) == set()


def test_every_exported_name_exists():
    assert [name for name in symattn.__all__ if getattr(symattn, name, None) is None] == []
    assert set(symattn.__all__) <= set(dir(symattn))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Attentoin'"):
        _ = symattn.Attentoin
