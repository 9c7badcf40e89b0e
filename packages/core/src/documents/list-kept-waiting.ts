import type { DocumentWaiting } from "@assay/contract";
import { jobs, type Transaction } from "@assay/db";
import { and, eq, inArray, like } from "drizzle-orm";
import type { DocumentRow } from "./to-document.ts";

/** Why documents wait that are not read on as their tenant does not allow a provider, by their ids. */
export async function listKeptWaiting(
  tx: Transaction,
  tenantId: string,
  rows: readonly Pick<DocumentRow, "id" | "status">[],
): Promise<ReadonlyMap<string, DocumentWaiting>> {
  const ids = rows.filter(({ status }) => status !== "READY" && status !== "FAILED").map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const waiting = await tx
    .select({ id: jobs.subjectId, part: jobs.waitingFor })
    .from(jobs)
    .where(
      and(
        eq(jobs.tenantId, tenantId),
        inArray(jobs.kind, ["document", "ocr"]),
        inArray(jobs.state, ["PENDING", "RUNNING"]),
        inArray(jobs.subjectId, ids),
        like(jobs.waitingFor, `${PROVIDER}%`),
      ),
    );
  return new Map(waiting.map(({ id, part }) => [id, toWaiting(part!.slice(PROVIDER.length))]));
}

const PROVIDER = "provider:";

function toWaiting(name: string): DocumentWaiting {
  const provider = name as DocumentWaiting["provider"];
  const message = `Cannot be read on because the tenant does not allow the provider '${provider}': an administrator can allow it, or the deployment can bind the tenant to an engine version that does not need it`;
  return { reason: "PROVIDER_NOT_ALLOWED", provider, message };
}
