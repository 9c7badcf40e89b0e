import type { Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { enqueue, type Job } from "../../jobs/job.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { getVersionOf } from "../../retrieval-versions/retrieval-versions.ts";
import { ACTIVATION_LOCK } from "../../retrieval-versions/vector-coverage.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { findDocumentRow } from "../get-document.ts";
import { renewDocuments } from "../renew-documents.ts";
import { advanceDocument, stageJob } from "./advance.ts";
import { changeOf, describe, listRanges, loadSubject, saveFacts } from "./describe-document.ts";
import { listPendingChunks } from "./list-pending-chunks.ts";
import type { DocumentServices } from "./open-document.ts";

/** Makes the document available for assessment and tells the archive that it came from. */
export async function finishDocument(_: DocumentServices, { db, job }: Attempt): Promise<Outcome> {
  const described = await inTenant({ db, tenantId: job.tenantId }, async (tx) => {
    const row = await findDocumentRow(tx, job.tenantId, job.subjectId);
    // After it was renamed; else it was described when its text was split.
    const subject = row?.factsVersion === null ? await loadSubject(tx, job) : undefined;
    return subject && describe(subject);
  });
  return {
    state: "done",
    async write(tx) {
      // The active version may have changed since: no document becomes READY without what the version that counts searches by.
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${ACTIVATION_LOCK})`);
      if (await isIncomplete(tx, job)) return enqueue(tx, [stageJob(job, "embed")]);
      const row = await findDocumentRow(tx, job.tenantId, job.subjectId);
      if (row && row.readAs !== null) return renewDocuments(tx, row.tenantId, [row]);
      if (!described) return advanceDocument(tx, job);
      const jobs = await advanceDocument(tx, job, changeOf(described));
      await saveFacts(tx, job, described, await listRanges(tx, job));
      return jobs;
    },
  };
}

async function isIncomplete(tx: Transaction, job: Job): Promise<boolean> {
  const missing = await listPendingChunks(tx, job, await getVersionOf(tx, job.tenantId), 1);
  return missing.length > 0;
}
