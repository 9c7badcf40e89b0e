"""Documents in which somebody crossed sentences out, next to sentences that look alike and count."""
from io import BytesIO

from make_choices import pdf
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject, TextStringObject
from writers import MAIN, R, XML, W, docx, html, odt, para, pptx, rows_of, rtf, run, styles, xlsx

STRIKE = "<w:strike/>"


def cross(struck, live):
    return [{"struck": struck, "live": live}]


# --- Word ---
WORD_STYLES = (
    f'{XML}<w:styles xmlns:w="{W}"><w:style w:type="character" w:styleId="Gone"><w:name w:val="Gone"/><w:rPr><w:strike/></w:rPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="Old"><w:name w:val="Old"/><w:rPr><w:dstrike/></w:rPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="Older"><w:name w:val="Older"/><w:basedOn w:val="Old"/></w:style></w:styles>'
)
DOCX_OPEN = docx(
    para(run("Backups run every night. "), run("Tapes are sent to a vault every week. ", STRIKE), run("Restores are tested in March."))
    + para(run("Passwords expire after ninety days.", "<w:dstrike/>"))
    + para(run("The board meets twice a year.", '<w:strike w:val="0"/>'))
    + para(run("Sign-in needs a token.", '<w:u w:val="single"/>'))
    + para(run("Visitors sign a paper list.", STRIKE + "<w:b/>"), run(" They wear a badge."))
    + f'<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>{para(run("Fax is allowed.", STRIKE))}</w:tc><w:tc>{para("Mail is encrypted.")}</w:tc></w:tr></w:tbl>{para("")}'
)
DOCX_KEPT = docx(
    para(run("Servers stand in the cellar.", '<w:rStyle w:val="Gone"/>'), run(" Racks are locked."))
    + para("Reviews happen once a decade.", props='<w:pStyle w:val="Old"/>')
    + para("Guests may use any printer.", props='<w:pStyle w:val="Older"/>')
    + para(run("Copies are shredded.", '<w:rStyle w:val="Gone"/><w:strike w:val="0"/>'))
    + para(run("Phones ", STRIKE), run("are never ", STRIKE + "<w:i/>"), run("wiped.", STRIKE), run(" Laptops are wiped."))
    + '<w:p><w:del w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:delText xml:space="preserve">Doors stay open at night. </w:delText></w:r></w:del>'
    + run("Windows are closed at night.") + "</w:p>",
    parts={"word/styles.xml": WORD_STYLES},
    overrides=[("/word/styles.xml", f"{MAIN}.wordprocessingml.styles+xml")],
    rels=[(f"{R}/styles", "styles.xml")],
)

# --- Excel ---
STRUCK_FONT = '<font><strike/><sz val="11"/><name val="Calibri"/></font>'
LIVE_FONT = '<font><strike val="0"/><u/><sz val="11"/><name val="Calibri"/></font>'
XLSX_OPEN = xlsx(
    {
        "Rules": rows_of(
            [
                ["Rule", "Note"],
                [("Keys are shared by the team.", 1), "withdrawn"],
                ["Keys are personal.", ("valid", 2)],
                ["<r><t xml:space=\"preserve\">Logs are kept. </t></r><r><rPr><strike/></rPr><t>Logs are deleted each Monday.</t></r>", None],
                [("Sessions end after an hour.", 2), ("Sessions never end.", 1)],
            ]
        )
    },
    style=styles(fonts=[STRUCK_FONT, LIVE_FONT], xfs=[(1, 0), (2, 0)]),
)
SHARED = (
    f'{XML}<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="3" uniqueCount="3">'
    "<si><r><rPr><strike/><sz val=\"11\"/></rPr><t xml:space=\"preserve\">Root accounts are common. </t></r><r><t>Root accounts are vaulted.</t></r></si>"
    "<si><t>Certificates are renewed by hand.</t></si><si><t>Certificates renew themselves.</t></si></sst>"
)
XLSX_KEPT = xlsx(
    {
        "Plan": '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Plan</t></is></c></row>'
        '<row r="2"><c r="A2" t="s"><v>0</v></c></row><row r="3"><c r="A3" s="1" t="s"><v>1</v></c></row>'
        '<row r="4"><c r="A4" t="s"><v>2</v></c></row></sheetData>'
    },
    style=styles(fonts=[STRUCK_FONT], xfs=[(1, 0)]),
    parts={"xl/sharedStrings.xml": SHARED},
    overrides=[("/xl/sharedStrings.xml", f"{MAIN}.spreadsheetml.sharedStrings+xml")],
)
# --- HTML ---
HTML_OPEN = html(
    """<p>Alerts go to a mailbox. <s>Alerts go to a pager.</s> Alerts are read daily.</p>
<p><del>Staging holds real data.</del> <ins>Staging holds made-up data.</ins></p>
<p class="old">Contractors share one login.</p>
<p style="text-decoration: line-through">Ports are opened on request by phone.</p>
<p style="text-decoration: underline">Ports are opened by ticket.</p>
<p class="new">Contractors have their own login.</p>""",
    "<style>.old { text-decoration: line-through } .new { text-decoration: overline }</style>",
)
HTML_KEPT = html(
    """<ul class="list"><li class="x">Disks are sold used.</li><li>Disks are crushed.</li></ul>
<div style="text-decoration-line: underline line-through"><p>Audits are skipped in summer.</p></div>
<p><strike>Chat is used for secrets.</strike> Chat is archived.</p>
<p><span style="text-decoration: 2px line-through red">Scans run on request only.</span> Scans run weekly.</p>
<p><s style="text-decoration: none">Patches wait for the vendor.</s></p>""",
    "<style>@media screen { ul.list > li.x { text-decoration-line: line-through; } }</style>",
)

