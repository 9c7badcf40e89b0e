import { readFile } from "node:fs/promises";
import split from "../../sets/pairs/split.json" with { type: "json" };
import { type PairSet, parsePairs } from "./labelled-pair.ts";

/**
 * What the pairs of an author are for. Training may read the first; thresholds are chosen on the second; the third
 * decides nothing.
 */
export const AUTHOR_HALVES = ["training", "development", "held out"] as const;
export type AuthorHalf = (typeof AUTHOR_HALVES)[number];

const PAIRS = new URL("../../sets/pairs/", import.meta.url);
const AUTHORS: Readonly<Record<AuthorHalf, readonly string[]>> = {
  training: split.training,
  development: split.development,
  "held out": split.heldOut,
};

/** The authors in the repository, each in one half. */
export function authorsOf(half: AuthorHalf): readonly string[] {
  return AUTHORS[half];
}

/** The half that all of these authors are of; null where they are of several, or of none. */
export function halfOf(authors: readonly string[]): AuthorHalf | null {
  if (authors.length === 0) return null;
  return AUTHOR_HALVES.find((half) => authors.every((author) => AUTHORS[half].includes(author))) ?? null;
}

/** The pairs of these authors as one set. */
export async function readAuthors(authors: readonly string[]): Promise<PairSet> {
  const all = AUTHOR_HALVES.flatMap(authorsOf);
  const unknown = authors.find((author) => !all.includes(author));
  if (unknown !== undefined)
    throw new Error(`Cannot read the pairs of author '${unknown}': the authors are ${all.toSorted().join(", ")}`);
  const read = authors.map(async (author) =>
    parsePairs(await readFile(new URL(`${author}.jsonl`, PAIRS), "utf8"), `${author}.jsonl`),
  );
  return { name: `pairs of ${authors.join(", ")}`, authors, pairs: (await Promise.all(read)).flat() };
}
