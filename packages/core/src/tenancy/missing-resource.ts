import { AssayError, isUuid } from "@assay/contract";
import {
  apiKeys,
  comments,
  connections,
  corpusIngestions,
  documents,
  exceptions,
  exports,
  identityProviders,
  invitations,
  memberships,
  packs,
  resets,
  reviews,
  runLinks,
  runs,
  scimGroups,
  scimKeys,
  signOffs,
  sourceManifests,
  sourcePlans,
  tasks,
  tenantDomains,
  webhookDeliveries,
  webhooks,
} from "@assay/db";
import { eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Context } from "./context.ts";
import { inSystem } from "./transact.ts";

interface Owned {
  readonly table: PgTable;
  readonly id: PgColumn;
  /** Null in a row of the deployment. */
  readonly tenantId: PgColumn;
}

const ofTenant = <T extends PgTable & Record<"id" | "tenantId", PgColumn>>(table: T): Owned => ({
  table,
  id: table.id,
  tenantId: table.tenantId,
});
const ofOwner = <T extends PgTable & Record<"id" | "ownerTenantId", PgColumn>>(table: T): Owned => ({
  table,
  id: table.id,
  tenantId: table.ownerTenantId,
});

const RESOURCES = {
  document: ofTenant(documents),
  run: ofTenant(runs),
  task: ofTenant(tasks),
  export: ofTenant(exports),
  member: { table: memberships, id: memberships.userId, tenantId: memberships.tenantId },
  "api key": ofTenant(apiKeys),
  "identity provider": ofTenant(identityProviders),
  domain: ofTenant(tenantDomains),
  "SCIM key": ofTenant(scimKeys),
  "SCIM group": ofTenant(scimGroups),
  webhook: ofTenant(webhooks),
  review: ofTenant(reviews),
  comment: ofTenant(comments),
  exception: ofTenant(exceptions),
  "sign-off": ofTenant(signOffs),
  manifest: ofTenant(sourceManifests),
  "sync plan": ofTenant(sourcePlans),
  invitation: ofTenant(invitations),
  reset: ofTenant(resets),
  link: ofTenant(runLinks),
  connection: ofTenant(connections),
  "webhook delivery": ofTenant(webhookDeliveries),
  pack: ofOwner(packs),
  "corpus ingestion": ofOwner(corpusIngestions),
};
export type ResourceKind = keyof typeof RESOURCES;

/**
 * The error for an id that this tenant cannot see: CROSS_TENANT_ACCESS_DENIED when it is another tenant's resource,
 * NOT_FOUND when nothing has it.
 */
export async function missingResource(
  { db, tenantId }: Pick<Context, "db" | "tenantId">,
  kind: ResourceKind,
  id: string,
): Promise<AssayError> {
  const notFound = new AssayError("NOT_FOUND", `Cannot find ${kind} '${id}'`, { details: { id } });
  if (!isUuid(id)) return notFound;
  const { table, id: key, tenantId: owner } = RESOURCES[kind];
  const rows = await inSystem(db, (tx) => tx.select({ tenantId: owner }).from(table).where(eq(key, id)));
  // One of the tenant's own may be asked for in a place where it is not, such as another run's export. One of the
  // deployment that the tenant cannot see is nobody's.
  if (rows.length === 0 || rows.some((row) => row.tenantId === tenantId || row.tenantId === null)) return notFound;
  return new AssayError(
    "CROSS_TENANT_ACCESS_DENIED",
    `Cannot access ${kind} '${id}' because it belongs to another tenant`,
    {
      details: { id },
    },
  );
}

/** Throws what `missingResource` says when `row` is undefined. */
export async function found<T>(ctx: Context, kind: ResourceKind, id: string, row: T | undefined): Promise<T> {
  if (row === undefined) throw await missingResource(ctx, kind, id);
  return row;
}
