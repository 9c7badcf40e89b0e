import { comments, exceptions, memberships, reviews, signOffs } from "@assay/db";
import { getTableColumns } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** What people put on record, a row each, by the name that audit entries give it. */
export type RecordKind = "review" | "comment" | "exception" | "sign_off" | "member";

type Recorded = PgTable & { readonly tenantId: PgColumn };

interface Kind {
  readonly table: Recorded;
  readonly id: PgColumn;
  /** Of what belongs to a run. */
  readonly runId?: PgColumn;
  /** What other rows settle. */
  readonly omitted: readonly string[];
}

export const RECORD_KINDS: { readonly [K in RecordKind]: Kind } = {
  review: { table: reviews, id: reviews.id, runId: reviews.runId, omitted: [] },
  comment: { table: comments, id: comments.id, runId: comments.runId, omitted: [] },
  exception: { table: exceptions, id: exceptions.id, omitted: [] },
  // A signature ends by the payload of the act that ends it.
  sign_off: { table: signOffs, id: signOffs.id, runId: signOffs.runId, omitted: ["withdrawn_by_id"] },
  member: { table: memberships, id: memberships.userId, omitted: [] },
};

export function isRecordKind(objectType: string): objectType is RecordKind {
  return Object.hasOwn(RECORD_KINDS, objectType);
}

export function columnsOf(kind: RecordKind): Readonly<Record<string, PgColumn>> {
  return getTableColumns(RECORD_KINDS[kind].table) as Record<string, PgColumn>;
}
