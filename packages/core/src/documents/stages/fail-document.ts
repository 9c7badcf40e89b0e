import { DocumentError, type DocumentFailureCode, type DocumentStage } from "@assay/contract";
import type { Transaction } from "@assay/db";
import type { Job, JobRef } from "../../jobs/job.ts";
import type { Stage } from "../../jobs/stage.ts";
import { systemActor } from "../../tenancy/context.ts";
import { recordAndAnnounce } from "../../webhooks/announce.ts";
import { finaliseMember } from "../archive/finalise-member.ts";
import { finaliseAwaited } from "../awaited/finalise-awaited.ts";
import { lockPlaces } from "../places/lock-places.ts";
import { updateDocument } from "./open-document.ts";

/** How a stage fails permanently: with the error's own reason, or with `message`, which its owner can act on. */
export function failDocument(code: DocumentFailureCode, message: string): Stage["fail"] {
  return (tx, job, error) =>
    markFailed(tx, job, error instanceof DocumentError ? error : (timeoutOf(error, job) ?? { code, message }));
}

/** Marks the document FAILED with a reason that its owner can act on, and tells the archive that it came from. */
export async function markFailed(
  tx: Transaction,
  job: Job,
  failure: Pick<DocumentError, "code" | "message">,
): Promise<JobRef[]> {
  await lockPlaces(tx, job.tenantId);
  const row = await updateDocument(tx, job, {
    status: "FAILED",
    failureStage: job.stage as DocumentStage,
    failureCode: failure.code,
    failureMessage: failure.message,
  });
  if (!row) return [];
  const ctx = systemActor(job.tenantId);
  const settled = row.parentDocumentId ? await finaliseMember(tx, ctx, row.parentDocumentId) : [];
  const begun = await finaliseAwaited(tx, job.tenantId, [job.subjectId]);
  const announced = await recordAndAnnounce(
    tx,
    ctx,
    { action: "document.failed", objectType: "document", objectId: job.subjectId },
    ...settled,
  );
  return [...begun, ...announced];
}

function timeoutOf(error: unknown, { stage }: Job): DocumentError | undefined {
  if (stage !== "extract" || !(error instanceof Error) || error.name !== "TimeoutError") return undefined;
  return new DocumentError("EXTRACTION_TIMEOUT", "Cannot read the file within the time limit for one document");
}
