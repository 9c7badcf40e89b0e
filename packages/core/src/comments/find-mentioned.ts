import { AssayError, MENTIONS_MAX } from "@assay/contract";
import { memberships, type Transaction } from "@assay/db";
import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { recordedHash, requireAsRecorded } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { findAddresses } from "./find-addresses.ts";

/**
 * The ids of the active members whom a text mentions, in its order. Other names stay text. An auditor's link mentions those
 * who have commented on its run: it must not learn who else is a member. Throws VALIDATION_ERROR for too many, INTEGRITY_ERROR
 * for one who is stored otherwise than the audit log recorded.
 */
export async function findMentioned(tx: Transaction, { tenantId, link }: Context, text: string): Promise<string[]> {
  const addresses = findAddresses(text);
  if (addresses.length === 0) return [];
  const address = sql<string>`lower(${memberships.email})`;
  const members = await tx
    .select({ ...getTableColumns(memberships), address, recordedHash: recordedHash("member", tenantId) })
    .from(memberships)
    .where(
      and(
        eq(memberships.tenantId, tenantId),
        isNull(memberships.revokedAt),
        inArray(address, addresses),
        link && hasCommentedOn(tenantId, link.runId),
      ),
    );
  if (members.length > MENTIONS_MAX)
    throw new AssayError("VALIDATION_ERROR", `Cannot mention more than ${MENTIONS_MAX} people: ${members.length} are`, {
      details: { issues: [{ field: "text", issue: `must mention at most ${MENTIONS_MAX} people` }] },
    });
  await requireAsRecorded("member", members, ({ userId }) => userId);
  const placeOf = (member: { address: string }) => addresses.indexOf(member.address);
  return members.sort((a, b) => placeOf(a) - placeOf(b)).map(({ userId }) => userId);
}

const hasCommentedOn = (tenantId: string, runId: string): SQL =>
  sql`exists (select from comments spoken where spoken.tenant_id = ${tenantId} and spoken.run_id = ${runId}
    and spoken.author_id = ${memberships.userId}::text)`;
