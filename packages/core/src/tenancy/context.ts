import type { LinkCapability, Role } from "@assay/contract";
import type { Database } from "@assay/db";
import type { Proof, SignedInSession } from "../ports/identity.ts";

/** Who acts, in which tenant, on which database. Made by the session; passed to every function that touches data. */
export interface Context {
  readonly db: Database;
  readonly tenantId: string;
  readonly actor: Actor;
  /** Of a person who is signed in, where their token says how that was done. */
  readonly session?: SignedInSession;
  /** By which a person was let in to an action that asks for a recent one. */
  readonly proof?: Proof;
  /** Set where an auditor's link acts: it reaches one run of the tenant, and nothing else. */
  readonly link?: LinkAccess;
}

/** What an auditor's link gives its holder. */
export interface LinkAccess {
  readonly id: string;
  readonly runId: string;
  readonly capabilities: readonly LinkCapability[];
}

export interface Actor {
  /** A user's id, `api-key:<id>`, `link:<id>`, `scim-key:<id>`, or `system` for the engine. */
  readonly id: string;
  readonly role: Role;
  /** The actor's own, whichever one it acts in. */
  readonly tenantId: string;
}

/** For acts that belong to no tenant: they are done, and recorded, in the actor's own. */
export function toOwnTenant(ctx: Context): Context {
  return { ...ctx, tenantId: ctx.actor.tenantId };
}

/** The engine's own acts within a tenant. */
export function systemActor(tenantId: string): Pick<Context, "tenantId" | "actor"> {
  return { tenantId, actor: { id: "system", role: "MEMBER", tenantId } };
}
