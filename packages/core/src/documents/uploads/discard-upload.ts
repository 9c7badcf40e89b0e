import { uploads } from "@assay/db";
import { sql } from "drizzle-orm";
import type { JobRef } from "../../jobs/job.ts";
import type { Context } from "../../tenancy/context.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { makeFilesDue } from "../register-upload.ts";
import { isDiscardable, requireUpload } from "./find-upload.ts";
import { changeAt } from "./take-part.ts";

/**
 * Gives an upload up, as its starter or an ADMIN: its parts are deleted now. What it has become stays. Throws NOT_FOUND.
 */
export function discardUpload(ctx: Context, id: string): Promise<JobRef[]> {
  return inTenant(ctx, async (tx) => {
    await requireUpload(tx, ctx, id, isDiscardable);
    await tx.update(uploads).set({ expiresAt: sql`now()` }).where(isDiscardable(ctx, id));
    return makeFilesDue(tx, ctx.tenantId, [id]);
  });
}

/**
 * Gives up an upload of which the part at `offset` is refused permanently. Throws as `announcePart`: another attempt of the part
 * may have ended it meanwhile.
 */
export function giveUpAt(ctx: Context, id: string, offset: number): Promise<JobRef[]> {
  return changeAt(ctx, id, offset, async (tx, isNext) => {
    const given = await tx.update(uploads).set({ expiresAt: sql`now()` }).where(isNext).returning({ id: uploads.id });
    return given.length > 0 ? makeFilesDue(tx, ctx.tenantId, [id]) : undefined;
  });
}
