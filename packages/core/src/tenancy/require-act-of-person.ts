import { type AddressProof, AssayError, isUuid, type Role } from "@assay/contract";
import { apiKeys, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { requireLocked } from "../records/index.ts";
import type { Context } from "./context.ts";
import { findActiveMember } from "./find-active-member.ts";
import { KEY_ACTOR } from "./name-actors.ts";
import { requireMember } from "./require-person.ts";

/** An active member of the tenant, as the database knows them now. */
export interface ActingPerson {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly mayReview: boolean;
  readonly isAddressProved: boolean;
  /** Null where an earlier release did not record it. */
  readonly addressProof: AddressProof | null;
  /** A user's id, or `system`; null where it is not known. */
  readonly invitedBy: string | null;
  /** Of the digests of their name in what they sign. */
  readonly nameSalt: string;
}

/**
 * Returns who acts, for what only a person of this tenant may do: review, approve, sign. The membership stays locked until
 * the transaction ends, so that it cannot end in between. Throws FORBIDDEN for an API key, a link, and somebody who acts
 * from another tenant or is no longer a member; `act` completes "Cannot …".
 */
export async function requireActOfPerson(tx: Transaction, ctx: Context, act: string): Promise<ActingPerson> {
  requireMember(ctx, act);
  const { tenantId, actor } = ctx;
  const row = await findActiveMember(tx, { tenantId, userId: actor.id }, { lock: true });
  if (!row) throw new AssayError("FORBIDDEN", `Cannot ${act} without an active membership of the tenant`);
  await requireLocked(tx, "member", { tenantId, id: row.userId, row });
  const { userId, email, role, mayReview, invitedBy, addressProof } = row;
  // The database has one of each member whose name is not erased, and none of those is active.
  const nameSalt = row.nameSalt!;
  const isAddressProved = addressProof !== null && addressProof !== "NONE";
  return { userId, email, role, mayReview, isAddressProved, addressProof, invitedBy, nameSalt };
}

/**
 * Returns the user behind an actor: itself, or who made the API key, through keys that keys have made. Undefined where the
 * chain does not end at a user.
 */
export async function personBehind(tx: Transaction, { tenantId, actor }: Context): Promise<string | undefined> {
  let id = actor.id;
  const seen = new Set<string>();
  while (id.startsWith(KEY_ACTOR) && !seen.has(id)) {
    seen.add(id);
    const keyId = id.slice(KEY_ACTOR.length);
    const [key] = isUuid(keyId)
      ? await tx
          .select({ createdBy: apiKeys.createdBy })
          .from(apiKeys)
          .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, keyId)))
      : [];
    if (!key) return undefined;
    id = key.createdBy;
  }
  return isUuid(id) ? id : undefined;
}
