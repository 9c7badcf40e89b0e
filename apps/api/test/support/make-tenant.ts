import type { PackFile, Role } from "@assay/contract";
import { bindPack, importPack, type PackVersion } from "@assay/core/packs";
import { type Context, createTenant, putMember } from "@assay/core/tenancy";
import { type Database, newId } from "@assay/db";
import { smallPack } from "./small-pack.ts";
import type { TestClient } from "./test-client.ts";

export interface TestTenant {
  readonly id: string;
  readonly packId: string;
  readonly criteriaVersionId: string;
  /** A client with the token of a member of that role, made on first use. */
  as(role: Role): Promise<TestClient>;
  /** A token for a new member. */
  token(role: Role, options?: { ttlSeconds?: number }): Promise<string>;
  /** The tenant as a SUPER_ADMIN inside the process, for what has no route. */
  readonly ctx: Context;
}

export interface TenantMaker {
  readonly db: Database;
  issueToken(user: { userId: string; tenantId: string; ttlSeconds: number }): Promise<string>;
  client(token: string): TestClient;
}

/** A new tenant of its own, bound to a new pack. */
export async function makeTenant(
  { db, issueToken, client }: TenantMaker,
  { pack = smallPack }: { pack?: PackFile | null } = {},
): Promise<TestTenant> {
  const { id } = await createTenant(db, { name: `Tenant ${newId()}` });
  const ctx: Context = { db, tenantId: id, actor: { id: "system", role: "SUPER_ADMIN", tenantId: id } };
  const version: PackVersion = pack ? await importPack(ctx, pack) : { packId: "", criteriaVersionId: "" };
  if (pack) await bindPack(ctx, version);
  // As long as the longest test: under faults, work may take more than minutes.
  const token: TestTenant["token"] = async (role, { ttlSeconds = 86_400 } = {}) => {
    const userId = newId();
    await putMember(db, { tenantId: id, userId, email: `${userId}@example.test`, role });
    return issueToken({ userId, tenantId: id, ttlSeconds });
  };
  const clients = new Map<Role, TestClient>();
  const as = async (role: Role) => {
    const known = clients.get(role) ?? client(await token(role));
    clients.set(role, known);
    return known;
  };
  return { id, ...version, ctx, token, as };
}
