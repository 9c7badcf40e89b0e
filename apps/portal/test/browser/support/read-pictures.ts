import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import UTIF from "utif2";
import { type DoubledDocument, readDocument, readPage, readSegment } from "./double-reading.ts";
import { type DrawnPicture, drawPicture } from "./draw-picture.ts";
import { scannedPdf } from "./make-pdf.ts";

export const LINES = ["Access review of May 2026", "All 14 accounts were checked", "and two were closed."];
export const QUOTE = "14 accounts were checked\nand two were closed.";
export const READ = "01a00000-0000-7000-8000-00000000abcd";

const pictureOf = ({ width, height }: DrawnPicture) => ({ width, height });
const wordsOf = ({ words }: DrawnPicture) => [...words];
const chunk = (text: string) => [{ id: READ, startOffset: 0, endOffset: text.length }];

/** A PDF of two scans, the second one sideways and tilted, and a third that was not read. */
export async function scanned(page: Page): Promise<DoubledDocument> {
  const plain = await drawPicture(page, LINES);
  const sideways = await drawPicture(page, LINES, { turned: 90, skew: 3 });
  const jpegs = [plain, sideways, plain].map(({ jpeg, stored }) => ({ jpeg, ...stored }));
  const at = { kind: "PAGE" } as const;
  const turned = { ...at, ...pictureOf(sideways), turned: "90", skew: 3 } as const;
  return readDocument(
    { originalFilename: "access-review-scan.pdf", fileType: "pdf" },
    {
      original: Buffer.from(scannedPdf(jpegs)),
      pages: [
        readPage(0, {
          pageNumber: 1,
          state: "OCR",
          segmentIndex: 0,
          picture: { ...at, ...pictureOf(plain) },
          certainty: 0.93,
        }),
        readPage(1, { pageNumber: 2, state: "OCR", segmentIndex: 1, picture: turned, certainty: 0.71 }),
        readPage(2, { pageNumber: 3, state: "IMAGE_ONLY", segmentIndex: 2, picture: at, reason: "OCR is off" }),
      ],
      segments: [
        readSegment(0, plain.text, { pageNumber: 1, textSource: "OCR", certainty: 0.93 }),
        readSegment(1, sideways.text, { pageNumber: 2, textSource: "OCR", certainty: 0.71, chunks: chunk(plain.text) }),
        readSegment(2, "", { pageNumber: 3 }),
      ],
      words: {
        0: { picture: { ...at, ...pictureOf(plain) }, segmentIndex: 0, words: wordsOf(plain) },
        1: { picture: turned, segmentIndex: 1, words: wordsOf(sideways) },
      },
    },
  );
}

/** A screenshot as an image file, as TIFF and in a document, whose words were read. */
export async function withPictures(page: Page): Promise<DoubledDocument[]> {
  const drawn = await drawPicture(page, LINES);
  const read = { ...pictureOf(drawn) };
  const facts = {
    state: "OCR",
    certainty: 0.93,
    captureFacts: [
      { kind: "CLOCK", text: "14:02, 4/5/2026", date: "2026-05-04", box: { x0: 0, y0: 0, x1: 9, y1: 9 } },
      { kind: "ADDRESS", text: "https://console.example/users", date: null, box: { x0: 0, y0: 0, x1: 9, y1: 9 } },
    ],
  } as const;
  const ocr = { textSource: "OCR", certainty: 0.93 } as const;
  const one = (fileType: string, original: Buffer) => {
    const picture = { kind: "FILE", frame: 0, ...read } as const;
    return readDocument({ originalFilename: `console.${fileType}`, fileType } as never, {
      original,
      pages: [readPage(0, { ...facts, captureFacts: [...facts.captureFacts], segmentIndex: 0, picture })],
      segments: [readSegment(0, drawn.text, { ...ocr, chunks: chunk(drawn.text) })],
      words: { 0: { picture, segmentIndex: 0, words: wordsOf(drawn) } },
    });
  };
  const tiff = UTIF.encodeImage(Uint8Array.from(drawn.pixels), drawn.width, drawn.height);
  const part = "word/media/image1.png";
  const inside = { kind: "PART", part, ...read } as const;
  const report = readDocument(
    { originalFilename: "report.docx", fileType: "docx" },
    {
      original: Buffer.from(zipSync({ [part]: drawn.png, "word/document.xml": strToU8("<w/>") })),
      pages: [
        readPage(0, {}),
        readPage(1, { ...facts, captureFacts: [], label: "Picture 1", segmentIndex: 1, picture: inside }),
      ],
      segments: [
        readSegment(0, "Accounts are reviewed as the picture shows."),
        readSegment(1, drawn.text, { ...ocr, location: "Picture 1", chunks: chunk(drawn.text) }),
      ],
      words: { 1: { picture: inside, segmentIndex: 1, words: wordsOf(drawn) } },
    },
  );
  return [one("png", drawn.png), one("tiff", Buffer.from(tiff)), report];
}
