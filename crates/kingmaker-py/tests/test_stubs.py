"""The stubs say what is there, and the package follows its own types."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("mypy")


def checked(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_say_what_is_there(tmp_path):
    checked("mypy.stubtest", "kingmaker", "--concise")


def test_types_fit():
    checked("mypy", "--strict", "-p", "kingmaker")
