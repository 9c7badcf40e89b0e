import type { SourceFile } from "../../ports/text-extractor.ts";
import { fileKey } from "../register-upload.ts";
import { storedFileFailure } from "../stored-files.ts";
import type { DocumentRow } from "../to-document.ts";
import type { DocumentServices } from "./open-document.ts";

/** The stored file of a document. Throws the reason why it is not what was uploaded. */
export async function openStored(
  { files }: Pick<DocumentServices, "files">,
  document: DocumentRow,
): Promise<SourceFile> {
  const key = fileKey({ tenantId: document.tenantId, documentId: document.id });
  const failure = storedFileFailure(document, await files.stat(key));
  if (failure) throw failure;
  return { fileType: document.fileType, sizeBytes: document.sizeBytes, open: () => files.get(key) };
}
