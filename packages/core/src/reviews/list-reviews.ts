import type { DamagedResult, Review, ReviewListQuery } from "@assay/contract";
import { isUuid } from "@assay/contract";
import { reviews, runs } from "@assay/db";
import { and, desc, eq, getTableColumns, lt } from "drizzle-orm";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import { recordedHash, showMissing, showRecorded } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireRunOfLink } from "../tenancy/require-link.ts";
import { inTenantForRun } from "../tenancy/transact.ts";
import { recordedAddress } from "./describe-address.ts";
import { toReview } from "./to-review.ts";

/**
 * All reviews of a run, newest first; in the place of one that is stored otherwise than it was recorded, or is gone, its id.
 * Throws NOT_FOUND, FORBIDDEN for an auditor's link of another run.
 */
export async function listReviews(
  ctx: Context,
  runId: string,
  { requirementId, decision, limit, cursor }: ReviewListQuery,
): Promise<Page<Review | DamagedResult>> {
  requireRunOfLink(ctx, runId);
  const { tenantId } = ctx;
  const before = cursor === undefined ? undefined : decodeCursor("reviews", cursor, ["number"])[0];
  const page = isUuid(runId)
    ? await inTenantForRun(ctx, runId, async (tx) => {
        const [run] = await tx
          .select({ id: runs.id })
          .from(runs)
          .where(and(eq(runs.tenantId, tenantId), eq(runs.id, runId)));
        if (!run) return undefined;
        const rows = await tx
          .select({
            ...getTableColumns(reviews),
            recordedHash: recordedHash("review", tenantId),
            address: recordedAddress(tenantId),
          })
          .from(reviews)
          .where(
            and(
              eq(reviews.tenantId, tenantId),
              eq(reviews.runId, runId),
              requirementId === undefined ? undefined : eq(reviews.requirementId, requirementId),
              decision === undefined ? undefined : eq(reviews.decision, decision),
              before === undefined ? undefined : lt(reviews.sequence, before),
            ),
          )
          .orderBy(desc(reviews.sequence))
          .limit(limit + 1);
        const { items, nextCursor } = toPage("reviews", rows, limit, (row) => [row.sequence]);
        const missing = before === undefined ? await showMissing(tx, "review", { tenantId, runId }) : [];
        const shown = await showRecorded("review", items, idOf, (sound) =>
          sound.map((row) => toReview(row, row.address)),
        );
        return { items: [...missing, ...shown], nextCursor };
      })
    : undefined;
  return found(ctx, "run", runId, page);
}

const idOf = ({ id }: { readonly id: string }) => id;
