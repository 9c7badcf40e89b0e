import { canonicalJson } from "@assay/contract";
import {
  assessments,
  exports,
  runDocuments,
  runDocumentsLeftOut,
  runExceptions,
  runSteps,
  runs,
  snapshots,
  tasks,
} from "@assay/db";
import { getTableColumns } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { sha256Hex } from "../digest.ts";
import { saidOf } from "../records/digest-row.ts";

/** The tables whose rows say what a run came to. */
export const RESULT_TABLES = {
  runs,
  run_steps: runSteps,
  run_documents: runDocuments,
  run_documents_left_out: runDocumentsLeftOut,
  run_exceptions: runExceptions,
  assessments,
  tasks,
  exports,
  snapshots,
} as const satisfies Readonly<Record<string, PgTable>>;
export type ResultTable = keyof typeof RESULT_TABLES;

/** What people change after the run has ended, what has a hash of its own, and a hash that the log names itself. */
export const NOT_HASHED: Readonly<Partial<Record<ResultTable, readonly string[]>>> = {
  runs: ["egress"],
  tasks: ["status", "assignee_id", "due_date", "updated_at"],
  exports: ["bytes"],
  snapshots: ["bytes", "replay_bytes", "replay_hash"],
};

type Row = Readonly<Record<string, unknown>>;
type Columns = Readonly<Record<string, PgColumn>>;

const HASHED: ReadonlyMap<string, Columns> = new Map(
  Object.entries(RESULT_TABLES).map(([name, table]) => [name, withoutChanging(name as ResultTable, table)]),
);

function withoutChanging(name: ResultTable, table: PgTable): Columns {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  return Object.fromEntries(columns.filter(([, column]) => !NOT_HASHED[name]?.includes(column.name)));
}

/** Of a table, by their names in a row. */
export function hashedColumns(table: ResultTable): Columns {
  return HASHED.get(table)!;
}

/** SHA-256 of the RFC 8785 form of what a row says, by the names of its columns. */
export function hashRow(table: ResultTable, row: Row): Promise<string> {
  return sha256Hex(canonicalJson(saidOf(hashedColumns(table), row)));
}
