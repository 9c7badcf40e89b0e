import type { DocumentPage } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { LIMIT, readList } from "../read-list.ts";
import { printTable } from "../terminal/table.ts";
import type { Style } from "../terminal/terminal.ts";

const STYLES: Readonly<Record<string, Style>> = { IMAGE_ONLY: "red", UNREADABLE: "red" };

export const documentsPages = defineCommand({
  name: "documents pages",
  group: "results",
  summary: "Show what was read of each page of a document",
  details: [
    "A page is a page of a PDF, a sheet, a slide, a part of a mail or an image.",
    "Piped, each line has index, page, state, certainty of what OCR read, screenshot metadata, and why it was not read.",
  ],
  arguments: [{ name: "document", says: "The id of the document, which `assay documents --json` lists." }],
  options: {
    state: {
      type: "string",
      value: "<state>",
      choices: ["TEXT", "OCR", "IMAGE_ONLY", "MIXED", "EMPTY", "UNREADABLE"],
      says: "Those in this state.",
    },
    limit: LIMIT,
  },
  examples: [
    { command: "assay documents pages 019…", does: "The first 50" },
    { command: "assay documents pages 019… --state UNREADABLE", does: "What could not be read, and why" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const { state, limit } = options;
    const { assay } = await connect();
    const { items, isCut } = await readList(assay.documents.pages(args[0]!, { state, signal }), limit);
    if (terminal.json) terminal.printJson({ pages: items });
    else if (items.length === 0) terminal.note("No pages: the document was read before their states were kept.");
    else
      printTable<DocumentPage>(
        terminal,
        [
          { title: "Index", value: ({ pageIndex }) => String(pageIndex) },
          { title: "Page", value: ({ pageNumber, label }) => label ?? (pageNumber === null ? "" : String(pageNumber)) },
          {
            title: "State",
            value: (each) => (each.waiting ? "WAITING" : each.state),
            style: (each) => STYLES[each.state],
          },
          { title: "Certainty", value: ({ certainty }) => certainty?.toFixed(2) ?? "" },
          { title: "Shows", value: ({ captureFacts }) => captureFacts.map(({ text }) => text).join("; ") },
          { title: "Why", value: ({ reason }) => reason ?? "", flexible: true },
        ],
        items,
      );
    if (isCut) terminal.note(`The first ${items.length}: use --limit for more.`);
    return undefined;
  },
});
