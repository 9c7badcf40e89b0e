import { AssayError, calendarDate, isStorableText, isUuid, timestamp } from "@assay/contract";
import { and, desc, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { asBase64, asBase64Url } from "./base64url.ts";

/** A page of a list: what came, and how to ask for what follows. */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** An opaque cursor of a list from the sort key of a row. */
export function encodeCursor(list: string, parts: readonly (string | number)[]): string {
  return asBase64Url(btoa(JSON.stringify([list, ...parts])));
}

/** The most that an integer column holds. */
const INTEGER_MAX = 2_147_483_647;
const PARTS = {
  number: (part: unknown) => Number.isInteger(part) && Math.abs(part as number) <= INTEGER_MAX,
  id: (part: unknown) => typeof part === "string" && isUuid(part),
  instant: (part: unknown) => timestamp.safeParse(part).success,
  real: (part: unknown) => Number.isFinite(part),
  day: (part: unknown) => calendarDate.safeParse(part).success,
  text: (part: unknown) => typeof part === "string" && part.length <= 400 && isStorableText(part),
  word: (part: unknown) => typeof part === "string" && /^[A-Z_]{1,40}$/.test(part),
};
export type CursorPartKind = keyof typeof PARTS;

/**
 * Throws VALIDATION_ERROR unless the cursor is one that this list gave, with these kinds of parts: a forged one must
 * fail here and not as a cast in the database.
 */
export function decodeCursor<const K extends readonly CursorPartKind[]>(
  list: string,
  cursor: string,
  kinds: K,
): { [I in keyof K]: K[I] extends "number" | "real" ? number : string } {
  let given: unknown;
  try {
    given = JSON.parse(atob(asBase64(cursor)));
  } catch {
    given = undefined;
  }
  const [name, ...parts] = Array.isArray(given) ? given : [];
  if (name !== list || parts.length !== kinds.length || kinds.some((kind, at) => !PARTS[kind](parts[at])))
    throw new AssayError("VALIDATION_ERROR", "Cannot read the page because this list did not return the cursor", {
      details: { issues: [{ field: "cursor", issue: "must be the nextCursor of an earlier page" }] },
    });
  return parts as never;
}

/** The rows after a cursor of [time, id] in a list that shows the newest first. */
export function newestFirst(
  list: string,
  time: AnyPgColumn,
  id: AnyPgColumn,
  cursor: string | undefined,
): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [at, lastId] = decodeCursor(list, cursor, ["instant", "id"]);
  return sql`(${time}, ${id}) < (${at}::timestamptz, ${lastId}::uuid)`;
}

/** What `select().from(table)` is, as far as a page of it needs it. */
interface Selection<Row> {
  where(condition: SQL | undefined): {
    orderBy(...columns: SQL[]): { limit(count: number): PromiseLike<Row[]> };
  };
}

/** A page of what is selected from a table, the newest first, of the rows that `where` allows. */
export async function newestPage<Row extends { createdAt: Date; id: string }>(
  list: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { from, columns, where }: NewestRows<Row>,
): Promise<Page<Row>> {
  const { createdAt, id } = columns;
  const rows = await from
    .where(and(where, newestFirst(list, createdAt, id, cursor)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  return toPage(list, rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
}

interface NewestRows<Row> {
  readonly from: Selection<Row>;
  /** Of the table that is listed. */
  readonly columns: { readonly createdAt: AnyPgColumn; readonly id: AnyPgColumn };
  readonly where?: SQL | undefined;
}

/** Each of the page's items as another. */
export function mapPage<From, To>({ items, nextCursor }: Page<From>, map: (item: From) => To): Page<To> {
  return { items: items.map(map), nextCursor };
}

/** Cuts the one row too many that a list query asks for. */
export function toPage<T>(
  list: string,
  rows: T[],
  limit: number,
  cursorOf: (row: T) => readonly (string | number)[],
): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(list, cursorOf(last)) : null };
}