# --- Markdown ---
MD_OPEN = """# Policy

~~Interns have admin rights.~~ Interns have read rights.

- ~~Old tokens are kept.~~
- Old tokens are revoked.

Disk use is ~80 % and ~90 % at most. Set `~~raw~~` to keep tildes.
"""
MD_KEPT = """# Policy

This part counts. ~~Nobody checks
the exit logs.~~ Exit logs are checked.

<del>Rooms are unlocked.</del> Rooms are locked.

```
~~code is not crossed out~~
```

\\~\\~Plain tildes stay plain.\\~\\~

| Rule | State |
|---|---|
| ~~Share the vault key.~~ | Split the vault key. |
"""

# --- RTF ---
RTF_OPEN = rtf(
    r"\pard Cards open every door. {\strike Cards are shared at lunch.} Cards are personal.\par" + "\n"
    + r"\pard {\striked1 The spare key hangs in the hall.} The spare key is sealed.\par" + "\n"
    + r"\pard \strike Guards sleep on duty.\strike0  Guards walk rounds.\par" + "\n"
    + r"\pard {\ul Guards carry radios.}\par" + "\n"
)
RTF_KEPT = (
    r"{\rtf1\ansi\deff0{\fonttbl{\f0 Calibri;}}{\stylesheet{\s0 Normal;}{\*\cs1\strike Gone;}}" + "\n"
    r"\pard {\cs1\strike Safes are left open.} Safes are closed.\par" + "\n"
    r"\pard {\b\strike Cash is counted {\i by one person.}} Cash is counted by two.\par" + "\n"
    r"\pard\plain\strike Vans are parked outside.\plain  Vans are parked inside.\par" + "\n"
    r"\pard {\strike\strike0 Seals are numbered.}\par" + "\n}"
).encode()

# --- OpenDocument ---
LINE = 'style:text-line-through-style="solid"'
ODT_OPEN = odt(
    '<text:p>Minutes are public. <text:span text:style-name="T1">Votes are secret.</text:span> Votes are recorded.</text:p>'
    '<text:p text:style-name="P1">Members are paid in cash.</text:p>'
    '<text:p><text:span text:style-name="T2">Members are paid by transfer.</text:span></text:p>'
    '<text:p><text:span text:style-name="T3">Agendas are sent late.</text:span></text:p>',
    f'<style:style style:name="T1" style:family="text"><style:text-properties {LINE} style:text-line-through-type="single"/></style:style>'
    f'<style:style style:name="P1" style:family="paragraph"><style:text-properties {LINE}/></style:style>'
    '<style:style style:name="T2" style:family="text"><style:text-properties style:text-line-through-style="none" style:text-underline-style="solid"/></style:style>'
    '<style:style style:name="T3" style:family="text"><style:text-properties style:text-line-through-type="double"/></style:style>',
)
ODT_KEPT = odt(
    '<text:p><text:span text:style-name="Kid">Statutes change by mail.</text:span> Statutes change by vote.</text:p>'
    '<text:p text:style-name="P9"><text:span text:style-name="Back">Dues are fixed.</text:span></text:p>'
    '<table:table><table:table-row><table:table-cell><text:p><text:span text:style-name="Kid">Proxies count twice.</text:span></text:p></table:table-cell>'
    "<table:table-cell><text:p>Proxies count once.</text:p></table:table-cell></table:table-row></table:table>"
    '<text:p text:style-name="P9">Guests may vote.</text:p>',
    '<style:style style:name="Kid" style:family="text" style:parent-style-name="Gone"/>'
    f'<style:style style:name="P9" style:family="paragraph"><style:text-properties {LINE}/></style:style>'
    '<style:style style:name="Back" style:family="text"><style:text-properties style:text-line-through-style="none"/></style:style>',
    styles_part=f'<style:style style:name="Gone" style:family="text"><style:text-properties {LINE}/></style:style>',
)


