import { type DamagedResult, isUuid, type SignOff, type SignOffRole } from "@assay/contract";
import { runs, signOffs, type Transaction } from "@assay/db";
import { and, asc, eq, getTableColumns, inArray } from "drizzle-orm";
import { listCheckpointKeys } from "../audit/checkpoint-keys.ts";
import type { PublicSigningKey } from "../ports/signer.ts";
import { damagedRecord, findMissing, isAsRecorded, recordedHash, showMissing } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireRunOfLink } from "../tenancy/require-link.ts";
import { inTenantForRun } from "../tenancy/transact.ts";
import type { SignOffServices } from "./add-act.ts";
import { findValid } from "./find-valid.ts";
import { isNameSigned, saltOfSigner } from "./name-digest.ts";
import { endedBy, type SignOffRow, signedAs, toSignOff } from "./to-sign-off.ts";

export interface SignOffs {
  readonly signOffs: (SignOff | DamagedResult)[];
  readonly signedAs: SignOffRole | null;
}

type Run = Parameters<typeof findValid>[1];
interface OfRun {
  readonly tenantId: string;
  readonly runId: string;
}

/**
 * Returns every act of the run's sign-off in order, with what was signed; in the place of one that is stored otherwise than
 * it was recorded, or is gone, its id. Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED.
 */
export async function listSignOffs(ctx: Context, { signer }: SignOffServices, runId: string): Promise<SignOffs> {
  requireRunOfLink(ctx, runId);
  const keys = await listCheckpointKeys(ctx.db, signer);
  const shown = isUuid(runId)
    ? await inTenantForRun(ctx, runId, async (tx) => {
        const [run] = await tx
          .select({ id: runs.id, tenantId: runs.tenantId, snapshotStatus: runs.snapshotStatus })
          .from(runs)
          .where(and(eq(runs.tenantId, ctx.tenantId), eq(runs.id, runId)));
        return run && showActs(tx, run, keys);
      })
    : undefined;
  return found(ctx, "run", runId, shown);
}

/** As `listSignOffs`, of a run at hand. */
export async function showActs(tx: Transaction, run: Run, keys: readonly PublicSigningKey[]): Promise<SignOffs> {
  const of = { tenantId: run.tenantId, runId: run.id };
  const { acts, damaged } = await readActs(tx, of);
  const missing = await showMissing(tx, "sign_off", of);
  const sound = acts.filter(({ id }) => !damaged.has(id));
  const valid = await findValid(tx, run, sound, keys);
  const shown = acts.map((act) =>
    damaged.has(act.id) ? { id: act.id, damaged: true as const } : toSignOff(act, valid.has(act.id)),
  );
  const isWhole = damaged.size + missing.length === 0;
  return { signOffs: [...shown, ...missing], signedAs: isWhole ? signedAs(acts) : null };
}

/** In order. Throws INTEGRITY_ERROR where one is stored otherwise than it was recorded, or ends otherwise than was signed. */
export async function signOffsOf(tx: Transaction, of: OfRun): Promise<SignOffRow[]> {
  const { sound, damaged } = await findSignOffs(tx, of);
  for (const id of damaged) throw damagedRecord("sign_off", id);
  return sound;
}

/** In order; with the ids of those for which `signOffsOf` throws. */
export async function findSignOffs(
  tx: Transaction,
  of: OfRun,
): Promise<{ readonly sound: SignOffRow[]; readonly damaged: readonly string[] }> {
  const { acts, damaged } = await readActs(tx, of);
  const missing = await findMissing(tx, "sign_off", of);
  return { sound: acts.filter(({ id }) => !damaged.has(id)), damaged: [...damaged, ...missing.map(({ id }) => id)] };
}

/** By run the last role whose signature is; null where one of its acts is damaged or gone. */
export async function findSignedAs(
  tx: Transaction,
  tenantId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, SignOffRole | null>> {
  if (runIds.length === 0) return new Map();
  const { acts, damaged } = await readActs(tx, { tenantId, runId: runIds });
  const missing = await findMissing(tx, "sign_off", { tenantId, runId: runIds });
  const unsure = new Set([...acts.filter(({ id }) => damaged.has(id)), ...missing].map(({ runId }) => runId));
  const ofRun = Map.groupBy(acts, ({ runId }) => runId);
  return new Map(runIds.map((runId) => [runId, unsure.has(runId) ? null : signedAs(ofRun.get(runId) ?? [])]));
}

/** In order, with the ids of those that are stored otherwise than was recorded, or end otherwise than was signed. */
async function readActs(
  tx: Transaction,
  { tenantId, runId }: Omit<OfRun, "runId"> & { readonly runId: string | readonly string[] },
): Promise<{ acts: SignOffRow[]; damaged: ReadonlySet<string> }> {
  const rows = await tx
    .select({
      ...getTableColumns(signOffs),
      nameSalt: saltOfSigner(tenantId),
      recordedHash: recordedHash("sign_off", tenantId),
    })
    .from(signOffs)
    .where(and(eq(signOffs.tenantId, tenantId), inArray(signOffs.runId, [runId].flat())))
    .orderBy(asc(signOffs.sequence));
  const isSound = await Promise.all(
    rows.map(async (row) => (await isAsRecorded("sign_off", row)) && (await isNameSigned(row))),
  );
  const ends = endedBy(rows.filter((_, at) => isSound[at]));
  const damaged = rows.filter(({ id, withdrawnById }, at) => !isSound[at] || withdrawnById !== (ends.get(id) ?? null));
  return { acts: rows.map(({ recordedHash: _, ...row }) => row), damaged: new Set(damaged.map(({ id }) => id)) };
}
