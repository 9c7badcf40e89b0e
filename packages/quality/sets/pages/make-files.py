"""Makes the files of ./made by programs other than Assay: reportlab, img2pdf, python-docx, odfpy, openpyxl, pandoc,
Pillow and Python's email. Only for changing the set: the files are stored.

  apt-get install ghostscript python3-docx python3-reportlab python3-pil img2pdf python3-odf python3-openpyxl pandoc fonts-dejavu
  /usr/bin/python3 make-files.py
"""

import base64
import io
import random
import subprocess
from email.message import EmailMessage
from pathlib import Path

import docx
import docx.shared
import img2pdf
import openpyxl
import openpyxl.drawing.image
from odf import draw, opendocument, text as odftext
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

MADE = Path(__file__).parent / "made"
MADE.mkdir(exist_ok=True)
HEAD = '<html lang="en"><head><title>Access</title></head><body>'
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
RULES = [
    "Access rights of all users are reviewed twice a year.",
    "Backups are restored as a test each quarter.",
    "Changes are approved by a second person.",
    "Logs are kept for twelve months and cannot be altered.",
    "Incidents are reported within one business day.",
    "Suppliers are assessed before a contract is signed.",
]
random.seed(7)


def picture(lines, width=900, height=640, size=26, ink=0, paper=255, mode="L"):
    image = Image.new("L", (width, height), paper)
    pen = ImageDraw.Draw(image)
    for at, line in enumerate(lines):
        pen.text((40, 40 + at * size * 2), line, fill=ink, font=ImageFont.truetype(FONT, size))
    return image.convert(mode)


