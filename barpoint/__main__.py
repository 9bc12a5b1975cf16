"""The command ``barpoint``: everything that ``manage.py`` does, and ``barpoint rules`` for ``python -m rules``."""

import runpy
import sys

from barpoint import PROGRAM


def main() -> None:
    """Run one command of the program, whose modules come before those of anything else that is installed."""
    sys.path.insert(0, str(PROGRAM))
    if sys.argv[1:2] == ["rules"]:
        del sys.argv[1]
        runpy.run_module("rules", run_name="__main__", alter_sys=True)
        return
    import manage  # noqa: PLC0415 -- the program is on the path only now

    manage.main()


if __name__ == "__main__":
    main()
