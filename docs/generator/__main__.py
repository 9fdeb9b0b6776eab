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

STRICT = ["-W", "--keep-going", "-n", "-q"]  # a dead link, a cell that raises: each is a warning
MADE = ".buildinfo"  # Sphinx leaves it in the folder of a site


def main() -> int:
    """Build the site; return the exit status. An earlier one stays where it is until the new one is complete."""
    asked = argparse.ArgumentParser("generator", description=__doc__)
    asked.add_argument("folder", nargs="?", type=Path, default=ROOT / "build/site")
    asked.add_argument("--linkcheck", action="store_true")
    given = asked.parse_args()
    folder: Path = given.folder.resolve()
    if folder.exists() and not (folder / MADE).is_file():
        asked.error(f"{folder} is there and is no site of an earlier build")
    work = folder.with_name(f"{folder.name}-work")
    shutil.rmtree(work, ignore_errors=True)  # a warning of a page that is not read again would be lost
    stay_inside(work)
    staging = Staging(work / "pages")
    staging.copy_documents()
    write_games(staging)
    status = build(work, "linkcheck" if given.linkcheck else "html")
    if status == 0 and not given.linkcheck:
        shutil.rmtree(folder, ignore_errors=True)
        (work / "html").rename(folder)
    return status


def build(work: Path, builder: str) -> int:
    """Let Sphinx read the pages and write the site; return the exit status. work: the folder for both."""
    from sphinx.cmd.build import main as sphinx

    places = ["-c", str(Path(__file__).parent), "-d", str(work / "read"), str(work / "pages"), str(work / builder)]
    return int(sphinx(["-b", builder, *STRICT, *places]))


def stay_inside(work: Path) -> None:
    """Let the notebooks run with this stich, and IPython and Jupyter write here and not into the home folder."""
    os.environ["PYTHONPATH"] = str(Path(stich.__file__).parents[1])
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        place = work / "jupyter" / name.lower()
        place.mkdir(parents=True, exist_ok=True)
        os.environ[name] = str(place)
    settings = work / "jupyter/ipythondir/profile_default/ipython_kernel_config.py"
    settings.parent.mkdir()
    settings.write_text("get_config().IPKernelApp.log_level = 40\n", "utf-8")  # it warns of sockets on this machine
    logging.getLogger("traitlets").setLevel(logging.WARNING)


if __name__ == "__main__":
    sys.exit(main())
