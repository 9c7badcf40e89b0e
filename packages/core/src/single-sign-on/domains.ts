import { AssayError, type CreateDomainBody, DOMAINS_MAX, isUuid, type TenantDomain } from "@assay/contract";
import { type Database, lockUntilCommit, oneRow, type Transaction, tenantDomains, tenants } from "@assay/db";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import type { Page } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { isUniqueViolation } from "../tenancy/database-errors.ts";
import { listForAdmins, type PageQuery } from "../tenancy/list-for-admins.ts";
import { found } from "../tenancy/missing-resource.ts";
import { operatorOf } from "../tenancy/provision-tenant.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { requireRoom } from "../tenancy/require-room.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { SignOnParts } from "./providers.ts";
import { requireSignOn } from "./require-sign-on.ts";

type DomainRow = typeof tenantDomains.$inferSelect;
type Part = Pick<SignOnParts, "signOn">;

const TOKEN_BYTES = 20;

/** Newest first. */
export function listDomains(ctx: Context, query: PageQuery): Promise<Page<TenantDomain>> {
  return listForAdmins(ctx, query, { list: "domains", table: tenantDomains, toItem: toTenantDomain });
}

/** Throws INVALID_STATE for one that the tenant has already, TENANT_LIMIT_EXCEEDED. */
export async function addDomain(ctx: Context, { signOn }: Part, { domain }: CreateDomainBody): Promise<TenantDomain> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "add a domain");
  requireSignOn(signOn);
  return inTenant(ctx, async (tx) => {
    await oneAtATime(tx, ctx.tenantId);
    const row = await insertDomain(tx, ctx, domain);
    if (!row)
      throw new AssayError("INVALID_STATE", `Cannot add '${domain}' because the tenant has this domain already`);
    await recordAudit(tx, ctx, eventOf("added", row.id));
    return toTenantDomain(row);
  });
}

/** Looks for the record. Throws INVALID_STATE where it is not there, and for a domain that another tenant has proved. */
export async function proveDomain(ctx: Context, { signOn }: Part, id: string): Promise<TenantDomain> {
  const row = await withDomain(ctx, "prove a domain", id, async (_, each) => each);
  const outside = requireSignOn(signOn);
  const { name, value } = recordOf(row);
  if (!row.provedAt && !(await outside.findTexts(name)).some((text) => text.trim() === value))
    throw new AssayError(
      "INVALID_STATE",
      `Cannot prove '${row.domain}' because the TXT record '${name}' does not hold '${value}': set it, and try again when it is published`,
    );
  return refusingProved(row.domain, () =>
    withDomain(ctx, "prove a domain", id, (tx, each) => markProved(tx, ctx, each)),
  );
}

/** For anyone who runs the deployment: added where the tenant has it not, and proved by their word alone. */
export function proveDomainByOperator(
  db: Database,
  { tenantId, domain }: { tenantId: string; domain: string },
): Promise<TenantDomain> {
  const ctx = operatorOf(db, tenantId);
  return refusingProved(domain, () =>
    inTenant(ctx, async (tx) => {
      await oneAtATime(tx, tenantId);
      const known = await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId));
      if (known.length === 0) throw new AssayError("NOT_FOUND", `Cannot find tenant '${tenantId}'`);
      const mine = and(eq(tenantDomains.tenantId, tenantId), eq(tenantDomains.domain, domain));
      const [row] = await tx.select().from(tenantDomains).where(mine);
      return markProved(tx, ctx, row ?? oneRow([(await insertDomain(tx, ctx, domain))!]));
    }),
  );
}

/** Nobody new becomes a member by it. */
export async function removeDomain(ctx: Context, id: string): Promise<void> {
  await withDomain(ctx, "remove a domain", id, async (tx, row) => {
    await tx.delete(tenantDomains).where(keyOf(row));
    await recordAudit(tx, ctx, eventOf("removed", id));
    return row;
  });
}

async function markProved(tx: Transaction, ctx: Context, row: DomainRow): Promise<TenantDomain> {
  if (row.provedAt) return toTenantDomain(row);
  const [proved] = await tx
    .update(tenantDomains)
    .set({ provedAt: sql`now()`, provedBy: ctx.actor.id })
    .where(and(keyOf(row), isNull(tenantDomains.provedAt)))
    .returning();
  await recordAudit(tx, ctx, eventOf("proved", row.id));
  return toTenantDomain(oneRow(proved ? [proved] : []));
}

async function refusingProved<T>(domain: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isUniqueViolation(error, "tenant_domains_proved")) throw error;
    throw new AssayError("INVALID_STATE", `Cannot prove '${domain}' because another tenant has proved it`);
  }
}

async function insertDomain(tx: Transaction, { tenantId, actor }: Context, domain: string) {
  const { held } = oneRow(
    await tx.select({ held: count() }).from(tenantDomains).where(eq(tenantDomains.tenantId, tenantId)),
  );
  requireRoom({ held, max: DOMAINS_MAX, act: "add the domain" });
  const [row] = await tx
    .insert(tenantDomains)
    .values({ tenantId, domain, token: newToken(), createdBy: actor.id })
    .onConflictDoNothing({ target: [tenantDomains.tenantId, tenantDomains.domain] })
    .returning();
  return row;
}

async function withDomain<T extends object>(
  ctx: Context,
  what: string,
  id: string,
  act: (tx: Transaction, row: DomainRow) => Promise<T>,
): Promise<T> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, what);
  const result = isUuid(id)
    ? await inTenant(ctx, async (tx) => {
        const [row] = await tx
          .select()
          .from(tenantDomains)
          .where(keyOf({ tenantId: ctx.tenantId, id }))
          .for("update");
        return row && act(tx, row);
      })
    : undefined;
  return found(ctx, "domain", id, result);
}

/** Additions of a tenant wait for each other, so that no two take the last place. */
async function oneAtATime(tx: Transaction, tenantId: string): Promise<void> {
  await lockUntilCommit(tx, `domains:${tenantId}`);
}

function newToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

function eventOf(verb: "added" | "proved" | "removed", objectId: string): AuditEvent {
  return { action: `domain.${verb}`, objectType: "domain", objectId };
}

function keyOf({ tenantId, id }: Pick<DomainRow, "tenantId" | "id">) {
  return and(eq(tenantDomains.tenantId, tenantId), eq(tenantDomains.id, id));
}

function recordOf({ domain, token }: Pick<DomainRow, "domain" | "token">): TenantDomain["record"] {
  return { name: `_assay.${domain}`, type: "TXT", value: `assay-domain=${token}` };
}

function toTenantDomain(row: DomainRow): TenantDomain {
  const { id, domain, provedBy } = row;
  const provedAt = row.provedAt?.toISOString() ?? null;
  return { id, domain, record: recordOf(row), provedAt, provedBy, createdAt: row.createdAt.toISOString() };
}
