import type { Measure } from "../measure.ts";
import { figuresOf } from "../reading/figures-of.ts";
import { makeDocx } from "../reading/make-files.ts";
import { readByAssay } from "../reading/read-by-assay.ts";
import { readByLibrary } from "../reading/read-by-others.ts";

export const docx: Measure = {
  name: "docx",
  async run() {
    const [bytes, small] = [makeDocx(200), makeDocx(10)];
    const own = await readByAssay("docx", bytes, small);
    const { cpuMs } = await readByLibrary("docx", bytes, small);
    return figuresOf("docx with its structure", own, { name: "mammoth", cpuMs, atMost: 1.5 }, 350);
  },
};
