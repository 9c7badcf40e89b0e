import { parseArgs } from "node:util";
import { cellsOf, saveFigures } from "./figures.ts";
import type { Figure } from "./measure.ts";
import { MEASURES } from "./measures.ts";

const { values } = parseArgs({ options: { only: { type: "string" }, save: { type: "boolean" } } });
const names = values.only?.split(",");
const unknown = names?.filter((name) => !MEASURES.some((measure) => measure.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(
    `Cannot measure ${unknown.join(", ")}: the measures are ${MEASURES.map(({ name }) => name).join(", ")}`,
  );

const server = process.env.ASSAY_TEST_POSTGRES_URL;
const measured: Record<string, Figure[]> = {};
for (const { name, needsServer, run } of MEASURES) {
  if (names && !names.includes(name)) continue;
  if (needsServer && !server) {
    console.log(`${name}: left out, set ASSAY_TEST_POSTGRES_URL`);
    continue;
  }
  measured[name] = await run({ server });
  for (const figure of measured[name]) {
    const [what, ...cells] = cellsOf(figure) as [string, ...string[]];
    console.log(`${what.padEnd(44)} ${cells.map((cell) => cell.padEnd(26)).join(" ")}`.trimEnd());
  }
}
if (values.save) await saveFigures(measured);
