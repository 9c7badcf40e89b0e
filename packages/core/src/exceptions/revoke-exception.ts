import { AssayError, type Exception } from "@assay/contract";
import { sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import type { Context } from "../tenancy/context.ts";
import { hasRole, requireRole } from "../tenancy/require-role.ts";
import { changeException, requireStatus } from "./change-exception.ts";

/**
 * Ends an exception from now on: runs that started before keep it. An ADMIN revokes any, a proposer a proposal of their
 * own. Throws FORBIDDEN for others, INVALID_STATE for what has ended.
 */
export async function revokeException(ctx: Context, id: string, { reason }: { reason: string }): Promise<Exception> {
  requireRole(ctx, "MEMBER");
  return changeException(ctx, { id, act: "revoke" }, async (person, row) => {
    const isOwnProposal = row.status === "PROPOSED" && [row.proposedBy, row.proposedByPerson].includes(person.userId);
    if (!(hasRole(person, "ADMIN") || (hasRole(person, "MEMBER") && isOwnProposal)))
      throw new AssayError(
        "FORBIDDEN",
        `Cannot revoke exception '${id}' because it requires the role ADMIN, or a proposal of one's own: current role is ${person.role}`,
        { details: { id } },
      );
    requireStatus(row, "revoke", ["PROPOSED", "APPROVED"]);
    return {
      change: { status: "REVOKED", revokedBy: person.userId, revokedAt: sql`clock_timestamp()`, revokeReason: reason },
      action: "exception.revoked",
      details: { reasonHash: await sha256Hex(reason) },
    };
  });
}
