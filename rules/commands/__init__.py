"""The commands of ``python -m rules``, one module each.

A command module has ``NAME``, ``HELP``, ``add_arguments(parser)`` and ``run(args) -> int``; run returns the exit code.
"""
