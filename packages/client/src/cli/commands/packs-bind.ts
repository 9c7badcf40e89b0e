import { defineCommand } from "../command.ts";
import { CommandError, usageError } from "../exit-codes.ts";
import { findPack } from "../find-pack.ts";

export const packsBind = defineCommand({
  name: "packs bind",
  group: "administration",
  summary: "Use a published version of a pack in your tenant's new runs",
  arguments: [{ name: "pack", says: "Its name or id." }],
  options: { "pack-version": { type: "string", value: "<number>", says: "The newest published one by default." } },
  examples: [{ command: 'assay packs bind "Our controls"', does: "Use its newest version" }],
  async run({ args, options, terminal, signal, connect }) {
    const connection = await connect();
    const packId = await findPack(connection, args[0], signal);
    const versions = await connection.admin.packs.versions(packId, { signal }).toArray();
    const published = versions.filter(({ status }) => status === "PUBLISHED");
    const wanted = options["pack-version"];
    const chosen = published.find(({ version }) => wanted === undefined || String(version) === wanted);
    if (published.length === 0)
      throw new CommandError("SERVICE", `No version of ${args[0]} is published`, "Publish one in the console.");
    if (!chosen)
      throw usageError(
        `${args[0]} has no published version '${wanted}'`,
        `Versions: ${published.map(({ version }) => version).join(", ")}.`,
      );
    const binding = await connection.admin.bindings.put(packId, chosen.id, { signal });
    if (terminal.json) terminal.printJson(binding);
    else terminal.note(`Bound to version ${binding.version} of ${args[0]}`);
    return undefined;
  },
});
