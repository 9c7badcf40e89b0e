"""Tables with merged cells, empty leading cells, two heading rows and wide rows, in each format that has tables.

A table is a list of rows of (text, columns, rows); the first `heads` rows are headings. Labels are made from the grid that it
spans, so they do not depend on how a format writes it.
"""
import csv
import io
import random

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, landscape
from reportlab.platypus import SimpleDocTemplate, Table, TableStyle
from writers import docx, html, odt, para, rows_of, xlsx, column

OWNERS = ["Abel", "Berg", "Cohen", "Diaz", "Evans", "Frank", "Gupta", "Hahn", "Ito", "Jansen", "Khan", "Lopez", "Meyer", "Novak"]
SYSTEMS = ["Payroll", "Ledger", "Portal", "Archive", "Gateway", "Mailer", "Scanner", "Vault", "Tracker", "Planner", "Builder", "Router"]
STATES = ["accepted", "closed", "open", "planned", "overdue", "done", "rejected", "unclear"]


def flat(rows):
    return [[(text, 1, 1) for text in row] for row in rows]


def risks(rng):
    rows = [["Open risk", "Accepted risk", "Closed risk", "Owner"]]
    for system, owner in zip(rng.sample(SYSTEMS, 9), rng.sample(OWNERS, 9)):
        row = ["", "", "", owner]
        row[rng.randrange(3)] = f"{system} without a backup"
        rows.append(row)
    return flat(rows), 1, 3


def families(rng):
    out = [[("Family", 1, 1), ("Lead", 1, 1), ("Team", 1, 1), ("Reviewed", 1, 1), ("Result", 1, 1)]]
    for family, lead in zip(["Access", "Crypto", "Change"], rng.sample(OWNERS, 3)):
        for at in range(4):
            first = [(family, 1, 4), (lead, 1, 4)] if at == 0 else []
            out.append([*first, (f"{family} team {at + 1}", 1, 1), (f"2026-0{rng.randint(1, 9)}-1{at}", 1, 1), (rng.choice(STATES), 1, 1)])
    return out, 1, 2


def halves(rng):
    out = [
        [("System", 1, 2), ("First half", 2, 1), ("Second half", 2, 1)],
        [("Tested", 1, 1), ("Passed", 1, 1), ("Tested", 1, 1), ("Passed", 1, 1)],
    ]
    numbers = rng.sample(range(100, 999), 40)
    for at, system in enumerate(rng.sample(SYSTEMS, 8)):
        out.append([(system, 1, 1), *((str(number), 1, 1) for number in numbers[at * 4 : at * 4 + 4])])
    return out, 2, 0


def wide(rng):
    heads = [
        "Asset", "Location of the asset in the building", "Custodian who answers for it", "Confidentiality class", "Integrity class",
        "Availability class", "Date of the last inventory", "Number of the maintenance contract", "State of the disk encryption",
        "Supplier that repairs it", "Remarks of the last audit",
    ]
    rows = [heads]
    for at, system in enumerate(rng.sample(SYSTEMS, 6)):
        rows.append(
            [
                f"{system} server", f"Room {rng.randint(100, 990)}", rng.choice(OWNERS), f"C{rng.randint(1, 4)}", f"I{rng.randint(1, 4)}", f"A{rng.randint(1, 4)}",
                f"2026-{rng.randint(1, 9):02}-{rng.randint(10, 28)}", f"MC-{rng.randint(1000, 9999)}", rng.choice(["enabled", "disabled", "unknown"]),
                f"{rng.choice(SYSTEMS)} Services Ltd", f"label {rng.randint(10, 99)} was missing",
            ]
        )
    return flat(rows), 1, 0


def spanned(rng):
    out = [[("Control", 1, 1), ("Germany", 1, 1), ("France", 1, 1), ("Spain", 1, 1)]]
    for at, system in enumerate(rng.sample(SYSTEMS, 8)):
        a, b, c = rng.sample(STATES, 3)
        cells = [[(a, 1, 1), (b, 1, 1), (c, 1, 1)], [(a, 2, 1), (c, 1, 1)], [("", 1, 1), (b, 2, 1)], [("", 1, 1), ("", 1, 1), (c, 1, 1)]][at % 4]
        out.append([(f"{system} control", 1, 1), *cells])
    return out, 1, 0


