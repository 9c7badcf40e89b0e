import { readFileSync } from "node:fs";
import {
  DOCUMENT_FAILURE_CODES,
  ERROR_CATALOGUE,
  type ErrorCode,
  errorAnchor,
  errorHelpPath,
  FETCH_FAILURE_CODES,
  INGESTION_FAILURE_CODES,
  MODEL_ERROR_CATALOGUE,
} from "@assay/contract";
import { listHelp } from "@assay/contract/error-help";
import { expect, test } from "vitest";
import { writeErrorDocs } from "../support/write-error-docs.ts";

const PAGE = "../../../../docs/integrate/errors.md";
const CODES = new Set([
  ...Object.keys(ERROR_CATALOGUE),
  ...DOCUMENT_FAILURE_CODES,
  ...FETCH_FAILURE_CODES,
  ...INGESTION_FAILURE_CODES,
  ...Object.keys(MODEL_ERROR_CATALOGUE),
]);
const PARTS = ["\n\n**Fix:** ", "\n\n```json\n{"];

const page = readFileSync(new URL(PAGE, import.meta.url), "utf8");
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf("\n")), text]),
);

test("docs/integrate/errors.md is written from the contract's help: `vitest run -u` of this file writes it", async () => {
  await expect(writeErrorDocs()).toMatchFileSnapshot(PAGE);
});

test("every code has one section with what happened, why, the fix and an example", () => {
  const help = listHelp().flatMap((chapter) => chapter.sections);
  for (const { code, happened, why } of help) expect(sections.get(code), code).toContain(`${happened} ${why}`);
  for (const code of CODES) {
    const text = sections.get(code);
    expect(text, code).toBeDefined();
    for (const part of PARTS) expect(text, code).toContain(part);
  }
  expect(page.match(/^### /gm)).toHaveLength(sections.size);
});

test("every link of an error reply has its section", () => {
  // Headings become anchors as GitHub makes them: lower case, underscores kept.
  const anchors = new Set([...sections.keys()].map((title) => title.toLowerCase()));
  for (const code of Object.keys(ERROR_CATALOGUE) as ErrorCode[])
    expect(anchors, code).toContain(errorHelpPath(code).split("#")[1]);
  for (const { code } of listHelp().flatMap((chapter) => chapter.sections))
    expect(anchors).toContain(errorAnchor(code));
});
