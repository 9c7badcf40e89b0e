import {
  chunkTerms,
  chunkWeights,
  insertInBatches,
  newId,
  oneRow,
  rowsOf,
  runDocuments,
  runRequirements,
  type Transaction,
  toSparseText,
} from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { DocumentPart } from "../../../documents/split-documents.ts";
import { hintsOf, requirementsOf } from "../../../packs/bindings.ts";
import {
  bm25QueryShares,
  bm25QueryWeightsBefore,
  type DocumentFrequencies,
  lexicalTerms,
} from "../../../retrieval/lexical-terms.ts";
import { requirementText, withHintWeights } from "../../../retrieval/requirement-query.ts";
import { lexiconOf } from "../../../retrieval-versions/lexicon-of.ts";
import type { RetrievalVersion } from "../../../retrieval-versions/retrieval-versions.ts";
import { holdsFor } from "../../../retrieval-versions/vector-coverage.ts";
import type { RunRow } from "../../to-run.ts";
import { splitEvidence } from "../retrieve/split-evidence.ts";

/** Of chunks: a second or so. */
const CHUNKS_PER_STATEMENT = 200_000;

/** How a retrieval version searches by words. */
interface WordSearch {
  readonly textOf: (requirement: { criterionTitle: string; title: string }) => string;
  readonly weigh: typeof bm25QueryShares;
}

const BY_WEIGHT: WordSearch = { textOf: requirementText, weigh: bm25QueryShares };
const BY_RANKS: WordSearch = { textOf: ({ title }) => title, weigh: bm25QueryWeightsBefore };

/** Fixes each requirement with its lexical query. Returns how many there are. */
export async function fixRequirements(tx: Transaction, run: RunRow, version: RetrievalVersion): Promise<number> {
  const search = version.lexicalWeight === null ? BY_RANKS : BY_WEIGHT;
  const rows = await requirementsOf(tx, run.criteriaVersionId);
  const hints = await hintsOf(tx, run.criteriaVersionId);
  const lexicon = lexiconOf(version);
  const terms = rows.map((row) => lexicalTerms(search.textOf(row), lexicon));
  const hintTerms = rows.map((row) => lexicalTerms(hints.get(row.id) ?? "", lexicon));
  const frequencies = await countDocumentFrequencies(tx, run, version, [...terms, ...hintTerms]);
  const values = rows.map((row, at) => {
    const weights = withHintWeights(search.weigh(terms[at]!, frequencies), search.weigh(hintTerms[at]!, frequencies));
    return {
      id: newId(),
      tenantId: run.tenantId,
      runId: run.id,
      requirementRecordId: row.id,
      position: row.position,
      lexicalQuery: weights.size > 0 ? toSparseText(weights) : null,
    };
  });
  await insertInBatches(tx, runRequirements, values);
  return values.length;
}

// The rarity of a term is counted once over this run's evidence, so that every later query weighs it the same.
async function countDocumentFrequencies(
  tx: Transaction,
  run: RunRow,
  version: RetrievalVersion,
  terms: readonly ReadonlyMap<number, number>[],
): Promise<DocumentFrequencies> {
  const table = version.lexicalWeight === null ? chunkTerms : chunkWeights;
  const reading = version.lexicalWeight === null ? undefined : holdsFor("chunk_weights", version.lexicon);
  const wanted = [...new Set(terms.flatMap((map) => [...map.keys()]))];
  const evidence = and(eq(table.tenantId, run.tenantId), eq(runDocuments.runId, run.id), reading);
  const inEvidence = and(eq(runDocuments.tenantId, table.tenantId), eq(runDocuments.documentId, table.documentId));
  const all = oneRow(
    await tx
      // An empty text is no document to BM25.
      .select({ value: sql<number>`count(*) filter (where ${table.weights} is not null)`.mapWith(Number) })
      .from(table)
      .innerJoin(runDocuments, inEvidence)
      .where(evidence),
  );
  if (wanted.length === 0) return { frequencies: new Map<number, number>(), total: all.value };
  const frequencies = new Map<number, number>();
  const evidenceOf = { tenantId: run.tenantId, runId: run.id };
  for (const part of await splitEvidence(tx, evidenceOf, { first: CHUNKS_PER_STATEMENT, others: CHUNKS_PER_STATEMENT }))
    for (const { term, frequency } of await countTerms(tx, evidenceOf, version, part, wanted))
      frequencies.set(term, (frequencies.get(term) ?? 0) + frequency);
  return { frequencies, total: all.value };
}

/** In how many chunks of a part each wanted term occurs. The terms of a chunk are looked up among the wanted ones: joined, each wanted one would read all chunks. */
function countTerms(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
  { lexicalWeight, lexicon }: RetrievalVersion,
  { after, last }: DocumentPart,
  wanted: readonly number[],
): Promise<{ term: number; frequency: number }[]> {
  return rowsOf(
    tx,
    sql`
    select term, count(*)::int as frequency
    from (
      select unnest(weighed.terms) as term
      from run_documents evidence
      join ${lexicalWeight === null ? chunkTerms : chunkWeights} weighed on weighed.tenant_id = evidence.tenant_id
        and weighed.document_id = evidence.document_id ${lexicalWeight === null ? sql`` : sql`and ${holdsFor("weighed", lexicon)}`}
      where evidence.tenant_id = ${tenantId} and evidence.run_id = ${runId}
        and evidence.document_id > ${after} and evidence.document_id <= ${last}) terms
    where term = any(${`{${wanted.join(",")}}`}::int[])
    group by term`,
  );
}
