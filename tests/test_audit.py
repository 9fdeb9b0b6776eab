"""What the audit of the dependencies makes of the reports of pip-audit and npm."""

from __future__ import annotations

import pytest

import audit

pytestmark = pytest.mark.once

CLEAN = {"name": "starlette", "version": "1.10.0", "vulns": []}
SKIPPED = {"name": "starlette", "skip_reason": "Dependency not found on PyPI and could not be audited"}
BAD = {
    "name": "starlette",
    "version": "0.1",
    "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-2026-1"], "fix_versions": ["0.2"], "description": "…"}],
}


def test_a_vulnerable_package_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert audit.python_findings({"dependencies": [CLEAN, BAD]}) == ["starlette 0.1: PYSEC-1 (fixed in 0.2)"]
    assert audit.python_findings({"dependencies": [CLEAN, {"name": "stich", "skip_reason": "ours"}]}) == []
    monkeypatch.setattr(audit, "ACCEPTED", {"CVE-2026-1": "we do not call it"})
    assert audit.python_findings({"dependencies": [CLEAN, BAD]}) == []


def test_a_list_that_was_not_reached_is_no_clean_bill() -> None:
    assert audit.python_findings({}) is None
    assert audit.python_findings({"dependencies": [SKIPPED, SKIPPED, CLEAN]}) is None
    assert audit.page_findings({"error": {"code": "ENOAUDIT"}}) is None
    assert audit.report_of("no-such-program") == {}


def test_a_vulnerable_package_of_the_page_is_found() -> None:
    via = {"title": "XSS", "url": "https://github.com/advisories/GHSA-1", "severity": "high"}
    report = {
        "vulnerabilities": {"svelte": {"range": "<5", "via": [via]}, "vite-plugin": {"range": "*", "via": ["svelte"]}}
    }
    assert audit.page_findings(report) == ["svelte <5: XSS (https://github.com/advisories/GHSA-1)"]
    assert audit.page_findings({"vulnerabilities": {}}) == []


@pytest.mark.parametrize(("python", "page", "status"), [([], [], 0), (["x"], None, 1), ([], None, 3), (None, ["x"], 1)])
def test_the_status_says_found_before_unreached(
    python: list[str] | None, page: list[str] | None, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "report_of", lambda *command, where=audit.ROOT: {})
    monkeypatch.setattr(audit, "python_findings", lambda report: python)
    monkeypatch.setattr(audit, "page_findings", lambda report: page)
    assert audit.main() == status
