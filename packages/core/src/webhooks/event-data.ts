import type { WebhookEventOf, WebhookEventType } from "@assay/contract";
import { documents, runs, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";

/** Events that an audit entry of the same name records; the others bring their data along. */
export type AuditedEventType = Exclude<
  WebhookEventType,
  | "evidence.expiring"
  | "exception.expiring"
  | "review.sent_back"
  | "task.assigned"
  | "run.signed"
  | "integrity.failed"
  | "checkpoint.signed"
>;

type DataOf<T extends WebhookEventType> = WebhookEventOf<T>["data"];

/** Reads what is told of each event, within the transaction of what happened: ids and counts, never evidence. */
const READERS: { readonly [T in AuditedEventType]: (tx: Transaction, of: Subject) => Promise<DataOf<T> | undefined> } =
  {
    "run.completed": readRun,
    "run.failed": readRun,
    "document.ready": async (tx, of) => {
      const row = await readDocument(tx, of);
      return row && { ...refOf(row), pages: row.pages, chunks: row.chunkCount };
    },
    "document.failed": async (tx, of) => {
      const row = await readDocument(tx, of);
      return row && { ...refOf(row), stage: row.failureStage, code: row.failureCode };
    },
  };

export interface Subject {
  readonly tenantId: string;
  readonly id: string;
}

/** Whether webhooks can ask for what an audit entry records. */
export function isAnnounced(action: string): action is AuditedEventType {
  return Object.hasOwn(READERS, action);
}

/** Undefined where the subject is gone. */
export function readEventData(
  tx: Transaction,
  type: AuditedEventType,
  of: Subject,
): Promise<DataOf<AuditedEventType> | undefined> {
  return READERS[type](tx, of);
}

async function readRun(tx: Transaction, { tenantId, id }: Subject): Promise<DataOf<"run.completed"> | undefined> {
  const [row] = await tx
    .select({
      tenantId: runs.tenantId,
      runId: runs.id,
      packId: runs.packId,
      snapshotStatus: runs.snapshotStatus,
      totalRequirements: runs.totalRequirements,
      assessedCount: runs.assessedCount,
      completeCount: runs.completeCount,
      partialCount: runs.partialCount,
      missingCount: runs.missingCount,
      notJudgedCount: runs.notJudgedCount,
    })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.id, id)));
  return row;
}

async function readDocument(tx: Transaction, { tenantId, id }: Subject) {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)));
  return row;
}

function refOf({ tenantId, id, parentDocumentId }: typeof documents.$inferSelect) {
  return { tenantId, documentId: id, parentDocumentId };
}
