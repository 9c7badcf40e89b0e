import { AssayError, type CommentKind } from "@assay/contract";
import { runLinks, type Transaction } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { requireCapability } from "../tenancy/require-link.ts";
import { requireReviewer } from "../tenancy/require-reviewer.ts";

export interface CommentAuthor {
  /** A user's id, or `link:<id>`. */
  readonly id: string;
  /** As it is shown next to the comment: the e-mail, or the label of the link. */
  readonly name: string;
}

/** Returns who writes: a person who may review, or an auditor's link that allows it. Throws FORBIDDEN for anybody else. */
export async function requireAuthor(tx: Transaction, ctx: Context, kind: CommentKind): Promise<CommentAuthor> {
  if (!ctx.link) {
    const { userId, email } = await requireReviewer(tx, ctx, "comment");
    return { id: userId, name: email };
  }
  requireCapability(ctx, kind);
  // Locked, so that the link cannot be revoked in between.
  const [row] = await tx
    .select({ label: runLinks.label })
    .from(runLinks)
    .where(and(eq(runLinks.tenantId, ctx.tenantId), eq(runLinks.id, ctx.link.id), isNull(runLinks.revokedAt)))
    .for("share");
  if (!row) throw new AssayError("FORBIDDEN", "Cannot comment with an auditor's link that was revoked");
  return { id: ctx.actor.id, name: row.label };
}
