import type { Task } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { findRun } from "../find-run.ts";
import { LIMIT, readList } from "../read-list.ts";
import { printTable } from "../terminal/table.ts";
import type { Style } from "../terminal/terminal.ts";

const STYLES: Readonly<Record<Task["status"], Style>> = { PENDING: "yellow", IN_PROGRESS: "cyan", COMPLETED: "green" };

export const tasks = defineCommand({
  name: "tasks",
  group: "results",
  summary: "List what is left to do, the newest first",
  details: ["Piped, each line has status, requirement, title and id, separated by tabs."],
  options: {
    status: {
      type: "string",
      value: "<status>",
      choices: ["PENDING", "IN_PROGRESS", "COMPLETED"],
      says: "Those with this status.",
    },
    run: { type: "string", value: "<run>", says: "Those of this run; `latest` for the newest one." },
    limit: LIMIT,
  },
  examples: [{ command: "assay tasks --run latest --status PENDING", does: "What the newest run found open" }],
  async run({ options, terminal, signal, connect }) {
    const { status, limit } = options;
    const connection = await connect();
    const runId = options.run && (await findRun(connection, options.run, signal)).id;
    const { items, isCut } = await readList(connection.assay.tasks.list({ status, runId, signal }), limit);
    if (terminal.json) terminal.printJson({ tasks: items });
    else if (items.length === 0) terminal.note("No tasks.");
    else
      printTable<Task>(
        terminal,
        [
          { title: "Status", value: (each) => each.status, style: (each) => STYLES[each.status] },
          { title: "Requirement", value: (each) => each.requirementId },
          { title: "Task", value: (each) => each.title, flexible: true },
          ...(terminal.isInteractive ? [] : [{ title: "Id", value: (each: Task) => each.id }]),
        ],
        items,
      );
    if (isCut) terminal.note(`The newest ${items.length}: use --limit for more.`);
    return undefined;
  },
});
