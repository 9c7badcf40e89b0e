import { refuseFile } from "./issue-list.ts";

const DEPTH_MAX = 64;

/** Throws VALIDATION_ERROR for text that is not JSON, and for values nested so deep that no reader may recurse. */
export function readJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuseFile("must be well-formed JSON");
  }
  requireShallow(value);
  return value;
}

/** Throws VALIDATION_ERROR. Walks without recursion. */
export function requireShallow(root: unknown): void {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { value, depth } = item;
    if (typeof value !== "object" || value === null) continue;
    if (depth >= DEPTH_MAX) refuseFile(`must not nest deeper than ${DEPTH_MAX} levels`);
    for (const inner of Object.values(value)) pending.push({ value: inner, depth: depth + 1 });
  }
}
