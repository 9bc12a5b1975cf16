"""Print the milliseconds of CPU in which py4swiss pairs the next round of each file named, without reading the file."""

import json
import sys
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

engine: Any = import_module("py4swiss.engines").DutchEngine
parser: Any = import_module("py4swiss.trf").TrfParser

spent: list[float] = []
tables: list[int] = []
for name in sys.argv[1:]:
    field = parser.parse(Path(name), strict=False)
    began = process_time()
    pairs = engine.generate_pairings(field)
    spent.append(1000 * (process_time() - began))
    tables.append(len(pairs))
sys.stdout.write(json.dumps({"milliseconds": spent, "tables": tables}))
