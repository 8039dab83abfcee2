"""Which of the libraries of the wheel suits the processor."""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib.machinery import ExtensionFileLoader
from pathlib import Path

NEEDED = {"avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
"""What x86-64-v3 has beyond x86-64-v2, in the words of Linux."""


def has_v3() -> bool:
    """Whether the processor is known to be an x86 of 2013 or later."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    flags = next((line for line in lines if line.startswith("flags")), "")
    return NEEDED <= set(flags.split())


def choose() -> None:
    """Loads the library for newer processors, if there is one and it suits. The variable KINGMAKER_PROCESSOR says
    otherwise: with `v2` the other one is loaded.
    """
    fast = Path(__file__).with_name("_native_v3.so")
    name = "kingmaker._native"
    if name in sys.modules or not fast.exists() or os.environ.get("KINGMAKER_PROCESSOR") == "v2" or not has_v3():
        return
    spec = importlib.util.spec_from_file_location(name, fast, loader=ExtensionFileLoader(name, str(fast)))
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    setattr(sys.modules["kingmaker"], "_native", module)
    spec.loader.exec_module(module)
