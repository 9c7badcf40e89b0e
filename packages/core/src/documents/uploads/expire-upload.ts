import { uploads } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { inTenant } from "../../tenancy/transact.ts";
import type { DocumentServices } from "../stages/open-document.ts";
import { partKey } from "./find-upload.ts";

/** Of the parts of one upload, so that a thousand fit into an attempt. */
const DELETED_AT_ONCE = 16;

/** Deletes all parts of an upload that has expired, then what is known of it. */
export async function expireUpload(
  { files }: Pick<DocumentServices, "files">,
  { db, job: { tenantId, subjectId: id } }: Attempt,
): Promise<Outcome> {
  const isIt = and(eq(uploads.tenantId, tenantId), eq(uploads.id, id));
  const [row] = await inTenant({ db, tenantId }, (tx) =>
    tx.select({ partsBegun: uploads.partsBegun }).from(uploads).where(isIt),
  );
  const keys = Array.from({ length: row?.partsBegun ?? 0 }, (_, part) => partKey({ tenantId, id }, part));
  while (keys.length > 0) await Promise.all(keys.splice(0, DELETED_AT_ONCE).map((key) => files.delete(key)));
  return {
    state: "done",
    async write(tx) {
      await tx.delete(uploads).where(isIt);
      return [];
    },
  };
}
