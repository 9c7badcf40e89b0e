import { defineDocumentCommand } from "./define-document-command.ts";

export const documentsRestore = defineDocumentCommand({
  verb: "restore",
  summary: "Make a retired or superseded document evidence again",
  details: "For a MEMBER. It takes the places that it left last, in the stead of what stands there.",
  done: "Restored",
  act: (documents, id, options) => documents.restore(id, options),
});
