import { oneRow, rowsOf, type Transaction } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import type { DocumentFrequencies } from "../retrieval/lexical-terms.ts";
import type { RetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import { holdsFor } from "../retrieval-versions/vector-coverage.ts";

/** Where the words of chunks are weighed for a version. */
export function wordTable({ lexicalWeight }: Pick<RetrievalVersion, "lexicalWeight">): SQL {
  return sql.raw(lexicalWeight === null ? "chunk_terms" : "chunk_weights");
}

/** Of the rows of `wordTable`, as "words", those of the version's way of reading words. */
export function ofLexicon({ lexicalWeight, lexicon }: Pick<RetrievalVersion, "lexicalWeight" | "lexicon">): SQL {
  return lexicalWeight === null ? sql`` : sql`and ${holdsFor("words", lexicon)}`;
}

/** Term ids as an array of PostgreSQL. */
export function termArray(terms: Iterable<number>): SQL {
  return sql`${`{${[...terms].join(",")}}`}::int[]`;
}

/** How rare each term is among the chunks of the tenant's READY documents. */
export async function countSearchedTerms(
  tx: Transaction,
  { tenantId, version, terms }: { tenantId: string; version: RetrievalVersion; terms: readonly number[] },
): Promise<DocumentFrequencies> {
  if (terms.length === 0) return { frequencies: new Map(), total: 0 };
  const words = sql`${wordTable(version)} words join documents on documents.tenant_id = words.tenant_id
    and documents.id = words.document_id and documents.status = 'READY' ${ofLexicon(version)}`;
  const all = await rowsOf<{ total: number }>(
    tx,
    sql`select count(*)::int as total from ${words} where words.tenant_id = ${tenantId} and words.weights is not null`,
  );
  const rows = await rowsOf<{ term: number; frequency: number }>(
    tx,
    sql`
    select term, count(*)::int as frequency
    from (
      select unnest(words.terms) as term from ${words}
      where words.tenant_id = ${tenantId} and words.terms && ${termArray(terms)}) terms
    where term = any(${termArray(terms)})
    group by term`,
  );
  return { frequencies: new Map(rows.map(({ term, frequency }) => [term, frequency])), total: oneRow(all).total };
}
