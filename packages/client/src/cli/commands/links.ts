import type { Link } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";
import { LIMIT, readList } from "../read-list.ts";
import { printTable } from "../terminal/table.ts";

export const links = defineCommand({
  name: "links",
  group: "administration",
  summary: "List the auditors' links of a run, the newest first",
  details: [
    "For an ADMIN. The secret of a link is shown only when it is made.",
    "Piped, each line has state, label, capabilities, end, last use and id.",
  ],
  arguments: [RUN_ARGUMENT],
  options: { limit: LIMIT },
  examples: [{ command: "assay links", does: "Of the newest run" }],
  async run({ args, options, terminal, signal, connect }) {
    const connection = await connect();
    const run = await findRun(connection, args[0], signal);
    const { items, isCut } = await readList(connection.assay.links.list(run.id, { signal }), options.limit);
    if (terminal.json) terminal.printJson({ runId: run.id, links: items });
    else if (items.length === 0) terminal.note("No links.");
    else
      printTable<Link>(
        terminal,
        [
          { title: "State", value: ({ state }) => state },
          { title: "Label", value: ({ label }) => label, flexible: true },
          { title: "May", value: ({ capabilities }) => capabilities.join(",") },
          { title: "Ends", value: ({ expiresAt }) => expiresAt.slice(0, 16).replace("T", " ") },
          { title: "Last used", value: ({ lastUsedAt }) => lastUsedAt?.slice(0, 16).replace("T", " ") ?? "" },
          { title: "Id", value: ({ id }) => id },
        ],
        items,
      );
    if (isCut) terminal.note(`The newest ${items.length}: use --limit for more.`);
    return undefined;
  },
});
