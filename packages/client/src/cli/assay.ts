#!/usr/bin/env node
import { COMMANDS } from "./commands.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { runCommandLine } from "./run-command-line.ts";

const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const)
  process.on(name, () => {
    if (interrupted.signal.aborted) process.exit(EXIT_CODES.INTERRUPTED.code);
    interrupted.abort(new Error("interrupted"));
  });
// What reads the output, such as `head`, may end first.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT_CODES.OK.code);
  throw error;
});

const { stdin, stdout, stderr, env } = process;
process.exitCode = await runCommandLine(
  process.argv.slice(2),
  { stdin, stdout, stderr, env },
  { commands: COMMANDS, signal: interrupted.signal },
);
