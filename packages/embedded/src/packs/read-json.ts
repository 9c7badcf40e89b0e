import { refuseFile } from "./issue-list.ts";

const DEPTH_MAX = 64;

/** Throws VALIDATION_ERROR for text that is not JSON, and for values nested so deep that no reader may recurse. */
export function readJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const line = lineOf(text, error);
    return refuseFile("must be well-formed JSON", "Correct the file, or choose the format that it has", line);
  }
  requireShallow(value);
  return value;
}

// The parser says where it stopped in its message alone.
function lineOf(text: string, error: unknown): { line?: number } {
  const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : "") ?? [];
  return position === undefined ? {} : { line: text.slice(0, Number(position)).split("\n").length };
}

/** Throws VALIDATION_ERROR. Walks without recursion. */
export function requireShallow(root: unknown): void {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { value, depth } = item;
    if (typeof value !== "object" || value === null) continue;
    if (depth >= DEPTH_MAX)
      refuseFile(`must not nest deeper than ${DEPTH_MAX} levels`, "Correct the file to match its format");
    for (const inner of Object.values(value)) pending.push({ value: inner, depth: depth + 1 });
  }
}
