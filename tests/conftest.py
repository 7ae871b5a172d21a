"""What holds for every test: needs that are not met leave a test out, and in CI nothing is left out."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tools.needs import NEEDS, in_ci, is_met

# What tests share asserts too, and shows what it compared.
pytest.register_assert_rewrite(
    *(f"tests.{folder.name}" for folder in Path(__file__).parent.iterdir() if folder.is_dir())
)

# No test is timed: a busy machine would fail it.
settings.register_profile("untimed", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            if not is_met(name):
                pytest.skip(f"needs {NEEDS[name].what}: {NEEDS[name].how}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and in_ci() and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was left out, which CI may not do: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if report.skipped and in_ci():
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} was left out, which CI may not do: {report.longrepr}"
    return report
