import { auditEntries, packBindings, runs, type Transaction } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { digestPinned, type PinnedKind } from "../../records/index.ts";
import type { Damage } from "../../webhooks/record-damage.ts";
import type { CheckedRecords, RecordRef } from "./check-records.ts";

/** Compares what the tenant is bound to, what its runs pin and what it published with the digests in its audit log. */
export async function checkPinned(tx: Transaction, tenantId: string): Promise<CheckedRecords> {
  const damages: Damage[] = [];
  const unseen: RecordRef[] = [];
  const used = await listUsed(tx, tenantId);
  const published = (await listRecorded(tx, tenantId)).filter((ref) => !used.has(nameOf(ref)));
  for (const [ref, mustExist] of [
    ...[...used.values()].map((each) => [each, true] as const),
    ...published.map((each) => [each, false] as const),
  ]) {
    const found = await digestPinned[ref.kind](tx, { tenantId, id: ref.id });
    if (!found && mustExist)
      damages.push({ objectType: ref.kind, objectId: ref.id, recordedHash: "", foundHash: null });
    if (!found) continue;
    if (found.recordedHash === null) unseen.push(ref);
    else if (found.recordedHash !== found.digest)
      damages.push({
        objectType: ref.kind,
        objectId: ref.id,
        recordedHash: found.recordedHash,
        foundHash: found.digest,
      });
  }
  return { damages, unseen };
}

interface PinnedRef {
  readonly kind: PinnedKind;
  readonly id: string;
}

const nameOf = ({ kind, id }: PinnedRef) => `${kind}/${id}`;

async function listUsed(tx: Transaction, tenantId: string): Promise<Map<string, PinnedRef>> {
  const bound = await tx
    .select({ id: packBindings.criteriaVersionId })
    .from(packBindings)
    .where(eq(packBindings.tenantId, tenantId));
  const pinned = await tx
    .selectDistinct({ criteria: runs.criteriaVersionId, corpus: runs.corpusActivationId })
    .from(runs)
    .where(eq(runs.tenantId, tenantId));
  const refs: PinnedRef[] = [
    ...bound.map(({ id }) => ({ kind: "criteria_version" as const, id })),
    ...pinned.map(({ criteria }) => ({ kind: "criteria_version" as const, id: criteria })),
    ...pinned.map(({ corpus }) => ({ kind: "corpus_activation" as const, id: corpus })),
  ];
  return new Map(refs.map((ref) => [nameOf(ref), ref]));
}

async function listRecorded(tx: Transaction, tenantId: string): Promise<PinnedRef[]> {
  const rows = await tx
    .selectDistinct({ kind: sql<PinnedKind>`${auditEntries.objectType}`, id: auditEntries.objectId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        inArray(auditEntries.objectType, ["criteria_version", "corpus_activation"] satisfies PinnedKind[]),
        sql`jsonb_exists(${auditEntries.details}, 'rowHash')`,
      ),
    );
  return rows;
}
