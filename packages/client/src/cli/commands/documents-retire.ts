import { defineCommand } from "../command.ts";

export const documentsRetire = defineCommand({
  name: "documents retire",
  group: "results",
  summary: "Take a document out of later runs",
  details: ["For a MEMBER. Earlier runs keep it; `assay documents restore` brings it back."],
  arguments: [{ name: "document", says: "The id of the document, which `assay documents --json` lists." }],
  examples: [{ command: "assay documents retire 019…", does: "Take a document out of later runs" }],
  async run({ args, terminal, signal, connect }) {
    const { assay } = await connect();
    const document = await assay.documents.retire(args[0]!, { signal });
    if (terminal.json) terminal.printJson({ document });
    else terminal.note(`Retired ${document.originalFilename}`);
    return undefined;
  },
});
