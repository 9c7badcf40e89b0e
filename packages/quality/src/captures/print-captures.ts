import { parseArgs } from "node:util";
import { createOcrEngine } from "@assay/reader/ocr";
import { CAPTURES, type CaptureCase } from "../../sets/captures/index.ts";
import { readOne } from "../pictures/read-rendered.ts";
import { renderPictures } from "../pictures/render-pictures.ts";
import { CAPTURE_QUESTIONS, type CaptureQuestion, evaluateCapture } from "./evaluate-capture.ts";

const { values } = parseArgs({ options: { half: { type: "string" }, only: { type: "string", default: "" } } });
const cases = CAPTURES.filter(({ half, name }) => (!values.half || half === values.half) && name.includes(values.only));
const judged: { readonly picture: CaptureCase; readonly found: ReturnType<typeof evaluateCapture> }[] = [];
const ocrEngine = createOcrEngine();
try {
  for await (const [picture, { bytes }] of renderPictures(cases)) {
    const one = picture as CaptureCase;
    const { captureFacts, state, reason } = await readOne(ocrEngine, one.format, bytes);
    if (state !== "OCR") throw new Error(`Cannot judge '${one.name}' because it was not read: ${reason}`);
    const found = evaluateCapture(one.facts, captureFacts);
    judged.push({ picture: one, found });
    for (const what of CAPTURE_QUESTIONS)
      if (found[what].verdict !== "right")
        console.error(`${one.name}: ${what} ${found[what].verdict}: ${one.facts[what]} → ${found[what].said}`);
  }
} finally {
  await ocrEngine.close();
}

console.log("| half | fact | shown | right | missed | wrong, or found where none is |");
console.log("| ---- | ---- | ----- | ----- | ------ | ----------------------------- |");
for (const [half, of] of Map.groupBy(judged, ({ picture }) => picture.half))
  for (const what of CAPTURE_QUESTIONS) console.log(rowOf(half, what, of));

function rowOf(half: string, what: CaptureQuestion, of: typeof judged): string {
  const shown = of.filter(({ picture }) => picture.facts[what] !== null);
  const count = (verdict: string) => shown.filter(({ found }) => found[what].verdict === verdict).length;
  const wrong = of.filter(({ found }) => found[what].verdict === "wrong").length;
  return `| ${half} | ${what} | ${shown.length} of ${of.length} | ${count("right")} | ${count("missed")} | ${wrong} |`;
}
