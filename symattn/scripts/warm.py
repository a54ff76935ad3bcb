"""Import all that proof scripts, the prover and the evaluators use, before any script runs.

The process that imports this module is copied for each script, so that the imports are paid once. What is imported here
is also what `clean` protects from changes by scripts; of what is imported while a script runs, it protects
`symattn.modern`.
"""

import pkgutil
import sys
from importlib import import_module

from symattn.language.base.known_words import OWN, words
from symattn.scripts import clean, fingerprints

#: The packages that state, decide and evaluate claims. The words of `symattn.modern` are left to the
#: scripts that import them: another may give their names to words of its own.
_PACKAGES = ("kernel", "language", "primitives", "prover", "elaborate", "deciding", "numeric", "certificates")


def _is_used(name: str) -> bool:
    """Tell whether a module takes part when a claim is decided: no export to Coq and no program of its own does."""
    return ".coq" not in name and not name.endswith(("__main__", "serve_verifier"))


for _name in sys.modules["symattn"].__all__:
    if _name != "read":  # no claim is stated, or decided, by reading a note
        getattr(sys.modules["symattn"], _name)
for _name in _PACKAGES:
    _package = import_module(f"symattn.{_name}")
    for _module in pkgutil.walk_packages(_package.__path__, f"{_package.__name__}."):
        if _is_used(_module.name):
            import_module(_module.name)
for _name in ("symattn.modern", "symattn.render.terminal", "numpy.random"):
    import_module(_name)
fingerprints.code()
_words = set(words().values())
for _name, _loaded in list(sys.modules.items()):
    if _name.startswith("symattn."):
        OWN.update(each for each in vars(_loaded).values() if isinstance(each, type) and each in _words)
clean.look()
