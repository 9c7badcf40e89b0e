import type { Database } from "@assay/db";
import { enqueue, type JobRef } from "../../jobs/job.ts";
import { inTenant } from "../../tenancy/transact.ts";
import type { OfFile } from "./file-parts.ts";

/** Has a file checked now that was refused when it was read: what is damaged is no evidence any more. */
export function reportDamage(db: Database, { tenantId, id }: Pick<OfFile, "tenantId" | "id">): Promise<JobRef[]> {
  return inTenant({ db, tenantId }, (tx) => enqueue(tx, [{ tenantId, kind: "file", subjectId: id, stage: "rehash" }]));
}
