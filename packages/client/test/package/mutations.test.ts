import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedKey as key, fixedKeys as keySet } from "./fixed-key.ts";
import { makePackageParts } from "./make-package.ts";
import { makeZip } from "./make-zip.ts";
import { MUTATED_FILES, type Mutation, mutate } from "./mutate.ts";
import { HAS_PYTHON, type Judged, type Judges, NO_PYTHON, openJudges } from "./open-judges.ts";
import { packParts } from "./pack.ts";
import { startRandom } from "./random.ts";

// 10,000 by `ASSAY_TEST_MUTATIONS=10000 npm test -- client test/package/mutations.test.ts`, of another kind with a seed.
const COUNT = Number(process.env.ASSAY_TEST_MUTATIONS ?? 300);
const LIMIT_MS = 60_000 + COUNT * 1000;
/** Each is changed many times, so that its signatures are computed once. */
const BASES = 17 + Math.floor(COUNT / 50);
const SEED = Number(process.env.ASSAY_TEST_SEED ?? 1);

let withKeys: Judges;
let without: Judges;
beforeAll(async () => {
  withKeys = await openJudges(keySet);
  without = await openJudges();
});
afterAll(() => Promise.all([withKeys.close(), without.close()]));

/** In turn of each file, every second one consistent. */
function* makeMutations(): Generator<Mutation & { readonly name: string }> {
  for (let at = 0; at < COUNT; at++) {
    const file = MUTATED_FILES[at % MUTATED_FILES.length]!;
    const isConsistent = Math.floor(at / MUTATED_FILES.length) % 2 === 0;
    for (let attempt = 0; ; attempt++) {
      const seed = (SEED * COUNT + at) * 1000 + attempt;
      const parts = makePackageParts(seed % BASES, key);
      const mutation = mutate(startRandom(seed), parts, key, { file, isConsistent });
      if (!mutation) continue;
      yield { ...mutation, name: `seed ${seed}, ${file}, ${isConsistent ? "consistent" : "bytes"}: ${mutation.what}` };
      break;
    }
  }
}

test(
  "with keys no change of a package is missed, and the three verifiers agree on each",
  async () => {
    const disagreements: unknown[] = [];
    const missed: string[] = [];
    const unseen = new Map<string, number>();
    const seen: Record<string, number> = { consistent: 0, bytes: 0 };
    for (const { name, file, files, isConsistent } of makeMutations()) {
      seen[isConsistent ? "consistent" : "bytes"]! += 1;
      const zip = makeZip(files);
      const judged = await withKeys.judge(zip);
      if (!areOne(judged)) disagreements.push({ name, judged });
      if (judged.some(({ word }) => word === "valid")) missed.push(name);
      const alone = await without.judge(zip);
      if (!areOne(alone)) disagreements.push({ name: `${name}, without keys`, judged: alone });
      if (alone[0]!.word === "valid") unseen.set(file, (unseen.get(file) ?? 0) + 1);
      if (!isConsistent && alone[0]!.word === "valid" && !UNSEEN_ALONE.has(file)) missed.push(`${name}, without keys`);
    }
    console.log(
      `${COUNT} mutations, ${seen.consistent} consistent; not seen without keys:`,
      Object.fromEntries(unseen),
    );
    expect(disagreements).toEqual([]);
    expect(missed).toEqual([]);
    expect(seen.consistent).toBeGreaterThanOrEqual(COUNT / 2);
  },
  LIMIT_MS,
);

/** Of these a byte may be another one, and nothing but the signature says so. */
const UNSEEN_ALONE: ReadonlySet<string> = new Set(["manifest.json", "manifest.sig"]);
const areOne = (judged: readonly Judged[]) => judged.every(({ word }) => word === judged[0]!.word);

// By its first two bytes a file is taken for a ZIP at all.
test(
  "a byte of the archive outside of its files is seen, wherever it is",
  async () => {
    const zip = makeZip(packParts(makePackageParts(SEED, key), key));
    const random = startRandom(SEED);
    const directory = zip.length - 22 - 18 * 60;
    for (let number = 0; number < COUNT / 3; number++) {
      const at = number % 2 ? 2 + random.below(38) : directory + random.below(zip.length - directory);
      const changed = Uint8Array.from(zip);
      changed[at]! ^= 1 << random.below(8);
      const judged = await withKeys.judge(changed);
      expect(areOne(judged), `byte ${at}: ${JSON.stringify(judged)}`).toBe(true);
      expect(judged[0]!.word, `byte ${at}`).not.toBe("valid");
    }
  },
  LIMIT_MS,
);

if (!HAS_PYTHON) test.skip(NO_PYTHON, () => {});
