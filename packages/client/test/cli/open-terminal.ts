import { COMMANDS } from "../../src/cli/commands.ts";
import { runCommandLine } from "../../src/cli/run-command-line.ts";
import { Terminal } from "../../src/cli/terminal/terminal.ts";

interface Written {
  stdout: string;
  stderr: string;
}

export function openStreams({ isTTY = false, columns = 80, env = {} as Record<string, string> } = {}) {
  const written: Written = { stdout: "", stderr: "" };
  const stream = (name: keyof Written) => ({
    isTTY,
    columns,
    write: (bytes: string | Uint8Array) => {
      written[name] += typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes);
    },
  });
  const stdin = { isTTY, async *[Symbol.asyncIterator]() {} };
  return { written, streams: { stdin, stdout: stream("stdout"), stderr: stream("stderr"), env } };
}

/** A terminal that keeps what is written. */
export function openTerminal(options: Parameters<typeof openStreams>[0] & { quiet?: boolean } = {}) {
  const { written, streams } = openStreams(options);
  return { written, terminal: new Terminal(streams, { json: false, quiet: options.quiet ?? false, colour: true }) };
}

/** Runs the command line in this process. */
export async function runLine(argv: readonly string[], options: Parameters<typeof openStreams>[0] = {}) {
  const { written, streams } = openStreams({ ...options, env: { ASSAY_CONFIG_DIR: "/nowhere", ...options.env } });
  const code = await runCommandLine(argv, streams, { commands: COMMANDS, signal: new AbortController().signal });
  return { code, ...written };
}