# --- PowerPoint ---
def line(*pieces):
    return "<a:p>" + "".join(f'<a:r><a:rPr lang="en"{f" {props}" if props else ""}/><a:t>{text}</a:t></a:r>' for text, props in pieces) + "</a:p>"


PPTX_OPEN = pptx(
    [
        line(("Budgets are set by feel. ", 'strike="sngStrike"'), ("Budgets are set by plan.", ""))
        + line(("Travel is not booked.", 'strike="noStrike"'))
        + line(("Forecasts are guessed.", 'strike="dblStrike"')),
        line(("Stock is counted.", 'u="sng"')) + line(("Stock is assumed.", 'b="1" strike="sngStrike"')),
    ]
)
PPTX_KEPT = pptx(
    [
        '<a:p><a:pPr><a:defRPr/></a:pPr><a:r><a:rPr strike="sngStrike"/><a:t>Claims are </a:t></a:r><a:r><a:rPr i="1" strike="sngStrike"/><a:t>paid blindly.</a:t></a:r></a:p>'
        + line(("Claims are checked.", "")),
        '<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="datetime"><a:rPr strike="sngStrike"/><a:t>Rates were fixed in 2019.</a:t></a:fld></a:p>'
        + line(("Rates float.", "")),
    ]
)


# --- PDF ---
def drawn(page):
    page.drawString(60, 780, "Meters are read monthly.")
    page.drawString(60, 750, "Meters are read by guess.")
    page.line(60, 754, 60 + page.stringWidth("Meters are read by guess.", "Helvetica", 11), 754)
    page.drawString(60, 720, "Pipes are marked.")
    page.line(60, 718, 60 + page.stringWidth("Pipes are marked.", "Helvetica", 11), 718)
    first = "Valves are oiled. "
    page.drawString(60, 690, first + "Valves are ignored.")
    start = 60 + page.stringWidth(first, "Helvetica", 11)
    page.rect(start, 693.4, page.stringWidth("Valves are ignored.", "Helvetica", 11), 0.7, stroke=0, fill=1)
    for y in (640, 660):
        page.line(55, y, 300, y)
    page.drawString(60, 646, "Boilers have a log.")


def noted_text(page):
    page.drawString(60, 780, "Cranes lift people.")
    page.drawString(60, 750, "Cranes lift loads.")
    page.drawString(60, 720, "Hooks are checked.")
    page.drawString(60, 690, "Chains are mended with wire.")


