import { deflateSync } from "node:zlib";

export interface PdfPageSource {
  /** Operators of the page's content. */
  readonly content: string;
  /** Annotation dictionaries, such as fields. */
  readonly annotations?: readonly string[];
  /** Optional content, which the page's content calls L0, L1, … */
  readonly layers?: readonly ("on" | "off")[];
  /** Grey images, which the page's content calls I0, I1, … */
  readonly pictures?: readonly PdfPicture[];
  /** Files that are attached to the page, by name. */
  readonly attached?: Readonly<Record<string, Uint8Array>>;
}

export interface PdfPicture {
  readonly width: number;
  readonly height: number;
  /** How light a pixel is, from 0 to 255, counted from the upper left corner. */
  readonly lightAt: (x: number, y: number) => number;
}

/** A scanned page of lines of letters, about as dark as print. */
export const scannedLines: PdfPicture = {
  width: 480,
  height: 640,
  lightAt: (x, y) => (y % 16 < 8 && (x >> 2) % 2 === 0 ? 20 : 240),
};
export const blankScan: PdfPicture = { ...scannedLines, lightAt: () => 250 };

/** Draws an image of the page at a place, in page units. */
export const pictureAt = (name: string, x: number, y: number, width: number, height: number) =>
  `q ${width} 0 0 ${height} ${x} ${y} cm /${name} Do Q`;

function writePicture({ width, height, lightAt }: PdfPicture): string {
  const bytes = Uint8Array.from({ length: width * height }, (_, at) => lightAt(at % width, Math.floor(at / width)));
  const packed = deflateSync(bytes).toString("hex");
  const dictionary = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  return `<< ${dictionary} /Filter [/ASCIIHexDecode /FlateDecode] /Length ${packed.length + 1} >>\nstream\n${packed}>\nendstream`;
}

const FONTS = `<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> /C1 << /Type /Font /Subtype /Type0
  /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [ << /Type /Font /Subtype /CIDFontType0
  /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> >> ] >> >>`;

/** A PDF of 600 x 800 pages with the fonts F1 (Helvetica) and C1 (Chinese, not embedded), and files in its list. */
export function makePdf(pages: readonly PdfPageSource[], files: Readonly<Record<string, Uint8Array>> = {}): Uint8Array {
  const objects: string[] = ["", ""];
  const add = (object: string) => objects.push(object);
  const embed = (name: string, content: Uint8Array) => {
    const hex = Buffer.from(content).toString("hex");
    const stream = add(
      `<< /Type /EmbeddedFile /Filter /ASCIIHexDecode /Length ${hex.length + 1} >>\nstream\n${hex}>\nendstream`,
    );
    return `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${stream} 0 R >> >>`;
  };
  const list = Object.entries(files).map(([name, content]) => `(${name}) ${add(embed(name, content))} 0 R`);
  const fields: string[] = [];
  const [on, off]: [string[], string[]] = [[], []];
  const kids = pages.map(({ content, annotations = [], layers = [], pictures = [], attached = {} }) => {
    const groups = layers.map((state, at) => {
      const reference = `${add("<< /Type /OCG /Name (Layer) >>")} 0 R`;
      (state === "on" ? on : off).push(reference);
      return `/L${at} ${reference}`;
    });
    const images = pictures.map((picture, at) => `/I${at} ${add(writePicture(picture))} 0 R`).join(" ");
    const stream = add(`<< /Length ${Buffer.byteLength(content)} >>\nstream\n${content}\nendstream`);
    const pins = Object.entries(attached).map(
      ([name, content]) => `/Subtype /FileAttachment /Rect [10 10 30 30] /FS ${add(embed(name, content))} 0 R`,
    );
    const references = [...annotations, ...pins].map((annotation) => `${add(`<< /Type /Annot ${annotation} >>`)} 0 R`);
    fields.push(...references);
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font ${FONTS} /Properties << ${groups.join(" ")} >> /XObject << ${images} >> >> /Contents ${stream} 0 R ` +
        `/Annots [${references.join(" ")}] >>`,
    );
  });
  objects[0] = `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields.join(" ")}] >> ${optionalContent(on, off)}${list.length > 0 ? `/Names << /EmbeddedFiles << /Names [${list.join(" ")}] >> >> ` : ""}>>`;
  objects[1] = `<< /Type /Pages /Count ${pages.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] >>`;
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file + xref + trailer, "latin1"));
}

function optionalContent(on: readonly string[], off: readonly string[]): string {
  const all = [...on, ...off].join(" ");
  return all && `/OCProperties << /OCGs [${all}] /D << /ON [${on.join(" ")}] /OFF [${off.join(" ")}] >> >> `;
}

export const textAt = (x: number, y: number, text: string, size = 12) =>
  `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;

/** A page whose content is six million operators in a few kilobytes. */
export function operatorBomb(): Uint8Array {
  const packed = deflateSync(Buffer.from("BT /F1 1 Tf (a) Tj ET\n".repeat(3_000_000)), { level: 9 });
  const base = Buffer.from(makePdf([{ content: "X" }])).toString("latin1");
  const swapped = base.replace(
    "<< /Length 1 >>\nstream\nX\n",
    () => `<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString("latin1")}\n`,
  );
  return new Uint8Array(Buffer.from(swapped, "latin1"));
}
