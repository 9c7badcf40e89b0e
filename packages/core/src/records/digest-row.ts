import { canonicalJson } from "@assay/contract";
import { sha256Hex } from "../digest.ts";
import { columnsOf, RECORD_KINDS, type RecordKind } from "./record-kinds.ts";

type Columns = Readonly<Record<string, { readonly name: string }>>;

/** SHA-256 of what a row says, by the names of its columns. */
export function digestRow(kind: RecordKind, row: object): Promise<string> {
  const { omitted, omittedOf } = RECORD_KINDS[kind];
  const all = [...omitted, ...(omittedOf?.(row) ?? [])];
  return sha256Hex(canonicalJson({ kind, row: saidOf(columnsOf(kind), row, all) }));
}

/**
 * What a row says. What is null, false or empty is omitted, so that a column that a later release adds changes no digest;
 * such a column must have no other default.
 */
export function saidOf(columns: Columns, row: object, omitted: readonly string[] = []): Record<string, unknown> {
  const values = row as Readonly<Record<string, unknown>>;
  const said = Object.entries(columns)
    .filter(([property, { name }]) => !isNothing(values[property]) && !omitted.includes(name))
    .map(([property, { name }]) => [name, toJson(values[property])]);
  return Object.fromEntries(said);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

function toJson(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
