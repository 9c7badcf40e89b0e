import { isUuid, type Review } from "@assay/contract";
import { auditEntries, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { ActingPerson } from "../tenancy/require-act-of-person.ts";

export type ReviewerAddress = Pick<Review, "addressProof" | "invitedBy">;

/** By what the tenant knows that a reviewer reads their address, for the entry about a review; nothing where it is not known. */
export function describeAddress({ addressProof, invitedBy }: ActingPerson): ReviewerAddress {
  if (addressProof === null) return {};
  const handedOver = addressProof === "NONE" && invitedBy !== null && isUuid(invitedBy);
  return { addressProof, ...(handedOver && { invitedBy }) };
}

/** As a column of a statement about reviews: what their entries say of it; null where they say nothing. */
export function recordedAddress(tenantId: string): SQL<ReviewerAddress | null> {
  return sql<ReviewerAddress | null>`(
    select jsonb_strip_nulls(jsonb_build_object(
      'addressProof', entry.details -> 'addressProof', 'invitedBy', entry.details -> 'invitedBy'))
    from audit_entries entry
    where entry.tenant_id = ${tenantId} and entry.object_id = reviews.id::text and entry.object_type = 'review'
      and jsonb_exists(entry.details, 'addressProof')
    order by entry.sequence limit 1)`;
}

/** Review → what its entry says of the reviewer's address. */
export async function findAddresses(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReviewerAddress>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectDistinctOn([auditEntries.objectId], {
      id: auditEntries.objectId,
      address: sql<ReviewerAddress>`jsonb_strip_nulls(jsonb_build_object(
        'addressProof', ${auditEntries.details} -> 'addressProof', 'invitedBy', ${auditEntries.details} -> 'invitedBy'))`,
    })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        eq(auditEntries.objectType, "review"),
        inArray(auditEntries.objectId, [...ids]),
      ),
    )
    .orderBy(asc(auditEntries.objectId), asc(auditEntries.sequence));
  return new Map(rows.map(({ id, address }) => [id, address]));
}
