import { AssayError, type Exception } from "@assay/contract";
import { sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { changeException, requireStatus } from "./change-exception.ts";

/**
 * Approves a proposal, which then changes only by being revoked. Throws FORBIDDEN for its proposer, for who made the API
 * key that proposed it and for what is no ADMIN in person, INVALID_STATE for what is not PROPOSED or whose days have passed.
 */
export async function approveException(ctx: Context, id: string): Promise<Exception> {
  requireRole(ctx, "ADMIN");
  return changeException(ctx, { id, act: "approve" }, async (person, row) => {
    requireRole({ actor: person }, "ADMIN");
    if ([row.proposedBy, row.proposedByPerson].includes(person.userId))
      throw new AssayError(
        "FORBIDDEN",
        `Cannot approve exception '${id}' because it needs another person than the one who proposed it`,
        { details: { id } },
      );
    requireStatus(row, "approve", ["PROPOSED"]);
    return {
      change: { status: "APPROVED", approvedBy: person.userId, approvedAt: sql`clock_timestamp()` },
      action: "exception.approved",
      details: { reasonHash: await sha256Hex(row.reason) },
    };
  });
}
