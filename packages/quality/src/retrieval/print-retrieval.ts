import { writeFileSync } from "node:fs";
import { createOfflineEmbedder } from "@assay/adapters/offline";
import { fileOf, loadSet, RETRIEVAL_SETS } from "./list-sets.ts";
import type { Way } from "./rank-passages.ts";
import { writeSet } from "./retrieval-set.ts";
import { scoreRanking } from "./score-ranking.ts";

// Compares ways of finding passages on all sets: those of the repository, and those that can be built from a folder of
// checkouts. With --store it builds those of the repository anew.
const [folder] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (process.argv.includes("--store") && folder)
  for (const { name, stored, build } of RETRIEVAL_SETS)
    if (stored) writeFileSync(fileOf(name), writeSet(build(folder)));

const [now, before] = [createOfflineEmbedder(), createOfflineEmbedder("offline-lexical-1")];
const WAYS: readonly (readonly [string, Way, typeof now])[] = [
  ["plain BM25", { rank: "bm25", withHeader: false }, now],
  ["plain BM25 + header", { rank: "bm25", withHeader: true }, now],
  ["before + header", { rank: "before", withHeader: true }, before],
  ["now", { rank: "now", withHeader: false }, now],
  ["now + header", { rank: "now", withHeader: true }, now],
];
const share = (value: number) => value.toFixed(3);
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
  for (const [title, way, embedder] of WAYS) {
    const score = await scoreRanking(set, way, embedder);
    const floor = way.rank === "bm25" ? "" : `floor cuts ${score.cutByFloor} of ${score.rightAtAll} right ones`;
    const figures = [score.recall10, score.recall8, score.reciprocalRank].map(share).join("  ");
    console.log(`  ${title.padEnd(20)} R@10 R@8 MRR  ${figures}  ${floor}`);
  }
}
