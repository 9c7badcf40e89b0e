import type { Connection } from "../access/connect.ts";
import { type Command, defineCommand, type Options } from "../command.ts";
import { findPack } from "../find-pack.ts";
import { ask } from "../terminal/ask.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface PackCommand {
  readonly name: string;
  readonly summary: string;
  readonly example: { readonly command: string; readonly does: string };
  /** Asked first of a person who can answer, as what cannot be undone is. */
  readonly asks?: { question(pack: string): string; readonly unless: string; readonly refused: string };
  /** What is said of the pack when it is done. */
  readonly done: string;
  /** What is printed of it as JSON. */
  readonly printed: object;
  act(admin: Connection["admin"], packId: string, signal: AbortSignal): Promise<unknown>;
}

/** A command that does one thing to one pack. */
export function definePackCommand({ name, summary, example, asks, done, printed, act }: PackCommand): Command {
  const options: Options = asks ? { yes: { type: "boolean", says: asks.unless } } : {};
  return defineCommand({
    name,
    group: "administration",
    summary,
    arguments: [{ name: "pack", says: "Its name or id." }],
    options,
    examples: [example],
    async run({ args, options: { yes }, terminal, signal, connect }) {
      const connection = await connect();
      const packId = await findPack(connection, args[0], signal);
      if (asks && !yes && !(await agrees(terminal, asks.question(args[0]!), signal))) {
        terminal.note(asks.refused);
        return undefined;
      }
      await act(connection.admin, packId, signal);
      if (terminal.json) terminal.printJson({ packId, ...printed });
      else terminal.note(`${done} ${args[0]}`);
      return undefined;
    },
  });
}

/** Where nobody can answer, it is done. */
async function agrees(terminal: Terminal, question: string, signal: AbortSignal): Promise<boolean> {
  if (terminal.stdin.isTTY !== true || !terminal.isInteractive) return true;
  return /^y(es)?$/i.test(await ask(terminal, `${question} [y/N] `, { signal }));
}
