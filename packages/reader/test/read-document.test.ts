import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, PICTURE_FONT } from "@assay/testing/canvas";
import { expect, onTestFinished, test, vi } from "vitest";
import { readDocument } from "../src/index.ts";
import { testExtractor } from "./extract-all.ts";
import { makePdf, textAt } from "./make-pdf.ts";

const POLICY = makePdf([{ content: textAt(72, 700, "Passwords have at least 14 characters.") }]);

function screenshot(text: string): File {
  const canvas = createCanvas(900, 200);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, 900, 200);
  context.fillStyle = "black";
  context.font = `40px "${PICTURE_FONT}"`;
  context.fillText(text, 40, 110);
  return new File([new Uint8Array(canvas.toBuffer("image/png"))], "settings.png");
}

test("the example of the README prints the page and the text of a PDF", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-reader-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "policy.pdf"), POLICY);
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const printed: unknown[][] = [];
  const console = { log: (...args: unknown[]) => printed.push(args), warn: (...args: unknown[]) => printed.push(args) };
  const program = example
    .replace(/^import .*$/m, "")
    .replace('"policy.pdf"', JSON.stringify(join(folder, "policy.pdf")));
  const AsyncFunction = (async () => {}).constructor as new (
    ...args: string[]
  ) => (...args: unknown[]) => Promise<void>;
  await new AsyncFunction("readDocument", "console", program)(readDocument, console);
  expect(printed).toEqual([[1, "Passwords have at least 14 characters."]]);
});

test("a file in memory is read by its name and bytes, in the extractor that is given", async () => {
  const extractor = testExtractor();
  const close = vi.spyOn(extractor, "close");
  onTestFinished(() => close.mockRestore());
  const { fileType, segments, encoding } = await readDocument(new File(["Backups run daily."], "a.txt"), { extractor });
  expect({ fileType, text: segments[0]?.text, encoding: encoding?.name }).toEqual({
    fileType: "txt",
    text: "Backups run daily.",
    encoding: "utf-8",
  });
  expect(close).not.toHaveBeenCalled();
});

test("an image keeps its words for OCR, which puts them into their segment", async () => {
  const image = screenshot("Minimum password length: 14");
  const bare = await readDocument(image);
  expect([bare.pages[0]?.state, bare.segments[0]?.text]).toEqual(["IMAGE_ONLY", ""]);
  const read = await readDocument(image, { ocr: ["eng"] });
  expect([read.pages[0]?.state, read.segments[0]?.text]).toEqual(["OCR", "Minimum password length: 14"]);
});

test("what cannot be read is refused by a code", async () => {
  await expect(readDocument(new File(["MZ"], "setup.exe"))).rejects.toMatchObject({ code: "UNSUPPORTED_FILE_TYPE" });
  await expect(readDocument(new File(["%PDF-1.7\n"], "a.pdf"))).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
  const signal = AbortSignal.abort(new Error("not now"));
  await expect(readDocument(new File(["text"], "a.txt"), { signal })).rejects.toThrow("not now");
});
