import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { ConfigError, readConfig } from "@assay/api/config";
import { openMeaning } from "@assay/api/meaning";
import { configuredModels } from "@assay/api/models";
import { OSCAL_REQUIREMENTS, PACK_FORMATS } from "@assay/contract";
import { OFFLINE_PARTS_MODEL } from "@assay/offline";
import { reaches } from "./figure.ts";
import { measureFormats } from "./formats/measure-formats.ts";
import { printFormats } from "./formats/print-formats.ts";
import { runGolden, runPairs } from "./golden/run-golden.ts";
import { runMeaning } from "./meaning/run-meaning.ts";
import { MEASURES } from "./measures.ts";
import { type Measured, printTables } from "./print-table.ts";
import { runReading } from "./read/run-reading.ts";
import { runRetrieval } from "./retrieval/run-retrieval.ts";

const PAGE = new URL("../../../docs/build/metrics.md", import.meta.url);
const TABLES = /(<!-- tables: .*? -->\n)[\s\S]*(<!-- end of tables -->)/;

const [command, ...args] = process.argv.slice(2);
const isCommand = ["meaning", "golden", "pairs", "retrieval"].includes(command ?? "");
const { values } = parseArgs({
  args: isCommand ? [] : process.argv.slice(2),
  options: {
    write: { type: "boolean", default: false },
    formats: { type: "string" },
    read: { type: "string" },
    pack: { type: "string" },
    format: { type: "string" },
    requirements: { type: "string" },
    name: { type: "string" },
  },
});
// The models that the settings choose; without settings the offline engine, which says COMPLETE by words.
const config = readConfig({ OFFLINE_ASSESSOR: OFFLINE_PARTS_MODEL, ...process.env });
const own = await openMeaning(config, tmpdir());
const { assessors, embedders } = configuredModels(config, own);
const engine = { assessor: assessors[0], embedder: embedders[0] };
if (isCommand) await run().catch(say);
else if (values.formats !== undefined) console.log(printFormats(await measureFormats(values.formats)));
else if (values.read !== undefined && values.pack !== undefined) {
  const { read: folder, pack, name } = values;
  const format = PACK_FORMATS.find((each) => each === values.format);
  const requirements = OSCAL_REQUIREMENTS.find((each) => each === values.requirements);
  console.log(await runReading(engine, { folder, pack, format, requirements, name }));
} else if (values.read !== undefined || values.pack !== undefined) {
  console.error("Usage: npm run quality -- --read <folder of documents> --pack <pack file>");
  process.exitCode = 2;
} else await printMeasures();
await own.close();

async function run(): Promise<void> {
  if (command === "golden") console.log(await runGolden(config, args));
  else if (command === "retrieval") await runRetrieval(engine.embedder, args);
  else if (command === "pairs") console.log(await runPairs(config, args));
  else if (!(await runMeaning(config, engine, args))) process.exitCode = 1;
}

/** What the caller can fix is said in its words; anything else is a fault of ours. */
function say(error: unknown): void {
  const isOurs = error instanceof Error && (error instanceof ConfigError || error.message.startsWith("Cannot "));
  if (!isOurs && !(error instanceof Error && "code" in error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function printMeasures(): Promise<void> {
  const measured: Measured[] = [];
  for (const { title, run } of MEASURES) {
    console.error(`${title} …`);
    measured.push({ title, figures: await run(engine) });
  }
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const made = `Measured on ${date} at commit ${commit} with assessor \`${engine.assessor.model}\` and embedder \`${engine.embedder.model}\`.`;
  console.log(`${made}\n\n${printTables(measured)}`);
  if (values.write) {
    const aimed = measured.map(({ title, figures }) => ({ title, figures: figures.filter(({ goal }) => goal) }));
    const text = `${made}\n\n${printTables(aimed)}`;
    const page = readFileSync(PAGE, "utf8");
    writeFileSync(
      PAGE,
      page.replace(TABLES, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`),
    );
  }
  if (measured.some(({ figures }) => !figures.every(reaches))) process.exitCode = 1;
}
