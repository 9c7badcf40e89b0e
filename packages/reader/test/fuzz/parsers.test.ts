import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssayError, DocumentError, isContainer } from "@assay/contract";
import { detectFileType } from "@assay/contract/file-type";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { createTextExtractor } from "../../src/index.ts";
import { checkSegments, extractAll, LIMITS, sourceFile } from "../extract-all.ts";
import { DATA } from "../public-files.ts";
import { mutate } from "./mutate-bytes.ts";
import { listSeedFiles, type SeedFile } from "./seed-files.ts";

/** `npm run fuzz -- --parsers` sets both: a long run also breaks the real files next to the repository. */
const MINUTES = Number(process.env.ASSAY_FUZZ_MINUTES ?? 0);
const SEED = Number(process.env.ASSAY_FUZZ_SEED ?? 1);
const RELATIVES = 8;
/** Of processor time: what these small files are broken into is never this much work. */
const PIECE_MS = 5000;

const extractor = createTextExtractor({ pieceTimeoutMs: PIECE_MS });
afterAll(() => extractor.close());

test("a broken file of any format gives text or a coded refusal, within its limits and without a crash", {
  timeout: 120_000 + MINUTES * 120_000,
}, async () => {
  const seeds = listSeedFiles({ real: MINUTES > 0 && existsSync(DATA) });
  const until = performance.now() + MINUTES * 60_000;
  const falls: string[] = [];
  let read = 0;
  let seed = SEED;
  do {
    for (const [at, file] of seeds.entries())
      for (const bytes of fc.sample(mutate(file.bytes), { seed: seed + at, numRuns: RELATIVES })) {
        const problem = await findProblem({ ...file, bytes });
        read += 1;
        if (!problem) continue;
        falls.push(`${file.name}, seed ${seed}: ${problem}: ${await keep(file, bytes)}`);
        console.log(falls.at(-1));
      }
    seed += seeds.length;
  } while (performance.now() < until);
  console.log(`${read} broken files read`);
  expect(falls).toEqual([]);
});

async function findProblem({ name, fileType, bytes }: SeedFile): Promise<string | undefined> {
  try {
    detect(name, fileType, bytes);
    if (isContainer(fileType)) {
      const signal = new AbortController().signal;
      const archive = await extractor.walkArchive(sourceFile(fileType, bytes), { limits: LIMITS, signal });
      await archive[Symbol.asyncDispose]();
      return undefined;
    }
    const { segments } = await extractAll(extractor, sourceFile(fileType, bytes));
    checkSegments(segments);
    return undefined;
  } catch (error) {
    if (!(error instanceof DocumentError)) return String(error);
    // The service would say so of a file that crashes its reader, or that takes all the time it may.
    const isFall = /ended without a result|took too long/.test(error.message);
    return isFall ? `${error.code}: ${error.message}` : undefined;
  }
}

function detect(name: string, fileType: string, bytes: Uint8Array): void {
  const head = bytes.subarray(0, 65_536);
  try {
    detectFileType({ filename: `${name}.${fileType}`, head, tail: bytes, sizeBytes: bytes.length });
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
  }
}

/** Where the file is for anyone who looks into it. */
async function keep({ fileType }: SeedFile, bytes: Uint8Array): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "assay-fuzz-")), `broken.${fileType}`);
  await writeFile(path, bytes);
  return path;
}
