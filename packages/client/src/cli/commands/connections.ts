import type { Connection } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { LIMIT, readList } from "../read-list.ts";
import { printTable } from "../terminal/table.ts";

export const connections = defineCommand({
  name: "connections",
  group: "administration",
  summary: "List the applications that read through /mcp as you, the newest first",
  details: ["Piped, each line has application, its host, member, last use, end and id."],
  options: {
    all: { type: "boolean", says: "Those of all members, for an ADMIN." },
    limit: LIMIT,
  },
  examples: [{ command: "assay connections --all", does: "Of the tenant" }],
  async run({ options, terminal, signal, connect }) {
    const { assay, admin } = await connect();
    const { items, isCut } = await readList((options.all ? admin : assay).connections.list({ signal }), options.limit);
    if (terminal.json) terminal.printJson({ connections: items });
    else if (items.length === 0) terminal.note("No connected applications.");
    else
      printTable<Connection>(
        terminal,
        [
          { title: "Application", value: ({ clientName }) => clientName, flexible: true },
          { title: "Host", value: ({ clientHost }) => clientHost ?? "" },
          { title: "Member", value: ({ userName, userId }) => userName ?? userId },
          { title: "Last used", value: ({ lastUsedAt }) => lastUsedAt?.slice(0, 16).replace("T", " ") ?? "" },
          { title: "Ends", value: ({ expiresAt }) => expiresAt.slice(0, 10) },
          { title: "Id", value: ({ id }) => id },
        ],
        items,
      );
    if (isCut) terminal.note(`The newest ${items.length}: use --limit for more.`);
    return undefined;
  },
});
