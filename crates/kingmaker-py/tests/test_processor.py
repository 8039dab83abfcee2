"""The library that suits the processor is loaded, and all of them find the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kingmaker
from kingmaker import _native, _processor

PLAY = "import kingmaker; print(kingmaker.match('focus(players=3)', ['mcts', 'greedy'], games=6, playouts=200).json)"
FAST = Path(kingmaker.__file__).with_name("_native_v3.so")


def test_what_is_loaded_suits():
    is_fast = Path(str(_native.__file__)).name == FAST.name
    assert is_fast == (FAST.exists() and _processor.has_v3() and "KINGMAKER_PROCESSOR" not in os.environ)


@pytest.mark.skipif(not FAST.exists(), reason="there is one library, as it was not built as a wheel")
def test_all_libraries_find_the_same():
    def said(**more: str) -> str:
        command = [sys.executable, "-c", PLAY]
        return subprocess.run(command, env={**os.environ, **more}, check=True, capture_output=True, text=True).stdout

    assert said() == said(KINGMAKER_PROCESSOR="v2") != ""
