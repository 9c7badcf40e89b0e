import { createRequire } from "node:module";
import { expect, test } from "vitest";

const versionFor = (folder: string): string =>
  createRequire(new URL(`../../../../../${folder}/package.json`, import.meta.url))("pdfjs-dist/package.json").version;

test("quotes are marked by the version of pdf.js that the service reads with", () => {
  expect(versionFor("apps/portal"), "set the same pdfjs-dist in apps/portal and packages/adapters").toBe(
    versionFor("packages/adapters"),
  );
});