def long(rng):
    rows = [["Ticket", "System", "Opened by", "Age in days", "State"]]
    for at in range(130):
        rows.append([f"T-{1000 + at}", rng.choice(SYSTEMS), rng.choice(OWNERS), str(rng.randint(200, 999)), rng.choice(STATES)])
    return flat(rows), 1, 0


MODELS = {"risks": risks, "families": families, "halves": halves, "wide": wide, "spanned": spanned, "long": long}
SPANLESS = ["risks", "wide", "long"]


def grid(rows):
    """The text of each place; what spans several is in each of them."""
    out = {}
    for y, row in enumerate(rows):
        x = 0
        for text, columns, down in row:
            while (y, x) in out:
                x += 1
            for dy in range(down):
                for dx in range(columns):
                    out[y + dy, x + dx] = text
            x += columns
    return out


def labels(rows, heads, key, rng, count=14):
    """Values that are once in their row, each with the row's own name and all its headings."""
    places = grid(rows)
    width = 1 + max(x for _, x in places)
    items = []
    for y in range(heads, 1 + max(y for y, _ in places)):
        row = [places.get((y, x), "") for x in range(width)]
        for x, value in enumerate(row):
            if x == key or not value or (row.count(value) > 1 and row[x - 1] != value and (x + 1 >= width or row[x + 1] != value)) or not row[key]:
                continue
            names = list(dict.fromkeys(places[h, x] for h in range(heads)))
            items.append({"row": row[key], "heading": names, "value": value})
    return rng.sample(items, min(count, len(items)))


def headings(rows, heads):
    places = grid(rows)
    width = 1 + max(x for _, x in places)
    return list(dict.fromkeys(places.get((heads - 1, x), "") for x in range(width)))


# --- formats ---
def to_csv(rows, heads, odd):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if odd else ",", quoting=csv.QUOTE_ALL if odd else csv.QUOTE_MINIMAL)
    places = grid(rows)
    for y in range(1 + max(y for y, _ in places)):
        writer.writerow([places[y, x] for x in range(1 + max(x for _, x in places))])
    return (("﻿" if odd else "") + out.getvalue()).encode()


def to_md(rows, heads, odd):
    lines = []
    for at, row in enumerate(rows):
        cells = [text for text, _, _ in row]
        lines.append(f"| {' | '.join(cells)} |" if odd else " | ".join(cells) if cells[0] else "| " + " | ".join(cells) + " |")
        if at == 0:
            lines.append("|" + "|".join(["---", ":-:"][x % 2] for x in range(len(cells))) + "|")
    return ("# Register\n\n" + "\n".join(lines) + "\n").encode()


def to_html(rows, heads, odd):
    def cell(text, columns, down, head):
        name = "th" if head else "td"
        spans = (f' colspan="{columns}"' if columns > 1 else "") + (f' rowspan="{down}"' if down > 1 else "")
        return f"<{name}{spans}>{text}</{name}>"

    trs = ["<tr>" + "".join(cell(*each, at < heads) for each in row) + "</tr>" for at, row in enumerate(rows)]
    if odd:
        return html(f"<table><thead>{''.join(trs[:heads])}</thead><tbody>{''.join(trs[heads:])}</tbody></table>")
    return html("<h2>Register</h2>\n<table border=1>\n" + "\n".join(trs) + "\n</table>")


def placed(rows):
    """Each cell with its row and column."""
    taken = set()
    for y, row in enumerate(rows):
        x = 0
        for text, columns, down in row:
            while (y, x) in taken:
                x += 1
            taken |= {(y + dy, x + dx) for dy in range(down) for dx in range(columns)}
            yield y, x, text, columns, down
            x += columns


def to_xlsx(rows, heads, odd):
    top, left = (3, 1) if odd else (0, 0)
    height = 1 + max(y for y, _ in grid(rows))
    width = 1 + max(x for _, x in grid(rows))
    lines = [[None] * (left + width) for _ in range(top + height)]
    if odd:
        lines[0][0] = "Register of the year 2026"
    merges = []
    for y, x, text, columns, down in placed(rows):
        lines[top + y][left + x] = (int(text) if text.isdigit() else text) if text else None
        if columns > 1 or down > 1:
            merges.append(f'<mergeCell ref="{column(left + x)}{top + y + 1}:{column(left + x + columns - 1)}{top + y + down}"/>')
    tail = f'<mergeCells count="{len(merges)}">{"".join(merges)}</mergeCells>' if merges else ""
    return xlsx({"Register": rows_of(lines) + tail})


