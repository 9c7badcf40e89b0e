import type { PageState } from "@assay/contract";
import { rowsOf, runDocuments, type Transaction } from "@assay/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { ReportedEvidence } from "./report.ts";

/** What was read of the documents that a run judged, as it was fixed when the run started. */
export async function readEvidence(
  tx: Transaction,
  { tenantId, runId }: { readonly tenantId: string; readonly runId: string },
): Promise<ReportedEvidence> {
  const judged = and(
    eq(runDocuments.tenantId, tenantId),
    eq(runDocuments.runId, runId),
    isNull(runDocuments.excludedReason),
  );
  const [counts] = await tx
    .select({
      documents: sql<number>`count(*)::int`,
      notFullyRead: sql<number>`(count(*) filter (where ${runDocuments.readingWarnings} @> '[{"code":"PAGES_NOT_READ"}]'))::int`,
    })
    .from(runDocuments)
    .where(judged);
  const states = await rowsOf<{ state: PageState; pages: number }>(
    tx,
    sql`select page.key as state, sum(page.value::int)::int as pages
      from ${runDocuments}, jsonb_each_text(${runDocuments.pageStates}) page where ${judged} group by page.key`,
  );
  return { ...counts!, states: Object.fromEntries(states.map(({ state, pages }) => [state, pages])) };
}
