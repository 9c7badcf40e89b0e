import { AssayError, isUuid, type PersonExport } from "@assay/contract";
import {
  accessRecords,
  apiKeys,
  auditEntries,
  comments,
  connections,
  type Database,
  memberships,
  oneRow,
  reviews,
  scimUsers,
  signOffs,
  ssoSubjects,
  type Transaction,
  tenants,
} from "@assay/db";
import { and, asc, eq, or } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { readDatabaseMillis } from "../database-clock.ts";
import { writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import type { Accounts } from "../ports/accounts.ts";
import type { Context } from "../tenancy/context.ts";
import { operatorOf } from "../tenancy/provision-tenant.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { enterTenant, inSystem, inTenant } from "../tenancy/transact.ts";
import { membershipsOf } from "./find-persons.ts";

type InTenant = PersonExport["tenants"][number];

/** As `exportPerson`, of anybody, recorded in each of their tenants and in the deployment's log. Throws NOT_FOUND. */
export async function exportAnyPerson(ctx: Context, accounts: Accounts, userId: string): Promise<PersonExport> {
  requireRole(ctx, "SUPER_ADMIN");
  const found = isUuid(userId) ? await exportPerson(ctx.db, accounts, userId) : undefined;
  if (!found || (found.account === null && found.tenants.length === 0))
    throw new AssayError("NOT_FOUND", `Cannot find a person '${userId}'`, { details: { id: userId } });
  const tenantId = found.tenants[0]?.tenantId ?? ctx.tenantId;
  await inTenant({ db: ctx.db, tenantId }, async (tx) => {
    await recordInTenants(tx, ctx, found);
    await writeDeploymentEntry(tx, ctx.actor, { action: "person.exported", objectType: "person", objectId: userId });
  });
  return found;
}

/**
 * As `exportPerson`, of the person who asks, recorded in each of the tenants. A session that a provider vouches for gets its own
 * tenant alone.
 */
export async function exportOwnPerson(ctx: Context, accounts: Accounts, isTenantFixed: boolean): Promise<PersonExport> {
  requirePerson(ctx, "export your data");
  const { id, tenantId } = ctx.actor;
  const found = await exportPerson(ctx.db, accounts, id, isTenantFixed ? tenantId : undefined);
  await inTenant({ db: ctx.db, tenantId }, (tx) => recordInTenants(tx, ctx, found));
  return found;
}

async function recordInTenants(tx: Transaction, ctx: Context, { userId, tenants: ofTenants }: PersonExport) {
  for (const { tenantId } of ofTenants) {
    await enterTenant(tx, tenantId);
    const event = { action: "member.data_exported", objectType: "member", objectId: userId } as const;
    await recordAudit(tx, { ...ctx, tenantId }, event);
  }
}

/** As above, for the operator at the deployment's machine. */
export function exportPersonAsOperator(db: Database, accounts: Accounts, userId: string): Promise<PersonExport> {
  return exportAnyPerson(operatorOf(db, userId), accounts, userId);
}

/**
 * What is kept of a person, in every tenant or in one: nothing of others, and no evidence. For the person themselves and for
 * those who may ask for every tenant; the caller decides who that is.
 */
export async function exportPerson(
  db: Database,
  accounts: Accounts,
  userId: string,
  onlyTenantId?: string,
): Promise<PersonExport> {
  const known = await membershipsOf(db, userId);
  const ofTenants: InTenant[] = [];
  for (const { tenantId } of known.filter((each) => onlyTenantId === undefined || each.tenantId === onlyTenantId))
    ofTenants.push(await inTenant({ db, tenantId }, (tx) => readInTenant(tx, tenantId, userId)));
  const now = await inSystem(db, (tx) => readDatabaseMillis(tx));
  return {
    format: "assay-person/1",
    exportedAt: new Date(now).toISOString(),
    userId,
    account: (await accounts.describe(userId)) ?? null,
    tenants: ofTenants,
  };
}

async function readInTenant(tx: Transaction, tenantId: string, userId: string): Promise<InTenant> {
  const tenant = oneRow(await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tenantId)));
  const isMember = and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId));
  const member = oneRow(await tx.select().from(memberships).where(isMember));
  return {
    tenantId,
    tenantName: tenant.name,
    membership: {
      email: member.email,
      role: member.role,
      mayReview: member.mayReview,
      addressProof: member.addressProof,
      createdAt: toText(member.createdAt),
      endedAt: orNull(member.revokedAt),
      erasedAt: orNull(member.erasedAt),
    },
    ...(await readKept(tx, tenantId, userId)),
    ...(await readSaid(tx, tenantId, userId)),
    ...(await readDone(tx, tenantId, userId)),
  };
}

