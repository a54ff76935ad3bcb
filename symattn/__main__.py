"""Run the command line as `python -m symattn`."""

import sys

from symattn.scripts.cli import main

if __name__ == "__main__":
    sys.exit(main())
