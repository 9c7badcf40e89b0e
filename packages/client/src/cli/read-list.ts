import { usageError } from "./exit-codes.ts";

export const LIMIT = {
  type: "string",
  value: "<number>",
  says: "How many at most; 50 by default, 0 for all.",
} as const;

const DEFAULT_LIMIT = 50;

/** The first of a list, and whether there are more. */
export async function readList<T>(
  list: AsyncIterable<T> | Iterable<T>,
  limit: string | undefined,
): Promise<{ items: T[]; isCut: boolean }> {
  const given = limit === undefined ? DEFAULT_LIMIT : Number(limit);
  if (!Number.isInteger(given) || given < 0) throw usageError(`--limit cannot be '${limit}': it is a whole number`);
  const max = given === 0 ? Number.POSITIVE_INFINITY : given;
  const items: T[] = [];
  for await (const item of list) {
    if (items.length === max) return { items, isCut: true };
    items.push(item);
  }
  return { items, isCut: false };
}
