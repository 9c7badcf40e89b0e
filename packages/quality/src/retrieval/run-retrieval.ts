import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Embedder } from "@assay/core/ports";
import { createOfflineEmbedder } from "@assay/offline";
import { chooseFloor, scoreWeights } from "./choose-search.ts";
import { fileOf, loadSet, RETRIEVAL_SETS } from "./list-sets.ts";
import type { Way } from "./rank-passages.ts";
import { rememberVectors } from "./remember-vectors.ts";
import { type RetrievalSet, writeSet } from "./retrieval-set.ts";
import { scoreRanking } from "./score-ranking.ts";

/** What is so near to the best is as good: the sets are small. */
const AS_GOOD = 0.005;

type NamedWay = readonly [title: string, way: Way, embedder: Embedder];

/**
 * `retrieval [<folder>] [--store]`: compares ways of finding passages, that of the embedder which the settings choose
 * among them, on the sets of the repository and those that can be built from a folder of checkouts; then what floor and
 * which weight of words suit the embedder. With `--store` it builds the sets of the repository again.
 */
export async function runRetrieval(chosen: Embedder, args: readonly string[]): Promise<void> {
  const options = { store: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [folder] = positionals;
  if (values.store && folder)
    for (const { name, stored, build } of RETRIEVAL_SETS)
      if (stored) writeFileSync(fileOf(name), writeSet(build(folder)));

  const embedder = rememberVectors(chosen);
  const halves: Record<"tuned" | "kept back", RetrievalSet[]> = { tuned: [], "kept back": [] };
  for (const listed of RETRIEVAL_SETS) {
    const set = loadSet(listed, folder);
    if (!set) {
      console.log(`\n${listed.name}: left out, give a folder with ${listed.sources.join(" and ")}`);
      continue;
    }
    const { queries, passages } = set;
    console.log(
      `\n${listed.name}, ${listed.half}: ${queries.length} queries, ${passages.length} passages (${listed.what})`,
    );
    for (const way of waysOf(embedder)) console.log(await describeWay(set, way));
    halves[listed.half].push(set);
  }
  console.log(`\n${await describeChoice(embedder, halves)}`);
}

function waysOf(chosen: Embedder): NamedWay[] {
  const [words, before] = [createOfflineEmbedder(), createOfflineEmbedder("offline-lexical-1")];
  const now: Way = { rank: "now", withHeader: true };
  const own: NamedWay[] = [
    [`${chosen.model} alone`, now, { ...chosen, lexicalWeight: 0 }],
    [`${chosen.model} with words`, now, chosen],
  ];
  return [
    ["plain BM25", { rank: "bm25", withHeader: false }, words],
    ["plain BM25 + header", { rank: "bm25", withHeader: true }, words],
    ["before + header", { rank: "before", withHeader: true }, before],
    ["words", { rank: "now", withHeader: false }, words],
    ["words + header", now, words],
    ...(chosen.model === words.model ? [] : own),
  ];
}

async function describeWay(set: RetrievalSet, [title, way, embedder]: NamedWay): Promise<string> {
  const score = await scoreRanking(set, way, embedder);
  const floor = way.rank === "bm25" ? "" : `floor cuts ${score.cutByFloor} of ${score.rightAtAll} right ones`;
  const figures = [score.recall10, score.recall8, score.reciprocalRank].map(share).join("  ");
  return `  ${title.padEnd(24)} R@10 R@8 MRR  ${figures}  ${floor}`;
}

/** Chosen on one half of the sets, and shown on the other too. */
async function describeChoice(
  embedder: Embedder,
  { tuned, "kept back": keptBack }: Record<"tuned" | "kept back", RetrievalSet[]>,
): Promise<string> {
  const floor = await chooseFloor(tuned, embedder);
  const [on, off] = [await scoreWeights(tuned, embedder), await scoreWeights(keptBack, embedder)];
  const best = Math.max(...on.map(({ recall10 }) => recall10));
  const good = on.filter(({ recall10 }) => recall10 >= best - AS_GOOD).map(({ lexicalWeight }) => lexicalWeight);
  return [
    `${embedder.model}, weight of words: R@10, the mean of the sets`,
    "  weight    tuned  kept back",
    ...on.map(
      ({ lexicalWeight, recall10 }, at) =>
        `  ${String(lexicalWeight).padEnd(6)}    ${share(recall10)}  ${share(off[at]!.recall10)}`,
    ),
    `On the tuned half weights from ${good[0]} to ${good.at(-1)} are within ${AS_GOOD} of the best. The highest floor that cuts off at most`,
    `1 % of the right passages of each set is a cosine of ${floor.toFixed(2)}. It has a weight of ${embedder.lexicalWeight ?? "none of its own"} and a floor of ${embedder.calibration?.floor ?? "none of its own"}.`,
  ].join("\n");
}

const share = (value: number) => value.toFixed(3);
