import {
  chunkTerms,
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
import { hintsOf, requirementsOf } from "../../../packs/bindings.ts";
import { bm25QueryWeights, lexicalTerms } from "../../../retrieval/lexical-terms.ts";
import { withHintWeights } from "../../../retrieval/requirement-query.ts";
import type { RunRow } from "../../to-run.ts";

/** Fixes each requirement with its lexical query. Returns how many there are. */
export async function fixRequirements(tx: Transaction, run: RunRow): Promise<number> {
  const rows = await requirementsOf(tx, run.criteriaVersionId);
  const hints = await hintsOf(tx, run.criteriaVersionId);
  const terms = rows.map((row) => lexicalTerms(row.title));
  const hintTerms = rows.map((row) => lexicalTerms(hints.get(row.id) ?? ""));
  const { frequencies, total } = await countDocumentFrequencies(tx, run, [...terms, ...hintTerms]);
  const values = rows.map((row, at) => {
    const weights = withHintWeights(
      bm25QueryWeights(terms[at]!, frequencies, total),
      bm25QueryWeights(hintTerms[at]!, frequencies, total),
    );
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
async function countDocumentFrequencies(tx: Transaction, run: RunRow, terms: readonly ReadonlyMap<number, number>[]) {
  const wanted = [...new Set(terms.flatMap((map) => [...map.keys()]))];
  const evidence = and(eq(chunkTerms.tenantId, run.tenantId), eq(runDocuments.runId, run.id));
  const inEvidence = and(
    eq(runDocuments.tenantId, chunkTerms.tenantId),
    eq(runDocuments.documentId, chunkTerms.documentId),
  );
  const all = oneRow(
    await tx
      .select({ value: sql<number>`count(*)`.mapWith(Number) })
      .from(chunkTerms)
      .innerJoin(runDocuments, inEvidence)
      .where(evidence),
  );
  if (wanted.length === 0) return { frequencies: new Map<number, number>(), total: all.value };
  const rows = await rowsOf<{ term: number; frequency: number }>(
    tx,
    sql`
    select term, count(*)::int as frequency
    from chunk_terms join run_documents on run_documents.tenant_id = chunk_terms.tenant_id
      and run_documents.document_id = chunk_terms.document_id, unnest(chunk_terms.terms) as term
    where chunk_terms.tenant_id = ${run.tenantId} and run_documents.run_id = ${run.id}
      and term in (select value::int from jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb) as value)
    group by term`,
  );
  return { frequencies: new Map(rows.map(({ term, frequency }) => [term, frequency])), total: all.value };
}
