"""Build symattn with the proof scripts of `proofs` as `symattn/library`; all else stands in pyproject.toml."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class WithLibrary(build_py):
    """Copy the proof scripts beside the modules of symattn."""

    def run(self):
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib, "symattn", "library")
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree("proofs", target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))


setup(cmdclass={"build_py": WithLibrary})
