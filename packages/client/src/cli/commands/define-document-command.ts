import type { Assay } from "../../assay.ts";
import type { Document } from "../../generated/types.ts";
import type { RequestOptions } from "../../http.ts";
import { defineCommand } from "../command.ts";

interface DocumentCommand {
  readonly verb: "retire" | "restore";
  readonly summary: string;
  readonly details: string;
  readonly done: string;
  act(documents: Assay["documents"], id: string, options: RequestOptions): Promise<Document>;
}

/** A command that changes whether a document is evidence. */
export function defineDocumentCommand({ verb, summary, details, done, act }: DocumentCommand) {
  return defineCommand({
    name: `documents ${verb}`,
    group: "results",
    summary,
    details: [details],
    arguments: [{ name: "document", says: "The id of the document, which `assay documents --json` lists." }],
    examples: [{ command: `assay documents ${verb} 019…`, does: summary }],
    async run({ args, terminal, signal, connect }) {
      const { assay } = await connect();
      const document = await act(assay.documents, args[0]!, { signal });
      if (terminal.json) terminal.printJson({ document });
      else terminal.note(`${done} ${document.originalFilename}`);
      return undefined;
    },
  });
}
