import { AssayError, type CreateLinkBody, LINK_DAYS_MAX, type Link } from "@assay/contract";
import { oneRow, runLinks, tenants } from "@assay/db";
import { eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { databaseMillis } from "../database-clock.ts";
import { sha256Hex } from "../digest.ts";
import { newSecret } from "../new-secret.ts";
import { withRun } from "../runs/read-runs.ts";
import type { Context } from "../tenancy/context.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { readLink } from "./read-links.ts";

export interface IssuedLink {
  readonly link: Link;
  /** Nowhere but in this answer. */
  readonly secret: string;
}

const DAY_MS = 86_400_000;

/** Lets an auditor without an account see the run. Throws VALIDATION_ERROR on `expiresAt`. */
export async function createLink(ctx: Context, runId: string, body: CreateLinkBody): Promise<IssuedLink> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "create an auditor's link");
  const { tenantId, actor } = ctx;
  const secret = newSecret();
  const secretHash = await sha256Hex(secret);
  return withRun(ctx, runId, async (tx) => {
    const { now } = oneRow(await tx.select({ now: databaseMillis }).from(tenants).where(eq(tenants.id, tenantId)));
    const { label, capabilities } = body;
    const expiresAt = requireWithinMax(new Date(body.expiresAt), new Date(now));
    const { id } = oneRow(
      await tx
        .insert(runLinks)
        .values({ tenantId, runId, label, capabilities, secretHash, createdBy: actor.id, expiresAt })
        .returning({ id: runLinks.id }),
    );
    const link = await readLink(tx, { tenantId, id });
    const details = { capabilities, expiresAt: link.expiresAt };
    await recordAudit(tx, ctx, { action: "link.created", objectType: "link", objectId: id, runId, details });
    return { link, secret };
  });
}

function requireWithinMax(expiresAt: Date, now: Date): Date {
  const latest = new Date(now.getTime() + LINK_DAYS_MAX * DAY_MS);
  if (expiresAt > now && expiresAt <= latest) return expiresAt;
  throw new AssayError(
    "VALIDATION_ERROR",
    `Cannot create the link because it must expire within ${LINK_DAYS_MAX} days`,
    {
      details: { issues: [{ field: "expiresAt", issue: `must be after now and not after ${latest.toISOString()}` }] },
    },
  );
}
