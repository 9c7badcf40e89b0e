import { AssayError, type Document } from "@assay/contract";
import { type Database, documents } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { inTenant } from "../../tenancy/transact.ts";

type Asked = Pick<Document, "id" | "tenantId" | "status" | "scannedAt" | "failure" | "archive">;

const INFECTED = "INFECTED_FILE";

/**
 * Throws INVALID_STATE for a file in which malware was found, in itself or in a member of it, and, where files are scanned,
 * for one at which the scanner has yet to look.
 */
export async function requireSafe(
  db: Database,
  { id, tenantId, status, scannedAt, failure, archive }: Asked,
  { isScanning }: { isScanning: boolean },
): Promise<void> {
  if (isScanning && status === "UPLOADED" && !scannedAt) throw refused(id, "it is still to be scanned for malware");
  if (failure?.code === INFECTED) throw refused(id, "malware was found in it");
  if (!archive) return;
  const [member] = await inTenant({ db, tenantId }, (tx) =>
    tx
      .select({ id: documents.id })
      .from(documents)
      .where(
        and(eq(documents.tenantId, tenantId), eq(documents.parentDocumentId, id), eq(documents.failureCode, INFECTED)),
      )
      .limit(1),
  );
  if (member) throw refused(id, "malware was found in a file in it");
}

function refused(id: string, reason: string): AssayError {
  return new AssayError("INVALID_STATE", `Cannot serve the original of document '${id}' because ${reason}`);
}
