import { type DamagedEntry, type DeploymentEntry, type DeploymentLogQuery, isUuid } from "@assay/contract";
import { deploymentEntries, memberships, type Transaction, tenants } from "@assay/db";
import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inSystem } from "../tenancy/transact.ts";
import { DEPLOYMENT_GENESIS, deploymentHash } from "./write-deployment-entry.ts";

type EntryRow = typeof deploymentEntries.$inferSelect;
type Shown = DeploymentEntry | DamagedEntry;

/**
 * What was done that belongs to no tenant, newest first, and what people call who and what it names. In the place of an entry
 * that is not as it was written, or that does not follow the one before it, its number.
 */
export function listDeploymentEntries(
  ctx: Context,
  { action, objectId, limit, cursor }: DeploymentLogQuery,
): Promise<Page<Shown> & { names: Record<string, string> }> {
  requireRole(ctx, "SUPER_ADMIN");
  const before = cursor === undefined ? undefined : decodeCursor("deployment-log", cursor, ["number"])[0];
  return inSystem(ctx.db, async (tx) => {
    const rows = await tx
      .select()
      .from(deploymentEntries)
      .where(
        and(
          action === undefined ? undefined : eq(deploymentEntries.action, action),
          objectId === undefined ? undefined : eq(deploymentEntries.objectId, objectId),
          before === undefined ? undefined : lt(deploymentEntries.sequence, before),
        ),
      )
      .orderBy(desc(deploymentEntries.sequence))
      .limit(limit + 1);
    const page = toPage("deployment-log", rows, limit, (row) => [row.sequence]);
    const previous = await findHashes(
      tx,
      page.items.map(({ sequence }) => sequence - 1),
    );
    const items = await Promise.all(page.items.map((row) => show(row, previous.get(row.sequence - 1))));
    return { items, nextCursor: page.nextCursor, names: await nameAll(tx, page.items) };
  });
}

async function findHashes(tx: Transaction, sequences: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = new Map([[0, DEPLOYMENT_GENESIS]]);
  if (sequences.length === 0) return found;
  const rows = await tx
    .select({ sequence: deploymentEntries.sequence, hash: deploymentEntries.hash })
    .from(deploymentEntries)
    .where(inArray(deploymentEntries.sequence, [...sequences]));
  for (const { sequence, hash } of rows) found.set(sequence, hash);
  return found;
}

async function show(row: EntryRow, previousHash: string | undefined): Promise<Shown> {
  const { hash, ...rest } = row;
  const entry = { ...rest, createdAt: rest.createdAt.toISOString() };
  const isSound = entry.previousHash === previousHash && hash === (await deploymentHash(entry));
  return isSound ? { ...entry, hash } : { sequence: row.sequence, damaged: true };
}

async function nameAll(tx: Transaction, rows: readonly EntryRow[]): Promise<Record<string, string>> {
  const ids = [...new Set(rows.flatMap(({ actor, objectId }) => [actor, objectId]).filter(isUuid))];
  if (ids.length === 0) return {};
  const people = await tx
    .selectDistinctOn([memberships.userId], { id: memberships.userId, name: memberships.email })
    .from(memberships)
    .where(inArray(memberships.userId, ids));
  const named = await tx.select({ id: tenants.id, name: tenants.name }).from(tenants).where(inArray(tenants.id, ids));
  return Object.fromEntries([...people, ...named].map(({ id, name }) => [id, name]));
}