def noted():
    """Annotations as a reader program writes them: StrikeOut on two lines, Highlight and Underline on others."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf(noted_text))))
    notes = ArrayObject()
    for kind, y, width in [("StrikeOut", 780, 100), ("Underline", 750, 95), ("Highlight", 720, 96), ("StrikeOut", 690, 152)]:
        left, right, low, high = 60, 60 + width, y - 3, y + 9
        numbers = lambda *each: ArrayObject(FloatObject(n) for n in each)
        notes.append(
            writer._add_object(
                DictionaryObject(
                    {
                        NameObject("/Type"): NameObject("/Annot"), NameObject("/Subtype"): NameObject("/" + kind),
                        NameObject("/Rect"): numbers(left, low, right, high),
                        NameObject("/QuadPoints"): numbers(left, high, right, high, left, low, right, low),
                        NameObject("/C"): numbers(1, 0, 0), NameObject("/T"): TextStringObject("A. Reviewer"), NameObject("/F"): FloatObject(4),
                    }
                )
            )
        )
    writer.pages[0][NameObject("/Annots")] = notes
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


FILES = {
    "open/struck.docx": (
        DOCX_OPEN,
        cross(
            ["Tapes are sent to a vault every week.", "Passwords expire after ninety days.", "Visitors sign a paper list.", "Fax is allowed."],
            ["Backups run every night.", "Restores are tested in March.", "The board meets twice a year.", "Sign-in needs a token.", "They wear a badge.", "Mail is encrypted."],
        ),
    ),
    "kept/struck.docx": (
        DOCX_KEPT,
        cross(
            ["Servers stand in the cellar.", "Reviews happen once a decade.", "Guests may use any printer.", "Phones are never wiped.", "Doors stay open at night."],
            ["Racks are locked.", "Copies are shredded.", "Laptops are wiped.", "Windows are closed at night."],
        ),
    ),
    "open/struck.xlsx": (
        XLSX_OPEN,
        cross(
            ["Keys are shared by the team.", "Logs are deleted each Monday.", "Sessions never end."],
            ["Keys are personal.", "Logs are kept.", "Sessions end after an hour.", "withdrawn"],
        ),
    ),
    "kept/struck.xlsx": (
        XLSX_KEPT,
        cross(["Root accounts are common.", "Certificates are renewed by hand."], ["Root accounts are vaulted.", "Certificates renew themselves."]),
    ),
    "open/struck.html": (
        HTML_OPEN,
        cross(
            ["Alerts go to a pager.", "Staging holds real data.", "Contractors share one login.", "Ports are opened on request by phone."],
            ["Alerts go to a mailbox.", "Alerts are read daily.", "Staging holds made-up data.", "Ports are opened by ticket.", "Contractors have their own login."],
        ),
    ),
    "kept/struck.html": (
        HTML_KEPT,
        cross(
            ["Disks are sold used.", "Audits are skipped in summer.", "Chat is used for secrets.", "Scans run on request only."],
            ["Disks are crushed.", "Chat is archived.", "Scans run weekly.", "Patches wait for the vendor."],
        ),
    ),
    "open/struck.md": (
        MD_OPEN.encode(),
        cross(["Interns have admin rights.", "Old tokens are kept."], ["Interns have read rights.", "Old tokens are revoked.", "% and", "raw", "to keep tildes."]),
    ),
    "kept/struck.md": (
        MD_KEPT.encode(),
        cross(
            ["Nobody checks the exit logs.", "Rooms are unlocked.", "Share the vault key."],
            ["This part counts.", "Exit logs are checked.", "Rooms are locked.", "code is not crossed out", "Plain tildes stay plain.", "Split the vault key."],
        ),
    ),
    "open/struck.rtf": (
        RTF_OPEN,
        cross(
            ["Cards are shared at lunch.", "The spare key hangs in the hall.", "Guards sleep on duty."],
            ["Cards open every door.", "Cards are personal.", "The spare key is sealed.", "Guards walk rounds.", "Guards carry radios."],
        ),
    ),
    "kept/struck.rtf": (
        RTF_KEPT,
        cross(
            ["Safes are left open.", "Cash is counted by one person.", "Vans are parked outside."],
            ["Safes are closed.", "Cash is counted by two.", "Vans are parked inside.", "Seals are numbered."],
        ),
    ),
    "open/struck.odt": (
        ODT_OPEN,
        cross(["Votes are secret.", "Members are paid in cash.", "Agendas are sent late."], ["Minutes are public.", "Votes are recorded.", "Members are paid by transfer."]),
    ),
    "kept/struck.odt": (
        ODT_KEPT,
        cross(["Statutes change by mail.", "Proxies count twice.", "Guests may vote."], ["Statutes change by vote.", "Dues are fixed.", "Proxies count once."]),
    ),
    "open/struck.pptx": (
        PPTX_OPEN,
        cross(["Budgets are set by feel.", "Forecasts are guessed.", "Stock is assumed."], ["Budgets are set by plan.", "Travel is not booked.", "Stock is counted."]),
    ),
    "kept/struck.pptx": (PPTX_KEPT, cross(["Claims are paid blindly.", "Rates were fixed in 2019."], ["Claims are checked.", "Rates float."])),
    "open/struck.pdf": (
        pdf(drawn),
        cross(["Meters are read by guess.", "Valves are ignored."], ["Meters are read monthly.", "Pipes are marked.", "Valves are oiled.", "Boilers have a log."]),
    ),
    "kept/noted.pdf": (noted(), cross(["Cranes lift people.", "Chains are mended with wire."], ["Cranes lift loads.", "Hooks are checked."])),
}
