import { CHECKPOINT_ORIGIN, type WebhookEventOf, type WebhookEventType } from "@assay/contract";
import { newId } from "@assay/db";

const DAY_MS = 86_400_000;

/** What an event of the type could say of this tenant, about records that do not exist. */
export function sampleData(type: WebhookEventType, tenantId: string): WebhookEventOf<WebhookEventType>["data"] {
  const runId = newId();
  const inRun = { tenantId, runId, requirementId: "SAMPLE-1" };
  const document = { tenantId, documentId: newId(), parentDocumentId: null };
  const soon = { noticeDays: 30, daysLeft: 30 };
  const dueDate = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
  const hash = "0".repeat(64);
  switch (type) {
    case "run.completed":
    case "run.failed": {
      const counts = { assessedCount: 4, completeCount: 2, partialCount: 1, missingCount: 1, notJudgedCount: 0 };
      return {
        ...{ tenantId, runId, packId: newId(), totalRequirements: 4, ...counts },
        snapshotStatus: type === "run.completed" ? "CAPTURED" : "PENDING",
      };
    }
    case "document.ready":
      return { ...document, pages: 2, chunks: 5 };
    case "document.failed":
      return { ...document, stage: "extract", code: "NO_TEXT" };
    case "evidence.expiring":
      return { ...document, expiresAt: dueDate, ...soon };
    case "exception.expiring":
      return {
        tenantId,
        exceptionId: newId(),
        packId: newId(),
        requirementId: "SAMPLE-1",
        validUntil: dueDate,
        ...soon,
      };
    case "review.sent_back":
      return { ...inRun, reviewId: newId(), taskId: newId(), reviewerId: newId(), assigneeId: null, dueDate };
    case "task.assigned":
      return { ...inRun, taskId: newId(), assigneeId: newId(), dueDate };
    case "run.signed":
      return { tenantId, runId, signOffId: newId(), role: "PREPARED", signerId: newId(), snapshotHash: hash };
    case "integrity.failed":
      return { tenantId, runId: null, count: 1, damaged: [{ objectType: "document", objectId: document.documentId }] };
    case "checkpoint.signed":
      return {
        ...{ id: newId(), runId: null, keyId: "sample", signature: "sample" },
        statement: { origin: CHECKPOINT_ORIGIN, tenantId, sequence: 1, hash, createdAt: new Date().toISOString() },
      };
    default:
      return type satisfies never;
  }
}
