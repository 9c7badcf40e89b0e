import type { AuditResumption, ChainBreak } from "@assay/contract";
import { auditCheckpoints, auditEntries, chainChecks, checkpointDepartures, type Database } from "@assay/db";
import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { ChainPoint } from "../audit/check-chain.ts";
import { listCheckpointKeys } from "../audit/checkpoint-keys.ts";
import { isCheckpointOf, toStatement } from "../audit/checkpoint-statement.ts";
import { breakOf, listResumptions } from "../audit/resumptions.ts";
import type { PublicSigningKey, Signer } from "../ports/signer.ts";
import { inTenant } from "../tenancy/transact.ts";

export interface ChainScope {
  readonly db: Database;
  readonly tenantId: string;
  readonly signer: Signer;
}

/** What is known of a tenant's chain before it is looked at. */
export interface KnownChain {
  readonly keys: readonly PublicSigningKey[];
  readonly resumptions: readonly AuditResumption[];
  /** As the last check found it. */
  readonly broken: ChainBreak | null;
  readonly historySequence: number;
  /** The newest checkpoint that left the service; where none did, the newest. */
  readonly anchor: ChainPoint | undefined;
  readonly signedUpTo: number;
}

/** A few, as the newest ones may be of a key that is not known. */
const CANDIDATES = 20;

export async function loadChain({ db, tenantId, signer }: ChainScope): Promise<KnownChain> {
  const keys = await listCheckpointKeys(db, signer);
  return inTenant({ db, tenantId }, async (tx) => {
    const resumptions = await listResumptions(tx, tenantId, keys);
    const [state] = await tx.select().from(chainChecks).where(eq(chainChecks.tenantId, tenantId));
    // By mail only some leave, and none can be read back.
    const hasLeft = sql`exists (select 1 from ${checkpointDepartures}
      where ${checkpointDepartures.tenantId} = ${tenantId} and ${checkpointDepartures.leftAt} is not null
        and ${checkpointDepartures.destination} not like 'mail:%'
        and ${checkpointDepartures.checkpointId} = ${auditCheckpoints.id})`;
    const rows = await tx
      .select()
      .from(auditCheckpoints)
      .where(eq(auditCheckpoints.tenantId, tenantId))
      .orderBy(desc(hasLeft), desc(auditCheckpoints.sequence))
      .limit(CANDIDATES);
    let anchor: ChainPoint | undefined;
    for (const row of rows)
      if (!anchor && !breakOf(resumptions, row.sequence) && (await isValid(row, keys))) anchor = pointOf(row);
    return {
      keys,
      resumptions,
      broken: state?.broken ?? null,
      historySequence: state?.historySequence ?? 0,
      anchor,
      signedUpTo: Math.max(0, ...rows.map(({ sequence }) => sequence)),
    };
  });
}

/** The newest checkpoint before an entry that the chain still contains. */
export async function findLastGood(
  { db, tenantId }: ChainScope,
  { keys, resumptions }: KnownChain,
  before: number,
): Promise<ChainPoint | null> {
  const rows = await inTenant({ db, tenantId }, (tx) =>
    tx
      .select({ checkpoint: auditCheckpoints })
      .from(auditCheckpoints)
      .innerJoin(
        auditEntries,
        and(
          eq(auditEntries.tenantId, tenantId),
          eq(auditEntries.sequence, auditCheckpoints.sequence),
          eq(auditEntries.hash, auditCheckpoints.hash),
        ),
      )
      .where(and(eq(auditCheckpoints.tenantId, tenantId), lt(auditCheckpoints.sequence, before)))
      .orderBy(desc(auditCheckpoints.sequence))
      .limit(CANDIDATES),
  );
  for (const { checkpoint } of rows)
    if (!breakOf(resumptions, checkpoint.sequence) && (await isValid(checkpoint, keys))) return pointOf(checkpoint);
  return null;
}

type CheckpointRow = typeof auditCheckpoints.$inferSelect;

function isValid(row: CheckpointRow, keys: readonly PublicSigningKey[]): Promise<boolean> {
  const { tenantId, keyId, signature } = row;
  return isCheckpointOf(tenantId, { statement: toStatement(row), keyId, signature }, keys);
}

const pointOf = ({ sequence, hash }: ChainPoint): ChainPoint => ({ sequence, hash });
