import { AssayError, isUuid } from "@assay/contract";
import {
  apiKeys,
  comments,
  documents,
  exceptions,
  exports,
  memberships,
  reviews,
  runLinks,
  runs,
  signOffs,
  tasks,
  webhookDeliveries,
  webhooks,
} from "@assay/db";
import { eq } from "drizzle-orm";
import type { Context } from "./context.ts";
import { inSystem } from "./transact.ts";

const RESOURCES = {
  document: { table: documents, id: documents.id },
  run: { table: runs, id: runs.id },
  task: { table: tasks, id: tasks.id },
  export: { table: exports, id: exports.id },
  member: { table: memberships, id: memberships.userId },
  "api key": { table: apiKeys, id: apiKeys.id },
  webhook: { table: webhooks, id: webhooks.id },
  review: { table: reviews, id: reviews.id },
  comment: { table: comments, id: comments.id },
  exception: { table: exceptions, id: exceptions.id },
  "sign-off": { table: signOffs, id: signOffs.id },
  link: { table: runLinks, id: runLinks.id },
  "webhook delivery": { table: webhookDeliveries, id: webhookDeliveries.id },
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
  const { table, id: key } = RESOURCES[kind];
  const rows = await inSystem(db, (tx) => tx.select({ tenantId: table.tenantId }).from(table).where(eq(key, id)));
  // One of the tenant's own may be asked for in a place where it is not, such as another run's export.
  if (rows.length === 0 || rows.some((row) => row.tenantId === tenantId)) return notFound;
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
