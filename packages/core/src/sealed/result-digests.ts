import { canonicalJson } from "@assay/contract";
import { resultDigests, type Transaction, tasks } from "@assay/db";
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { sha256Hex } from "../digest.ts";
import { boundedCache } from "../records/bounded-cache.ts";
import { soundOnce } from "../records/sound-once.ts";
import { findRunEnd, type KnownEnd } from "./find-run-ends.ts";
import { notSealed } from "./find-sealed-run.ts";
import { hashedColumns, hashRow, RESULT_TABLES, type ResultTable } from "./hash-row.ts";

interface OfRun extends KnownEnd {
  readonly tenantId: string;
  readonly runId: string;
}

/** The SHA-256 of each row of a run's results, as they were when the run ended. */
export interface ResultDigests {
  /** That the audit log names. */
  readonly hash: string;
  readonly runHash: string;
  /** How many documents were judged. */
  readonly judgedCount: number;
  /** By the id of the row: of a document or an exception that of what it is of, of a step its name. */
  readonly rows: Readonly<Record<Exclude<ResultTable, "runs" | Later>, Readonly<Record<string, string>>>> & {
    readonly [Table in Later]?: Readonly<Record<string, string>>;
  };
}

/** Not hashed by earlier releases. */
type Later = "run_exceptions";

const FORMAT = "assay-results/1";
const PARTS = Object.keys(RESULT_TABLES).filter((name): name is keyof ResultDigests["rows"] => name !== "runs");

const CACHE_BYTES_MAX = 16 << 20;
const parsed = boundedCache<ResultDigests>(CACHE_BYTES_MAX);

/** Hashes all rows of a run that has just ended, and stores that; for the audit entry that ends it. */
export async function recordDigests(
  tx: Transaction,
  { tenantId, runId }: OfRun,
): Promise<{ readonly runHash: string; readonly resultsHash: string; readonly exceptionCount: number }> {
  const [run] = await readRows(tx, { tenantId, runId }, "runs");
  const runHash = await hashRow("runs", run!);
  const rows: Record<string, Record<string, string>> = {};
  let judgedCount = 0;
  for (const part of PARTS) {
    const found = await readRows(tx, { tenantId, runId }, part);
    rows[part] = Object.fromEntries(await hashAll(part, found));
    if (part === "run_documents") judgedCount = found.filter(({ excludedReason }) => excludedReason === null).length;
  }
  const bytes = new TextEncoder().encode(canonicalJson({ format: FORMAT, runHash, judgedCount, rows }));
  await tx.insert(resultDigests).values({ tenantId, runId, bytes });
  const exceptionCount = Object.keys(rows.run_exceptions!).length;
  return { runHash, resultsHash: await sha256Hex(bytes), exceptionCount };
}

export function hashAll(table: ResultTable, rows: readonly Row[]): Promise<(readonly [string, string])[]> {
  return Promise.all(rows.map(async (row) => [idOf(table, row), await hashRow(table, row)] as const));
}

/**
 * What was hashed when the run ended; undefined for a run that is under way or ended in an earlier release. Throws
 * INTEGRITY_ERROR where it is not what the audit log names.
 */
export async function findDigests(tx: Transaction, { runId, ...of }: OfRun): Promise<ResultDigests | undefined> {
  const { tenantId } = of;
  const resultsHash = (await findRunEnd(tx, { ...of, id: runId }))?.resultsHash ?? null;
  if (resultsHash === null) return undefined;
  const key = `${tenantId}/${resultsHash}`;
  const known = parsed.get(key);
  if (known) return known;
  const [row] = await tx
    .select({ bytes: resultDigests.bytes })
    .from(resultDigests)
    .where(and(eq(resultDigests.tenantId, tenantId), eq(resultDigests.runId, runId)));
  if (!row || (await sha256Hex(row.bytes)) !== resultsHash)
    throw notSealed(runId, `the digests of its results must have the SHA-256 '${resultsHash}'`);
  const digests: ResultDigests = { ...JSON.parse(new TextDecoder().decode(row.bytes)), hash: resultsHash };
  parsed.set(key, digests, row.bytes.length * 2);
  return digests;
}

/** The ids of rows that are not what they were when the run ended; of none where nothing was hashed then. */
export async function findChangedRows(
  digests: ResultDigests | undefined,
  table: keyof ResultDigests["rows"],
  rows: readonly Row[],
): Promise<string[]> {
  const recorded = digests?.rows[table];
  if (!recorded) return [];
  return (await hashAll(table, rows)).filter(([id, hash]) => recorded[id] !== hash).map(([id]) => id);
}

/** The ids of rows that were there when the run ended, and are none of these. */
export function findMissingRows(
  digests: ResultDigests | undefined,
  table: keyof ResultDigests["rows"],
  ids: readonly string[],
): string[] {
  const found = new Set(ids);
  return Object.keys(digests?.rows[table] ?? {}).filter((id) => !found.has(id));
}

/** Throws INTEGRITY_ERROR where rows of a table are not all that they were when the run ended. */
export async function requireRows(
  tx: Transaction,
  of: OfRun,
  table: keyof ResultDigests["rows"],
): Promise<ResultDigests | undefined> {
  const digests = await findDigests(tx, of);
  if (!digests) return undefined;
  const key = `${of.tenantId}/${digests.hash}/${table}`;
  const damaged = await soundOnce(tx, key, [{ table: RESULT_TABLES[table], where: isOfRun(table, of) }], async () => {
    const rows = await readRows(tx, of, table);
    const ids = rows.map((row) => idOf(table, row));
    return [...(await findChangedRows(digests, table, rows)), ...findMissingRows(digests, table, ids)];
  });
  if (damaged.length > 0)
    throw notSealed(
      of.runId,
      `rows of '${table}' are not what they were when it ended: ${damaged.slice(0, 20).join(", ")}`,
      {
        damaged,
      },
    );
  return digests;
}

type Row = Readonly<Record<string, unknown>>;
type Part = PgTable & { readonly tenantId: AnyPgColumn; readonly runId: AnyPgColumn };

/** All rows of a table that a run left, with what is hashed of them; a task that a review added is none. */
export function readRows(tx: Transaction, of: OfRun, name: ResultTable, which?: SQL): Promise<Row[]> {
  return tx
    .select(hashedColumns(name))
    .from(RESULT_TABLES[name])
    .where(and(isOfRun(name, of), which)) as Promise<Row[]>;
}

function isOfRun(name: ResultTable, { tenantId, runId }: OfRun): SQL | undefined {
  const part = RESULT_TABLES[name] as unknown as Part;
  const ofRun =
    name === "runs"
      ? eq(RESULT_TABLES.runs.id, runId)
      : and(eq(part.runId, runId), name === "tasks" ? isNull(tasks.reviewId) : undefined);
  return and(eq(part.tenantId, tenantId), ofRun);
}

export function idOf(table: ResultTable, row: Row): string {
  if (table === "run_steps") return String(row.stepName);
  if (table === "run_exceptions") return String(row.exceptionId);
  return String(table.startsWith("run_documents") ? row.documentId : row.id);
}
