import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createOcrEngine } from "@assay/reader/ocr";
import { type JudgedPage, judgePages } from "./measure-pages.ts";
import { listLabels, MADE } from "./page-labels.ts";

// Prints how many pages of the labelled set have the state that a person gave them. `--ocr` reads the images first,
// `--public <folder>` adds the public files of that folder, `--kept` names the wrong ones of the half kept aside too.
const { values } = parseArgs({
  options: {
    ocr: { type: "boolean", default: false },
    kept: { type: "boolean", default: false },
    public: { type: "string" },
  },
});
const { made, open } = listLabels();
const ocrEngine = values.ocr ? createOcrEngine() : undefined;
try {
  show(
    "made",
    await judgePages(
      made.map((file) => ({ file, path: new URL(file.name, MADE) })),
      ocrEngine,
    ),
  );
} finally {
  await ocrEngine?.close();
}
if (values.public !== undefined) {
  const files = readdirSync(values.public, { recursive: true, encoding: "utf8" });
  const found = open.flatMap((file) => {
    const path = files.find((each) => each.split(/\/|__/).at(-1) === file.name);
    return path === undefined ? [] : [{ file, path: join(values.public!, path), isPart: true }];
  });
  show("public, without OCR", await judgePages(found));
}

function show(set: string, judged: readonly JudgedPage[]): void {
  for (const isKept of [false, true]) {
    const half = judged.filter((page) => page.isKept === isKept);
    const wrong = half.filter(({ expected, found }) => expected !== found);
    console.log(
      `${set}, ${isKept ? "kept aside" : "looked at"}: ${half.length - wrong.length} of ${half.length} right`,
    );
    if (isKept && !values.kept) continue;
    for (const [cause, pages] of Map.groupBy(wrong, ({ expected, found }) => `${expected} taken for ${found}`))
      console.log(`- ${cause}: ${pages.map(({ page }) => page).join(", ")}`);
  }
}
