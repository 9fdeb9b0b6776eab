"""Builds the site: `python -m generator FOLDER`, or `--linkcheck` to ask for every address outside of it."""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import sys
from pathlib import Path

import stich
from generator.games import write_games
from generator.staging import ROOT, Staging

STRICT = [
    "-W",
    "--keep-going",
    "-n",
    "-q",
]  # a dead link, a cell that raises: each is a warning


def main() -> int:
    """Build the site; return the exit status."""
    asked = argparse.ArgumentParser("generator", description=__doc__)
    asked.add_argument("folder", nargs="?", type=Path, default=ROOT / "build/site")
    asked.add_argument("--linkcheck", action="store_true")
    given = asked.parse_args()
    folder: Path = given.folder.resolve()
    if folder.exists() and not (folder / ".buildinfo").is_file():
        asked.error(f"{folder} is there and is no site of an earlier build")
    work = folder.with_name(f"{folder.name}-work")
    for old in (work, *([] if given.linkcheck else [folder])):
        shutil.rmtree(old, ignore_errors=True)  # a warning of a page that is not read again would be lost
    stay_inside(work)
    logging.getLogger("traitlets").setLevel(logging.WARNING)
    os.environ["PYTHONPATH"] = str(Path(stich.__file__).parents[1])  # for notebooks, which run in other folders
    staging = Staging(work / "pages")
    staging.copy_documents()
    write_games(staging)
    from sphinx.cmd.build import main as sphinx

    builder, out = ("linkcheck", work / "links") if given.linkcheck else ("html", folder)
    places = ["-c", str(Path(__file__).parent), "-d", str(work / "read"), str(staging.folder), str(out)]
    return int(sphinx(["-b", builder, *STRICT, *places]))


def stay_inside(work: Path) -> None:
    """Let Jupyter and IPython write beside the site and not into the home folder."""
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        place = work / "jupyter" / name.lower()
        place.mkdir(parents=True, exist_ok=True)
        os.environ[name] = str(place)
    settings = work / "jupyter/ipythondir/profile_default/ipython_kernel_config.py"
    settings.parent.mkdir()
    settings.write_text("get_config().IPKernelApp.log_level = 40\n", "utf-8")  # it warns of sockets on this machine


if __name__ == "__main__":
    sys.exit(main())
