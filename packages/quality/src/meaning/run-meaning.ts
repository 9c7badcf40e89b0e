import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import type { Config } from "@assay/api/config";
import { openMeaning } from "@assay/api/meaning";
import { memoizeScores } from "@assay/core/assessments";
import type { Assessor, Embedder, OpenMeaningModel } from "@assay/core/ports";
import { findModel } from "@assay/models";
import { countJudged, runPacks } from "../packs/run-packs.ts";
import { draw } from "./draw.ts";
import { findFallen, readFiguresFile } from "./figures-file.ts";
import { heldOutPairs, type PairSet, readPairs } from "./labelled-pair.ts";
import { measureHeldBack } from "./measure-held-back.ts";
import { measureMeaning } from "./measure-meaning.ts";
import { printFallen, printHeldBack, printMeaning } from "./print-meaning.ts";
import { authorsOf, halfOf, readAuthors } from "./read-authors.ts";
import { readContracts } from "./read-contracts.ts";
import { runChoose } from "./run-choose.ts";

const PAIRS = 1200;
const GATE_COUNT = 200;

const OPTIONS = {
  authors: { type: "string" },
  guard: { type: "boolean", default: false },
  pairs: { type: "string" },
  seed: { type: "string", default: "7" },
  out: { type: "string" },
  against: { type: "string" },
  policies: { type: "string" },
  pack: { type: "string", multiple: true },
  name: { type: "string" },
  sample: { type: "string" },
  judged: { type: "string" },
  choose: { type: "boolean", default: false },
} as const;

interface Engine {
  readonly assessor: Assessor;
  readonly embedder: Embedder;
}

/**
 * `meaning [files…]`: measures the model that the settings choose on the sets of the repository, or on files of labelled
 * pairs, and packs over a folder of `--policies`. Prints tables, writes the figures to `--out`, and says which fell
 * `--against` those of another engine. Returns whether none did.
 */
export async function runMeaning(config: Config, engine: Engine, args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  if (values.judged !== undefined) {
    console.log(await countJudged(values.judged));
    return true;
  }
  const { meaning: model, close } = await openMeaning(config, tmpdir());
  try {
    if (!model) throw new Error("Cannot measure the check for meaning because the settings choose no model for it");
    const meaning = { ...model, entailment: memoizeScores(model.entailment) };
    const seed = readCount("seed", values.seed);
    if (values.choose) {
      console.log(await runChoose(meaning));
      return true;
    }
    const { policies, pack: packs = [], name, sample } = values;
    if (policies !== undefined)
      console.log(`${await runPacks(engine, meaning, { policies, packs, name, sample, seed })}\n`);
    const count = readCount("pairs", values.pairs ?? String(PAIRS));
    if (count === 0) return true;
    const all = await readSets({ ...values, files: positionals });
    const trainedOn = await readTraining(config);
    return await measurePairSets(meaning, { all, count, seed, trainedOn, out: values.out, against: values.against });
  } finally {
    await close();
  }
}

interface PairsToMeasure extends Pick<Parameters<typeof measureMeaning>[1], "seed" | "trainedOn"> {
  readonly all: readonly PairSet[];
  /** Drawn of each set. */
  readonly count: number;
  readonly out: string | undefined;
  readonly against: string | undefined;
}

async function measurePairSets(
  meaning: OpenMeaningModel,
  { all, count, seed, trainedOn, out, against }: PairsToMeasure,
): Promise<boolean> {
  const drawn = all.map((set): PairSet => ({ ...set, pairs: draw(set.pairs, count, seed) }));
  const isOfAuthors = all.some(({ authors }) => authors.some((author) => halfOf([author]) !== null));
  const sets = isOfAuthors ? [...drawn, heldOutPairs()] : drawn;
  const figures = await measureMeaning(meaning, { sets, gate: all.at(-1)!, gateCount: GATE_COUNT, seed, trainedOn });
  console.log(`${printMeaning(figures)}\n\n${printHeldBack(await measureHeldBack(meaning, sets))}`);
  if (out !== undefined) await writeFile(out, `${JSON.stringify(figures, null, 2)}\n`);
  if (against === undefined) return true;
  const fallen = findFallen(await readFiguresFile(against), figures);
  console.log(`\n${printFallen(fallen)}`);
  return fallen.length === 0;
}

interface AskedSets {
  readonly files: readonly string[];
  readonly authors?: string | undefined;
  readonly guard: boolean;
}

/**
 * Files that are named, or authors that are, or the held-out halves of the guard alone, or the two halves that no
 * training should read: the held-out one last.
 */
export async function readSets({ files, authors, guard }: AskedSets): Promise<PairSet[]> {
  if (files.length > 0)
    return Promise.all(files.map((file) => (extname(file) === ".json" ? readContracts(file) : readPairs(file))));
  if (guard) return [heldOutPairs()];
  if (authors !== undefined) return [await readAuthors(authors.split(",").map((author) => author.trim()))];
  return Promise.all((["development", "held out"] as const).map((half) => readAuthors(authorsOf(half))));
}

async function readTraining({ ASSAY_MODELS_DIR: modelsDir, ENTAILMENT_MODEL: model }: Config) {
  const { card } = await findModel(modelsDir, "entailment", model);
  return card.trainedOn;
}

function readCount(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(`Cannot read --${name} as it must be a whole number: it is '${text}'`);
  return Number(text);
}
