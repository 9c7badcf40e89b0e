import type { Transaction } from "@assay/db";
import { findSignedAs } from "../sign-offs/index.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import type { RunRow } from "./to-run.ts";

/** The rows with who started each run and how it is signed: nothing of a member or an act that is not as it was recorded. */
export async function namePeople<Row extends RunRow>(tx: Transaction, tenantId: string, rows: readonly Row[]) {
  const names = await nameActors(tx, tenantId, [...new Set(rows.map(({ startedBy }) => startedBy))]);
  const captured = rows.filter(({ snapshotStatus }) => snapshotStatus === "CAPTURED").map(({ id }) => id);
  const signed = await findSignedAs(tx, tenantId, captured);
  return rows.map((row) => ({
    ...row,
    startedByName: names[row.startedBy] ?? null,
    signedAs: signed.get(row.id) ?? null,
  }));
}
