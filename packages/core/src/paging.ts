import { AssayError } from "@assay/contract";

/** A page of a list: what came, and how to ask for what follows. */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** An opaque cursor from the sort key of a row. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return btoa(JSON.stringify(parts)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws VALIDATION_ERROR unless the cursor is one of ours with these kinds of parts. */
export function decodeCursor<const K extends readonly ("string" | "number")[]>(
  cursor: string,
  kinds: K,
): { [I in keyof K]: K[I] extends "string" ? string : number } {
  let parts: unknown;
  try {
    parts = JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    parts = undefined;
  }
  if (!Array.isArray(parts) || parts.length !== kinds.length || kinds.some((kind, at) => !isPart(parts[at], kind)))
    throw new AssayError("VALIDATION_ERROR", "Cannot read the page as the cursor is not one that this list gave", {
      details: { issues: [{ field: "cursor", issue: "must be the nextCursor of an earlier page" }] },
    });
  return parts as never;
}

// A forged cursor must fail here and not as a cast in the database.
function isPart(part: unknown, kind: "string" | "number"): boolean {
  if (kind === "number") return Number.isSafeInteger(part);
  return typeof part === "string" && /^[0-9a-zA-Z.:_-]{1,64}$/.test(part);
}

/** Cuts the one row too many that a list query asks for. */
export function toPage<T>(rows: T[], limit: number, cursorOf: (row: T) => readonly (string | number)[]): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(cursorOf(last)) : null };
}
