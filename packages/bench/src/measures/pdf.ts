import { createTextExtractor } from "@assay/reader";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { makeText } from "../make-text.ts";
import { type Measure, rounded } from "../measure.ts";
import { type BenchedService, startService } from "../start-service.ts";

const PAGES = 200;
const POLL_MS = 250;

export const pdf: Measure = {
  name: "pdf",
  async run() {
    await using service = await startService();
    const { servicePages, barePages } = await measurePdf(service);
    return [
      {
        what: "PDF of 200 pages, upload to READY",
        value: `${rounded(servicePages)} pages/s`,
        reference: `the extractor alone, warm: ${rounded(barePages)} pages/s`,
        ratio: servicePages / barePages,
        target: { atLeast: 0.5 },
      },
    ];
  },
};

/** Pages a second from upload to READY, and by a warm extractor alone. */
async function measurePdf(service: BenchedService) {
  const bytes = await makePdf();
  await service.read("warm.pdf", await makePdf(1));
  const begun = Date.now();
  // By its own time: to ask for its state without a pause would be a tenth of the work.
  const { readyAt } = await service.read("pages.pdf", bytes, POLL_MS);
  const serviceMs = Date.parse(readyAt!) - begun;
  const extractor = createTextExtractor({ processes: 1 });
  try {
    await extract(extractor, await makePdf(1));
    const bareBegun = performance.now();
    await extract(extractor, bytes);
    const speed = (ms: number) => PAGES / (ms / 1000);
    return { servicePages: speed(serviceMs), barePages: speed(performance.now() - bareBegun) };
  } finally {
    await extractor.close();
  }
}

function extract(extractor: ReturnType<typeof createTextExtractor>, bytes: Uint8Array) {
  const open = async () => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  return extractor.extract(
    { fileType: "pdf", sizeBytes: bytes.length, open },
    { fromSegment: 0, charactersMax: 5_000_000, signal: new AbortController().signal, onSegment: async () => {} },
  );
}

async function makePdf(pages = PAGES): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 0; page < pages; page++)
    pdf.addPage().drawText(makeText(pages + page, 2500), { x: 40, y: 800, size: 9, font, lineHeight: 12 });
  return pdf.save();
}
