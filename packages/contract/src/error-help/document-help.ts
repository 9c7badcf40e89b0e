import type { ErrorCode } from "../errors.ts";
import type { DocumentStage } from "../flow.ts";
import type { DocumentFailureCode } from "../statuses.ts";
import type { FailureHelp } from "./help-text.ts";

const failed = (stage: DocumentStage, code: DocumentFailureCode, message: string) => ({
  status: "FAILED",
  failure: { stage, code, message },
});

const NEW_COPY = "Save a new copy in the program that made the file and upload the copy.";

/** Codes that a FAILED document carries in `failure`; some are reply codes too, and are explained there. */
export const DOCUMENT_HELP = {
  ENCRYPTED_FILE: {
    happened: "The document was not read.",
    why: "The file needs a password.",
    fix: "Upload a copy without a password.",
    example: failed("extract", "ENCRYPTED_FILE", "Cannot read the file because it is protected by a password"),
  },
  UNREADABLE_FILE: {
    happened: "The document could not be read.",
    why: "The file is damaged or is not valid in its format.",
    fix: NEW_COPY,
    example: failed("extract", "UNREADABLE_FILE", "Cannot read the file because it is not a valid docx file"),
  },
  NO_TEXT: {
    happened: "No text was found in the document.",
    why: "The file is a scan that was not read (OCR is off, or found no words), is empty, or is an archive in which every member was skipped (`archive.skipped` says why).",
    fix: "Ask an operator whether OCR is on and reads the language of the scan, then reprocess it; or upload a file with text. Upload the members of an archive in supported formats.",
    example: failed("extract", "NO_TEXT", "Cannot find text in the file"),
  },
  FILE_TYPE_MISMATCH: {
    happened: "A member of an archive was not read.",
    why: "Its bytes belong to another format than its extension names.",
    fix: "Give the file the extension of its real format and upload it again.",
    example: failed(
      "extract",
      "FILE_TYPE_MISMATCH",
      "Cannot read the file because its bytes are not what its extension names",
    ),
  },
  EXTRACTION_TIMEOUT: {
    happened: "The service stopped reading the document.",
    why: "The file takes more than 10 minutes of processor time, or one page or sheet more than a minute. (Real time where the system is not Linux.)",
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
    happened: "The document is not used as evidence.",
    why: "The stored file is not the one that was uploaded: its size or SHA-256 has changed.",
    fix: "Delete the document and upload the original again. Tell the operators: the file store may be damaged.",
    example: failed(
      "extract",
      "HASH_MISMATCH",
      "Cannot trust the stored file because it is not the one that was uploaded",
    ),
  },
  OBJECT_MISSING: {
    happened: "The file of the document is missing in the file store.",
    why: "Something outside the service deleted it, or a backup was restored without its files.",
    fix: "Delete the document and upload the original again. Tell the operators: the file store has lost a file.",
    example: failed(
      "extract",
      "OBJECT_MISSING",
      "Cannot find the stored file: delete the document and upload it again",
    ),
  },
  EMBEDDING_FAILED: {
    happened: "The text was read, and its vectors could not be made.",
    why: "The embedding model failed several times.",
    fix: "Reprocess the document later: the file is not at fault. If it fails again, an operator checks the model's key and quota with `npm run doctor`.",
    example: failed(
      "embed",
      "EMBEDDING_FAILED",
      "Cannot embed the text: the embedding model failed; reprocess the document later",
    ),
  },
  INFECTED_FILE: {
    happened: "The document was not read, and its original is not served.",
    why: "The malware scanner of the deployment found something in the file.",
    fix: "Delete the document, clean the file where it came from, and upload it again. If the finding is wrong, an operator corrects the scanner's rules; then reprocess the document.",
    example: failed(
      "extract",
      "INFECTED_FILE",
      "Cannot read the file: the malware scanner found 'Eicar-Test-Signature'",
    ),
  },
} as const satisfies Record<Exclude<DocumentFailureCode, ErrorCode>, FailureHelp>;
