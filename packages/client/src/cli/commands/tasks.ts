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
  details: [
    "COVERED is a task whose requirement an active exception covers: it is not open until the exception ends.",
    "Piped, each line has status, requirement, title, id, assignee and due date.",
  ],
  options: {
    open: { type: "boolean", says: "Those that are left to do: not completed, and not covered by an exception." },
    status: {
      type: "string",
      value: "<status>",
      choices: ["PENDING", "IN_PROGRESS", "COMPLETED"],
      says: "Those with this status.",
    },
    run: { type: "string", value: "<run>", says: "Those of this run; `latest` for the newest one." },
    mine: { type: "boolean", says: "Those that are assigned to who is signed in." },
    overdue: { type: "boolean", says: "Those that are not completed and past their due date." },
    limit: LIMIT,
  },
  examples: [
    { command: "assay tasks --run latest --open", does: "What the newest run found open" },
    { command: "assay tasks --mine --overdue", does: "What you are late with" },
  ],
  async run({ options, terminal, signal, connect }) {
    const { status, mine, limit } = options;
    const connection = await connect();
    const runId = options.run && (await findRun(connection, options.run, signal)).id;
    const filters = {
      status,
      runId,
      open: options.open ? ("true" as const) : undefined,
      assigneeId: mine ? "me" : undefined,
      overdue: options.overdue ? ("true" as const) : undefined,
    };
    const { items, isCut } = await readList(connection.assay.tasks.list({ ...filters, signal }), limit);
    if (terminal.json) terminal.printJson({ tasks: items });
    else if (items.length === 0) terminal.note("No tasks.");
    else
      printTable<Task>(
        terminal,
        [
          { title: "Status", value: stateOf, style: (each) => (isCovered(each) ? "gray" : STYLES[each.status]) },
          { title: "Requirement", value: (each) => each.requirementId },
          { title: "Task", value: (each) => each.title, flexible: true },
          ...(terminal.isInteractive ? [] : [{ title: "Id", value: (each: Task) => each.id }]),
          { title: "Assignee", value: (each) => each.assigneeName ?? "" },
          { title: "Due", value: (each) => each.dueDate ?? "" },
        ],
        items,
      );
    if (isCut) terminal.note(`The newest ${items.length}: use --limit for more.`);
    return undefined;
  },
});

function isCovered({ status, exceptionId }: Task): boolean {
  return status !== "COMPLETED" && exceptionId !== null;
}

function stateOf(task: Task): string {
  return isCovered(task) ? "COVERED" : task.status;
}
