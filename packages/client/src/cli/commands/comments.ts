import type { Comment } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";
import { LIMIT, readList } from "../read-list.ts";
import { printTable } from "../terminal/table.ts";

export const comments = defineCommand({
  name: "comments",
  group: "results",
  summary: "List what people say of a run, the newest first",
  details: ["Piped, each line has time, requirement, kind, author, text and id."],
  arguments: [RUN_ARGUMENT],
  options: {
    requirement: { type: "string", value: "<id>", says: "On this requirement; `none` for the run as a whole." },
    open: { type: "boolean", says: "Only evidence requests that nobody has answered." },
    limit: LIMIT,
  },
  examples: [
    { command: "assay comments", does: "On the newest run" },
    { command: "assay comments --requirement 2.1.a", does: "On one requirement" },
    { command: "assay comments --open", does: "Evidence that auditors wait for" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const { requirement, open, limit } = options;
    const connection = await connect();
    const run = await findRun(connection, args[0], signal);
    const list = connection.assay.comments.list(run.id, {
      requirementId: requirement,
      open: open || undefined,
      signal,
    });
    const { items, isCut } = await readList(list, limit);
    if (terminal.json) terminal.printJson({ runId: run.id, comments: items });
    else if (items.length === 0) terminal.note("No comments.");
    else
      printTable<Comment>(
        terminal,
        [
          { title: "At", value: ({ createdAt }) => createdAt.slice(0, 16).replace("T", " ") },
          { title: "Requirement", value: ({ requirementId }) => requirementId ?? "" },
          { title: "Kind", value: stateOf },
          { title: "Author", value: ({ authorName }) => authorName },
          { title: "Text", value: ({ text }) => text ?? "(redacted)", flexible: true },
          ...(terminal.isInteractive ? [] : [{ title: "Id", value: ({ id }: Comment) => id }]),
        ],
        items,
      );
    if (isCut) terminal.note(`The newest ${items.length}: use --limit for more.`);
    return undefined;
  },
});

function stateOf({ kind, answeredById }: Comment): string {
  return kind === "REQUEST" && answeredById !== null ? "ANSWERED" : kind;
}
