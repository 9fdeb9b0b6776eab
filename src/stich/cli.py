"""The command `stich`. Without a verb it starts the server and opens the browser; its verbs are the modules of
`stich.commands`.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Sequence

from stich import __version__, build_info, commands
from stich.kernel.action import Refused

USAGE = 2  # argparse's exit code for wrong arguments
INTERRUPTED = 130  # a shell's exit code after Ctrl-C


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, 2 if the arguments cannot be used, 1 if a game fails."""
    words = sys.argv[1:] if given is None else given
    if isinstance(sys.stdout, io.TextIOWrapper):  # on Windows what goes into a file or a pipe has no signs but a few
        sys.stdout.reconfigure(errors="replace")
    args = parser(words[0] if words else "").parse_args(words)
    try:
        code: int = args.run(args)
        return code
    except Refused as refused:
        if not commands.was_told(refused):
            print(f"stich: {commands.explain(refused)}", file=sys.stderr)
        return USAGE
    except commands.GameFails as fails:
        print(f"stich: {commands.explain(fails.refused)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # `stich replay FILE | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def parser(first: str = "") -> argparse.ArgumentParser:
    """Return the parser. first: the first word; if it is a verb, no other verb is known, for all of them together take
    longer to load than most take to answer.
    """
    from stich.commands import serve

    top = argparse.ArgumentParser(
        prog="stich",
        description="A card table that knows the rules. Without a verb it starts the server on a free port and opens "
        "the browser.",
    )
    top.add_argument("--version", action="version", version=f"stich {__version__}, {build_info()}")
    top.add_argument("--no-browser", dest="browser", action="store_false", help="only print the address")
    serve.add_options(top)
    top.set_defaults(run=serve.run)
    verbs = top.add_subparsers(title="verbs", metavar="VERB")
    found = {info.name.replace("_", "-"): info.name for info in pkgutil.iter_modules(commands.__path__)}
    for module_name in [found[first]] if first in found else sorted(found.values()):
        module = importlib.import_module(f"{commands.__name__}.{module_name}")
        known = set(verbs.choices)
        module.add(verbs)
        for verb in set(verbs.choices) - known:
            verbs.choices[verb].set_defaults(run=module.run)
    return top


if __name__ == "__main__":
    sys.exit(main())
