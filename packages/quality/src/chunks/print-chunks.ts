import { parseArgs } from "node:util";
import { type ChunkFigures, type Example, measureChunks, SHORT } from "./measure-chunks.ts";

const EXAMPLES = 20;

const { values } = parseArgs({
  options: { folder: { type: "string" }, half: { type: "string", default: "both" }, examples: { type: "boolean" } },
});
const half = (["both", "first", "second"] as const).find((each) => each === values.half);
if (values.folder === undefined || half === undefined) {
  console.error("Usage: npm run quality -- chunks --folder <folder of documents> [--half first|second]");
  process.exitCode = 2;
} else {
  const { figures, cuts, short } = await measureChunks(values.folder, { half });
  console.log(printFigures(figures));
  if (values.examples) console.log(`${list("Cuts in a sentence", cuts)}\n${list("Short chunks", short)}`);
}

function printFigures(figures: readonly ChunkFigures[]): string {
  const rows = figures.map((each) => [
    each.format,
    each.files,
    each.chunks,
    each.cuts,
    `${each.cutsInSentence} (${percent(each.cutsInSentence, each.cuts)})`,
    `${each.short} (${percent(each.short, each.chunks)})`,
    each.shortPages,
    each.withContext,
  ]);
  const head = [
    "Format",
    "Files",
    "Chunks",
    "Cuts",
    "In a sentence",
    `< ${SHORT} characters`,
    "Whole page",
    "Headings",
  ];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}

/** Spread over all that was found. */
function list(heading: string, examples: readonly Example[]): string {
  const step = Math.max(1, Math.floor(examples.length / EXAMPLES));
  const shown = examples
    .filter((_, at) => at % step === 0)
    .map(({ title, text }) => `- ${title}: ${JSON.stringify(text)}`);
  return [`\n${heading}:`, ...shown].join("\n");
}
