import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createOcrEngine } from "@assay/reader/ocr";
import { createCanvas, PICTURE_FONT } from "@assay/testing/canvas";
import { type Figure, type Measure, rounded } from "../measure.ts";
import type { Cost } from "../reading/read-by-assay.ts";
import { readChildren } from "../reading/watch-children.ts";

const BARE = fileURLToPath(new URL("../reading/baseline-tesseract.ts", import.meta.url));
const POLL_MS = 20;
const LINE = "Access rights of all users are reviewed twice a year, last on 2026-05-04 by A. Weber";

/** A screenshot of 30 lines, in a process of its own that starts for it. */
export const ocr: Measure = {
  name: "ocr",
  async run() {
    const picture = drawScreen();
    const [own, bare] = [await readByAssay(picture), await readBarely(picture)];
    return [
      figure("processor time", "ms", own.cpuMs, bare.cpuMs, 2),
      figure("memory of the process", "MB", own.peakMb, bare.peakMb, 2),
    ];
  },
};

function figure(what: string, unit: string, own: number, bare: number, atMost: number): Figure {
  return {
    what: `OCR of a screenshot: ${what}`,
    value: `${rounded(own)} ${unit}`,
    reference: `tesseract.js alone: ${rounded(bare)} ${unit}`,
    ratio: own / bare,
    target: { atMost },
  };
}

function drawScreen(): Uint8Array<ArrayBuffer> {
  const canvas = createCanvas(1600, 1000);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#222";
  context.font = `20px "${PICTURE_FONT}"`;
  for (let line = 0; line < 30; line += 1) context.fillText(`${line + 1} ${LINE}`, 60, 60 + line * 30);
  return new Uint8Array(canvas.toBuffer("image/png"));
}

async function readByAssay(bytes: Uint8Array<ArrayBuffer>): Promise<Cost> {
  const ocrEngine = createOcrEngine();
  let [cpuMs, peakMb] = [0, 0];
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, readChildren().peakMb);
  }, POLL_MS);
  try {
    const open = async () => new Blob([bytes]).stream();
    const pictures = [{ pageIndex: 0, pageNumber: null, at: { kind: "FILE", frame: 0 } }] as const;
    await ocrEngine.recognise({ fileType: "png", sizeBytes: bytes.length, open }, pictures, {
      signal: new AbortController().signal,
      async onPicture({ state, spentMs }) {
        if (state !== "OCR") throw new Error(`Cannot measure OCR because the picture is ${state}`);
        cpuMs = spentMs;
      },
    });
    return { cpuMs, peakMb };
  } finally {
    clearInterval(timer);
    await ocrEngine.close();
  }
}

async function readBarely(bytes: Uint8Array): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-"));
  try {
    const path = join(folder, "screen.png");
    await writeFile(path, bytes);
    const output = execFileSync(process.execPath, [BARE, path], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return JSON.parse(output.trim().split("\n").at(-1)!) as Cost;
  } finally {
    await rm(folder, { recursive: true });
  }
}
