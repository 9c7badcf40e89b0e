import { tmpdir } from "node:os";
import type { Config } from "../config.ts";
import { openOcrEngine } from "../parts/ocr-engine.ts";
import type { Finding } from "./finding.ts";

/** Whether images are read, and in which languages. */
export function checkOcrEngine(config: Config): Finding[] {
  if (config.OCR === "off") return [{ ok: true, text: "OCR is off: images and scans are not read; OCR=on reads them" }];
  try {
    const { languages } = openOcrEngine(config, tmpdir())!;
    return [
      {
        ok: true,
        text: `OCR reads images in ${languages.join(", ")}, in processes on Node: on Deno and workers it is off`,
      },
    ];
  } catch (error) {
    return [{ ok: false, text: `${(error as Error).message}; or set OCR_LANGUAGES, or OCR=off` }];
  }
}
