import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTextExtractor } from "@assay/reader";
import { createOcrEngine } from "@assay/reader/ocr";
import { type Canvas, createCanvas, ImageData } from "@napi-rs/canvas";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { seeded } from "../../sets/period/seeded.ts";

// Pages of PDFs with text of their own, drawn as a scanner would: turned, askew, grey and noisy.
const [folder] = process.argv.slice(2);
const PAGES = 20;
const PAGES_A_FILE = 3;
const WORDS_MIN = 80;
const DOTS_PER_INCH = 200;
const NOISE = 14;
const SKEW_MAX = 5;

if (folder === undefined) {
  console.error("Usage: node packages/quality/src/pictures/print-scans.ts <folder of PDFs>");
  process.exit(2);
}
const extractor = createTextExtractor();
const ocrEngine = createOcrEngine();
const random = seeded(15);
const signal = new AbortController().signal;
console.log("| page | turned | askew | words | recall | found turn | found skew | certainty | s |");
console.log("| ---- | ------ | ----- | ----- | ------ | ---------- | ---------- | --------- | - |");
const recalls: number[] = [];
for (const name of readdirSync(folder)
  .filter((file) => file.endsWith(".pdf"))
  .toSorted()) {
  if (recalls.length >= PAGES) break;
  const path = join(folder, name);
  const pages = (await listTextPages(path)).slice(0, PAGES_A_FILE);
  for (const { pageNumber, words } of pages) {
    if (recalls.length >= PAGES) break;
    const turned = random.pick([0, 90, 180, 270]);
    const skew = random.between(-SKEW_MAX * 10, SKEW_MAX * 10) / 10;
    const bytes = spoil(await drawPage(path, pageNumber), turned, skew).toBuffer("image/png");
    const started = performance.now();
    await ocrEngine.recognise(
      { fileType: "png", sizeBytes: bytes.length, open: async () => new Blob([new Uint8Array(bytes)]).stream() },
      [{ pageIndex: 0, pageNumber: null, at: { kind: "FILE", frame: 0 } }],
      {
        signal,
        onPicture: async ({ text, picture, certainty }) => {
          const recall = recallOf(words, wordsOf(text));
          recalls.push(recall);
          const seconds = ((performance.now() - started) / 1000).toFixed(1);
          console.log(
            `| ${name} ${pageNumber} | ${turned} | ${skew} | ${words.length} | ${recall.toFixed(3)} | ${picture.turned ?? 0} | ${picture.skew ?? 0} | ${certainty?.toFixed(2) ?? "-"} | ${seconds} |`,
          );
        },
      },
    );
  }
}
const middle = recalls.toSorted((a, b) => a - b)[Math.floor(recalls.length / 2)] ?? 0;
const mean = recalls.reduce((sum, recall) => sum + recall, 0) / Math.max(1, recalls.length);
console.log(`\n${recalls.length} pages: recall ${mean.toFixed(3)} in the mean, ${middle.toFixed(3)} in the middle`);
await Promise.all([extractor.close(), ocrEngine.close()]);

async function listTextPages(path: string): Promise<{ pageNumber: number; words: string[] }[]> {
  const bytes = readFileSync(path);
  const pages: { pageNumber: number; words: string[] }[] = [];
  const file = { fileType: "pdf" as const, sizeBytes: bytes.length, open: async () => new Blob([bytes]).stream() };
  const onSegment = async ({ pageNumber, text }: { pageNumber: number | null; text: string }) => {
    const words = wordsOf(text);
    if (pageNumber !== null && words.length >= WORDS_MIN) pages.push({ pageNumber, words });
  };
  try {
    await extractor.extract(file, { fromSegment: 0, charactersMax: 5_000_000, signal, onSegment });
  } catch (error) {
    console.error(`${path} is left out: ${(error as Error).message}`);
    return [];
  }
  return pages;
}

async function drawPage(path: string, pageNumber: number): Promise<Canvas> {
  const task = getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 });
  const page = await (await task.promise).getPage(pageNumber);
  const viewport = page.getViewport({ scale: DOTS_PER_INCH / 72 });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: "#fff" }).promise;
  await task.destroy();
  return canvas;
}

function spoil(from: Canvas, turned: number, skew: number): Canvas {
  const across = turned % 180 === 90;
  const to = createCanvas(across ? from.height : from.width, across ? from.width : from.height);
  const context = to.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, to.width, to.height);
  context.translate(to.width / 2, to.height / 2);
  context.rotate(((turned + skew) * Math.PI) / 180);
  context.drawImage(from, -from.width / 2, -from.height / 2);
  const { data, width, height } = context.getImageData(0, 0, to.width, to.height);
  for (let at = 0, pixel = 0; at < data.length; at += 4, pixel += 1) {
    // Light falls off to one side, and each pixel is off by a little.
    const paper = 238 - (40 * (pixel % width)) / width;
    const noise = ((random.between(0, 200) + random.between(0, 200) + random.between(0, 200)) / 300 - 1) * 2 * NOISE;
    const light = ((data[at]! + data[at + 1]! + data[at + 2]!) / 3 / 255) * paper + 20 + noise;
    data[at] = light;
    data[at + 1] = light;
    data[at + 2] = light;
  }
  context.resetTransform();
  context.putImageData(new ImageData(data, width, height), 0, 0);
  return to;
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function recallOf(wanted: readonly string[], read: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of read) left.set(word, (left.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of wanted) {
    const count = left.get(word) ?? 0;
    if (count > 0) found += 1;
    left.set(word, count - 1);
  }
  return found / wanted.length;
}
