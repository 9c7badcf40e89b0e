import type { FixedException } from "@assay/contract";
import { exceptions, insertInBatches, requirements, runExceptions, type Transaction } from "@assay/db";
import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { recordedHash, requireAsRecorded } from "../records/index.ts";
import { toFixedException } from "./to-exception.ts";

interface StartedRun {
  readonly tenantId: string;
  readonly id: string;
  readonly packId: string;
  readonly criteriaVersionId: string;
  readonly startedAt: Date;
}

/** Fixes the active exceptions on the day when the run starts, with their terms. Returns their ids. */
export async function fixExceptions(tx: Transaction, run: StartedRun): Promise<string[]> {
  const { tenantId, packId, criteriaVersionId } = run;
  const day = run.startedAt.toISOString().slice(0, 10);
  const judged = tx
    .select({ requirementId: requirements.requirementId })
    .from(requirements)
    .where(eq(requirements.criteriaVersionId, criteriaVersionId));
  const rows = await tx
    .select({ ...getTableColumns(exceptions), recordedHash: recordedHash("exception", tenantId) })
    .from(exceptions)
    .where(
      and(
        eq(exceptions.tenantId, tenantId),
        eq(exceptions.packId, packId),
        eq(exceptions.status, "APPROVED"),
        sql`${day}::date between ${exceptions.validFrom} and ${exceptions.validUntil}`,
        inArray(exceptions.requirementId, judged),
      ),
    );
  await requireAsRecorded("exception", rows, ({ id }) => id);
  const fixed = rows.map(toFixedException).sort(inOrder);
  const values = fixed.map((exception) => ({
    tenantId,
    runId: run.id,
    exceptionId: exception.id,
    requirementId: exception.requirementId,
    exception,
  }));
  await insertInBatches(tx, runExceptions, values);
  return fixed.map(({ id }) => id);
}

/** The exceptions that were fixed with a run, by requirement and id; of one requirement where it is named. */
export async function exceptionsOfRun(
  tx: Transaction,
  { tenantId, runId, requirementId }: { tenantId: string; runId: string; requirementId?: string },
): Promise<FixedException[]> {
  const rows = await tx
    .select({ exception: runExceptions.exception })
    .from(runExceptions)
    .where(
      and(
        eq(runExceptions.tenantId, tenantId),
        eq(runExceptions.runId, runId),
        requirementId === undefined ? undefined : eq(runExceptions.requirementId, requirementId),
      ),
    );
  return rows.map(({ exception }) => exception).sort(inOrder);
}

/** By code units, so that the order is that of no database's locale. */
export function inOrder(a: FixedException, b: FixedException): number {
  if (a.requirementId !== b.requirementId) return a.requirementId < b.requirementId ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
