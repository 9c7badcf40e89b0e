import type { DeletionPreview } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { printTable } from "../terminal/table.ts";

export const documentsDelete = defineCommand({
  name: "documents delete",
  group: "results",
  summary: "Delete a document with what was extracted from it",
  details: [
    "For a MEMBER. Runs keep what they cited. `assay documents retire` takes it out of later runs and can be undone.",
    "With --dry-run, piped, each line has file name and id.",
  ],
  arguments: [{ name: "document", says: "The id of the document, which `assay documents --json` lists." }],
  options: { "dry-run": { type: "boolean", says: "Show what would be deleted, and delete nothing." } },
  examples: [{ command: "assay documents delete 019… --dry-run", does: "What would go" }],
  async run({ args, options, terminal, signal, connect }) {
    const [id] = args as [string];
    const { documents } = (await connect()).assay;
    if (options["dry-run"]) {
      const preview = await documents.previewDelete(id, { signal });
      if (terminal.json) terminal.printJson(preview);
      else
        printTable<DeletionPreview["documents"][number]>(
          terminal,
          [
            { title: "File", value: ({ originalFilename }) => originalFilename, flexible: true },
            { title: "Id", value: (document) => document.id },
          ],
          preview.documents,
        );
      return undefined;
    }
    await documents.delete(id, { signal });
    if (terminal.json) terminal.printJson({ documentId: id, deleted: true });
    else terminal.note(`Deleted ${id}`);
    return undefined;
  },
});
