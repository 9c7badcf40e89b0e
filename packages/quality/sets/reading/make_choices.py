"""Forms that somebody filled: what is ticked, in the ways that each format has."""
from io import BytesIO

from reportlab.pdfgen import canvas
from writers import R, docx, html, odt, para, pptx, rows_of, rtf, run, styles, xlsx

W14 = "w14:checkbox"


def pick(question, chosen, *options):
    return {"question": question, "options": {name: name in (chosen if isinstance(chosen, tuple) else (chosen,)) for name in options}}


def value(question, chosen, *others):
    """A drop-down: the entry that is chosen, or None, and entries that are not."""
    return {"question": question, "chosen": chosen, "others": list(others)}


def tick(statement, ticked):
    return {"statement": statement, "ticked": ticked}


# --- PDF ---
def pdf(draw):
    out = BytesIO()
    page = canvas.Canvas(out, pagesize=(595, 842), invariant=1)
    page.setFont("Helvetica", 11)
    draw(page)
    page.showPage()
    page.save()
    return out.getvalue()


def radios(page, name, at, options, chosen, left=False, step=90):
    """Buttons of one group in a line; their export values say nothing."""
    for number, option in enumerate(options):
        x = 60 + number * step
        page.acroForm.radio(name=name, value=f"o{number}", selected=option == chosen, x=x + (60 if left else 0), y=at, size=12, fieldFlags="")
        page.drawString(x if left else x + 18, at + 2, option)


def pdf_radios(page):
    for number, (question, options, chosen) in enumerate(PDF_RADIOS):
        top = 760 - number * 60
        page.drawString(60, top, question)
        radios(page, f"group{number}", top - 24, options, chosen)


def pdf_radios_left(page):
    for number, (question, options, chosen) in enumerate(PDF_RADIOS_LEFT):
        top = 760 - number * 60
        page.drawString(60, top, question)
        radios(page, f"answer_{number}", top - 24, options, chosen, left=True, step=110)


def pdf_radios_stacked(page):
    """Options below each other, two questions next to each other."""
    for number, (question, options, chosen) in enumerate(PDF_RADIOS_STACKED):
        x, top = 60 + number % 2 * 260, 760 - number // 2 * 120
        page.drawString(x, top, question)
        for at, option in enumerate(options):
            page.acroForm.radio(name=f"stack{number}", value=f"v{at}", selected=option == chosen, x=x, y=top - 24 - at * 20, size=12, fieldFlags="")
            page.drawString(x + 18, top - 22 - at * 20, option)


def pdf_boxes(page):
    for number, (statement, ticked) in enumerate(PDF_BOXES):
        top = 760 - number * 40
        page.acroForm.checkbox(name=f"chk{number}", checked=ticked, x=60, y=top - 2, size=12, buttonStyle="cross")
        page.drawString(80, top, statement)


def pdf_boxes_right(page):
    for number, (statement, ticked) in enumerate(PDF_BOXES_RIGHT):
        top = 760 - number * 40
        page.drawString(60, top, statement)
        page.acroForm.checkbox(name=f"field_{number}", checked=ticked, x=420, y=top - 2, size=12)


def pdf_matrix(page):
    page.drawString(60, 780, "Control")
    for x, name in [(330, "Yes"), (400, "No"), (470, "Not applicable")]:
        page.drawString(x, 780, name)
    for number, (question, chosen) in enumerate(PDF_MATRIX):
        top = 750 - number * 30
        page.drawString(60, top, question)
        for x, name in [(332, "Yes"), (402, "No"), (490, "Not applicable")]:
            page.acroForm.checkbox(name=f"m{number}{x}", checked=name == chosen, x=x, y=top - 2, size=12)


def pdf_lists(page):
    for number, (question, chosen, options) in enumerate(PDF_LISTS):
        top = 760 - number * 50
        page.drawString(60, top, question)
        page.acroForm.choice(name=f"list{number}", value=chosen, options=options, x=330, y=top - 6, width=160, height=18, fieldFlags="combo")


