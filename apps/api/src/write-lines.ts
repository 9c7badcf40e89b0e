import type { Writable } from "node:stream";

/** Writes lines to a stream such as stderr, whose reader may be gone or whose file may be full. */
export function writeLines(stream: Writable): (line: string) => void {
  stream.on("error", () => {});
  return (line) => void stream.write(`${line}\n`);
}
