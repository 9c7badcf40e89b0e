import type { DocumentFailureCode } from "@assay/client";

/** What is wrong with a document, in a few words. */
export const FAILURE_TITLES: Readonly<Record<DocumentFailureCode, string>> = {
  ENCRYPTED_FILE: "Protected by a password",
  UNREADABLE_FILE: "Damaged file",
  NO_TEXT: "No text to read",
  FILE_TYPE_MISMATCH: "Not what its name says",
  ARCHIVE_LIMIT_EXCEEDED: "Archive too large",
  EXTRACTION_TIMEOUT: "Reading took too long",
  EXTRACTION_LIMIT_EXCEEDED: "Too much to read",
  HASH_MISMATCH: "Stored file has changed",
  OBJECT_MISSING: "Stored file is gone",
  EMBEDDING_FAILED: "The embedding model failed",
  INFECTED_FILE: "Malware was found",
};

export function titleOfFailure(code: DocumentFailureCode): string {
  return FAILURE_TITLES[code] ?? titleOfUnknown(code);
}

/** For a code of a later release than this page. */
export function titleOfUnknown(code: string): string {
  return `Cannot be read: ${code}`;
}
