"""The stubs say what is there, and the package follows its own types."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")


def checked(folder: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_say_what_is_there(tmp_path):
    checked(tmp_path, "mypy.stubtest", "kingmaker", "--concise")


def test_types_fit(tmp_path):
    checked(tmp_path, "mypy", "--strict", "-p", "kingmaker")
