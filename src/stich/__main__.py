"""`python -m stich` is the command `stich`."""

import sys

from stich.cli import main

if __name__ == "__main__":
    sys.exit(main())
