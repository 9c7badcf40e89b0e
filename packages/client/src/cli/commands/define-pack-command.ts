import type { Connection } from "../access/connect.ts";
import { type Command, defineCommand } from "../command.ts";
import { findPack } from "../find-pack.ts";

interface PackCommand {
  readonly name: string;
  readonly summary: string;
  readonly example: { readonly command: string; readonly does: string };
  /** What is said of the pack when it is done. */
  readonly done: string;
  /** What is printed of it as JSON. */
  readonly printed: object;
  act(admin: Connection["admin"], packId: string, signal: AbortSignal): Promise<unknown>;
}

/** A command that does one thing to one pack. */
export function definePackCommand({ name, summary, example, done, printed, act }: PackCommand): Command {
  return defineCommand({
    name,
    group: "administration",
    summary,
    arguments: [{ name: "pack", says: "Its name or id." }],
    examples: [example],
    async run({ args, terminal, signal, connect }) {
      const connection = await connect();
      const packId = await findPack(connection, args[0], signal);
      await act(connection.admin, packId, signal);
      if (terminal.json) terminal.printJson({ packId, ...printed });
      else terminal.note(`${done} ${args[0]}`);
      return undefined;
    },
  });
}
