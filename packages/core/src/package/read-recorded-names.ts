import type { Review, SignOff } from "@assay/contract";
import { exports, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import type { ShownRun } from "../runs/to-run.ts";
import type { PackedSnapshot } from "./package-state.ts";

const TITLE = "Assessment results: ";

/** As the run's own OSCAL has it, whose hash is in the snapshot: a pack can be renamed. Its id where the run has none. */
export async function readPackName(
  tx: Transaction,
  { tenantId, id: runId, packId }: ShownRun,
  snapshot: PackedSnapshot,
): Promise<string> {
  const sealed = snapshot.exports.find(({ format }) => format === "oscal");
  if (!sealed) return packId;
  const [row] = await tx
    .select({ bytes: exports.bytes })
    .from(exports)
    .where(and(eq(exports.tenantId, tenantId), eq(exports.runId, runId), eq(exports.format, "oscal")));
  if (!row || (await sha256Hex(row.bytes)) !== sealed.sha256Hash) return packId;
  const title = titleOf(new TextDecoder().decode(row.bytes));
  return title?.startsWith(TITLE) ? title.slice(TITLE.length) : packId;
}

/** Undefined for what is no OSCAL of ours, as a run that was imported may have it. */
function titleOf(text: string): string | undefined {
  try {
    const title: unknown = JSON.parse(text)?.["assessment-results"]?.metadata?.title;
    return typeof title === "string" ? title : undefined;
  } catch {
    return undefined;
  }
}

/** What people were called when they last acted on the run, by their ids: an address can change with no entry of the run. */
export function recordedNames(reviews: readonly Review[], signOffs: readonly SignOff[]): ReadonlyMap<string, string> {
  const acts = [
    ...reviews.map(({ reviewerId, reviewerName, createdAt }) => ({
      id: reviewerId,
      name: reviewerName,
      at: createdAt,
    })),
    ...signOffs.map(({ signerId, signerName, createdAt }) => ({ id: signerId, name: signerName, at: createdAt })),
  ];
  return new Map(acts.sort((one, other) => (one.at < other.at ? -1 : 1)).map(({ id, name }) => [id, name]));
}
