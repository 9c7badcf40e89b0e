import { rm, writeFile } from "node:fs/promises";
import { usageError } from "./exit-codes.ts";
import type { Terminal } from "./terminal/terminal.ts";

type Content = Uint8Array | AsyncIterable<Uint8Array>;

/** Writes a file that must not be there yet, unless `force`; `-` is the standard output. What breaks off leaves no file. */
export async function writeOutput(
  terminal: Terminal,
  content: Content,
  { path, force }: { path: string; force: boolean },
): Promise<void> {
  if (path === "-") return print(terminal, content);
  await writeFile(path, content, { flag: force ? "w" : "wx" }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw usageError(`'${path}' is there already`, "Use --force to replace it.");
    if (!(content instanceof Uint8Array)) await rm(path, { force: true });
    throw error;
  });
}

async function print(terminal: Terminal, content: Content): Promise<void> {
  if (content instanceof Uint8Array) terminal.printBytes(content);
  else for await (const bytes of content) terminal.printBytes(bytes);
}
