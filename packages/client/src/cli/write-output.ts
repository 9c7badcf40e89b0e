import { randomUUID } from "node:crypto";
import { realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import type { Option } from "./command.ts";
import { usageError } from "./exit-codes.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Of a command that saves under a name of the service. */
export const OUTPUT = {
  type: "string",
  short: "o",
  value: "<path>",
  completes: "file",
  says: "Where to; - for the standard output. Default: the name that the service gives.",
} as const satisfies Option;

export const FORCE = { type: "boolean", says: "Replace a file that is there." } as const satisfies Option;

type Content = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Writes a file that must not be there yet, unless `force`; `-` is the standard output. What breaks off leaves no new file, and
 * the one that was there as it was.
 */
export async function writeOutput(
  terminal: Terminal,
  content: Content,
  { path, force }: { path: string; force: boolean },
): Promise<void> {
  if (path === "-") return print(terminal, content);
  const there = force ? await stat(path).catch(() => undefined) : undefined;
  if (there?.isFile()) return replace(path, content, there.mode & 0o777);
  // A device or a pipe is written as it is.
  await writeFile(path, content, { flag: there ? "w" : "wx" }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw usageError(`'${path}' is there already`, "Use --force to replace it.");
    if (!(content instanceof Uint8Array) && !there) await rm(path, { force: true });
    throw error;
  });
}

/** In place of the file that is there, where a link to it leads, with its rights. */
async function replace(path: string, content: Content, mode: number): Promise<void> {
  const target = await realpath(path);
  const aside = `${target}.${randomUUID()}.part`;
  try {
    await writeFile(aside, content, { flag: "wx", mode });
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

async function print(terminal: Terminal, content: Content): Promise<void> {
  if (content instanceof Uint8Array) terminal.printBytes(content);
  else for await (const bytes of content) terminal.printBytes(bytes);
}
