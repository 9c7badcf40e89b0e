import type { Measure } from "../measure.ts";
import { figuresOf } from "../reading/figures-of.ts";
import { makeXlsx } from "../reading/make-files.ts";
import { readByAssay } from "../reading/read-by-assay.ts";
import { readByLibrary } from "../reading/read-by-others.ts";

export const xlsx: Measure = {
  name: "xlsx",
  async run() {
    const [bytes, small] = [makeXlsx(60_000), makeXlsx(500)];
    const own = await readByAssay("xlsx", bytes, small);
    const { cpuMs } = await readByLibrary("xlsx", bytes, small);
    return figuresOf("xlsx with its structure", own, { name: "hucre", cpuMs, atMost: 1.5 }, 350);
  },
};
