import type { Database } from "@assay/db";
import { cosineOf, similarityOf } from "../../../retrieval/calibrate.ts";
import { inTenant } from "../../../tenancy/transact.ts";
import type { ChunkSearch, FoundChunk } from "./chunk-search.ts";
import { scanPart } from "./scan-part.ts";
import { searchByRanks } from "./search-by-ranks.ts";
import { countEvidence, splitEvidence } from "./split-evidence.ts";
import { type BestChunks, scoreMin, topK } from "./top-k.ts";

/** Bounds of one statement, in pairs of a chunk and a query: a million take about a second of one core. */
interface SearchSizes {
  readonly firstPairs: number;
  readonly pairs: number;
}

const SIZES: SearchSizes = { firstPairs: 16_000, pairs: 2_000_000 };
/** Those of one attempt, so that a retry repeats little. */
const PAIRS_PER_ATTEMPT = 8_000_000;

/** How many queries one attempt can search so many chunks for. */
export function queriesPerAttempt(chunks: number, queriesMax: number): number {
  return Math.max(1, Math.min(queriesMax, Math.floor(PAIRS_PER_ATTEMPT / Math.max(1, chunks))));
}

interface Searching {
  readonly db: Database;
  /** Looked at between two statements. */
  readonly signal?: AbortSignal;
  readonly sizes?: SearchSizes;
}

/**
 * The best chunks of a run's evidence for each query, by exact scan, in statements of a bounded size, each in a
 * transaction of its own. Cosine similarity at or above the threshold lets a chunk in; similarity and the overlap of words,
 * which counts `lexicalWeight` times, order those (null: a version from before the weight, which orders as it did);
 * similarity, then the chunk's text, its file's hash and its offset break ties.
 */
export async function searchChunks(searching: Searching, search: ChunkSearch): Promise<FoundChunk[]> {
  if (search.queries.length === 0) return [];
  const { calibration } = search;
  const byCosine = { ...search, threshold: cosineOf(search.threshold, calibration) };
  const found = await (search.lexicalWeight === null ? searchInGroups : searchInParts)(searching, byCosine);
  return found.map((each) => ({ ...each, similarity: similarityOf(each.similarity, calibration) }));
}

async function searchInParts({ db, signal, sizes = SIZES }: Searching, search: ChunkSearch): Promise<FoundChunk[]> {
  const { tenantId, queries, limit } = search;
  const perQuery = (pairs: number) => Math.ceil(pairs / queries.length);
  const parts = await inTenant({ db, tenantId }, (tx) =>
    splitEvidence(tx, search, { first: perQuery(sizes.firstPairs), others: perQuery(sizes.pairs) }),
  );
  let best: BestChunks = new Map();
  for (const part of parts) {
    signal?.throwIfAborted();
    const bounded = queries.map((query) => ({ ...query, scoreMin: scoreMin(best, query.id, limit) }));
    const found = await inTenant({ db, tenantId }, (tx) => scanPart(tx, search, part, bounded));
    best = topK(best, found, limit);
  }
  return queries.flatMap(({ id }) =>
    (best.get(id) ?? []).map(({ requirement, chunkId, documentId, similarity }, at) => ({
      ...{ requirement, rank: at + 1, chunkId, documentId, similarity },
    })),
  );
}

async function searchInGroups({ db, signal, sizes = SIZES }: Searching, search: ChunkSearch): Promise<FoundChunk[]> {
  const { tenantId, queries } = search;
  const chunks = await inTenant({ db, tenantId }, (tx) => countEvidence(tx, search));
  const perStatement = Math.max(1, Math.floor(sizes.pairs / Math.max(1, chunks)));
  const found: FoundChunk[] = [];
  for (let at = 0; at < queries.length; at += perStatement) {
    signal?.throwIfAborted();
    const group = { ...search, queries: queries.slice(at, at + perStatement) };
    found.push(...(await inTenant({ db, tenantId }, (tx) => searchByRanks(tx, group))));
  }
  return found;
}
