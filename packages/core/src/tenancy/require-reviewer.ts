import { AssayError } from "@assay/contract";
import type { Transaction } from "@assay/db";
import type { Context } from "./context.ts";
import { findActiveMember } from "./find-active-member.ts";
import { type ActingPerson, requireActOfPerson } from "./require-act-of-person.ts";
import { hasRole } from "./require-role.ts";
import { inTenant } from "./transact.ts";

/**
 * Returns who reviews or comments: a MEMBER or above, or a VIEWER who may review. Throws FORBIDDEN for others, and as
 * `requireActOfPerson` does; `act` completes "Cannot …".
 */
export async function requireReviewer(tx: Transaction, ctx: Context, act: string): Promise<ActingPerson> {
  const person = await requireActOfPerson(tx, ctx, act);
  if (!canReview(person))
    throw new AssayError(
      "FORBIDDEN",
      `Cannot ${act} because it requires the role MEMBER or the right to review: current role is ${person.role}`,
    );
  return person;
}

/** As `requireReviewer`, before anything else of a request is looked at. */
export async function checkReviewer(ctx: Context, act: string): Promise<void> {
  await inTenant(ctx, (tx) => requireReviewer(tx, ctx, act));
}

/** Whether `requireReviewer` lets the actor through, as things stand. */
export async function isReviewer(tx: Transaction, { tenantId, actor }: Context): Promise<boolean> {
  if (actor.tenantId !== tenantId) return false;
  const row = await findActiveMember(tx, { tenantId, userId: actor.id }, { lock: false });
  return row !== undefined && canReview(row);
}

function canReview(person: Pick<ActingPerson, "role" | "mayReview">): boolean {
  return hasRole(person, "MEMBER") || person.mayReview;
}
