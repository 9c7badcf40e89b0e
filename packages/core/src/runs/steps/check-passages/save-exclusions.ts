import type { DocumentError } from "@assay/contract";
import { retrievals, runDocuments, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { AuditEvent } from "../../../audit/record-audit.ts";
import { failStored } from "../../../documents/stored-files.ts";
import type { RunRow } from "../../to-run.ts";
import type { Passage } from "./load-batch.ts";

export async function excludePassages(
  tx: Transaction,
  { tenantId }: RunRow,
  reason: string,
  passages: readonly Passage[],
): Promise<void> {
  const places = sql.join(
    passages.map(({ runRequirementId, rank }) => sql`(${runRequirementId}::uuid, ${rank}::int)`),
    sql`, `,
  );
  await tx
    .update(retrievals)
    .set({ excludedReason: reason })
    .where(
      and(eq(retrievals.tenantId, tenantId), sql`(${retrievals.runRequirementId}, ${retrievals.rank}) in (${places})`),
    );
}

/** Takes documents out of the run and out of evidence. Returns the audit events, which the caller records last. */
export async function excludeDocuments(
  tx: Transaction,
  run: RunRow,
  broken: ReadonlyMap<string, DocumentError>,
): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (const [documentId, failure] of broken) {
    await tx
      .update(runDocuments)
      .set({ excludedReason: failure.code })
      .where(
        and(
          eq(runDocuments.tenantId, run.tenantId),
          eq(runDocuments.runId, run.id),
          eq(runDocuments.documentId, documentId),
        ),
      );
    events.push(...(await failStored(tx, { id: documentId, tenantId: run.tenantId }, failure)));
  }
  return events;
}