async function readKept(tx: Transaction, tenantId: string, userId: string) {
  const directory = await tx
    .select()
    .from(scimUsers)
    .where(and(eq(scimUsers.tenantId, tenantId), eq(scimUsers.userId, userId)));
  const subjects = await tx
    .select()
    .from(ssoSubjects)
    .where(and(eq(ssoSubjects.tenantId, tenantId), eq(ssoSubjects.userId, userId)));
  const keys = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.createdBy, userId)))
    .orderBy(asc(apiKeys.createdAt));
  const connected = await tx
    .select()
    .from(connections)
    .where(and(eq(connections.tenantId, tenantId), eq(connections.userId, userId)))
    .orderBy(asc(connections.createdAt));
  return {
    directory: directory.map(
      ({ userName, email, externalId, displayName, givenName, familyName, active, createdAt }) => ({
        ...{ userName, email, externalId, displayName, givenName, familyName, active, createdAt: toText(createdAt) },
      }),
    ),
    signOns: subjects.map(({ issuer, subject, createdAt }) => ({ issuer, subject, createdAt: toText(createdAt) })),
    apiKeys: keys.map(({ id, name, createdAt, revokedAt }) => ({
      ...{ id, name, createdAt: toText(createdAt), revokedAt: orNull(revokedAt) },
    })),
    connections: connected.map(({ id, clientName, createdAt, endedAt }) => ({
      ...{ id, clientName, createdAt: toText(createdAt), endedAt: orNull(endedAt) },
    })),
  };
}

async function readSaid(tx: Transaction, tenantId: string, userId: string) {
  const reviewed = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.tenantId, tenantId), eq(reviews.reviewerId, userId)))
    .orderBy(asc(reviews.createdAt), asc(reviews.id));
  const commented = await tx
    .select()
    .from(comments)
    .where(and(eq(comments.tenantId, tenantId), eq(comments.authorId, userId)))
    .orderBy(asc(comments.createdAt), asc(comments.id));
  const signed = await tx
    .select()
    .from(signOffs)
    .where(and(eq(signOffs.tenantId, tenantId), eq(signOffs.signerId, userId)))
    .orderBy(asc(signOffs.createdAt), asc(signOffs.id));
  return {
    reviews: reviewed.map(({ id, runId, requirementId, decision, status, reasonCode, reason, createdAt }) => ({
      ...{ id, runId, requirementId, decision, status, reasonCode, reason, createdAt: toText(createdAt) },
    })),
    comments: commented.map(({ id, runId, requirementId, kind, text, createdAt }) => ({
      ...{ id, runId, requirementId, kind, text, createdAt: toText(createdAt) },
    })),
    signOffs: signed.map(({ id, runId, act, role, statement, signature, createdAt }) => ({
      ...{ id, runId, act, role, statement, signature, createdAt: toText(createdAt) },
    })),
  };
}

async function readDone(tx: Transaction, tenantId: string, userId: string) {
  const read = await tx
    .select()
    .from(accessRecords)
    .where(and(eq(accessRecords.tenantId, tenantId), eq(accessRecords.actor, userId)))
    .orderBy(asc(accessRecords.createdAt), asc(accessRecords.id));
  const isOwn = or(
    eq(auditEntries.actor, userId),
    and(eq(auditEntries.objectType, "member"), eq(auditEntries.objectId, userId)),
  );
  const entries = await tx
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.tenantId, tenantId), isOwn))
    .orderBy(asc(auditEntries.sequence));
  return {
    reads: read.map(({ kind, objectId, runId, createdAt }) => ({
      kind,
      objectId,
      runId,
      createdAt: toText(createdAt),
    })),
    // Without details, which can name others, and without the actor.
    auditEntries: entries.map(({ sequence, action, objectType, objectId, runId, createdAt }) => ({
      ...{ sequence, action, objectType, objectId, runId, createdAt: toText(createdAt) },
    })),
  };
}

const toText = (at: Date) => at.toISOString();
const orNull = (at: Date | null) => at && toText(at);
