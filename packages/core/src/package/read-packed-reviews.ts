import type { Review } from "@assay/contract";
import { reviews, type Transaction } from "@assay/db";
import { and, asc, eq, getTableColumns, gt } from "drizzle-orm";
import { findMissing, recordedHash, splitRecorded } from "../records/index.ts";
import { recordedAddress } from "../reviews/describe-address.ts";
import { toReview } from "../reviews/to-review.ts";
import type { ShownRun } from "../runs/to-run.ts";

const BATCH = 500;

/** All reviews of a run by position in the pack, then sequence; with the ids of those that are not as they were recorded, or are gone. */
export async function readPackedReviews(
  tx: Transaction,
  { tenantId, id: runId }: ShownRun,
  requirements: readonly { readonly requirementId: string }[],
): Promise<{ readonly sound: Review[]; readonly damaged: string[] }> {
  const position = new Map(requirements.map(({ requirementId }, at) => [requirementId, at]));
  const found: Review[] = [];
  const wrong: string[] = [];
  for (let after = 0; ; ) {
    const rows = await tx
      .select({
        ...getTableColumns(reviews),
        recordedHash: recordedHash("review", tenantId),
        address: recordedAddress(tenantId),
      })
      .from(reviews)
      .where(and(eq(reviews.tenantId, tenantId), eq(reviews.runId, runId), gt(reviews.sequence, after)))
      .orderBy(asc(reviews.sequence))
      .limit(BATCH);
    const { sound, damaged } = await splitRecorded("review", rows, ({ address: _, ...row }) => row);
    found.push(...sound.map((row) => toReview(row, row.address)));
    wrong.push(...damaged.map(({ id }) => id));
    if (rows.length < BATCH) break;
    after = rows.at(-1)!.sequence;
  }
  const gone = (await findMissing(tx, "review", { tenantId, runId })).map(({ id }) => id);
  const placeOf = ({ requirementId }: Review) => position.get(requirementId) ?? position.size;
  return {
    sound: found.sort((one, other) => placeOf(one) - placeOf(other) || one.sequence - other.sequence),
    damaged: [...wrong, ...gone].sort(),
  };
}