def to_docx(rows, heads, odd):
    places = list(placed(rows))
    width = 1 + max(x for _, x in grid(rows))
    trs = []
    for y in range(1 + max(y for y, _ in grid(rows))):
        cells, x = [], 0
        while x < width:
            found = next(each for each in places if each[0] <= y < each[0] + each[4] and each[1] == x)
            at, _, text, columns, down = found
            span = f'<w:gridSpan w:val="{columns}"/>' if columns > 1 else ""
            merge = ("<w:vMerge w:val=\"restart\"/>" if at == y else "<w:vMerge/>") if down > 1 else ""
            cells.append(f"<w:tc><w:tcPr>{span}{merge}</w:tcPr>{para(text) if at == y and text else '<w:p/>'}</w:tc>")
            x += columns
        head = "<w:trPr><w:tblHeader/></w:trPr>" if odd and y < heads else ""
        trs.append(f"<w:tr>{head}{''.join(cells)}</w:tr>")
    columns = "".join('<w:gridCol w:w="1500"/>' for _ in range(width))
    return docx(para("Register") + f"<w:tbl><w:tblPr/><w:tblGrid>{columns}</w:tblGrid>{''.join(trs)}</w:tbl>" + para("End"))


def to_odt(rows, heads, odd):
    places = {(y, x): (text, columns, down) for y, x, text, columns, down in placed(rows)}
    width = 1 + max(x for _, x in grid(rows))
    trs = []
    for y in range(1 + max(y for y, _ in grid(rows))):
        cells, x = [], 0
        while x < width:
            if (y, x) not in places:
                cells.append("<table:covered-table-cell/>")
                x += 1
                continue
            text, columns, down = places[y, x]
            spans = (f' table:number-columns-spanned="{columns}"' if columns > 1 else "") + (f' table:number-rows-spanned="{down}"' if down > 1 else "")
            run = 1
            while not text and (y, x + run) in places and not places[y, x + run][0] and x + run < width:
                run += 1
            if run > 1:
                cells.append(f'<table:table-cell table:number-columns-repeated="{run}"/>')
                x += run
                continue
            cells.append(f"<table:table-cell{spans}>{f'<text:p>{text}</text:p>' if text else ''}</table:table-cell>")
            cells += ["<table:covered-table-cell/>"] * (columns - 1)
            x += columns
        row = f"<table:table-row>{''.join(cells)}</table:table-row>"
        trs.append(row)
    if odd:
        trs = [f"<table:table-header-rows>{''.join(trs[:heads])}</table:table-header-rows>", *trs[heads:]]
    return odt(f'<text:h text:outline-level="1">Register</text:h><table:table table:name="T">{"".join(trs)}</table:table>')


def to_pdf(rows, heads, odd):
    height, width = 1 + max(y for y, _ in grid(rows)), 1 + max(x for _, x in grid(rows))
    cells = [[""] * width for _ in range(height)]
    style = [("FONTSIZE", (0, 0), (-1, -1), 8)] + ([("GRID", (0, 0), (-1, -1), 0.5, colors.black)] if not odd else [("LINEBELOW", (0, heads - 1), (-1, heads - 1), 1, colors.black)])
    for y, x, text, columns, down in placed(rows):
        cells[y][x] = text
        if columns > 1 or down > 1:
            style.append(("SPAN", (x, y), (x + columns - 1, y + down - 1)))
    style.append(("VALIGN", (0, 0), (-1, -1), "TOP"))
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=landscape(A4), invariant=1).build([Table(cells, style=TableStyle(style), repeatRows=heads)])
    return out.getvalue()


WRITERS = {"csv": to_csv, "md": to_md, "html": to_html, "xlsx": to_xlsx, "docx": to_docx, "odt": to_odt, "pdf": to_pdf}


def make():
    files = {}
    for extension, write in WRITERS.items():
        for at, (name, model) in enumerate(MODELS.items()):
            if extension in ("csv", "md") and name not in SPANLESS or extension == "pdf" and name == "wide":
                continue
            for half in ("open", "kept"):
                if half == "kept" and name == "long":
                    continue
                rng = random.Random(f"{extension} {name} {half}")
                rows, heads, key = model(rng)
                odd = (at % 2 == 0) == (half == "open")
                items = [{"headings": headings(rows, heads), "values": labels(rows, heads, key, rng, 14 if half == "open" else 8)}]
                files[f"{half}/{name}.{extension}"] = (write(rows, heads, odd), items)
    return files


FILES = make()