def encoded(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def photograph(width=500, height=360):
    """Clouds without any sign."""
    small = Image.effect_noise((12, 9), 90)
    return small.resize((width, height), Image.BICUBIC).point(lambda value: value // 32 * 32)


SCAN = picture(RULES[:4], mode="1")
SCAN_TWO = picture(RULES[2:], mode="1")
BLANK = Image.new("1", (900, 640), 1)
PHOTO = photograph()


def pdf(name, *pages):
    out = canvas.Canvas(str(MADE / name), pagesize=A4, pageCompression=1)
    for page in pages:
        page(out)
        out.showPage()
    out.save()


def paragraph(out, y=760, times=8):
    out.setFont("Helvetica", 11)
    for at in range(times):
        out.drawString(60, y - at * 16, RULES[at % len(RULES)])


def place(out, image, x, y, width, height, mask=None):
    out.drawImage(ImageReader(image.convert("L") if image.mode == "1" else image), x, y, width, height, mask=mask)


def whole(out, image=SCAN):
    place(out, image, 0, 0, *A4)


def stamped(label, x=260, y=20, size=8):
    def draw_page(out):
        whole(out)
        out.setFont("Helvetica", size)
        out.drawString(x, y, label)

    return draw_page


def searchable(out):
    whole(out)
    words = out.beginText(40, 700)
    words.setTextRenderMode(3)
    words.setFont("Helvetica", 14)
    for line in RULES[:4]:
        words.textLine(line)
    out.drawText(words)


def with_figure(out):
    paragraph(out)
    place(out, picture(RULES[:3]), 80, 200, 420, 300)


def with_logo(out):
    paragraph(out)
    place(out, picture(["ACME"], 300, 120), 480, 790, 80, 32)


def with_chart(out):
    paragraph(out)
    for at, height in enumerate((60, 120, 150, 40)):
        out.setFillGray(0.3 + at / 10)
        out.rect(90 + at * 70, 240, 50, height, fill=1)
        out.setFillGray(0)
        out.drawString(105 + at * 70, 225, f"Q{at + 1}")


def on_photograph(out):
    whole(out, PHOTO.point(lambda value: 200 + value // 6))
    paragraph(out, times=30)


def caption(out):
    place(out, picture(RULES[:4]), 60, 160, 480, 560)
    out.setFont("Helvetica", 10)
    out.drawString(220, 140, "Figure 3: the console")


def two_scans(out):
    place(out, SCAN, 30, 430, 530, 380)
    place(out, SCAN_TWO, 30, 30, 530, 380)


def strips(out):
    for at in range(8):
        part = SCAN.convert("L").crop((0, at * 80, 900, at * 80 + 80))
        place(out, part, 0, 842 - (at + 1) * 105, 595, 105)


def turned(out):
    out.translate(595, 0)
    out.rotate(90)
    place(out, SCAN, 0, 0, 842, 595)


def frame_alone(out):
    out.rect(50, 50, 495, 742)
    out.line(50, 400, 545, 400)


def form(out):
    out.setFont("Helvetica", 11)
    out.drawString(60, 760, "Questionnaire")
    out.acroForm.textfield(name="answer", value="Multifactor sign-in is enforced", x=60, y=700, width=300, height=24)


def watermark(out):
    paragraph(out, times=20)
    out.saveState()
    out.setFont("Helvetica", 90)
    out.setFillGray(0.9)
    out.translate(120, 200)
    out.rotate(50)
    out.drawString(0, 0, "DRAFT")
    out.restoreState()


def portrait(out):
    """A page of a report with a photograph of a fifth of the page."""
    paragraph(out, times=20)
    place(out, PHOTO, 60, 100, 400, 260)


def signature_page(out):
    whole(out, SCAN_TWO)
    out.setFont("Helvetica", 7)
    out.drawString(20, 830, "DocuSign Envelope ID: 7C2B1A90-1F5E-4A77-9C30-5D1E2F3A4B5C")
    out.drawString(20, 12, "Signed by A. Weber on 2026-03-14 09:12:44 UTC")


def thin_scan(out):
    """A receipt on a large page."""
    place(out, picture(RULES[:5], 520, 640, 18), 180, 300, 240, 300)


def make_pdfs():
    pdf("policy.pdf", paragraph, with_logo, with_chart)
    pdf("scan-stamped.pdf", stamped("Page 1 of 5"), stamped("ACME-000123", 500, 15), stamped("Confidential", 260, 400, 12))
    pdf("scan-searchable.pdf", searchable, whole)
    pdf("report-figures.pdf", with_figure, portrait, caption)
    pdf("cover.pdf", on_photograph, watermark, frame_alone)
    pdf("scan-odd.pdf", two_scans, strips, turned)
    pdf("signed-scan.pdf", signature_page, thin_scan)
    pdf("form.pdf", form, lambda out: None)
    outlined = ["-dNoOutputFonts", "-sDEVICE=pdfwrite", "-dFirstPage=1", "-dLastPage=1"]
    subprocess.run(["gs", "-q", "-o", MADE / "outlines.pdf", *outlined, MADE / "policy.pdf"], check=True)
    pdf("blank-scan.pdf", lambda out: whole(out, BLANK), lambda out: whole(out, PHOTO))
    (MADE / "fax.pdf").write_bytes(img2pdf.convert([encoded(SCAN, "TIFF", compression="group4"), encoded(SCAN_TWO, "PNG")]))
    (MADE / "camera.pdf").write_bytes(img2pdf.convert([encoded(picture(RULES[1:5]), "JPEG", quality=45)]))
    # The second page is not in the file.
    whole_file = (MADE / "policy.pdf").read_bytes()
    (MADE / "broken-page.pdf").write_bytes(whole_file.replace(b"[ 3 0 R 5 0 R", b"[ 3 0 R 9999 0 R"))


def add_picture(document, image, kind="PNG", width=5.5):
    document.add_picture(io.BytesIO(encoded(image, kind)), width=docx.shared.Inches(width))


def make_docx():
    document = docx.Document()
    for rule in RULES:
        document.add_paragraph(rule)
    document.save(MADE / "policy.docx")
    document = docx.Document()
    add_picture(document, SCAN)
    document.save(MADE / "scan-small.docx")
    document = docx.Document()
    document.add_paragraph(RULES[0])
    add_picture(document, picture(RULES[1:5]), "JPEG")
    add_picture(document, picture(["ACME"], 90, 40), "PNG", 0.5)
    document.save(MADE / "screenshots.docx")
    document = docx.Document()
    document.save(MADE / "empty.docx")
    document = docx.Document()
    document.add_paragraph(RULES[0])
    document.add_picture(io.BytesIO(encoded(PHOTO.convert("P"), "GIF")), width=docx.shared.Inches(4))
    document.save(MADE / "gif.docx")
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "ACME Information Security"
    add_picture(document, SCAN_TWO.convert("L").resize((1300, 924)), "PNG")
    document.save(MADE / "header-scan.docx")


def make_odt():
    document = opendocument.OpenDocumentText()
    document.text.addElement(odftext.P(text=RULES[0]))
    path = Path("/tmp/scan-odt.png")
    path.write_bytes(encoded(SCAN, "PNG"))
    frame = draw.Frame(width="14cm", height="10cm", anchortype="paragraph")
    frame.addElement(draw.Image(href=document.addPicture(str(path))))
    holder = odftext.P()
    holder.addElement(frame)
    document.text.addElement(holder)
    document.save(str(MADE / "scan.odt"))


def pandoc(name, source, files={}):
    folder = Path("/tmp/pandoc-set")
    folder.mkdir(exist_ok=True)
    for each, content in files.items():
        (folder / each).write_bytes(content)
    subprocess.run(["pandoc", "-f", "markdown", "-o", MADE / name], input=source.encode(), cwd=folder, check=True)


def make_slides():
    files = {"one.png": encoded(SCAN, "PNG"), "two.jpg": encoded(picture(RULES[2:]), "JPEG", quality=40)}
    pandoc("slides.pptx", "# Security\n\n" + RULES[0] + "\n\n# Console\n\n![](one.png)\n\n# Settings\n\n![](two.jpg)\n", files)
    pandoc("plain.pptx", "# Backups\n\n- " + RULES[1] + "\n- " + RULES[3] + "\n", files)


def make_sheets():
    book = openpyxl.Workbook()
    book.active.append(["User", "Role"])
    book.active.append(["Weber", "Administrator"])
    book.create_sheet("Empty")
    shot = book.create_sheet("Screenshot")
    shot.add_image(openpyxl.drawing.image.Image(io.BytesIO(encoded(SCAN, "PNG"))), "B2")
    book.save(MADE / "users.xlsx")
    book = openpyxl.Workbook()
    book.active.title = "Log"
    for at in range(30):
        book.active.append([f"2026-05-{at % 28 + 1:02}", "login", RULES[at % 6]])
    book.save(MADE / "log.xlsx")


def mail(name, text=None, html=None, attach=()):
    message = EmailMessage()
    message["From"], message["To"] = "weber@example.org", "audit@example.org"
    message["Subject"], message["Date"] = "Review", "Mon, 04 May 2026 09:00:00 +0000"
    if text is not None:
        message.set_content(text)
    if html is not None:
        if text is None:
            message.set_content(html, subtype="html")
        else:
            message.add_alternative(html, subtype="html")
    for content, kind, filename in attach:
        main, sub = kind.split("/")
        message.add_attachment(content, maintype=main, subtype=sub, filename=filename)
    (MADE / name).write_bytes(bytes(message))


def make_mails():
    shot = encoded(picture(RULES[:5]), "JPEG", quality=45)
    inline = f'<img alt="" src="data:image/jpeg;base64,{base64.b64encode(shot).decode()}">'
    mail("review.eml", RULES[0] + "\n" + RULES[1])
    mail("only-scan.eml", "\n", attach=[(shot, "image/jpeg", "scan.jpg")])
    mail("text-and-shot.eml", RULES[0], f"<p>{RULES[0]}</p>{inline}")
    mail("shot-inside.eml", None, f"<html><body>{inline}</body></html>")
    mail("stub.eml", "This message is in HTML.", f"<p>{RULES[2]}</p><p>{RULES[3]}</p>")
    (MADE / "page.html").write_text(HEAD + f"<h1>Access</h1><p>{RULES[0]}</p></body></html>")
    (MADE / "page-shot.html").write_text(HEAD + f"<p>{RULES[0]}</p>{inline}</body></html>")
    (MADE / "shot-alone.html").write_text(HEAD.replace("Access", "x") + f"{inline}</body></html>")


def make_images():
    (MADE / "console.png").write_bytes(encoded(picture(RULES[:4]), "PNG"))
    (MADE / "dark.png").write_bytes(encoded(picture(RULES[1:5], ink=220, paper=25), "PNG"))
    (MADE / "clouds.jpg").write_bytes(encoded(PHOTO, "JPEG", quality=40))
    (MADE / "white.png").write_bytes(encoded(BLANK, "PNG"))
    (MADE / "faint.webp").write_bytes(encoded(picture(RULES[:4], ink=150).convert("RGB"), "WEBP", quality=40))
    (MADE / "cut.png").write_bytes(encoded(picture(RULES[:4]), "PNG")[:3000])
    frames = [SCAN, BLANK, SCAN_TWO]
    out = io.BytesIO()
    frames[0].save(out, "TIFF", save_all=True, append_images=frames[1:], compression="group4")
    (MADE / "fax.tiff").write_bytes(out.getvalue())
    (MADE / "grey.tiff").write_bytes(encoded(picture(RULES[:3], 700, 300), "TIFF", compression="tiff_lzw"))
    (MADE / "camera.tiff").write_bytes(encoded(picture(RULES[3:], 700, 300), "TIFF", compression="jpeg"))


for make in (make_pdfs, make_docx, make_odt, make_slides, make_sheets, make_mails, make_images):
    make()
