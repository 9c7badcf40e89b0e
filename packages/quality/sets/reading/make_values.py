"""Dates in the forms that people write, numbers in the formats that Excel shows, and packages whose XML is named otherwise."""
import csv
import html as html_text
import io
import re

from make_choices import pdf
from writers import MAIN, ODF, R, S, W, XML, docx, html, odt, pack, para, pptx, relations, rows_of, rtf, run, styles, types, xlsx

DATES = [
    "2026-03-31", "2026/03/31", "2026.03.31", "20260331", "31.03.2026", "31.3.2026", "31.03.26", "31. 3. 26", "31/03/2026", "03/31/2026",
    "3/31/26", "31-03-2026", "31-Mar-2026", "31-MAR-26", "31 March 2026", "31st March 2026", "March 31, 2026", "Mar 31, 2026", "Mar. 31 2026",
    "Tuesday, 31 March 2026", "Tue 31 Mar 2026", "31. März 2026", "31. Mrz. 2026", "31 mars 2026", "le 1er mars 2026", "31 de marzo de 2026",
    "31 marzo 2026", "31 de março de 2026", "31 maart 2026", "31 marca 2026", "31 марта 2026 г.", "2026年3月31日", "２０２６年３月３１日", "2026. 3. 31.",
    "March 2026", "03/2026", "2026-03", "Q1 2026", "KW 14/2026", "2026-W14-2", "2026-090", "2026-03-31T21:40:00-07:00", "2026-03-31 21:40 UTC",
    "31/III/2026",
]
HEADS = ["Restore test", "Completed on", "Result"]


def table_of(dates):
    return [HEADS, *([f"Test {at}", date, "passed"] for at, date in enumerate(dates, 1))]


def rtf_text(text):
    return "".join(c if ord(c) < 128 else f"\\u{ord(c) if ord(c) < 32768 else ord(c) - 65536}?" for c in text)


