"""Draws public files by seed from the test corpora of other projects: six a format in which another reader finds ten words or
more. public.jsonl names them with up to 60 of those words. The files are not stored here: `npm run quality -- reading
--public <folder>` reads them. Run once, before the reader changed.

  pip install pypdf python-docx openpyxl python-pptx xlrd striprtf extract-msg beautifulsoup4
  python3 draw-public.py <folder with a clone of each repository, named owner+name/repo> [names of files to leave out]
"""
import email
import email.policy
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
import extract_msg
import openpyxl
import pptx
import pypdf
import xlrd
from striprtf.striprtf import rtf_to_text

WORDS_MIN = 10
SEED = 20261127
EACH = 6
SIZES = range(200, 1_000_000)
CORPORA = {
    "apache/tika": "Apache-2.0",
    "apache/poi": "Apache-2.0",
    "mozilla/pdf.js": "Apache-2.0",
    "scanny/python-pptx": "MIT",
    "jsvine/pdfplumber": "MIT",
    "camelot-dev/camelot": "MIT",
    "GSA/fedramp-automation": "CC0-1.0",
}
# Made to break readers, to be refused, or of no words.
SKIP = ("protect", "password", "encrypt", "crash", "fuzz", "bad_", "truncat", "notazip", "xxe", "bomb", "license", "readme", "changelog", "corrupt", "poc-", "clusterfuzz", "bug_with")
FORMATS = ["pdf", "docx", "xlsx", "pptx", "odt", "rtf", "html", "md", "csv", "eml", "msg", "xls"]
WORDS = 60


def of_docx(data):
    file = docx.Document(io.BytesIO(data))
    cells = [cell.text for table in file.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(each.text for each in file.paragraphs), *cells])


def of_xlsx(data):
    book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    return "\n".join(str(value) for sheet in book.worksheets for row in sheet.iter_rows(values_only=True) for value in row if isinstance(value, str))


def of_pptx(data):
    return "\n".join(shape.text_frame.text for slide in pptx.Presentation(io.BytesIO(data)).slides for shape in slide.shapes if shape.has_text_frame)


def of_odt(data):
    content = zipfile.ZipFile(io.BytesIO(data)).read("content.xml")
    body = bs4.BeautifulSoup(content, "xml").find("office:body")
    return "\n".join(each.get_text() for each in body.find_all(["text:p", "text:h"]) if not each.find("text:p"))


def of_html(data):
    page = bs4.BeautifulSoup(data, "html.parser")
    for each in page(["script", "style", "head", "noscript", "template"]):
        each.decompose()
    return page.get_text()


def of_eml(data):
    mail = email.message_from_bytes(data, policy=email.policy.default)
    body = mail.get_body(("plain", "html"))
    text = body.get_content() if body else ""
    return f"{mail['subject'] or ''}\n{of_html(text) if body and body.get_content_subtype() == 'html' else text}"


def of_msg(data):
    message = extract_msg.openMsg(data)
    return f"{message.subject or ''}\n{getattr(message, 'body', None) or ''}"


def of_xls(data):
    book = xlrd.open_workbook(file_contents=data, logfile=io.StringIO())
    return "\n".join(str(cell.value) for sheet in book.sheets() for row in sheet.get_rows() for cell in row if cell.ctype == xlrd.XL_CELL_TEXT)


READERS = {
    "pdf": lambda data: "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages[:20]),
    "docx": of_docx, "xlsx": of_xlsx, "pptx": of_pptx, "odt": of_odt, "html": of_html, "eml": of_eml, "msg": of_msg, "xls": of_xls,
    "rtf": lambda data: rtf_to_text(data.decode("latin1"), errors="ignore"),
    "md": lambda data: re.sub(r"[`*_]|\]\([^)]*\)|<[^>]*>", " ", data.decode()), "csv": lambda data: data.decode("utf-8", "ignore"),
}


def words_of(extension, data):
    """None where the other reader cannot open it."""
    try:
        text = READERS[extension](data)
    except Exception:
        return None
    return sorted({word.lower() for word in re.findall(r"[^\W\d_]{4,}", text) if word.isascii()})


root, seen = Path(sys.argv[1]), set(sys.argv[2:])
git = lambda repo, *args: subprocess.run(["git", "-C", root / repo.replace("/", "+") / "repo", *args], capture_output=True, check=True).stdout
found = {name: [] for name in FORMATS}
for repo in CORPORA:
    commit = git(repo, "rev-parse", "HEAD").decode().strip()
    for line in git(repo, "ls-tree", "-r", "-l", "HEAD").decode().splitlines():
        (_, kind, blob, size), path = line.split("\t")[0].split(), line.split("\t")[1]
        name = path.split("/")[-1]
        extension = name.rsplit(".", 1)[-1].lower()
        if extension not in found or not size.isdigit() or int(size) not in SIZES or name in seen:
            continue
        if any(word in path.lower() for word in SKIP) or (extension == "html" and "test" not in path):
            continue
        found[extension].append((blob, repo, commit, path))

for extension in FORMATS:
    files = list({each[0]: each for each in found[extension]}.values())
    random.Random(f"{SEED} {extension}").shuffle(files)
    drawn = []
    for blob, repo, commit, path in files:
        data = git(repo, "cat-file", "blob", blob)
        words = words_of(extension, data)
        if len(drawn) == EACH or words is None or len(words) < WORDS_MIN:
            continue
        digest = hashlib.sha256(data).hexdigest()
        half = "kept" if len(drawn) % 2 else "open"
        sample = sorted(random.Random(digest).sample(words, min(WORDS, len(words))))
        drawn.append({"repository": repo, "commit": commit, "path": path, "sha256": digest, "licence": CORPORA[repo], "half": half, "words": sample})
    for each in drawn:
        print(json.dumps(each))
