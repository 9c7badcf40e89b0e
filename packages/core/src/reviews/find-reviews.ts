import { reviews, runs, type Transaction } from "@assay/db";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { damagedRecord, listDamaged, recordedHash, splitRecorded } from "../records/index.ts";
import type { ReviewedRun } from "./reviewed-run.ts";
import type { ReviewRow } from "./to-review.ts";

/** Requirement → review. */
export type ReviewsByRequirement = ReadonlyMap<string, ReviewRow>;

/** With the ids of reviews that are stored otherwise than they were recorded, or are gone; none of them is among the others. */
export interface FoundReviews {
  readonly reviews: ReviewsByRequirement;
  readonly damaged: readonly string[];
}

/** The reviews of a run that count: the last one of each requirement, where it is as recorded. */
export async function findSoundReviews(
  tx: Transaction,
  { tenantId, runId }: { readonly tenantId: string; readonly runId: string },
): Promise<FoundReviews> {
  const damaged = await listDamaged(tx, "review", { tenantId, runId });
  const rows = await tx
    .selectDistinctOn([reviews.requirementId])
    .from(reviews)
    .where(and(eq(reviews.tenantId, tenantId), eq(reviews.runId, runId)))
    .orderBy(asc(reviews.requirementId), desc(reviews.sequence));
  return { reviews: byRequirement(rows.filter(({ id }) => !damaged.includes(id))), damaged };
}

/** The reviews of a run that count: the last one of each requirement. Throws INTEGRITY_ERROR where one is not as recorded. */
export async function findReviews(
  tx: Transaction,
  of: { readonly tenantId: string; readonly runId: string },
): Promise<ReviewsByRequirement> {
  return requireSound(await findSoundReviews(tx, of));
}

/** Throws INTEGRITY_ERROR where a review is damaged. */
export function requireSound({ reviews, damaged }: FoundReviews): ReviewsByRequirement {
  for (const id of damaged) throw damagedRecord("review", id);
  return reviews;
}

/** The reviews that counted in the last previous run of the pack that has one, for each requirement by itself, where it is as recorded. */
export async function findEarlierReviews(
  tx: Transaction,
  { tenantId, packId, id, createdAt }: ReviewedRun,
  requirementId?: string,
): Promise<FoundReviews> {
  const given = alias(reviews, "given");
  const earlier = tx
    .selectDistinctOn([given.requirementId], { id: given.id })
    .from(given)
    .innerJoin(runs, and(eq(runs.tenantId, given.tenantId), eq(runs.id, given.runId)))
    .where(
      and(
        eq(given.tenantId, tenantId),
        eq(given.packId, packId),
        requirementId === undefined ? undefined : eq(given.requirementId, requirementId),
        sql`(${runs.createdAt}, ${runs.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(asc(given.requirementId), desc(runs.createdAt), desc(runs.id), desc(given.sequence))
    .as("earlier");
  const rows = await tx
    .select({ review: reviews, recordedHash: recordedHash("review", tenantId) })
    .from(earlier)
    .innerJoin(reviews, and(eq(reviews.tenantId, tenantId), eq(reviews.id, earlier.id)));
  const { sound, damaged } = await splitRecorded("review", rows, ({ review, ...hash }) => ({ ...review, ...hash }));
  return {
    reviews: byRequirement(sound.map(({ review }) => review)),
    damaged: damaged.map(({ review }) => review.id),
  };
}

function byRequirement(rows: readonly ReviewRow[]): ReviewsByRequirement {
  return new Map(rows.map((row) => [row.requirementId, row]));
}

/** Whether all that the previous review rests on is equal now. Verdicts of earlier releases never are. */
export function isUnchanged(earlier: Pick<ReviewRow, "reviewDigest">, reviewDigest: string | null): boolean {
  return earlier.reviewDigest !== null && earlier.reviewDigest === reviewDigest;
}
