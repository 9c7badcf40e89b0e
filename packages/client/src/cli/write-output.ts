import { writeFile } from "node:fs/promises";
import { usageError } from "./exit-codes.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Writes a file that must not be there yet, unless `force`; `-` is the standard output. */
export async function writeOutput(
  terminal: Terminal,
  bytes: Uint8Array,
  { path, force }: { path: string; force: boolean },
): Promise<void> {
  if (path === "-") return terminal.printBytes(bytes);
  await writeFile(path, bytes, { flag: force ? "w" : "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw usageError(`'${path}' is there already`, "Use --force to replace it.");
    throw error;
  });
}
