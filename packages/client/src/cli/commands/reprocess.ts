import type { TextEncoding } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";

export const reprocess = defineCommand({
  name: "reprocess",
  group: "results",
  summary: "Read a document again",
  details: [
    "For a MEMBER. A FAILED document, a READY one that an earlier reader read or whose encoding is not sure, or with --encoding a text file whose encoding was guessed. It is no evidence until it is READY.",
  ],
  arguments: [{ name: "document", says: "The id of the document." }],
  options: {
    encoding: { type: "string", value: "<name>", says: "Of a text file, such as windows-1250 or shift_jis." },
  },
  examples: [
    { command: "assay reprocess 01a2…", does: "Read a FAILED document again" },
    { command: "assay reprocess 01a2… --encoding windows-1250", does: "Read a text in another encoding" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const { assay } = await connect();
    // The service checks the name, and its refusal says which there are.
    const encoding = options.encoding as TextEncoding | undefined;
    const document = await assay.documents.reprocess(args[0]!, { encoding }, { signal });
    if (terminal.json) terminal.printJson({ document });
    else terminal.note(`Reading ${document.originalFilename} again`);
    return undefined;
  },
});
