"""Draws tables by seed from public files and labels some of their values from what another reader finds in them: Python's csv,
openpyxl, python-docx, Beautiful Soup, the elements of OpenDocument, and for PDF the CSV that the corpus itself expects. Adds
to public-tables.jsonl; all of them are held out. Run once.

  pip install openpyxl python-docx beautifulsoup4 lxml
  python3 draw-tables.py <folder with a clone of each repository, named owner+name/repo> > public-tables.jsonl
"""
import csv
import hashlib
import io
import json
import random
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import bs4
import docx
import openpyxl

SEED = 20261127
TABLES, VALUES, FILE_MAX = 6, 16, 1_500_000
CORPORA = {
    "apache/tika": "Apache-2.0", "apache/poi": "Apache-2.0", "camelot-dev/camelot": "MIT", "tabulapdf/tabula-java": "MIT",
    "mozilla/readability": "Apache-2.0", "GSA/fedramp-automation": "CC0-1.0", "jsvine/pdfplumber": "MIT",
}
root = Path(sys.argv[1])
git = lambda repo, *args: subprocess.run(["git", "-C", root / repo.replace("/", "+") / "repo", *args], capture_output=True, check=True).stdout
clean = lambda text: re.sub(r"\s+", " ", str(text)).strip()


def csv_tables(data):
    text = data.decode("utf-8-sig")
    yield [[clean(cell) for cell in row] for row in csv.reader(io.StringIO(text))]


def xlsx_tables(data):
    book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    for sheet in book.worksheets:
        if sheet.sheet_state == "visible" and sheet.max_row < 500:
            shown = lambda cell: clean(cell.value) if isinstance(cell.value, str) or (isinstance(cell.value, int) and not isinstance(cell.value, bool) and cell.number_format == "General") else "" if cell.value is None else "\0"
            rows = [[shown(cell) for cell in row] for row in sheet.iter_rows()]
            yield [row for row in rows if any(row)]


def docx_tables(data):
    for table in docx.Document(io.BytesIO(data)).tables:
        yield [[clean(cell.text) for cell in row.cells] for row in table.rows]


def html_tables(data):
    for table in bs4.BeautifulSoup(data, "lxml").find_all("table"):
        if table.find("table") or table.find(attrs={"rowspan": True}) or table.find(attrs={"colspan": True}):
            continue
        yield [[clean(cell.get_text(" ")) for cell in row.find_all(["td", "th"])] for row in table.find_all("tr")]


def odt_tables(data):
    page = bs4.BeautifulSoup(zipfile.ZipFile(io.BytesIO(data)).read("content.xml"), "xml")
    for table in page.find_all("table:table"):
        yield [[clean(cell.get_text(" ")) for cell in row.find_all(["table:table-cell", "table:covered-table-cell"])] for row in table.find_all("table:table-row")]


def md_tables(data):
    rows = []
    for line in [*data.decode("utf-8", "ignore").splitlines(), ""]:
        if line.strip().startswith("|"):
            rows.append(["\0" if re.search(r"[`*_\\[<]", cell) else clean(cell) for cell in line.strip().strip("|").split("|")])
        elif rows:
            yield [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
            rows = []


READERS = {"csv": csv_tables, "xlsx": xlsx_tables, "docx": docx_tables, "html": html_tables, "odt": odt_tables, "md": md_tables}


def label(rows, rng, is_named=True):
    """Values of a table whose first row names its columns; None where it does not, or where rows cannot be told by name."""
    if len(rows) < 4 or len(rows[0]) < 3:
        return None
    heads = rows[0]
    if len(set(heads)) < len(heads) or is_named and not all(re.search(r"[^\W\d_]{2}", head) and len(head) < 60 and "\0" not in head for head in heads):
        return None
    names = [row[0] for row in rows[1:]]
    values = []
    for row in rows[1:]:
        if len(row) != len(heads) or not row[0] or "\0" in row[0] or "|" in row[0] or names.count(row[0]) > 1 or len(row[0]) > 60:
            continue
        for head, value in zip(heads[1:], row[1:]):
            if value and "\0" not in value and row.count(value) == 1 and len(value) < 60 and "|" not in value and value not in heads:
                values.append({"row": row[0], "heading": [head], "value": value})
    return {"headings": heads, "values": rng.sample(values, min(VALUES, len(values)))} if len(values) >= 6 else None


listed = {}
for repo in CORPORA:
    for line in git(repo, "ls-tree", "-r", "-l", "HEAD").decode().splitlines():
        (_, _, blob, size), path = line.split("\t")[0].split(), line.split("\t")[1]
        if size.isdigit() and int(size) < FILE_MAX:
            listed[repo, path] = blob
commits = {repo: git(repo, "rev-parse", "HEAD").decode().strip() for repo in CORPORA}


def show(repo, path, tables):
    data = git(repo, "cat-file", "blob", listed[repo, path])
    digest = hashlib.sha256(data).hexdigest()
    print(json.dumps({"repository": repo, "commit": commits[repo], "path": path, "sha256": digest, "licence": CORPORA[repo], "tables": tables}))


for extension, read in READERS.items():
    those = sorted({blob: key for key, blob in listed.items() if key[1].lower().endswith("." + extension)}.values())
    random.Random(f"{SEED} {extension}").shuffle(those)
    found, known = 0, []
    for repo, path in those:
        if found >= TABLES or any(word in path.lower() for word in ("password", "protect", "encrypt", "crash", "fuzz")):
            continue
        rng = random.Random(f"{SEED} {path}")
        try:
            tables = [each for each in (label(rows, rng) for rows in read(git(repo, "cat-file", "blob", listed[repo, path]))) if each and each["headings"] not in known][:2]
        except Exception:
            continue
        if tables:
            show(repo, path, tables)
            known += [each["headings"] for each in tables]
            found += len(tables)

# Of PDF the corpus itself has the tables, as CSV.
found, repo = 0, "camelot-dev/camelot"
those = sorted(path for of, path in listed if of == repo and re.search(r"-data-camelot-page-1-table-\d\.csv$", path))
random.Random(f"{SEED} pdf").shuffle(those)
seen = set()
for path in those:
    stem = re.sub(r"-data-camelot.*", "", path.split("/")[-1])
    pdf = next((f"tests/files/{folder}{stem}.pdf" for folder in ("", "tabula/") if (repo, f"tests/files/{folder}{stem}.pdf") in listed), None)
    rows = next(csv_tables(git(repo, "cat-file", "blob", listed[repo, path])))
    rows = [row[1:] for row in rows] if rows and rows[0][:1] == [""] else rows
    table = label(rows, random.Random(path))
    if pdf and table and stem not in seen and found < TABLES:
        show(repo, pdf, [table])
        seen.add(stem)
        found += 1

# Those of Tabula, with the rows above their headings and the empty column before them.
TABULA = [("frx_2012_disclosure", 2, 0), ("schools", 0, 1), ("spanning_cells", 1, 0), ("twotables", 1, 0), ("Publication_of_award_of_Bids_for_Transport_Sector__August_2016", 0, 0)]
folder, repo = "src/test/resources/technology/tabula/", "tabulapdf/tabula-java"
for name, above, before in TABULA:
    rows = next(csv_tables(git(repo, "cat-file", "blob", listed[repo, f"{folder}csv/{name}.csv"])))
    table = label([row[before:] for row in rows[above:]], random.Random(name), False)
    if table:
        show(repo, f"{folder}{name}.pdf", [table])
