import { defineDocumentCommand } from "./define-document-command.ts";

export const documentsRetire = defineDocumentCommand({
  verb: "retire",
  summary: "Take a document out of later runs",
  details: "For a MEMBER. Earlier runs keep it; `assay documents restore` brings it back.",
  done: "Retired",
  act: (documents, id, options) => documents.retire(id, options),
});
