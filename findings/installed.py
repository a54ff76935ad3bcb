"""Say which versions a finding was seen with, or skip it where a library is not installed."""

import os
import sys
from importlib import import_module, metadata

os.environ.setdefault("KERAS_BACKEND", "torch")


def need(*packages: str) -> None:
    """Print the versions of some packages; end the script where one is missing."""
    for package in packages:
        try:
            import_module(package.replace("-", "_"))
        except ImportError:
            print(f"skipped: {package} is not installed")
            sys.exit(0)
    print(", ".join(f"{package} {metadata.version(package)}" for package in packages))
