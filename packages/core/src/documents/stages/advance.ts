import { DOCUMENT_FLOW, type DocumentStage, rowAfter, rowOf } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { enqueue, type Job, type JobRef, type NewJob } from "../../jobs/job.ts";
import { systemActor } from "../../tenancy/context.ts";
import { recordAndAnnounce } from "../../webhooks/announce.ts";
import { finaliseMember } from "../archive/finalise-member.ts";
import { finaliseAwaited } from "../awaited/finalise-awaited.ts";
import { lockPlaces } from "../places/lock-places.ts";
import { settleReady } from "../places/place-document.ts";
import { type Change, now, updateDocument } from "./open-document.ts";

/**
 * Ends a stage: the document reaches the status of its row in the flow, and the stage that follows gets a job. The last
 * one tells the archive that the document came from. One that was deleted meanwhile is left alone.
 */
export async function advanceDocument(tx: Transaction, job: Job, change: Change = {}): Promise<JobRef[]> {
  const { reaches } = rowOf(DOCUMENT_FLOW, job.stage);
  const next = rowAfter(DOCUMENT_FLOW, job.stage);
  const reached = reaches.toLowerCase() as Lowercase<typeof reaches>;
  if (!next) await lockPlaces(tx, job.tenantId);
  const row = await updateDocument(tx, job, { status: reaches, [`${reached}At`]: now, ...change });
  if (!row) return [];
  const jobs = next ? await enqueue(tx, [stageJob(job, next.name)]) : [];
  const ctx = systemActor(job.tenantId);
  const left = next ? [] : await settleReady(tx, job.tenantId, job.subjectId);
  const settled = !next && row.parentDocumentId ? await finaliseMember(tx, ctx, row.parentDocumentId) : [];
  const begun = next ? [] : await finaliseAwaited(tx, job.tenantId, [job.subjectId]);
  const announced = await recordAndAnnounce(
    tx,
    ctx,
    { action: `document.${reached}`, objectType: "document", objectId: job.subjectId },
    ...left,
    ...settled,
  );
  return [...jobs, ...begun, ...announced];
}

/** The job that begins to read a document. */
export function readingJob({ tenantId, id }: { readonly tenantId: string; readonly id: string }): NewJob {
  return stageJob({ tenantId, subjectId: id }, DOCUMENT_FLOW[0].name);
}

/** The job of a stage of a document, where another stage's ended in the queue. */
export function stageJob(
  { tenantId, subjectId, availableAt }: Pick<Job, "tenantId" | "subjectId"> & Partial<Pick<Job, "availableAt">>,
  stage: DocumentStage,
): NewJob {
  return { tenantId, kind: "document", subjectId, stage, ...(availableAt && { availableAt }) };
}
