import type { Embedder } from "@assay/core/ports";
import { evaluatePassages } from "../evaluate-passages.ts";
import { draw } from "../meaning/draw.ts";
import type { LabelledPair } from "../meaning/labelled-pair.ts";
import { judgingBy, OFFLINE_WAYS, type OfflineEngine, type OfflineWay } from "../offline-meaning/evaluate-offline.ts";
import { countStatus, evaluateAll, type JudgedRequirement } from "../read/evaluate-all.ts";
import { type AskedRequirement, createFinder } from "../read/find-passages.ts";
import type { ReadDocument } from "../read/read-folder.ts";

/** Requirements that are judged over the same documents. */
export interface AskedPack {
  readonly name: string;
  readonly requirements: readonly AskedRequirement[];
}

export interface PackLine {
  readonly pack: string;
  readonly way: OfflineWay;
  readonly complete: number;
  readonly partial: number;
  readonly of: number;
}

interface MeasuredPacks {
  readonly lines: readonly PackLine[];
  /** The COMPLETE verdicts of all packs, by how they were judged. */
  readonly complete: ReadonlyMap<OfflineWay, readonly JudgedRequirement[]>;
}

/** Trades whose requirements policies for information security say nothing of. */
const OTHER_TRADES: ReadonlySet<string> = new Set([
  ...["agriculture", "automotive", "aviation", "construction", "dental", "food", "hotel", "mining", "museum"],
  ...["rail", "shipping", "sports", "textile", "theatre", "tourism", "transport", "veterinary", "water supply"],
]);

/** Draws requirements of other trades, each once. */
export function drawOtherTrades(pairs: readonly LabelledPair[], count: number, seed: number): AskedPack {
  const titles = new Set(pairs.flatMap(({ trade, requirement }) => (OTHER_TRADES.has(trade) ? [requirement] : [])));
  return {
    name: "requirements of other trades",
    requirements: draw([...titles], count, seed).map((title, at) => ({
      requirementId: `${at + 1}`,
      title,
      subcheckLabel: null,
      criterionTitle: "",
    })),
  };
}

/** Judges packs over documents in each way that the offline engine can. */
export async function measurePacks(
  { embedder, ...engine }: OfflineEngine & { readonly embedder: Embedder },
  documents: readonly ReadDocument[],
  packs: readonly AskedPack[],
): Promise<MeasuredPacks> {
  const lines: PackLine[] = [];
  const complete = new Map<OfflineWay, JudgedRequirement[]>(OFFLINE_WAYS.map((way) => [way, []]));
  for (const { name, requirements } of packs) {
    const find = memoizeFinder(await createFinder(embedder, documents, requirements));
    for (const way of OFFLINE_WAYS) {
      const judging = judgingBy(way, engine);
      const judged = await evaluateAll(
        { find, judge: (...given) => evaluatePassages(judging, ...given) },
        requirements,
      );
      const [sound, some] = [countStatus(judged, "COMPLETE"), countStatus(judged, "PARTIAL")];
      lines.push({ pack: name, way, complete: sound, partial: some, of: judged.length });
      complete.get(way)!.push(...judged.filter(({ verdict }) => verdict?.status === "COMPLETE"));
    }
  }
  return { lines, complete };
}

function memoizeFinder(find: Awaited<ReturnType<typeof createFinder>>): typeof find {
  const found = new Map<AskedRequirement, ReturnType<typeof find>>();
  return (requirement) => {
    if (!found.has(requirement)) found.set(requirement, find(requirement));
    return found.get(requirement)!;
  };
}
