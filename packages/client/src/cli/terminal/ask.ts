import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Terminal } from "./terminal.ts";

/** Asks on the terminal. What is typed for a hidden answer is not shown. */
export async function ask(
  terminal: Terminal,
  question: string,
  { hidden = false, signal }: { hidden?: boolean; signal: AbortSignal },
): Promise<string> {
  terminal.stderr.write(question);
  const output = new Writable({
    write(bytes: Uint8Array, _encoding, done) {
      if (!hidden) terminal.stderr.write(bytes);
      done();
    },
  });
  const input = terminal.stdin as unknown as NodeJS.ReadableStream;
  const reader = createInterface({ input, output, terminal: true });
  try {
    return (await reader.question("", { signal })).trim();
  } finally {
    reader.close();
    if (hidden) terminal.stderr.write("\n");
  }
}

/** Everything that the standard input holds, without white space around it. */
export async function readStdin(terminal: Terminal): Promise<string> {
  return Buffer.from(await readStdinBytes(terminal))
    .toString("utf8")
    .trim();
}

export async function readStdinBytes(terminal: Terminal): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of terminal.stdin) parts.push(typeof part === "string" ? Buffer.from(part) : part);
  return Buffer.concat(parts);
}
