import { expect, test } from "vitest";
import { whileListening } from "../src/pdf/look-inside-pdfjs.ts";
import { canWatchReading, loadOperators, openPdf } from "../src/pdf/open-pdf.ts";
import { watchReading } from "../src/pdf/watch-reading.ts";
import { makePdf, pictureAt, scannedLines, textAt } from "./make-pdf.ts";

const line = textAt(50, 700, "Access rights of every user are reviewed twice a year.");

async function watch(content: string) {
  const pictures = [scannedLines];
  const pdf = await openPdf(new Uint8Array(makePdf([{ content, pictures, layers: ["off"] }])));
  const page = await pdf.getPage(1);
  const signs = watchReading(await loadOperators());
  const { items } = await whileListening(signs, () => page.getTextContent());
  await pdf.loadingTask.destroy();
  return { signs, items };
}

test("the installed pdf.js tells what it comes across", async () => {
  expect(await canWatchReading()).toBe(true);
});

test.each([
  ["text", line],
  ["nothing", ""],
  ["a rule under text", `${line} 40 690 500 1 re f`],
  ["text on a light box", `0.8 g 40 690 500 30 re f 0 g ${line}`],
  ["white text on a dark box", `0 0 0.4 rg 40 690 500 30 re f 1 g ${line}`],
  ["text within a clip", `q 0 0 600 800 re W n ${line} Q`],
  ["a logo beside text", `${line} ${pictureAt("I0", 480, 740, 60, 40)}`],
  ["text on a pattern", `/Pattern cs /P0 scn 40 690 500 30 re f 0 g ${line}`],
])("the drawing of a page with %s need not be made", async (_, content) => {
  const { signs } = await watch(content);
  expect(signs.isSuspect).toBe(false);
});

test.each([
  ["invisible text", `3 Tr ${line}`],
  ["white text", `1 g ${line}`],
  ["text in the colour of its box", `0.5 g 40 690 500 30 re f ${line}`],
  ["text under a box", `${line} 1 g 40 690 500 30 re f`],
  ["text under a picture", `${line} ${pictureAt("I0", 40, 690, 500, 30)}`],
  ["white text on a picture", `${pictureAt("I0", 40, 690, 500, 30)} 1 g ${line}`],
  ["text outside its clip", `q 0 0 5 5 re W n ${line} Q`],
  ["text in a clip of curves", `q 0 0 m 0 900 700 900 700 0 c W n ${line} Q`],
  ["a layer", `/OC /L0 BDC ${line} EMC`],
  ["a state restored that was never saved", `Q ${line}`],
])("the drawing of a page with %s must be looked at", async (_, content) => {
  const { signs, items } = await watch(content);
  expect(items).not.toEqual([]);
  expect(signs.isSuspect).toBe(true);
});

test("images of a page are noted where they are drawn", async () => {
  const { signs } = await watch(pictureAt("I0", 100, 200, 300, 400));
  expect(signs).toMatchObject({ isDrawnOn: true, pictures: [{ x1: 100, y1: 200, x2: 400, y2: 600 }] });
});

test("a page whose reading was not followed must be looked at", async () => {
  expect(watchReading(await loadOperators()).isSuspect).toBe(true);
});
