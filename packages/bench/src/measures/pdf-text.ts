import type { Measure } from "../measure.ts";
import { figuresOf } from "../reading/figures-of.ts";
import { makePdf } from "../reading/make-files.ts";
import { readByAssay } from "../reading/read-by-assay.ts";
import { readByPoppler } from "../reading/read-by-others.ts";

export const pdfText: Measure = {
  name: "pdf-text",
  async run() {
    const bytes = await makePdf(300);
    const own = await readByAssay("pdf", bytes, await makePdf(20));
    const poppler = { name: "poppler's pdftotext", cpuMs: await readByPoppler(bytes), atMost: 2.6 };
    return figuresOf("Text of a PDF", own, poppler, 350);
  },
};
