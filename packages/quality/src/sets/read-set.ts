import { readFileSync } from "node:fs";
import type * as z from "zod";

/** The rows of `sets/<name>.jsonl`, in the order of the file. */
export function readSet<T>(name: string, row: z.ZodType<T>): readonly T[] {
  return readRows(readFileSync(new URL(`../../sets/${name}.jsonl`, import.meta.url), "utf8"), row, `${name}.jsonl`);
}

/** The rows of a text with an object of JSON in each line. Throws with the place of the first that is not as `row` says. */
export function readRows<T>(text: string, row: z.ZodType<T>, path: string): readonly T[] {
  return text
    .split("\n")
    .flatMap((line, at) => (line.trim() === "" ? [] : [readRow(line, row, `line ${at + 1} of ${path}`)]));
}

function readRow<T>(line: string, row: z.ZodType<T>, where: string): T {
  const value = parseLine(line, where);
  const { success, error } = row.safeParse(value);
  // As it is written: what is digested must not depend on the order of a schema.
  if (success) return value as T;
  const [issue] = error.issues;
  throw new Error(`Cannot read ${where} because '${issue?.path.join(".")}' is wrong: ${issue?.message}`);
}

function parseLine(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`Cannot read ${where} because it must be JSON`);
  }
}
