import type { Document } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { LIMIT, readList } from "../read-list.ts";
import { printTable } from "../terminal/table.ts";
import type { Style } from "../terminal/terminal.ts";

const STYLES: Readonly<Record<string, Style>> = { READY: "green", FAILED: "red" };

export const documents = defineCommand({
  name: "documents",
  group: "results",
  summary: "List the evidence, the newest first",
  details: ["Piped, each line has status, file name, type, day of upload, failure and id."],
  options: {
    status: {
      type: "string",
      value: "<status>",
      choices: ["UPLOADED", "EXTRACTED", "PARSED", "INDEXED", "READY", "FAILED"],
      says: "Those with this status.",
    },
    category: { type: "string", value: "<name>", says: "Those of this category." },
    query: {
      type: "string",
      value: "<text>",
      says: "Those with this in the file name, the title or the first heading.",
    },
    limit: LIMIT,
  },
  examples: [
    { command: "assay documents", does: "The newest 50" },
    { command: "assay documents --status FAILED", does: "What could not be read, and why" },
  ],
  async run({ options, terminal, signal, connect }) {
    const { status, category, query: q, limit } = options;
    const { assay } = await connect();
    const { items, isCut } = await readList(assay.documents.list({ status, category, q, signal }), limit);
    if (terminal.json) terminal.printJson({ documents: items });
    else if (items.length === 0) terminal.note("No documents.");
    else
      printTable<Document>(
        terminal,
        [
          { title: "Status", value: (each) => each.status, style: (each) => STYLES[each.status] },
          { title: "File", value: (each) => each.originalFilename, flexible: true },
          { title: "Type", value: (each) => each.fileType },
          { title: "Uploaded", value: (each) => each.uploadedAt.slice(0, 10) },
          { title: "Failure", value: (each) => each.failure?.code ?? "" },
          ...(terminal.isInteractive ? [] : [{ title: "Id", value: (each: Document) => each.id }]),
        ],
        items,
      );
    if (isCut) terminal.note(`The newest ${items.length}: use --limit for more.`);
    return undefined;
  },
});
