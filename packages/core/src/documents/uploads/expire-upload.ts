import { uploads } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { inTenant } from "../../tenancy/transact.ts";
import type { DocumentServices } from "../stages/open-document.ts";
import { partKey } from "./find-upload.ts";

/** Deletes all parts of an upload that has expired, then what is known of it. */
export async function expireUpload(
  { files }: Pick<DocumentServices, "files">,
  { db, job: { tenantId, subjectId: id } }: Attempt,
): Promise<Outcome> {
  const isIt = and(eq(uploads.tenantId, tenantId), eq(uploads.id, id));
  const [row] = await inTenant({ db, tenantId }, (tx) =>
    tx.select({ partsBegun: uploads.partsBegun }).from(uploads).where(isIt),
  );
  for (let part = 0; part < (row?.partsBegun ?? 0); part++) await files.delete(partKey({ tenantId, id }, part));
  return {
    state: "done",
    async write(tx) {
      await tx.delete(uploads).where(isIt);
      return [];
    },
  };
}
