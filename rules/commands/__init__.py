"""The rule book's command line, one module a command.

A command module offers ``NAME``, ``HELP``, ``add_arguments(parser)`` and ``run(args) -> int``.
"""
