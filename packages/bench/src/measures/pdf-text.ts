import type { Measure } from "../measure.ts";
import { figuresOf } from "../reading/figures-of.ts";
import { makePdf } from "../reading/make-files.ts";
import { readByAssay } from "../reading/read-by-assay.ts";
import { readByLibrary, readByPoppler } from "../reading/read-by-others.ts";

export const pdfText: Measure = {
  name: "pdf-text",
  async run() {
    const [bytes, small] = [await makePdf(300), await makePdf(20)];
    const own = await readByAssay("pdf", bytes, small);
    const library = await readByLibrary("pdf", bytes, small);
    const poppler = { name: "poppler's pdftotext", cpuMs: await readByPoppler(bytes), atMost: 2.6 };
    const besideLibrary = figuresOf(
      "Text of a PDF next to its library",
      own,
      { name: "pdf.js, text alone", cpuMs: library.cpuMs, atMost: 2 },
      350,
    );
    return [...figuresOf("Text of a PDF", own, poppler, 350), besideLibrary[0]!];
  },
};
