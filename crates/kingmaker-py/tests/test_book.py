"""What the book and the README say about Python is true: their code runs, from top to bottom."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT


@pytest.mark.parametrize("page", ["docs/src/python.md", "crates/kingmaker-py/README.md"])
def test_code_runs(page, tmp_path, monkeypatch, capsys):
    if "pettingzoo" in (text := (ROOT / page).read_text()):
        pytest.importorskip("pettingzoo")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    names: dict[str, object] = {"__name__": "book"}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    told = capsys.readouterr().out
    assert blocks and told
    if "missing_games" in text:
        assert told.rstrip().endswith("0 True")
