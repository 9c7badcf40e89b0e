import { defineCommand } from "../command.ts";
import { findPack } from "../find-pack.ts";

export const packsUnbind = defineCommand({
  name: "packs unbind",
  group: "administration",
  summary: "End your tenant's use of a pack; its runs stay",
  arguments: [{ name: "pack", says: "Its name or id." }],
  examples: [{ command: 'assay packs unbind "Our controls"', does: "While no run of it is under way" }],
  async run({ args, terminal, signal, connect }) {
    const connection = await connect();
    const packId = await findPack(connection, args[0], signal);
    await connection.admin.bindings.remove(packId, { signal });
    if (terminal.json) terminal.printJson({ packId, bound: false });
    else terminal.note(`Unbound ${args[0]}`);
    return undefined;
  },
});
