import { canonicalJson } from "@assay/contract";
import { signOffs, type Transaction } from "@assay/db";
import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../../audit/record-audit.ts";
import { sha256Hex } from "../../digest.ts";
import {
  digestRow,
  findMissing,
  isRecordKind,
  loggedHash,
  nameDigestOf,
  type PinnedKind,
  RECORD_KINDS,
  type RecordKind,
  type RecordScope,
  readRecords,
} from "../../records/index.ts";
import { digestName, endedBy, isNameSigned, saltOfSigner } from "../../sign-offs/index.ts";
import { systemActor } from "../../tenancy/context.ts";
import type { Damage } from "../../webhooks/record-damage.ts";

/** What people put on record in a run, and in the tenant itself. */
export const KINDS_OF_RUN = ["review", "comment", "sign_off"] as const satisfies readonly RecordKind[];
export const KINDS_OF_TENANT = ["exception", "member"] as const satisfies readonly RecordKind[];

export interface RecordRef {
  readonly kind: RecordKind | PinnedKind;
  readonly id: string;
}

export interface CheckedRecords {
  readonly damages: readonly Damage[];
  /** Rows of a previous release, of which the audit log holds no digest yet. */
  readonly unseen: readonly RecordRef[];
}

/** The sign-offs of a run next to which another name is than was signed, or than it became when it was erased. */
export async function checkNames(
  tx: Transaction,
  { tenantId, runId }: { readonly tenantId: string; readonly runId: string },
): Promise<Damage[]> {
  const acts = await tx
    .select({ ...getTableColumns(signOffs), nameSalt: saltOfSigner(tenantId) })
    .from(signOffs)
    .where(and(eq(signOffs.tenantId, tenantId), eq(signOffs.runId, runId)));
  const damages = acts.map(async (act) => ({
    objectType: "sign_off",
    objectId: act.id,
    isSigned: await isNameSigned(act),
    recordedHash: nameDigestOf(act) ?? "",
    foundHash: act.nameSalt === null ? null : await digestName(act.nameSalt, act.signerName),
  }));
  return (await Promise.all(damages)).flatMap(({ isSigned, ...damage }) => (isSigned ? [] : [damage]));
}

/** The signatures of a run that end otherwise than the signed acts say. Their rows are as recorded. */
export async function checkEnds(
  tx: Transaction,
  { tenantId, runId }: { readonly tenantId: string; readonly runId: string },
): Promise<Damage[]> {
  const acts = await tx
    .select({ id: signOffs.id, payload: signOffs.payload, withdrawnById: signOffs.withdrawnById })
    .from(signOffs)
    .where(and(eq(signOffs.tenantId, tenantId), eq(signOffs.runId, runId)));
  const ends = endedBy(acts);
  const hash = (id: string | null | undefined) => sha256Hex(canonicalJson({ withdrawnById: id ?? null }));
  const wrong = acts.filter(({ id, withdrawnById }) => withdrawnById !== (ends.get(id) ?? null));
  return Promise.all(
    wrong.map(async ({ id, withdrawnById }) => ({
      objectType: "sign_off",
      objectId: id,
      recordedHash: await hash(ends.get(id)),
      foundHash: await hash(withdrawnById),
    })),
  );
}

/**
 * Compares what people put on record with the digests in the audit log. A row that no entry names is damage, unless
 * `isFirst` says that nothing was ever compared.
 */
export async function checkRecords(
  tx: Transaction,
  scope: RecordScope,
  { kinds, isFirst }: { readonly kinds: readonly RecordKind[]; readonly isFirst: boolean },
): Promise<CheckedRecords> {
  const damages: Damage[] = [];
  const unseen: RecordRef[] = [];
  for (const kind of kinds) {
    for await (const row of readRecords(tx, kind, scope)) {
      const foundHash = await digestRow(kind, row.row);
      if (row.recordedHash === null && (row.isRecorded || isFirst)) unseen.push({ kind, id: row.id });
      else if (row.recordedHash !== foundHash)
        damages.push({ objectType: kind, objectId: row.id, recordedHash: row.recordedHash ?? "", foundHash });
    }
    for (const { id, recordedHash } of await findMissing(tx, kind, scope))
      damages.push({ objectType: kind, objectId: id, recordedHash, foundHash: null });
  }
  return { damages, unseen };
}

/**
 * Records the digest of rows that the audit log holds none of, as they are now: the entry says when they were first seen. Who
 * changes one of them meanwhile comes before or after.
 */
export async function recordFirstSeen(
  tx: Transaction,
  { tenantId, runId }: RecordScope,
  unseen: readonly RecordRef[],
): Promise<void> {
  const events: AuditEvent[] = [];
  for (const [kind, refs] of Map.groupBy(unseen, (ref) => ref.kind))
    for (const objectId of isRecordKind(kind)
      ? await lockUnseen(tx, kind, { tenantId, refs })
      : refs.map(({ id }) => id))
      events.push({
        action: "record.first_seen",
        objectType: kind,
        objectId,
        ...(runId === undefined ? {} : { runId }),
      });
  await recordAudit(tx, systemActor(tenantId), ...events);
}

async function lockUnseen(
  tx: Transaction,
  kind: RecordKind,
  { tenantId, refs }: { readonly tenantId: string; readonly refs: readonly RecordRef[] },
): Promise<string[]> {
  const { table, id } = RECORD_KINDS[kind];
  const ids = refs.map((ref) => ref.id);
  const isOne = and(eq(table.tenantId, tenantId), inArray(id, ids));
  await tx.select({ one: sql`1` }).from(table).where(isOne).for("share");
  const rows = await tx
    .select({ id: sql<string>`${id}::text`, recordedHash: loggedHash(kind, tenantId) })
    .from(table)
    .where(isOne);
  return rows.flatMap((row) => (row.recordedHash === null ? [row.id] : []));
}
