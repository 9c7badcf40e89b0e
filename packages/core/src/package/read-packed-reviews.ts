import type { Review } from "@assay/contract";
import { auditEntries, reviews, type Transaction } from "@assay/db";
import { and, asc, eq, getTableColumns, gt } from "drizzle-orm";
import { findMissing, recordedHash, splitRecorded } from "../records/index.ts";
import { recordedAddress } from "../reviews/describe-address.ts";
import { toReview } from "../reviews/to-review.ts";
import type { ShownRun } from "../runs/to-run.ts";

const BATCH = 500;

interface PackedReviews {
  readonly sound: readonly Review[];
  /** The ids of those that are not as they were recorded, or are gone. */
  readonly damaged: readonly string[];
  /** The ids of those before a damaged one of their requirement: none of them is the one that counts. */
  readonly withheld: readonly string[];
  /** The requirements of which the review that counts is damaged. */
  readonly unclear: readonly string[];
}

/** The reviews of a run by position in the pack, then sequence. */
export async function readPackedReviews(
  tx: Transaction,
  { tenantId, id: runId }: ShownRun,
  requirements: readonly { readonly requirementId: string }[],
): Promise<PackedReviews> {
  const position = new Map(requirements.map(({ requirementId }, at) => [requirementId, at]));
  const found: Review[] = [];
  const wrong = new Map<string, string>();
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
    for (const { id, requirementId } of damaged) wrong.set(id, requirementId);
    if (rows.length < BATCH) break;
    after = rows.at(-1)!.sequence;
  }
  const gone = (await findMissing(tx, "review", { tenantId, runId })).map(({ id }) => id);
  const damaged = [...new Set([...wrong.keys(), ...gone])].sort();
  const unclear = await findUnclear(tx, { tenantId, runId, found, damaged, storedOf: wrong });
  const placeOf = ({ requirementId }: Review) => position.get(requirementId) ?? position.size;
  return {
    sound: found
      .filter(({ requirementId }) => !unclear.has(requirementId))
      .sort((one, other) => placeOf(one) - placeOf(other) || one.sequence - other.sequence),
    damaged,
    withheld: found
      .filter(({ requirementId }) => unclear.has(requirementId))
      .map(({ id }) => id)
      .sort(),
    unclear: [...unclear].sort(),
  };
}

interface Sought {
  readonly tenantId: string;
  readonly runId: string;
  readonly found: readonly Review[];
  readonly damaged: readonly string[];
  /** The requirement that each damaged row names. */
  readonly storedOf: ReadonlyMap<string, string>;
}

/** The requirements whose last review, by the audit log, is none of those that are as they were recorded. */
async function findUnclear(
  tx: Transaction,
  { tenantId, runId, found, damaged, storedOf }: Sought,
): Promise<Set<string>> {
  if (damaged.length === 0) return new Set();
  const entries = await tx
    .select()
    .from(auditEntries)
    .where(
      and(eq(auditEntries.tenantId, tenantId), eq(auditEntries.runId, runId), eq(auditEntries.action, "review.added")),
    );
  const recorded = new Map(entries.map(({ objectId, sequence, details }) => [objectId, { sequence, details }]));
  const last = new Map<string, number>();
  for (const { id, requirementId } of found)
    last.set(requirementId, Math.max(last.get(requirementId) ?? 0, recorded.get(id)?.sequence ?? 0));
  const unclear = new Set<string>();
  for (const id of damaged) {
    const { sequence = Number.POSITIVE_INFINITY, details } = recorded.get(id) ?? {};
    for (const named of [details?.requirementId, storedOf.get(id)])
      if (typeof named === "string" && sequence > (last.get(named) ?? 0)) unclear.add(named);
  }
  return unclear;
}
