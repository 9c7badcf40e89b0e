import { defineCommand } from "../command.ts";

export const documentsRestore = defineCommand({
  name: "documents restore",
  group: "results",
  summary: "Make a retired or superseded document evidence again",
  details: ["For a MEMBER. It takes the places that it left last, in the stead of what stands there."],
  arguments: [{ name: "document", says: "The id of the document, which `assay documents --json` lists." }],
  examples: [{ command: "assay documents restore 019…", does: "Make a retired or superseded document evidence again" }],
  async run({ args, terminal, signal, connect }) {
    const { assay } = await connect();
    const document = await assay.documents.restore(args[0]!, { signal });
    if (terminal.json) terminal.printJson({ document });
    else terminal.note(`Restored ${document.originalFilename}`);
    return undefined;
  },
});
