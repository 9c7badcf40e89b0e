import type { ErrorCode } from "../errors.ts";
import type { DocumentStage } from "../flow.ts";
import type { DocumentFailureCode } from "../statuses.ts";
import type { FailureHelp } from "./help-text.ts";

const failed = (stage: DocumentStage, code: DocumentFailureCode, message: string) => ({
  status: "FAILED",
  failure: { stage, code, message },
});

const NEW_COPY = "Open the file in the program that made it, save a new copy and upload the copy.";

/** Codes that a FAILED document carries in `failure`; some are reply codes too, and are explained there. */
export const DOCUMENT_HELP = {
  ENCRYPTED_FILE: {
    happened: "The service did not read the document.",
    why: "The file is encrypted: it needs a password.",
    fix: "Save a copy without a password and upload the copy.",
    example: failed("extract", "ENCRYPTED_FILE", "Cannot read the file because it is protected by a password"),
  },
  UNREADABLE_FILE: {
    happened: "The service could not read the document.",
    why: "The file is damaged or is not valid in its format.",
    fix: NEW_COPY,
    example: failed("extract", "UNREADABLE_FILE", "Cannot read the file because it is not a valid docx file"),
  },
  NO_TEXT: {
    happened: "The service read the document and found no text.",
    why: "The file is a scan that was not read (OCR is off, or found no words), is empty, or is an archive in which every member was skipped (`archive.skipped` says why).",
    fix: "Ask an operator whether OCR is on and reads the language of the scan, then reprocess it; or upload a file with text. Upload the members of an archive in supported formats.",
    example: failed("extract", "NO_TEXT", "Cannot find text in the file"),
  },
  FILE_TYPE_MISMATCH: {
    happened: "The service did not read a member of an archive.",
    why: "The bytes of the member belong to another format than its extension names.",
    fix: "Give the file the extension of its real format, or save it in the format of its extension. Then upload it again.",
    example: failed(
      "extract",
      "FILE_TYPE_MISMATCH",
      "Cannot read the file because its bytes are not what its extension names",
    ),
  },
  EXTRACTION_TIMEOUT: {
    happened: "The service stopped reading the document.",
    why: "The file, or one page or sheet of it, takes longer to read than the limit.",
    fix: "Reprocess the document once. If it fails again, split the file and upload the parts.",
    example: failed("extract", "EXTRACTION_TIMEOUT", "Cannot read the file within 10 minutes of processor time"),
  },
  EXTRACTION_LIMIT_EXCEEDED: {
    happened: "The service stopped reading the document.",
    why: "The file needs more memory or work than one file may take, or has more than 5 million characters of text.",
    fix: "Split the file and upload the parts.",
    example: failed(
      "extract",
      "EXTRACTION_LIMIT_EXCEEDED",
      "Cannot read the file because it needs too much memory: at most 700 MB are allowed",
    ),
  },
  HASH_MISMATCH: {
    happened: "The service does not use the document as evidence.",
    why: "The stored file is not the one that was uploaded: its size or SHA-256 has changed.",
    fix: "Delete the document and upload the original again. Tell the operators: the file store may be damaged.",
    example: failed(
      "extract",
      "HASH_MISMATCH",
      "Cannot trust the stored file because it is not the one that was uploaded",
    ),
  },
  OBJECT_MISSING: {
    happened: "The service cannot find the file of the document.",
    why: "The file is no longer in the file store. Something outside the service deleted it, or a backup was restored without its files.",
    fix: "Delete the document and upload the original again. Tell the operators: the file store has lost a file.",
    example: failed(
      "extract",
      "OBJECT_MISSING",
      "Cannot find the stored file: delete the document and upload it again",
    ),
  },
  EMBEDDING_FAILED: {
    happened: "The service read the text and could not make its vectors.",
    why: "The embedding model failed several times.",
    fix: "Reprocess the document later: the file is not at fault. If it fails again, an operator checks the model's key and quota with `npm run doctor`.",
    example: failed(
      "embed",
      "EMBEDDING_FAILED",
      "Cannot embed the text: the embedding model failed; reprocess the document later",
    ),
  },
} as const satisfies Record<Exclude<DocumentFailureCode, ErrorCode>, FailureHelp>;
