import { defineCommand } from "../command.ts";
import { findPack } from "../find-pack.ts";

export const packsDelete = defineCommand({
  name: "packs delete",
  group: "administration",
  summary: "Delete a pack that has only drafts",
  arguments: [{ name: "pack", says: "Its name or id." }],
  examples: [{ command: 'assay packs delete "First try"', does: "Remove what was never published" }],
  async run({ args, terminal, signal, connect }) {
    const connection = await connect();
    const packId = await findPack(connection, args[0], signal);
    await connection.admin.packs.delete(packId, { signal });
    if (terminal.json) terminal.printJson({ packId, deleted: true });
    else terminal.note(`Deleted ${args[0]}`);
    return undefined;
  },
});
