import type { Measure } from "../measure.ts";
import { figuresOf } from "../reading/figures-of.ts";
import { makeZip } from "../reading/make-files.ts";
import { readByAssay } from "../reading/read-by-assay.ts";
import { readByLibrary } from "../reading/read-by-others.ts";

/** 0.7 of the speed, as a share of time. */
const TIME_MAX = 1.43;

export const zip: Measure = {
  name: "zip",
  async run() {
    const [bytes, small] = [makeZip(100), makeZip(2)];
    const own = await readByAssay("zip", bytes, small);
    const { cpuMs } = await readByLibrary("zip", bytes, small);
    return figuresOf("ZIP with checksums, hashes and limits", own, { name: "node:zlib", cpuMs, atMost: TIME_MAX }, 200);
  },
};
