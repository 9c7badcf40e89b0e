"""Prints the text of a file as a library other than Assay's reads it: read-file.py <format> <path>."""

import csv
import email
import email.policy
import io
import re
import sys
import zipfile
from html.parser import HTMLParser
from xml.etree import ElementTree

DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"


def of_xlsx(path):
    import openpyxl

    for sheet in openpyxl.load_workbook(path, data_only=True):
        print(sheet.title)
        for row in getattr(sheet, "iter_rows", list)():
            print("\t".join(of_cell(cell.value) for cell in row if cell.value is not None))


def of_cell(value):
    if hasattr(value, "isoformat"):
        return value.isoformat(" ") if hasattr(value, "hour") and hasattr(value, "year") else value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def of_pptx(path):
    with zipfile.ZipFile(path) as package:
        for name in sorted(package.namelist()):
            if re.fullmatch(r"ppt/(slides|notesSlides)/[^/]+\.xml", name):
                for paragraph in ElementTree.fromstring(package.read(name)).iter(DRAWING + "p"):
                    print("".join(of_run(run) for run in paragraph.iter()))


def of_run(run):
    return {DRAWING + "t": run.text or "", DRAWING + "br": " ", DRAWING + "tab": " "}.get(run.tag, "")


class Text(HTMLParser):
    UNSEEN = {"script", "style", "template", "noscript", "head"}

    def __init__(self):
        super().__init__()
        self.parts = []
        self.unseen = 0

    def handle_starttag(self, tag, attrs):
        self.parts.append(" " if tag in {"td", "th", "p", "div", "li", "br", "tr", "option"} else "")
        self.unseen += tag in self.UNSEEN

    def handle_endtag(self, tag):
        self.unseen -= tag in self.UNSEEN and self.unseen > 0

    def handle_data(self, data):
        if self.unseen == 0:
            self.parts.append(data)


def strip_tags(text):
    parser = Text()
    parser.feed(text)
    return "".join(parser.parts)


def of_html(path):
    print(strip_tags(open(path, encoding="utf-8", errors="replace").read()))


def of_eml(path):
    message = email.message_from_binary_file(open(path, "rb"), policy=email.policy.default)
    for name in ("From", "To", "Cc", "Subject"):
        if message[name]:
            print(message[name])
    body = message.get_body(preferencelist=("plain", "html"))
    if body is not None:
        content = body.get_content()
        print(strip_tags(content) if body.get_content_type() == "text/html" else content)


def of_csv(path):
    text = open(path, encoding="utf-8-sig", errors="replace").read()
    for row in csv.reader(io.StringIO(text), delimiter=";" if text.count(";") > text.count(",") else ","):
        print("\t".join(row))


READERS = {"xlsx": of_xlsx, "pptx": of_pptx, "html": of_html, "eml": of_eml, "csv": of_csv}
sys.stdout.reconfigure(encoding="utf-8", errors="replace")
READERS[sys.argv[1]](sys.argv[2])
