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
  /** As above, of the rows of which it says so. */
  readonly omittedOf?: (row: object) => readonly string[];
}

export const RECORD_KINDS: { readonly [K in RecordKind]: Kind } = {
  review: { table: reviews, id: reviews.id, runId: reviews.runId, omitted: [] },
  comment: { table: comments, id: comments.id, runId: comments.runId, omitted: [] },
  exception: { table: exceptions, id: exceptions.id, omitted: [] },
  // A signature ends by the payload of the act that ends it.
  sign_off: {
    ...{ table: signOffs, id: signOffs.id, runId: signOffs.runId, omitted: ["withdrawn_by_id"] },
    // The name is proved by the salted digest in the payload, and by no digest that outlives the salt.
    omittedOf: (row) => (nameDigestOf(row as { readonly payload: string }) === undefined ? [] : ["signer_name"]),
  },
  member: { table: memberships, id: memberships.userId, omitted: ["name_salt"] },
};

/** Of a sign-off's name; undefined for a payload of version 1, which holds the name. */
export function nameDigestOf({ payload }: { readonly payload: string }): string | undefined {
  // Canonical JSON escapes each quote of a text, so that none can pass for the field; a damaged payload need not be JSON.
  return /"nameDigest":"([0-9a-f]{64})"/.exec(payload)?.[1];
}

export function isRecordKind(objectType: string): objectType is RecordKind {
  return Object.hasOwn(RECORD_KINDS, objectType);
}

export function columnsOf(kind: RecordKind): Readonly<Record<string, PgColumn>> {
  return getTableColumns(RECORD_KINDS[kind].table) as Record<string, PgColumn>;
}
