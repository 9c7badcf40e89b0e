import type { DocumentVersion } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { printComparison } from "../print-comparison.ts";
import { LIMIT, readList } from "../read-list.ts";
import { printTable } from "../terminal/table.ts";

export const documentsVersions = defineCommand({
  name: "documents versions",
  group: "results",
  summary: "Show what has stood at the places of a document, the newest first",
  details: [
    "With --diff: what another document, such as an earlier version, says otherwise, line by line.",
    "Piped, each line has version, file name, from when, until when, whether later runs judge it, place and id.",
  ],
  arguments: [{ name: "document", says: "The id of the document, which `assay documents --json` lists." }],
  options: {
    diff: { type: "string", value: "<document>", says: "Compare the text of this one with that of the document." },
    limit: LIMIT,
  },
  examples: [
    { command: "assay documents versions 019…", does: "The newest 50" },
    { command: "assay documents versions 019… --diff 018…", does: "What changed since 018…" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const { assay } = await connect();
    if (options.diff !== undefined) {
      const comparison = await assay.documents.compare(args[0]!, options.diff, { signal });
      if (terminal.json) terminal.printJson(comparison);
      else printComparison(terminal, comparison);
      return undefined;
    }
    const { items, isCut } = await readList(assay.documents.versions(args[0]!, { signal }), options.limit);
    if (terminal.json) terminal.printJson({ versions: items });
    else if (items.length === 0) terminal.note("No versions: the document was uploaded without a source.");
    else
      printTable<DocumentVersion>(
        terminal,
        [
          { title: "Version", value: ({ version }) => String(version) },
          { title: "File", value: ({ originalFilename }) => originalFilename, flexible: true },
          { title: "From", value: ({ heldFrom }) => heldFrom.slice(0, 10) },
          { title: "Until", value: ({ heldUntil }) => heldUntil?.slice(0, 10) ?? "" },
          { title: "Evidence", value: ({ isEvidence }) => (isEvidence ? "yes" : "no") },
          { title: "Place", value: ({ source, path }) => (source === null ? "" : `${source}: ${path}`) },
          { title: "Id", value: ({ documentId }) => documentId },
        ],
        items,
      );
    if (isCut) terminal.note(`The newest ${items.length}: use --limit for more.`);
    return undefined;
  },
});
