"""Builds the wheel. On x86 it has the library twice: for processors of 2009 and later, and for those of 2013 and later,
which are a good deal faster with bitboards. `kingmaker/__init__.py` chooses when it is imported.

Whoever sets RUSTFLAGS gets one library, built with these.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from pathlib import Path

import maturin
from maturin import (  # noqa: F401
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

FOLDER = Path(__file__).parent
FAST = FOLDER / "python" / "kingmaker" / "_native_v3.so"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    FAST.unlink(missing_ok=True)
    if platform.machine() in ("x86_64", "AMD64") and os.name == "posix" and "RUSTFLAGS" not in os.environ:
        build_fast()
    try:
        return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    finally:
        FAST.unlink(missing_ok=True)


def build_fast() -> None:
    """Builds the library for newer processors, and puts it beside the Python files."""
    command = ["cargo", "build", "--profile", "wheel", "--lib"]
    environment = {**os.environ, "PYO3_BUILD_EXTENSION_MODULE": "1", "RUSTFLAGS": "-C target-cpu=x86-64-v3"}
    subprocess.run(command, cwd=FOLDER, env=environment, check=True)
    told = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--no-deps"], cwd=FOLDER, check=True, capture_output=True
    )
    target = Path(json.loads(told.stdout)["target_directory"])
    [library] = [path for path in (target / "wheel").glob("*kingmaker_native.*") if path.suffix in (".so", ".dylib")]
    shutil.copy(library, FAST)
    subprocess.run(["strip", "--strip-unneeded", str(FAST)], check=False)
