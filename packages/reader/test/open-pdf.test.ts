import { createRequire } from "node:module";
import { getResolvedPDFJS } from "unpdf";
import { expect, test } from "vitest";
import { openPdf } from "../src/pdf/open-pdf.ts";
import { makePdf, textAt } from "./make-pdf.ts";

test("files are read by the installed pdf.js, whose fonts and character maps go with it", async () => {
  const pdf = await openPdf(new Uint8Array(makePdf([{ content: textAt(50, 700, "Text") }])));
  await pdf.loadingTask.destroy();
  const installed = createRequire(import.meta.url)("pdfjs-dist/package.json") as { version: string };
  expect((await getResolvedPDFJS()).version).toBe(installed.version);
});