def date_files(dates, half):
    rows = table_of(dates)
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    cells = lambda name, row: "".join(f"<{name}>{html_text.escape(each)}</{name}>" for each in row)
    # Some writers put a no-break space or a reference where a person sees a plain sign.
    odd = lambda text: text.replace(" ", "&nbsp;").replace("/", "&#47;") if half == "kept" else text
    word = "".join("<w:tr>" + "".join(f"<w:tc><w:tcPr/>{para(*split(each))}</w:tc>" for each in row) + "</w:tr>" for row in rows)
    grid = "<w:tblGrid>" + '<w:gridCol w:w="1500"/>' * 3 + "</w:tblGrid>"
    ods = lambda row: "<table:table-row>" + "".join(f"<table:table-cell><text:p>{each}</text:p></table:table-cell>" for each in row) + "</table:table-row>"
    edges = r"\trowd\cellx3000\cellx6000\cellx9000\pard\intbl "
    return {
        "csv": out.getvalue().encode(),
        "md": ("| " + " | ".join(HEADS) + " |\n|---|---|---|\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows[1:])).encode(),
        "html": html("<table><tr>" + cells("th", HEADS) + "</tr>" + "".join(f"<tr>{odd(cells('td', row)) if half == 'kept' else cells('td', row)}</tr>".replace("<&#47;", "</") for row in rows[1:]) + "</table>"),
        "docx": docx(f"<w:tbl><w:tblPr/>{grid}{word}</w:tbl>{para('')}"),
        "odt": odt(f'<table:table>{"".join(ods(row) for row in rows)}</table:table>'),
        "rtf": rtf("\n".join(edges + "".join(rtf_text(each) + r"\cell " for each in row) + r"\row" for row in rows) + "\n" + r"\pard\par"),
        "xlsx": xlsx({"Tests": rows_of(rows)}),
    }


def split(text):
    """As Word stores what was typed with pauses: in several runs."""
    middle = len(text) // 2
    return [run(text[:middle]), run(text[middle:])] if middle else [run(text)]


# Value, format code, what Excel shows (English, United States).
NUMBERS = [
    (1234.5, "0.00", "1234.50"), (1234567, "#,##0", "1,234,567"), (1234.5, '"$"#,##0.00', "$1,234.50"), (0.256, "0%", "26%"), (0.2564, "0.0%", "25.6%"),
    (42, "00000", "00042"), (7, "000-0000", "000-0007"), (5551234, "000-0000", "555-1234"), (0.1 + 0.2, "General", "0.3"), (12345.678, "0.00E+00", "1.23E+04"),
    (1.5, "[h]:mm", "36:00"), (0.75, "h:mm AM/PM", "6:00 PM"), (46112, "yyyy-mm-dd", "2026-03-31"), (46112, "dd/mm/yyyy", "31/03/2026"),
    (46112, "d mmm yy", "31 Mar 26"), (46112, "mmmm yyyy", "March 2026"), (46112, "dddd", "Tuesday"), (46112.5, "yyyy-mm-dd hh:mm", "2026-03-31 12:00"),
    (46112, "[$-409]d-mmm-yyyy;@", "31-Mar-2026"), (46112, "[$-407]d. mmmm yyyy", "31. März 2026"),
    (1, '"Yes";;"No"', "Yes"), (0, '"Yes";;"No"', "No"), (-1, '"Passed";"Failed";"Not tested"', "Failed"), (6, '0 "months"', "6 months"),
    (90, '0" days"', "90 days"), (3, '[=1]"one site";0 "sites"', "3 sites"), (1, '[=1]"one site";0 "sites"', "one site"), (120, '[>100]"high";"low"', "high"),
    (-5, "0;(0)", "(5)"), (-1234.5, "#,##0.00;[Red]-#,##0.00", "-1,234.50"), (1234567, '0.0,,"M"', "1.2M"), (15300, '#,##0,"k"', "15k"),
    (0.5, "# ?/?", "1/2"), (2.75, "# ??/??", "2 3/4"), (100, r"0\%", "100%"), (1234.5, '#,##0.00 "€"', "1,234.50 €"), (1234.5, "[$€-2] #,##0.00", "€ 1,234.50"),
    (123456789, "000\\-00\\-0000", "123-45-6789"), (0.0005, "General", "0.0005"), (0.04236111, "[mm]:ss", "61:00"),
    (3661 / 86400, "h:mm:ss", "1:01:01"), (99.95, "0", "100"), (2.5, "0", "3"), (1e15, "0", "1000000000000000"),
]


def number_file(cases, start):
    codes = sorted({code for _, code, _ in cases if code != "General"})
    ids = {code: 164 + at for at, code in enumerate(codes)}
    xfs = [(0, ids[code]) for code in codes]
    style = {code: at for at, code in enumerate(codes, 1)}
    rows = [["Case", "Shown"], *([f"Case {at}", (number, style.get(code, 0))] for at, (number, code, _) in enumerate(cases, start))]
    return xlsx({"Numbers": rows_of(rows)}, style=styles(formats=[(at, code) for code, at in ids.items()], xfs=xfs))


# --- Names ---
def rename(content, prefix, to, uri=None):
    """The same XML with another prefix for a namespace; an empty one makes it the default for elements."""
    if to:
        return re.sub(rf"(?<=[</ ]){prefix}:", f"{to}:", content).replace(f"xmlns:{prefix}=", f"xmlns:{to}=")
    return re.sub(rf"(?<=[</]){prefix}:", "", content).replace(f"xmlns:{prefix}=", f'xmlns="{uri}" xmlns:{prefix}=')


def repack(content, change):
    import zipfile

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return pack({change(name, None) or name: change(name, archive.read(name).decode()) for name in archive.namelist()})


def strict(content):
    pairs = [
        (W, "http://purl.oclc.org/ooxml/wordprocessingml/main"), (S, "http://purl.oclc.org/ooxml/spreadsheetml/main"),
        ("http://schemas.openxmlformats.org/presentationml/2006/main", "http://purl.oclc.org/ooxml/presentationml/main"),
        ("http://schemas.openxmlformats.org/drawingml/2006/main", "http://purl.oclc.org/ooxml/drawingml/main"), (R, "http://purl.oclc.org/ooxml/officeDocument/relationships"),
    ]

    def change(name, text):
        for old, new in pairs if text is not None else []:
            text = text.replace(old, new)
        return text

    return repack(content, change)


def prefixed(content, part, prefix, to, uri=None):
    return repack(content, lambda name, text: rename(text, prefix, to, uri) if text is not None and name.startswith(part) and name.endswith(".xml") else text)


def moved(content, names, **texts):
    def change(name, text):
        if text is None:
            return names.get(name)
        for old, new in texts.items() if name.endswith((".rels", "[Content_Types].xml")) else []:
            text = text.replace(*new)
        return text

    return repack(content, change)


def s_prefixed(content, to):
    """A spreadsheet whose elements all have a prefix."""

    def change(name, text):
        if text is None or not name.startswith("xl/") or name.endswith(".rels"):
            return text
        text = re.sub(r"<(/?)(?=[a-zA-Z])", rf"<\1{to}:", text)
        return text.replace(f'xmlns="{S}"', f'xmlns:{to}="{S}"')

    return repack(content, change)


STRUCK_STYLE = styles(fonts=['<font><strike/><sz val="11"/><name val="Calibri"/></font>'], formats=[(164, "yyyy-mm-dd")], xfs=[(1, 0), (0, 164)])


def word(at):
    return docx(
        para(f"Rule {at} is valid since 2026.", props='<w:pStyle w:val="Normal"/>') + para(run(f"Rule {at} was crossed out.", "<w:strike/>"))
        + f'<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>{para("Left")}</w:tc><w:tc>{para(f"Right {at}")}</w:tc></w:tr></w:tbl>{para("")}'
    )


def sheet(at):
    return xlsx({"Rules": rows_of([["Rule", "Date"], [f"Rule {at} is valid", (46112, 2)], [(f"Rule {at} was crossed out.", 1), None]])}, style=STRUCK_STYLE)


def show(at):
    return pptx([f'<a:p><a:r><a:rPr/><a:t>Rule {at} is valid since 2026.</a:t></a:r></a:p><a:p><a:r><a:rPr strike="sngStrike"/><a:t>Rule {at} was crossed out.</a:t></a:r></a:p>'])


def text(at):
    return odt(
        f'<text:p>Rule {at} is valid since 2026.</text:p><text:p><text:span text:style-name="T1">Rule {at} was crossed out.</text:span></text:p>',
        '<style:style style:name="T1" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>',
    )


A, P = "http://schemas.openxmlformats.org/drawingml/2006/main", "http://schemas.openxmlformats.org/presentationml/2006/main"
NAMINGS = [
    (".docx", lambda at: prefixed(word(at), "word/", "w", "ns0")),
    (".docx", lambda at: prefixed(word(at), "word/", "w", "", W)),
    (".docx", lambda at: strict(word(at))),
    (".docx", lambda at: strict(prefixed(word(at), "word/", "w", "x"))),
    (".docx", lambda at: moved(word(at), {"word/document.xml": "word/document2.xml"}, a=("word/document.xml", "word/document2.xml"))),
    (".docx", lambda at: moved(word(at), {}, a=('Target="word/document.xml"', 'Target="/word/document.xml"'))),
    (".docx", lambda at: repack(word(at), lambda name, text: text and (text.replace('encoding="UTF-8" ', "").replace('"', "'") if name == "word/document.xml" else text))),
    (".docx", lambda at: prefixed(word(at), "word/", "w", "W")),
    (".xlsx", lambda at: s_prefixed(sheet(at), "x")),
    (".xlsx", lambda at: s_prefixed(sheet(at), "ns1")),
    (".xlsx", lambda at: strict(sheet(at))),
    (".xlsx", lambda at: strict(s_prefixed(sheet(at), "s"))),
    (".xlsx", lambda at: repack(sheet(at), lambda name, text: text and text.replace("xmlns:r=", "xmlns:rel=").replace(" r:id=", " rel:id="))),
    (".xlsx", lambda at: moved(sheet(at), {"xl/worksheets/sheet1.xml": "xl/worksheets/Blatt1.xml"}, a=("worksheets/sheet1.xml", "worksheets/Blatt1.xml"))),
    (".xlsx", lambda at: moved(sheet(at), {}, a=('Target="worksheets/sheet1.xml"', 'Target="/xl/worksheets/sheet1.xml"'))),
    (".xlsx", lambda at: repack(sheet(at), lambda name, text: text and re.sub(r' r="[A-Z]*\d+"', "", text) if name.startswith("xl/worksheets/") else text)),
    (".pptx", lambda at: prefixed(show(at), "ppt/", "a", "d")),
    (".pptx", lambda at: prefixed(show(at), "ppt/", "p", "", P)),
    (".pptx", lambda at: strict(show(at))),
    (".pptx", lambda at: prefixed(prefixed(show(at), "ppt/", "a", "ns2"), "ppt/", "p", "ns3")),
    (".pptx", lambda at: moved(show(at), {"ppt/slides/slide1.xml": "ppt/slides/Folie1.xml"}, a=("slides/slide1.xml", "slides/Folie1.xml"))),
    (".odt", lambda at: prefixed(prefixed(text(at), "content", "text", "t"), "content", "style", "s")),
    (".odt", lambda at: prefixed(text(at), "content", "text", "", f"{ODF}:text:1.0")),
    (".odt", lambda at: prefixed(prefixed(text(at), "content", "office", "o"), "content", "text", "ns5")),
]


def make():
    values, numbers, names = {}, {}, {}
    for half, dates in (("open", DATES[0::2]), ("kept", DATES[1::2])):
        items = [{"headings": HEADS, "values": [{"row": f"Test {at}", "heading": ["Completed on"], "value": date} for at, date in enumerate(dates, 1)]}]
        for extension, content in date_files(dates, half).items():
            values[f"{half}/dates.{extension}"] = (content, items)
    for half, cases in (("open", NUMBERS[0::2]), ("kept", NUMBERS[1::2])):
        shown = [{"row": f"Case {at}", "heading": ["Shown"], "value": text} for at, (_, _, text) in enumerate(cases, 1)]
        numbers[f"{half}/numbers.xlsx"] = (number_file(cases, 1), [{"headings": ["Case", "Shown"], "values": shown}])
    for at, (extension, make_one) in enumerate(NAMINGS, 1):
        live = [f"Rule {at} is valid", "2026-03-31"] if extension == ".xlsx" else [f"Rule {at} is valid since 2026.", *([f"Right {at}"] if extension == ".docx" else [])]
        names[f"{'kept' if at % 2 else 'open'}/named-{at:02}{extension}"] = (make_one(at), [{"struck": [f"Rule {at} was crossed out."], "live": live}])
    return values, numbers, names


DATE_FILES, NUMBER_FILES, NAME_FILES = make()