PDF_RADIOS = [
    ("Is data encrypted at rest?", ["Yes", "No"], "No"),
    ("Who approves exceptions?", ["Owner", "CISO", "Board"], "CISO"),
    ("Are administrators reviewed each quarter?", ["Yes", "No", "Partly"], "Partly"),
    ("Is production separated from test?", ["Yes", "No"], "Yes"),
]
PDF_RADIOS_LEFT = [
    ("Is a restore tested each year?", ["Yes", "No"], "Yes"),
    ("Do suppliers sign a security addendum?", ["All", "Some", "None"], "Some"),
    ("Is remote access monitored?", ["Yes", "No"], "No"),
]
PDF_RADIOS_STACKED = [
    ("Is the plan rehearsed?", ["Yes", "No"], "No"),
    ("Is the vault audited?", ["Yes", "No", "Unknown"], "Yes"),
    ("Who holds the keys?", ["Facilities", "Security"], "Security"),
    ("Are visitors logged?", ["Always", "Rarely"], "Rarely"),
]
PDF_BOXES = [
    ("Laptops are encrypted", True),
    ("USB storage is blocked", False),
    ("Leavers lose access within one day", True),
    ("Keys are rotated every year", False),
]
PDF_BOXES_RIGHT = [
    ("Logs are kept for one year", False),
    ("Alerts reach the on-call engineer", True),
    ("Firewall rules are reviewed", False),
]
PDF_MATRIX = [
    ("Penetration test done this year", "No"),
    ("Privacy officer appointed", "Yes"),
    ("Cardholder data stored", "Not applicable"),
]
PDF_LISTS = [
    ("Maturity of change management", "Defined", ["Please choose", "Initial", "Defined", "Managed"]),
    ("State of the recovery plan", "Please choose", ["Please choose", "Tested", "Draft", "Missing"]),
    ("Hosting region", "Frankfurt", ["Frankfurt", "Dublin", "Paris"]),
]


# --- Word ---
def control(ticked, name="box"):
    sign = "☒" if ticked else "☐"
    return (
        f'<w:sdt><w:sdtPr><w:tag w:val="{name}"/><{W14}><w14:checked w14:val="{int(ticked)}"/>'
        '<w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/>'
        f"</{W14}></w:sdtPr><w:sdtContent>{run(sign)}</w:sdtContent></w:sdt>"
    )


def word_list(chosen, options, shown=None, placeholder=False):
    items = "".join(f'<w:listItem w:displayText="{name}" w:value="{at}"/>' for at, name in enumerate(options))
    show = "<w:showingPlcHdr/>" if placeholder else ""
    return f"<w:sdt><w:sdtPr>{show}<w:dropDownList>{items}</w:dropDownList></w:sdtPr><w:sdtContent>{run(shown or chosen)}</w:sdtContent></w:sdt>"


