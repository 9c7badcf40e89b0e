import type { Exception, ExceptionStatus, FixedException } from "@assay/contract";
import { exceptions, type Transaction } from "@assay/db";
import { getTableColumns, sql } from "drizzle-orm";
import { nameActors } from "../tenancy/name-actors.ts";

type ExceptionRow = typeof exceptions.$inferSelect;
/** With the day on which it was read, by the database's clock. */
export type DatedException = ExceptionRow & { readonly today: string };

/** The day by the database's clock, in UTC. */
export const today = sql<string>`((now() at time zone 'utc')::date)`;
export const datedException = { ...getTableColumns(exceptions), today: sql<string>`${today}::text`.as("today") };

/** A proposal that nobody approved in its days is EXPIRED too: its `approvedBy` is null. */
export function statusOf({ status, validUntil, today }: DatedException): ExceptionStatus {
  return status !== "REVOKED" && validUntil < today ? "EXPIRED" : status;
}

function isInForce(row: DatedException): boolean {
  return row.status === "APPROVED" && row.validFrom <= row.today && row.today <= row.validUntil;
}

/** As people see them, with the names of those who acted. */
export async function showExceptions(
  tx: Transaction,
  tenantId: string,
  rows: readonly DatedException[],
): Promise<Exception[]> {
  const people = rows.flatMap((row) => [row.ownerId, row.proposedBy, row.approvedBy ?? [], row.revokedBy ?? []].flat());
  const names = await nameActors(tx, tenantId, [...new Set(people)]);
  const nameOf = (actor: string | null) => (actor === null ? null : (names[actor] ?? null));
  return rows.map((row) => ({
    id: row.id,
    tenantId: row.tenantId,
    packId: row.packId,
    requirementId: row.requirementId,
    kind: row.kind,
    scope: row.scope,
    reason: row.reason,
    compensatingControl: row.compensatingControl,
    ownerId: row.ownerId,
    ownerName: nameOf(row.ownerId),
    proposedBy: row.proposedBy,
    proposedByName: nameOf(row.proposedBy),
    approvedBy: row.approvedBy,
    approvedByName: nameOf(row.approvedBy),
    approvedAt: row.approvedAt?.toISOString() ?? null,
    validFrom: row.validFrom,
    validUntil: row.validUntil,
    status: statusOf(row),
    inForce: isInForce(row),
    documentId: row.documentId,
    revokedBy: row.revokedBy,
    revokedByName: nameOf(row.revokedBy),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokeReason: row.revokeReason,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** As a run keeps it. It must be APPROVED: the database then holds by whom and when. */
export function toFixedException(row: ExceptionRow): FixedException {
  return {
    id: row.id,
    requirementId: row.requirementId,
    kind: row.kind,
    scope: row.scope,
    reason: row.reason,
    compensatingControl: row.compensatingControl,
    ownerId: row.ownerId,
    proposedBy: row.proposedBy,
    approvedBy: row.approvedBy!,
    approvedAt: row.approvedAt!.toISOString(),
    validFrom: row.validFrom,
    validUntil: row.validUntil,
    documentId: row.documentId,
  };
}
