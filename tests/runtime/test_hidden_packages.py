"""Packages that nothing may load for a while (runtime/memory.py)."""

import subprocess
import sys

import pytest

from runtime.memory import hidden
from tests.served.servers import ROOT


def test_a_hidden_package_cannot_be_loaded_until_the_block_ends() -> None:
    script = (
        "import json\nfrom runtime.memory import hidden\n"
        "with hidden('json', 'colorsys'):\n"
        "    import json\n"
        "    try:\n        import colorsys\n    except ImportError as missing:\n        print(missing.name)\n"
        "import colorsys\nprint(colorsys.__name__, json.__name__)\n"
    )

    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "colorsys\ncolorsys json\n"


def test_what_was_hidden_can_be_loaded_again_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), hidden("a_package_of_no_name"):
        raise ZeroDivisionError

    assert "a_package_of_no_name" not in sys.modules
