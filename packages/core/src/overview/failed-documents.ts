import { DOCUMENT_FAILURE_CODES, type Overview } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { countFailures } from "../documents/count-failures.ts";

/** By why they failed, the most frequent first. */
export async function countFailedDocuments(tx: Transaction, tenantId: string): Promise<Overview["failedDocuments"]> {
  const counted = new Map((await countFailures(tx, tenantId)).map((row) => [row.code, row.count]));
  return DOCUMENT_FAILURE_CODES.map((code) => ({ code, count: counted.get(code) ?? 0 }))
    .filter((each) => each.count > 0)
    .sort((a, b) => b.count - a.count);
}
