import { readFile } from "node:fs/promises";
import { usageError } from "../exit-codes.ts";

/** A list in a file, by itself or under its name, as the service replies with it. Throws for what has not these texts. */
export async function readServiceList<T>(
  path: string,
  name: string,
  fields: readonly (keyof T)[],
): Promise<readonly T[]> {
  const text = await readFile(path, "utf8");
  try {
    const value = JSON.parse(text) as T[] | Record<string, T[]>;
    const list = Array.isArray(value) ? value : value[name];
    if (list?.every((each) => fields.every((field) => typeof each[field] === "string"))) return list;
  } catch {
    // What it is not is said below, for both reasons.
  }
  throw usageError(`Cannot read '${path}': it must hold '${name}' as the service lists them`);
}
