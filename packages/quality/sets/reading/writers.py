"""Smallest files of each format, their XML by hand: what a writer puts into a file is then seen where it is made."""
import io
import zipfile
from xml.sax.saxutils import escape

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MAIN = "application/vnd.openxmlformats-officedocument"
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def pack(parts):
    """A ZIP of named texts or bytes, the same bytes on each run."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for at, (name, content) in enumerate(parts.items()):
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_STORED if at == 0 and name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(info, content if isinstance(content, bytes) else content.encode())
    return out.getvalue()


def relations(*entries):
    rows = "".join(
        f'<Relationship Id="rId{at}" Type="{kind}" Target="{target}"/>' for at, (kind, target) in enumerate(entries, 1)
    )
    return f'{XML}<Relationships xmlns="{PACKAGE}/relationships">{rows}</Relationships>'


def types(overrides, defaults=()):
    rows = "".join(f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in overrides)
    more = "".join(f'<Default Extension="{name}" ContentType="{kind}"/>' for name, kind in defaults)
    return (
        f'{XML}<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{more}{rows}</Types>'
    )


def docx(body, parts=None, overrides=(), rels=()):
    names = (
        f'xmlns:w="{W}" xmlns:r="{R}" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="w14"'
    )
    return pack(
        {
            "[Content_Types].xml": types([("/word/document.xml", f"{MAIN}.wordprocessingml.document.main+xml"), *overrides]),
            "_rels/.rels": relations((f"{R}/officeDocument", "word/document.xml")),
            "word/document.xml": f"{XML}<w:document {names}><w:body>{body}<w:sectPr/></w:body></w:document>",
            "word/_rels/document.xml.rels": relations(*rels),
            **(parts or {}),
        }
    )


def run(text, props=""):
    return f'<w:r>{f"<w:rPr>{props}</w:rPr>" if props else ""}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def para(*runs, props=""):
    return f'<w:p>{f"<w:pPr>{props}</w:pPr>" if props else ""}{"".join(r if r.startswith("<") else run(r) for r in runs)}</w:p>'


def column(at):
    return chr(65 + at) if at < 26 else chr(64 + at // 26) + chr(65 + at % 26)


def cell(row, at, value, style=0):
    ref = f'r="{column(at)}{row}"' + (f' s="{style}"' if style else "")
    if value is None:
        return f"<c {ref}/>" if style else ""
    if isinstance(value, bool):
        return f'<c {ref} t="b"><v>{int(value)}</v></c>'
    if isinstance(value, (int, float)):
        return f"<c {ref}><v>{value!r}</v></c>"
    if value.startswith("<"):
        return f'<c {ref} t="inlineStr"><is>{value}</is></c>'
    return f'<c {ref} t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'


def rows_of(rows):
    """Rows of values, or of (value, style)."""
    out = []
    for number, row in enumerate(rows, 1):
        cells = (cell(number, at, *(each if isinstance(each, tuple) else (each,))) for at, each in enumerate(row))
        out.append(f'<row r="{number}">{"".join(cells)}</row>')
    return f'<sheetData>{"".join(out)}</sheetData>'


def styles(fonts=(), formats=(), xfs=(), after=""):
    """`xfs`: (font, number format) of each cell style from 1 on."""
    numbers = "".join(f'<numFmt numFmtId="{at}" formatCode="{escape(code, {chr(34): "&quot;"})}"/>' for at, code in formats)
    all_fonts = ['<font><sz val="11"/><name val="Calibri"/></font>', *fonts]
    cells = "".join(
        f'<xf numFmtId="{number}" fontId="{font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>'
        for font, number in [(0, 0), *xfs]
    )
    return (
        f'{XML}<styleSheet xmlns="{S}">{f"<numFmts>{numbers}</numFmts>" if numbers else ""}'
        f'<fonts>{"".join(all_fonts)}</fonts><fills><fill><patternFill patternType="none"/></fill></fills>'
        '<borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs>'
        f"<cellXfs>{cells}</cellXfs>{after}</styleSheet>"
    )


def xlsx(sheets, style=None, parts=None, overrides=(), defaults=(), sheet_rels=None, date1904=False):
    """`sheets`: name to the XML inside `worksheet`, from `sheetData` on."""
    files = {
        "[Content_Types].xml": types(
            [
                ("/xl/workbook.xml", f"{MAIN}.spreadsheetml.sheet.main+xml"),
                ("/xl/styles.xml", f"{MAIN}.spreadsheetml.styles+xml"),
                *((f"/xl/worksheets/sheet{at}.xml", f"{MAIN}.spreadsheetml.worksheet+xml") for at in range(1, len(sheets) + 1)),
                *overrides,
            ],
            defaults,
        ),
        "_rels/.rels": relations((f"{R}/officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'{XML}<workbook xmlns="{S}" xmlns:r="{R}">{"<workbookPr date1904=" + chr(34) + "1" + chr(34) + "/>" if date1904 else ""}<sheets>'
        + "".join(f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}"/>' for at, name in enumerate(sheets, 1))
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(
            *((f"{R}/worksheet", f"worksheets/sheet{at}.xml") for at in range(1, len(sheets) + 1)),
            (f"{R}/styles", "styles.xml"),
            *([(f"{R}/sharedStrings", "sharedStrings.xml")] if "xl/sharedStrings.xml" in (parts or {}) else []),
        ),
        "xl/styles.xml": style or styles(),
    }
    for at, content in enumerate(sheets.values(), 1):
        files[f"xl/worksheets/sheet{at}.xml"] = f'{XML}<worksheet xmlns="{S}" xmlns:r="{R}">{content}</worksheet>'
    for at, entries in (sheet_rels or {}).items():
        files[f"xl/worksheets/_rels/sheet{at}.xml.rels"] = relations(*entries)
    return pack({**files, **(parts or {})})


ODF = "urn:oasis:names:tc:opendocument:xmlns"
ODF_NAMES = " ".join(
    f'xmlns:{prefix}="{ODF}:{name}:1.0"'
    for prefix, name in [
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("form", "form"),
        ("draw", "drawing"), ("fo", "xsl-fo-compatible"), ("svg", "svg-compatible"), ("dc", "dc"),
    ]
) + ' xmlns:xlink="http://www.w3.org/1999/xlink"'


def odt(body, automatic="", styles_part=None):
    kind = "application/vnd.oasis.opendocument.text"
    parts = {
        "mimetype": kind,
        "META-INF/manifest.xml": f'{XML}<manifest:manifest xmlns:manifest="{ODF}:manifest:1.0" manifest:version="1.2">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
        "content.xml": f'{XML}<office:document-content {ODF_NAMES} office:version="1.2">'
        f"<office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>",
    }
    if styles_part:
        parts["styles.xml"] = f'{XML}<office:document-styles {ODF_NAMES} office:version="1.2"><office:styles>{styles_part}</office:styles></office:document-styles>'
    return pack(parts)


def pptx(slides):
    """`slides`: the paragraphs (`a:p`) of one text box each."""
    a = "http://schemas.openxmlformats.org/drawingml/2006/main"
    p = "http://schemas.openxmlformats.org/presentationml/2006/main"
    numbers = range(1, len(slides) + 1)
    parts = {
        "[Content_Types].xml": types(
            [
                ("/ppt/presentation.xml", f"{MAIN}.presentationml.presentation.main+xml"),
                *((f"/ppt/slides/slide{at}.xml", f"{MAIN}.presentationml.slide+xml") for at in numbers),
            ]
        ),
        "_rels/.rels": relations((f"{R}/officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f'{XML}<p:presentation xmlns:p="{p}" xmlns:r="{R}"><p:sldIdLst>'
        + "".join(f'<p:sldId id="{255 + at}" r:id="rId{at}"/>' for at in numbers)
        + '</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(*((f"{R}/slide", f"slides/slide{at}.xml") for at in numbers)),
    }
    for at, content in zip(numbers, slides):
        parts[f"ppt/slides/slide{at}.xml"] = (
            f'{XML}<p:sld xmlns:p="{p}" xmlns:a="{a}" xmlns:r="{R}"><p:cSld><p:spTree>'
            '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
            '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>'
            '<p:spPr><a:xfrm><a:off x="500000" y="500000"/><a:ext cx="8000000" cy="4000000"/></a:xfrm></p:spPr>'
            f"<p:txBody><a:bodyPr/>{content}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>"
        )
    return pack(parts)


def rtf(body, fonts=r"{\f0 Calibri;}{\f1\fcharset2 Wingdings;}"):
    return (r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl" + fonts + "}\n" + body + "}").encode("ascii")


def html(body, head=""):
    return f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Review</title>{head}</head>\n<body>\n{body}\n</body></html>\n'.encode()
