"""What is put beside the pages, and what is left out."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from responsa.book import Settings
from responsa.site.finish import policy, runtime

ROOT = Path(__file__).parents[2]
SETTINGS = Settings.read(ROOT / "pyproject.toml")


@pytest.fixture
def bare_site(tmp_path: Path) -> Path:
    """What MkDocs makes of our own files."""
    shutil.copytree(ROOT / "src/responsa/web", tmp_path / "assets")
    return tmp_path


def test_the_library_is_always_the_same_bytes_and_runs_unpacked(tmp_path: Path) -> None:
    content = runtime.library(SETTINGS)
    assert content == runtime.library(SETTINGS)
    archive = zipfile.ZipFile(io.BytesIO(content))
    names = archive.namelist()
    assert "responsa/here_i_stand/board.txt" in names
    assert not [name for name in names if "/book/" in name or "__pycache__" in name or "extension" in name]
    archive.extractall(tmp_path)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from responsa.desk import session\n"
        "code = 'from responsa import hellenes, here_i_stand, republic_of_rome'\n"
        "session.run([{'code': code, 'printed': ''}], print, console=True)"
    )
    ran = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "{'output': '', 'error': '', 'line': 0, 'same': True}\n"


def test_without_pyodide_nothing_of_it_is_left(bare_site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not runtime.put_python(bare_site, SETTINGS, bare_site / "missing")
    assert not (bare_site / "assets/python").exists()
    assert "const HAS_PYTHON = false;" in (bare_site / "assets/javascripts/book.js").read_text()


def test_with_pyodide_the_script_knows(bare_site: Path, tmp_path: Path) -> None:
    pyodide = tmp_path / "pyodide"
    pyodide.mkdir()
    for name in (*runtime.FETCHED, *runtime.LOADED):
        (pyodide / name).write_text(name)
    (pyodide / "pyodide-lock.json").write_text('{"info": {"python": "3.14.2"}}')
    assert runtime.put_python(bare_site, SETTINGS, pyodide)
    assert "const HAS_PYTHON = true;" in (bare_site / "assets/javascripts/book.js").read_text()
    assert (bare_site / "assets/python/manifest.json").exists()
    with pytest.raises(ValueError, match="does not say"):
        runtime.put_python(bare_site, SETTINGS, pyodide)


def test_the_policy_names_each_inline_script_once_and_no_host(site: Path) -> None:
    text = (site / policy.FILE).read_text()
    assert text.count("\n") == 1
    assert "http" not in text
    assert "unsafe-eval" not in text.replace("wasm-unsafe-eval", "")
    assert "script-src 'self' 'wasm-unsafe-eval' 'sha256-" in text
    assert "'unsafe-inline'" not in text.replace("style-src-attr 'unsafe-inline'", "")
