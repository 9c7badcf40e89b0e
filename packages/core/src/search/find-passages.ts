import { isUuid, type SearchResult } from "@assay/contract";
import { type FlaggedRange, LEXICAL_DIMENSIONS, rowsOf, type Transaction, toSparseText } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import { isLive } from "../documents/places/is-live.ts";
import { type DocumentPart, splitDocuments } from "../documents/split-documents.ts";
import type { Calibration } from "../ports/embedder.ts";
import { cosineOf, similarityOf } from "../retrieval/calibrate.ts";
import { embeddingSql, vectorSql } from "../retrieval/vector-sql.ts";
import type { RetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import { ofLexicon, termArray, wordTable } from "./count-searched-terms.ts";

export interface FoundPassage extends Omit<SearchResult, "quote" | "heading"> {
  readonly content: string;
  readonly startOffset: number;
  readonly flaggedRanges: readonly FlaggedRange[];
}

export interface PassageSearch {
  readonly tenantId: string;
  readonly version: RetrievalVersion;
  /** Null: by words alone. */
  readonly vector: Float32Array | null;
  /** How its cosines are read as similarities; absent: as they are. */
  readonly calibration?: Calibration | undefined;
  /** What the words that are searched for weigh; a sum of 1. */
  readonly weights: ReadonlyMap<number, number>;
  readonly documentId?: string | undefined;
  readonly category?: string | undefined;
  readonly limit: number;
}

/** What shared words weigh for versions from before a lexical weight, which fuse ranks. */
const LEXICAL_WEIGHT_BEFORE = 0.5;

/** Chunks that one statement reads: a million take about two seconds, and a statement is cancelled after 30. */
const CHUNKS_PER_STATEMENT = 500_000;

interface ScoredPassage {
  readonly chunkId: string;
  /** Null: by words alone. */
  readonly distance: number | null;
  readonly score: number;
}

/**
 * The best passages of the tenant's READY documents, by exact scan, in statements of a bounded size. A run asks whether a
 * passage may answer a requirement, so the threshold of similarity decides; a person may search for one name, so a shared
 * word lets a passage in too. Both order what is let in, as shares.
 */
export async function findPassages(
  tx: Transaction,
  search: PassageSearch,
  chunksPerStatement = CHUNKS_PER_STATEMENT,
): Promise<FoundPassage[]> {
  if (!search.vector && search.weights.size === 0) return [];
  let best: ScoredPassage[] = [];
  const sized = sql`select id, coalesce(chunk_count, 0) as chunks from documents where ${searched(search)}`;
  const sizes = { first: chunksPerStatement, others: chunksPerStatement };
  for (const part of await splitDocuments(tx, sized, sizes))
    best = [...best, ...(await scanDocuments(tx, search, part))].sort(byScore).slice(0, search.limit);
  if (best.length === 0) return [];
  return (await loadPassages(tx, search.tenantId, best)).map(({ similarity, ...passage }) => ({
    ...passage,
    similarity: similarity === null ? null : similarityOf(similarity, search.calibration),
  }));
}

function scanDocuments(tx: Transaction, search: PassageSearch, part: DocumentPart): Promise<ScoredPassage[]> {
  const { version, vector, weights } = search;
  const floor = 1 - cosineOf(version.similarityThreshold, search.calibration);
  const lexicalWeight = version.lexicalWeight ?? LEXICAL_WEIGHT_BEFORE;
  const condition = sql`${searched(search)} and documents.id > ${part.after} and documents.id <= ${part.last}`;
  return rowsOf<ScoredPassage>(
    tx,
    sql`
    with near as (
      -- The offset keeps the distance from being computed once more for each passage that is let in.
      select chunk_id, distance, coalesce(-(weights <#> ${sparse(weights)}), 0) as overlap
      from (${vector ? nearVectors(search, vector, condition) : sharedWords(search, condition)} offset 0) searched)
    select chunk_id as "chunkId", distance,
      coalesce(greatest(0, (${floor}::float8 - distance) / ${floor}::float8), 0) + ${lexicalWeight}::float8 * overlap as score
    from near where distance <= ${floor}::float8 or overlap > 0
    order by score desc, distance, chunk_id limit ${search.limit}`,
  );
}

function byScore(one: ScoredPassage, other: ScoredPassage): number {
  const nearer = (one.distance ?? Number.MAX_VALUE) - (other.distance ?? Number.MAX_VALUE);
  return other.score - one.score || nearer || (one.chunkId < other.chunkId ? -1 : 1);
}

function loadPassages(tx: Transaction, tenantId: string, best: readonly ScoredPassage[]): Promise<FoundPassage[]> {
  const rows = best.map(
    ({ chunkId, distance, score }, at) =>
      sql`(${at}::int, ${chunkId}::uuid, ${distance === null ? null : String(distance)}::float8, ${String(score)}::float8)`,
  );
  return rowsOf<FoundPassage>(
    tx,
    sql`
    select chunks.document_id as "documentId", best.chunk_id as "chunkId", holder.original_filename as "originalFilename",
      holder.title, holder.file_type as "fileType", holder.category, chunks.page_number as "pageNumber",
      chunks.location, chunks.content, chunks.start_offset as "startOffset", chunks.flagged_ranges as "flaggedRanges",
      chunks.text_source as "textSource", round(chunks.certainty::numeric, 3)::float8 as certainty,
      round((1 - best.distance)::numeric, 6)::float8 as similarity, round(best.score::numeric, 6)::float8 as score
    from (values ${sql.join(rows, sql`, `)}) best (at, chunk_id, distance, score)
    join chunks on chunks.tenant_id = ${tenantId} and chunks.id = best.chunk_id
    join documents holder on holder.tenant_id = chunks.tenant_id and holder.id = chunks.document_id
    order by best.at`,
  );
}

function nearVectors(search: PassageSearch, vector: Float32Array, condition: SQL): SQL {
  return sql`
    select vectors.chunk_id, words.weights,
      ${embeddingSql("vectors", vector.length)} <=> ${vectorSql(vector)} as distance
    from documents
    join chunk_vectors vectors on vectors.tenant_id = documents.tenant_id and vectors.document_id = documents.id
      and vectors.embedder = ${search.version.embedderModel}
    left join ${wordTable(search.version)} words on words.tenant_id = vectors.tenant_id and words.chunk_id = vectors.chunk_id
      ${ofLexicon(search.version)}
    where ${condition}`;
}

function sharedWords(search: PassageSearch, condition: SQL): SQL {
  return sql`
    select words.chunk_id, words.weights, null::float8 as distance
    from documents
    join ${wordTable(search.version)} words on words.tenant_id = documents.tenant_id and words.document_id = documents.id
      ${ofLexicon(search.version)}
    where ${condition} and words.terms && ${termArray(search.weights.keys())}`;
}

function searched({ tenantId, documentId, category }: PassageSearch): SQL {
  const conditions = [sql`documents.tenant_id = ${tenantId} and documents.status = 'READY'`];
  if (category !== undefined) conditions.push(sql`documents.category = ${category}`);
  if (documentId !== undefined)
    conditions.push(
      isUuid(documentId)
        ? sql`(documents.id = ${documentId} or documents.parent_document_id = ${documentId})`
        : sql`false`,
    );
  // Asked by its id, a document is searched also where later runs do not judge it.
  else conditions.push(isLive);
  return sql.join(conditions, sql` and `);
}

function sparse(weights: ReadonlyMap<number, number>): SQL {
  const text = weights.size > 0 ? toSparseText(weights) : null;
  return sql`${text}::sparsevec(${sql.raw(String(LEXICAL_DIMENSIONS))})`;
}
