import { exceptions, type Transaction } from "@assay/db";
import { and, asc, eq, getTableColumns, inArray, ne, or, sql } from "drizzle-orm";
import { findFixed } from "../exceptions/find-fixed.ts";
import { type DatedException, showExceptions } from "../exceptions/to-exception.ts";
import { recordedHash, splitRecorded } from "../records/index.ts";
import type { ShownRun } from "../runs/to-run.ts";
import { findSealedRun } from "../sealed/index.ts";
import type { PackedException } from "./package-state.ts";

/**
 * The exceptions that were fixed with a run, as they became, and those that cover its requirements on a day (ISO 8601), by
 * requirement and id; with the ids of all that may cover them some day, and of those that are not as they were recorded.
 */
export async function readCovering(tx: Transaction, run: ShownRun, day = "") {
  const { tenantId, packId } = run;
  const sealed = await findSealedRun(tx, run);
  const ofRun = [...(sealed?.ofRequirement.keys() ?? [])];
  const fixed = new Set((await findFixed(tx, run)).map(({ id }) => id));
  const rows = await tx
    .select({
      ...getTableColumns(exceptions),
      today: sql<string>`${day}::text`.as("today"),
      recordedHash: recordedHash("exception", tenantId),
    })
    .from(exceptions)
    .where(
      and(
        eq(exceptions.tenantId, tenantId),
        eq(exceptions.packId, packId),
        or(
          inArray(exceptions.id, [...fixed]),
          and(ne(exceptions.status, "PROPOSED"), inArray(exceptions.requirementId, ofRun)),
        ),
      ),
    )
    .orderBy(asc(exceptions.requirementId), asc(exceptions.id));
  const { sound, damaged } = await splitRecorded("exception", rows, ({ today: _, ...row }) => row);
  const gone = [...fixed].filter((id) => !rows.some((row) => row.id === id));
  const shown = await showExceptions(
    tx,
    tenantId,
    sound.filter((row) => fixed.has(row.id) || covers(row)),
  );
  return {
    covering: shown.map((exception): PackedException => ({ ...exception, fixedWithRun: fixed.has(exception.id) })),
    exceptionIds: rows.map(({ id }) => id),
    damaged: [...damaged.map(({ id }) => id), ...gone].sort(),
  };
}

function covers({ status, validFrom, validUntil, today }: DatedException): boolean {
  return status === "APPROVED" && validFrom <= today && today <= validUntil;
}