def legacy_box(ticked, default=False):
    state = f'<w:default w:val="{int(default)}"/>' + (f'<w:checked w:val="{int(ticked)}"/>' if ticked != default else "")
    return (
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Check1"/><w:enabled/>'
        f'<w:checkBox><w:sizeAuto/>{state}</w:checkBox></w:ffData></w:fldChar></w:r>'
        '<w:r><w:instrText xml:space="preserve"> FORMCHECKBOX </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def legacy_list(result, entries):
    rows = "".join(f'<w:listEntry w:val="{name}"/>' for name in entries)
    return (
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Drop1"/><w:enabled/>'
        f'<w:ddList><w:result w:val="{result}"/>{rows}</w:ddList></w:ffData></w:fldChar></w:r>'
        '<w:r><w:instrText xml:space="preserve"> FORMDROPDOWN </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def sym(code):
    return f'<w:r><w:sym w:font="Wingdings" w:char="{code}"/></w:r>'


def word_table(rows):
    cells = "".join("<w:tr>" + "".join(f"<w:tc><w:tcPr/>{para(each)}</w:tc>" for each in row) + "</w:tr>" for row in rows)
    return f'<w:tbl><w:tblPr/><w:tblGrid/>{cells}</w:tbl>{para("")}'


DOCX_OPEN = docx(
    para("Is multi-factor sign-in enforced? ", control(False), " Yes ", control(True), " No")
    + para("Do you hold a certificate? ", control(True), " ISO 27001 ", control(False), " SOC 2 ", control(True), " PCI DSS")
    + para("How mature is patching? ", word_list("Managed", ["Initial", "Defined", "Managed"]))
    + para("How often are keys rotated? ", word_list("", ["Yearly", "Quarterly"], "Choose an item.", True))
    + para("Are visitors escorted? Yes ", legacy_box(False), " No ", legacy_box(True))
    + para("State of the asset register: ", legacy_list(1, ["Missing", "Current", "Outdated"]))
    + para(sym("F0FE"), " Badges are returned on the last day")
    + para(sym("F0A8"), " Doors are alarmed at night")
)
DOCX_KEPT = docx(
    word_table(
        [
            ["Question", "Yes", "No"],
            ["Is backup media encrypted?", "☐", "☒"],
            ["Is the vault inspected?", "☒", "☐"],
        ]
    )
    + para("Was the incident reported to the authority?")
    + para(control(False), " Yes, within 72 hours")
    + para(control(False), " Yes, later")
    + para(control(True), " No")
    + para(legacy_box(True, True), " Source code is reviewed before release")
    + para(legacy_box(False, True), " Secrets are scanned in commits")
    + para("Classification: ☐ Public ☑ Internal ☐ Secret")
    + para("Result of the drill: ", legacy_list(0, ["Passed", "Failed"]))
    + para("Is the contract signed? ", sym("F0A8"), " Yes ", sym("F0FD"), " No")
)


# --- Excel ---
def controls(entries):
    """Check boxes and option buttons of a sheet: (kind, checked, words, column, row, linked cell)."""
    shapes, parts, overrides = [], {}, []
    for number, (kind, state, words, x, y, link) in enumerate(entries, 1):
        shape = 1024 + number
        shapes.append(
            f'<v:shape id="_x0000_s{shape}" type="#_x0000_t201" style="position:absolute"><v:textbox><div><font>{words}</font></div></v:textbox>'
            f'<x:ClientData ObjectType="{"Checkbox" if kind == "CheckBox" else "Radio"}"><x:Anchor>{x}, 0, {y}, 0, {x + 1}, 0, {y + 1}, 0</x:Anchor>'
            + (f"<x:FmlaLink>{link}</x:FmlaLink>" if link else "")
            + ("<x:Checked>1</x:Checked>" if state else "")
            + "</x:ClientData></v:shape>"
        )
        parts[f"xl/ctrlProps/ctrlProp{number}.xml"] = (
            '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
            '<formControlPr xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" '
            f'objectType="{kind}"{" checked=" + chr(34) + "Checked" + chr(34) if state else ""}{f" fmlaLink={chr(34)}{link}{chr(34)}" if link else ""} lockText="1" noThreeD="1"/>'
        )
        overrides.append((f"/xl/ctrlProps/ctrlProp{number}.xml", "application/vnd.ms-excel.controlproperties+xml"))
    parts["xl/drawings/vmlDrawing1.vml"] = (
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
        'xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t201" coordsize="21600,21600" o:spt="201"/>'
        + "".join(shapes) + "</xml>"
    )
    used = "".join(
        f'<control shapeId="{1024 + at}" r:id="rId{at + 1}" name="Control {at}"><controlPr defaultSize="0"><anchor>'
        '<from xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing">'
        f"<xdr:col>{x}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{y}</xdr:row><xdr:rowOff>0</xdr:rowOff></from>"
        '<to xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing">'
        f"<xdr:col>{x + 1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{y + 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></to>"
        "</anchor></controlPr></control>"
        for at, (_, _, _, x, y, _) in enumerate(entries, 1)
    )
    rels = [
        (f"{R}/vmlDrawing", "../drawings/vmlDrawing1.vml"),
        *((f"{R}/ctrlProp", f"../ctrlProps/ctrlProp{at}.xml") for at in range(1, len(entries) + 1)),
    ]
    return f'<legacyDrawing r:id="rId1"/><controls>{used}</controls>', rels, parts, overrides


def xlsx_controls(rows, entries):
    tail, rels, parts, overrides = controls(entries)
    return xlsx(
        {"Questions": rows_of(rows) + tail}, parts=parts, overrides=overrides, sheet_rels={1: rels},
        defaults=[("vml", "application/vnd.openxmlformats-officedocument.vmlDrawing")],
    )


XLSX_OPEN = xlsx_controls(
    [
        ["Supplier questionnaire"],
        ["Are accounts reviewed?"],
        ["Is a cloud provider used?"],
        ["Are tickets closed in time?"],
        ["Is traffic encrypted?", "☐ Yes", "☒ No"],
    ],
    [
        ("CheckBox", False, "Yes", 1, 1, None), ("CheckBox", True, "No", 2, 1, None),
        ("CheckBox", True, "Yes", 1, 2, None), ("CheckBox", False, "No", 2, 2, None),
        ("Radio", True, "Always", 1, 3, None), ("Radio", False, "Mostly", 2, 3, None), ("Radio", False, "Never", 3, 3, None),
    ],
)
WINGDINGS = '<font><sz val="11"/><name val="Wingdings"/><family val="0"/><charset val="2"/></font>'
XLSX_BOXES = xlsx(
    {
        "Checklist": rows_of(
            [
                ["Control", "Done"],
                ["Rack keys are counted", ("þ", 1)],
                ["Spare disks are wiped", ("¨", 1)],
                ["Cameras record all doors", ("x", 1)],
                ["Fire drill took place", "☑"],
                ["Generator was tested", "☐"],
            ]
        )
    },
    style=styles(fonts=[WINGDINGS], xfs=[(1, 0)]),
)
XLSX_KEPT = xlsx_controls(
    [
        ["Assessment of the data centre"],
        ["Servers are patched monthly", None, True],
        ["Cables are labelled", None, False],
        ["Is access logged?"],
        ["Overall rating"],
        ["Roof inspected", "[x] Yes  [ ] No"],
    ],
    [
        ("CheckBox", True, "Done", 1, 1, "$C$2"), ("CheckBox", False, "Done", 1, 2, "$C$3"),
        ("Radio", False, "Yes", 1, 3, None), ("Radio", True, "No", 2, 3, None),
        ("Radio", False, "Good", 1, 4, None), ("Radio", True, "Fair", 2, 4, None), ("Radio", False, "Poor", 3, 4, None),
    ],
)


# --- HTML ---
def group(name, options, chosen, kind="radio", wrap=True):
    out = []
    for at, option in enumerate(options):
        mark = " checked" if option == chosen else ""
        box = f'<input type="{kind}" name="{name}" id="{name}{at}" value="{at}"{mark}>'
        out.append(f"<label>{box} {option}</label>" if wrap else f'{box}<label for="{name}{at}">{option}</label>')
    return " ".join(out)


HTML_OPEN = html(
    f"""<h1>Vendor form</h1>
<p>Is the service hosted in Europe? {group("a", ["Yes", "No"], "No")}</p>
<fieldset><legend>How are passwords stored?</legend>{group("b", ["Plain", "Hashed", "Salted and hashed"], "Hashed", wrap=False)}</fieldset>
<p><label for="s">Patch cycle</label> <select id="s"><option>Weekly</option><option selected>Monthly</option><option>Yearly</option></select></p>
<p><label for="t">Owner of risks</label> <select id="t"><option value="">Select one</option><option>CFO</option><option>CISO</option></select></p>
<ul><li><input type="checkbox" checked> Diagrams are current</li><li><input type="checkbox"> Ports are scanned weekly</li></ul>
<p><span role="checkbox" aria-checked="true"></span> Admins use a second device</p>
<p><span role="checkbox" aria-checked="false"></span> Guests use a separate network</p>"""
)
HTML_KEPT = html(
    f"""<h1>Self assessment</h1>
<table><tr><th>Question</th><th>Yes</th><th>No</th></tr>
<tr><td>Are mobile devices managed?</td><td><input type="radio" name="x"></td><td><input type="radio" name="x" checked></td></tr>
<tr><td>Are wireless networks separated?</td><td><input type="radio" name="y" checked></td><td><input type="radio" name="y"></td></tr></table>
<dl><dt>Who signs off changes?</dt><dd>{group("c", ["Developer", "Product owner", "Change board"], "Change board")}</dd></dl>
<p>Sites in scope: <select multiple><option selected>Berlin</option><option>Madrid</option><option selected>Oslo</option></select></p>
<p><input type="checkbox" id="k" checked disabled><label for="k">Contracts name a contact</label></p>
<p><input type="checkbox" id="l" disabled><label for="l">Insurance covers breaches</label></p>
<p>Is mail filtered? <span role="radio" aria-checked="false">Yes</span> <span role="radio" aria-checked="true">No</span></p>"""
)

# --- Markdown ---
MD_OPEN = """# Go-live checklist

- [x] Load test passed
- [ ] Rollback rehearsed
- [X] Runbook written
  - [ ] Runbook approved
* [ ] Alerts wired
1. [x] Data migrated

Is the feature flag on? [ ] Yes [x] No

Did legal agree? ☒ Yes ☐ No
"""
MD_KEPT = """## Leaver form

+ [x] Laptop returned
+ [ ] Token returned
- [x] **Mailbox** closed
- [ ] ~~Phone returned~~ not issued

| Question | Yes | No |
|---|:-:|:-:|
| Is the account disabled? | ☐ | ☒ |
| Is the badge destroyed? | ☒ | ☐ |

> - [ ] Exit interview held

Manager informed: ( ) no (x) yes
"""


# --- OpenDocument ---
def odt_control(ident):
    return f'<draw:control text:anchor-type="as-char" draw:control="{ident}" svg:width="0.4cm" svg:height="0.4cm"/>'


def odt_form(fields):
    return f'<office:forms><form:form form:name="Form">{"".join(fields)}</form:form></office:forms>'


def odt_box(ident, ticked, label="", kind="checkbox"):
    state = {"checkbox": f'form:current-state="{"checked" if ticked else "unchecked"}"', "radio": f'form:current-selected="{str(ticked).lower()}"'}[kind]
    return f'<form:{kind} form:name="{ident}" form:id="{ident}" xml:id="{ident}" form:label="{label}" {state}/>'


def odt_list(ident, options, chosen):
    rows = "".join(f'<form:option form:label="{o}" form:value="{o}"{" form:current-selected=" + chr(34) + "true" + chr(34) if o == chosen else ""}/>' for o in options)
    return f'<form:listbox form:name="{ident}" form:id="{ident}" xml:id="{ident}" form:dropdown="true">{rows}</form:listbox>'


ODT_OPEN = odt(
    odt_form(
        [
            odt_box("c1", False), odt_box("c2", True), odt_box("c3", True), odt_box("c4", False),
            odt_box("r1", False, "Daily", "radio"), odt_box("r2", True, "Weekly", "radio"), odt_list("l1", ["Low", "Medium", "High"], "High"),
        ]
    )
    + f'<text:p>Are minutes kept? {odt_control("c1")} Yes {odt_control("c2")} No</text:p>'
    f'<text:p>{odt_control("c3")} Escrow is arranged</text:p><text:p>{odt_control("c4")} Spare parts are stored</text:p>'
    f'<text:p>How often are backups made? {odt_control("r1")} {odt_control("r2")}</text:p>'
    f'<text:p>Level of risk: {odt_control("l1")}</text:p>'
    "<text:p>Is the site insured? ☐ Yes ☒ No</text:p>"
)
ODT_KEPT = odt(
    odt_form(
        [
            odt_box("k1", True, "Signed"), odt_box("k2", False, "Stamped"), odt_box("k3", True, "Internal", "radio"),
            odt_box("k4", False, "External", "radio"), odt_list("k5", ["Choose…", "Rome", "Wien"], "Choose…"),
        ]
    )
    + f'<text:p>The deed is: {odt_control("k1")} {odt_control("k2")}</text:p>'
    f'<text:p>The auditor was: {odt_control("k3")} {odt_control("k4")}</text:p>'
    f'<text:p>Court of venue: {odt_control("k5")}</text:p>'
    '<text:p>Frequency of tests: <text:drop-down text:name="d"><text:label text:value="Monthly" text:current-selected="false"/>'
    '<text:label text:value="Yearly" text:current-selected="true"/>Yearly</text:drop-down></text:p>'
    "<table:table><table:table-row><table:table-cell><text:p>Question</text:p></table:table-cell><table:table-cell><text:p>Yes</text:p></table:table-cell>"
    "<table:table-cell><text:p>No</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Is the archive sealed?</text:p></table:table-cell>"
    "<table:table-cell><text:p>☒</text:p></table:table-cell><table:table-cell><text:p>☐</text:p></table:table-cell></table:table-row></table:table>"
)


# --- RTF ---
def rtf_box(ticked, default=0):
    result = r"\ffres25" if ticked is None else rf"\ffres{int(ticked)}"
    return (
        r"{\field{\*\fldinst{ FORMCHECKBOX {\*\formfield{\fftype1" + result + r"\fftypetxt0\ffhps20{\*\ffname Check}"
        + rf"\ffdefres{default}" + r"}}}}{\fldrslt}}"
    )


def rtf_list(result, entries):
    return (
        r"{\field{\*\fldinst{ FORMDROPDOWN {\*\formfield{\fftype2" + rf"\ffres{result}\fftypetxt0" + r"\ffhaslistbox{\*\ffname Drop}\ffdefres0"
        + "".join(r"{\*\ffl " + name + "}" for name in entries) + r"}}}}{\fldrslt}}"
    )


RTF_OPEN = rtf(
    r"\pard Is the lift inspected? " + rtf_box(False) + " Yes " + rtf_box(True) + r" No\par" + "\n"
    + r"\pard " + rtf_box(True) + r" Extinguishers are full\par" + "\n"
    + r"\pard " + rtf_box(False) + r" Exits are lit\par" + "\n"
    + r"\pard Grade of the roof: " + rtf_list(2, ["Bad", "Fair", "Good"]) + r"\par" + "\n"
    + r"\pard Is the pump spare on site? \u9746? Yes \u9744? No\par" + "\n"
)
RTF_KEPT = rtf(
    r"\pard Is the gate guarded? {\f1\'fe} Yes {\f1\'a8} No\par" + "\n"
    + r"\pard Was the meter read? {\f1\'6f} Yes {\f1\'fd} No\par" + "\n"
    + r"\pard " + rtf_box(None, 1) + r" Ladders are locked\par" + "\n"
    + r"\pard " + rtf_box(None, 0) + r" Tanks are sealed\par" + "\n"
    + r"\pard Colour of the zone: " + rtf_list(0, ["Red", "Amber", "Green"]) + r"\par" + "\n"
    + r"\trowd\cellx4000\cellx6000\cellx8000\pard\intbl Question\cell Yes\cell No\cell\row" + "\n"
    + r"\trowd\cellx4000\cellx6000\cellx8000\pard\intbl Is the fence intact?\cell \u9744?\cell \u9746?\cell\row" + "\n" + r"\pard\par"
)


def entries(rows, *options):
    return [pick(question, chosen, *(options or names)) for question, names, chosen in rows]


FILES = {
    "open/radios.pdf": (pdf(pdf_radios), entries(PDF_RADIOS)),
    "open/radios-left.pdf": (pdf(pdf_radios_left), entries(PDF_RADIOS_LEFT)),
    "kept/radios-stacked.pdf": (pdf(pdf_radios_stacked), entries(PDF_RADIOS_STACKED)),
    "open/boxes.pdf": (pdf(pdf_boxes), [tick(*each) for each in PDF_BOXES]),
    "kept/boxes-right.pdf": (pdf(pdf_boxes_right), [tick(*each) for each in PDF_BOXES_RIGHT]),
    "kept/matrix.pdf": (pdf(pdf_matrix), [pick(q, c, "Yes", "No", "Not applicable") for q, c in PDF_MATRIX]),
    "open/lists.pdf": (pdf(pdf_lists), [value(q, None if c == "Please choose" else c, *(o for o in names if o not in (c, "Please choose"))) for q, c, names in PDF_LISTS]),
    "open/controls.docx": (
        DOCX_OPEN,
        [
            pick("Is multi-factor sign-in enforced?", "No", "Yes", "No"),
            pick("Do you hold a certificate?", ("ISO 27001", "PCI DSS"), "ISO 27001", "SOC 2", "PCI DSS"),
            value("How mature is patching?", "Managed", "Initial", "Defined"),
            value("How often are keys rotated?", None, "Yearly", "Quarterly"),
            pick("Are visitors escorted?", "No", "Yes", "No"),
            value("State of the asset register", "Current", "Missing", "Outdated"),
            tick("Badges are returned on the last day", True),
            tick("Doors are alarmed at night", False),
        ],
    ),
    "kept/fields.docx": (
        DOCX_KEPT,
        [
            pick("Is backup media encrypted?", "No", "Yes", "No"),
            pick("Is the vault inspected?", "Yes", "Yes", "No"),
            pick("Was the incident reported to the authority?", "No", "Yes, within 72 hours", "Yes, later", "No"),
            tick("Source code is reviewed before release", True),
            tick("Secrets are scanned in commits", False),
            pick("Classification:", "Internal", "Public", "Internal", "Secret"),
            value("Result of the drill", "Passed", "Failed"),
            pick("Is the contract signed?", "No", "Yes", "No"),
        ],
    ),
    "open/controls.xlsx": (
        XLSX_OPEN,
        [
            pick("Are accounts reviewed?", "No", "Yes", "No"),
            pick("Is a cloud provider used?", "Yes", "Yes", "No"),
            pick("Are tickets closed in time?", "Always", "Always", "Mostly", "Never"),
            pick("Is traffic encrypted?", "No", "Yes", "No"),
        ],
    ),
    "open/wingdings.xlsx": (
        XLSX_BOXES,
        [
            tick("Rack keys are counted", True), tick("Spare disks are wiped", False), tick("Cameras record all doors", True),
            tick("Fire drill took place", True), tick("Generator was tested", False),
        ],
    ),
    "kept/linked.xlsx": (
        XLSX_KEPT,
        [
            tick("Servers are patched monthly", True), tick("Cables are labelled", False),
            pick("Is access logged?", "No", "Yes", "No"),
            pick("Overall rating", "Fair", "Good", "Fair", "Poor"),
            pick("Roof inspected", "Yes", "Yes", "No"),
        ],
    ),
    "open/form.html": (
        HTML_OPEN,
        [
            pick("Is the service hosted in Europe?", "No", "Yes", "No"),
            pick("How are passwords stored?", "Hashed", "Plain", "Hashed", "Salted and hashed"),
            value("Patch cycle", "Monthly", "Weekly", "Yearly"),
            value("Owner of risks", None, "CFO", "CISO"),
            tick("Diagrams are current", True), tick("Ports are scanned weekly", False),
            tick("Admins use a second device", True), tick("Guests use a separate network", False),
        ],
    ),
    "kept/matrix.html": (
        HTML_KEPT,
        [
            pick("Are mobile devices managed?", "No", "Yes", "No"), pick("Are wireless networks separated?", "Yes", "Yes", "No"),
            pick("Who signs off changes?", "Change board", "Developer", "Product owner", "Change board"),
            pick("Sites in scope", ("Berlin", "Oslo"), "Berlin", "Madrid", "Oslo"),
            tick("Contracts name a contact", True), tick("Insurance covers breaches", False),
            pick("Is mail filtered?", "No", "Yes", "No"),
        ],
    ),
    "open/tasks.md": (
        MD_OPEN.encode(),
        [
            tick("Load test passed", True), tick("Rollback rehearsed", False), tick("Runbook written", True),
            tick("Runbook approved", False), tick("Alerts wired", False), tick("Data migrated", True),
            pick("Is the feature flag on?", "No", "Yes", "No"), pick("Did legal agree?", "Yes", "Yes", "No"),
        ],
    ),
    "kept/leaver.md": (
        MD_KEPT.encode(),
        [
            tick("Laptop returned", True), tick("Token returned", False), tick("Mailbox", True), tick("Phone returned", False),
            pick("Is the account disabled?", "No", "Yes", "No"), pick("Is the badge destroyed?", "Yes", "Yes", "No"),
            tick("Exit interview held", False), pick("Manager informed", "yes", "no", "yes"),
        ],
    ),
    "open/form.odt": (
        ODT_OPEN,
        [
            pick("Are minutes kept?", "No", "Yes", "No"), tick("Escrow is arranged", True), tick("Spare parts are stored", False),
            pick("How often are backups made?", "Weekly", "Daily", "Weekly"), value("Level of risk", "High", "Low", "Medium"),
            pick("Is the site insured?", "No", "Yes", "No"),
        ],
    ),
    "kept/deed.odt": (
        ODT_KEPT,
        [
            pick("The deed is:", "Signed", "Signed", "Stamped"), pick("The auditor was:", "Internal", "Internal", "External"),
            value("Court of venue", None, "Rome", "Wien"), value("Frequency of tests", "Yearly", "Monthly"),
            pick("Is the archive sealed?", "Yes", "Yes", "No"),
        ],
    ),
    "open/form.rtf": (
        RTF_OPEN,
        [
            pick("Is the lift inspected?", "No", "Yes", "No"), tick("Extinguishers are full", True), tick("Exits are lit", False),
            value("Grade of the roof", "Good", "Bad", "Fair"), pick("Is the pump spare on site?", "Yes", "Yes", "No"),
        ],
    ),
    "kept/yard.rtf": (
        RTF_KEPT,
        [
            pick("Is the gate guarded?", "Yes", "Yes", "No"), pick("Was the meter read?", "No", "Yes", "No"),
            tick("Ladders are locked", True), tick("Tanks are sealed", False),
            value("Colour of the zone", "Red", "Amber", "Green"), pick("Is the fence intact?", "No", "Yes", "No"),
        ],
    ),
}
