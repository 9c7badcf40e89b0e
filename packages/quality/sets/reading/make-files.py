"""Makes the files of ./fixtures and labels.jsonl, which says what is right about each. Only for changing the set:
the files are stored. Written by somebody who had not seen the reader.

  pip install reportlab pypdf
  python3 make-files.py
"""
import json
from pathlib import Path

import make_choices
import make_struck
import make_tables
import make_values

HERE = Path(__file__).parent
KINDS = {"choice": make_choices.FILES, "struck": make_struck.FILES, "table": make_tables.FILES, "date": make_values.DATE_FILES, "number": make_values.NUMBER_FILES, "naming": make_values.NAME_FILES}

with open(HERE / "labels.jsonl", "w") as labels:
    for kind, files in KINDS.items():
        for name, (content, items) in files.items():
            half, file = name.split("/")
            path = HERE / "fixtures" / half / kind / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            labels.write(json.dumps({"file": f"{half}/{kind}/{file}", "kind": kind, "items": items}, ensure_ascii=False) + "\n")
