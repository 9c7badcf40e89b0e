import { connect } from "./access/connect.ts";
import type { Command, Invocation } from "./command.ts";
import { EXIT_CODES, type ExitName } from "./exit-codes.ts";
import { explainError } from "./explain-error.ts";
import { formatCommandHelp, formatHelp } from "./format-help.ts";
import { findCommand, parseCommand } from "./parse-command.ts";
import { suggestCommand } from "./suggest-command.ts";
import { Terminal, type TerminalOptions } from "./terminal/terminal.ts";
import { VERSION } from "./version.ts";

/** Runs what the arguments say. Returns the exit code. */
export async function runCommandLine(
  argv: readonly string[],
  streams: TerminalOptions,
  { commands, signal }: { commands: readonly Command[]; signal: AbortSignal },
): Promise<number> {
  const { env } = streams;
  const has = (option: string) => argv.includes(option);
  const terminal = new Terminal(streams, {
    json: has("--json"),
    quiet: has("--quiet") || has("-q"),
    colour: !has("--no-color") && !env.NO_COLOR && env.TERM !== "dumb",
  });
  let invocation: Invocation | undefined;
  let address: string | undefined;
  try {
    const { command, rest, words } = findCommand(argv, commands);
    if (!command && words.length > 0) throw suggestCommand(words, commands);
    const { args, options, shared } = parseCommand(rest, command);
    if (shared.version) {
      terminal.print(VERSION);
      return EXIT_CODES.OK.code;
    }
    if (!command || shared.help) {
      terminal.print(command ? formatCommandHelp(command, terminal) : formatHelp(commands, terminal));
      return EXIT_CODES.OK.code;
    }
    invocation = {
      args,
      options: options as Invocation["options"],
      shared,
      terminal,
      commands,
      signal,
      afterInterrupt: undefined,
      async connect() {
        const connection = await connect({ url: shared.url, tenant: shared.tenant, env });
        address = connection.address;
        return connection;
      },
    };
    return EXIT_CODES[(await command.run(invocation)) ?? "OK"].code;
  } catch (error) {
    terminal.endProgress();
    if (signal.aborted) return sayInterrupted(terminal, invocation?.afterInterrupt);
    return sayError(terminal, error, address);
  } finally {
    terminal.endProgress();
  }
}

function sayInterrupted(terminal: Terminal, next: string | undefined): number {
  terminal.error(`Interrupted.${next ? ` ${next}` : ""}`);
  return EXIT_CODES.INTERRUPTED.code;
}

function sayError(terminal: Terminal, error: unknown, address: string | undefined): number {
  const { exit, lines, json } = explainError(error, address);
  const [first, ...more] = lines;
  terminal.error(`assay: ${first}`);
  for (const line of more) terminal.error(`  ${line}`);
  if (terminal.json) terminal.printJson(json);
  return EXIT_CODES[exit satisfies ExitName].code;
}
