import { randomBytes } from "node:crypto";

const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const page = (content: number, font: number, rotate = 0) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate ${rotate} /Contents ${content} 0 R /Resources << /Font << /F ${font} 0 R >> >> >>`;
const stream = (bytes: string) => `<< /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`;
const text = (lines: readonly string[]) =>
  stream(`BT /F 14 Tf 72 700 Td 22 TL ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET`);

/** A PDF of one page that is shown turned clockwise. */
export function turnedPdf(degrees: number, lines: readonly string[]): Uint8Array {
  return writePdf([CATALOG, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page(4, 5, degrees), text(lines), FONT]);
}

/** A PDF whose pages, each of which says its number, lie half a megabyte apart. */
export function largePdf(pageCount: number): Uint8Array {
  const numbers = Array.from({ length: pageCount }, (_, at) => at);
  const firstPage = 4;
  const firstText = firstPage + pageCount;
  return writePdf([
    CATALOG,
    `<< /Type /Pages /Kids [${numbers.map((at) => `${firstPage + at} 0 R`).join(" ")}] /Count ${pageCount} >>`,
    FONT,
    ...numbers.map((at) => page(firstText + 2 * at, 3)),
    ...numbers.flatMap((at) => [
      text([`This is page ${at + 1} of a large file.`]),
      stream(randomBytes(500_000).toString("latin1")),
    ]),
  ]);
}

function writePdf(objects: readonly string[]): Uint8Array {
  const parts = ["%PDF-1.7\n"];
  let length = parts[0]!.length;
  const offsets = objects.map((object, index) => {
    const offset = length;
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    length += part.length;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`);
  parts.push(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`);
  return Buffer.from(parts.join(""), "latin1");
}

interface Scan {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A PDF whose pages are images and nothing else, each page as large as its image in half points. */
export function scannedPdf(scans: readonly Scan[]): Uint8Array {
  const firstPage = 3;
  return writePdf([
    CATALOG,
    `<< /Type /Pages /Kids [${scans.map((_, at) => `${firstPage + 3 * at} 0 R`).join(" ")}] /Count ${scans.length} >>`,
    ...scans.flatMap(({ jpeg, width, height }, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width / 2} ${height / 2}] /Contents ${firstPage + 3 * at + 1} 0 R /Resources << /XObject << /I ${firstPage + 3 * at + 2} 0 R >> >> >>`,
      stream(`${width / 2} 0 0 ${height / 2} 0 0 cm /I Do`),
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n${Buffer.from(jpeg).toString("latin1")}\nendstream`,
    ]),
  ]);
}
