import type { Pack } from "../../generated/admin-types.ts";
import { defineCommand } from "../command.ts";
import { LIMIT, readList } from "../read-list.ts";
import { printTable } from "../terminal/table.ts";

export const packsList = defineCommand({
  name: "packs list",
  group: "administration",
  summary: "List your tenant's packs and those that it uses or is offered",
  details: ["For an administrator; a SUPER_ADMIN also sees all of the deployment."],
  options: { limit: LIMIT },
  examples: [{ command: "assay packs list", does: "All of them, the newest first" }],
  async run({ options, terminal, signal, connect }) {
    const { admin } = await connect();
    const { items, isCut } = await readList(admin.packs.list({ signal }), options.limit);
    if (terminal.json) terminal.printJson({ packs: items });
    else if (items.length === 0) terminal.note("No packs.");
    else
      printTable<Pack>(
        terminal,
        [
          { title: "Id", value: (each) => each.id },
          { title: "Name", value: (each) => each.name, flexible: true },
          { title: "Owner", value: (each) => (each.owner === "TENANT" ? "tenant" : "deployment") },
          { title: "Created", value: (each) => each.createdAt.slice(0, 10) },
        ],
        items,
      );
    if (isCut) terminal.note(`The newest ${items.length}: use --limit for more.`);
    return undefined;
  },
});
