import { connections, type Database, preparedOnce } from "@assay/db";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import { isOfSuspendedTenant, tenantSuspended } from "../tenancy/tenant-suspended.ts";
import { findSessionRoles } from "../tenancy/tenants.ts";
import { inSystem, readInSystem } from "../tenancy/transact.ts";

export interface ConnectionHolder {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** The address that the token is for. */
  readonly resource: string;
}

/**
 * Whose access token this is; undefined for any other, and once the connection, the membership or the tenant is not
 * active, or the tenant demands a second factor that was not proved. Whether the session has ended is for the caller to
 * ask. Notes the use once a minute.
 */
export async function findConnectionHolder(db: Database, token: string): Promise<ConnectionHolder | undefined> {
  const accessHash = await sha256Hex(token);
  const [row] = await readInSystem(db, (tx) => activeConnection(tx, { accessHash }));
  if (!row) return undefined;
  const { noteUse: isDue, hasSecondFactor, ...holder } = row;
  const { userId, tenantId } = holder;
  if (await isOfSuspendedTenant(db, { tenantId, userId })) throw tenantSuspended();
  const [member] = await findSessionRoles(db, [{ userId, tenantId, sessionId: undefined }]);
  if (!member?.role || (member.secondFactor === "EVERYBODY" && !hasSecondFactor)) return undefined;
  if (isDue) await inSystem(db, (tx) => noteUse(tx, { id: holder.id }));
  return holder;
}

const useIsDue = sql<boolean>`coalesce(${connections.lastUsedAt} < now() - interval '1 minute', true)`;

/** Asked before each request of an application. */
const activeConnection = preparedOnce((tx) =>
  tx
    .select({
      id: connections.id,
      tenantId: connections.tenantId,
      userId: connections.userId,
      sessionId: connections.sessionId,
      hasSecondFactor: connections.hasSecondFactor,
      resource: connections.resource,
      noteUse: useIsDue,
    })
    .from(connections)
    .where(
      and(
        eq(connections.accessHash, sql.placeholder("accessHash")),
        isNull(connections.endedAt),
        gt(connections.accessExpiresAt, sql`now()`),
        gt(connections.expiresAt, sql`now()`),
      ),
    )
    .prepare("connection_in_force"),
);

const noteUse = preparedOnce((tx) =>
  tx
    .update(connections)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(connections.id, sql.placeholder("id")), useIsDue))
    .prepare("note_connection_use"),
);
