"""What Python and jinja2 make of templates and of texts that may be JSON; the original's own configuration files.

Reads {"variables": [...], "json": [...]} on standard input, writes {"files", "rendered", "json"}.
"""

import json
import os
import sys
from pathlib import Path

os.environ["MSWEA_SILENT_STARTUP"] = "1"

import yaml
from jinja2 import StrictUndefined, Template

package = Path(next(path for path in sys.path if (Path(path) / "minisweagent").is_dir())) / "minisweagent"
given = json.load(sys.stdin)


def rendered(source, variables):
    try:
        return {"text": Template(source, undefined=StrictUndefined).render(**variables)}
    except Exception as error:
        return {"fault": str(error)}


def fault(text):
    try:
        json.loads(text)
    except Exception as error:
        return str(error)


files = {}
templates = list(given["templates"])
for path in sorted(package.glob("config/**/*.yaml")):
    files[path.name] = path.read_text()
    for block in ("agent", "model"):
        values = (yaml.safe_load(files[path.name]).get(block) or {}).values()
        templates += [value for value in values if isinstance(value, str) and "{" in value]

rows = [[source, index, rendered(source, each)] for source in templates for index, each in enumerate(given["variables"])]
json.dump({"files": files, "rendered": rows, "json": [fault(text) for text in given["json"]]}, sys.stdout)
