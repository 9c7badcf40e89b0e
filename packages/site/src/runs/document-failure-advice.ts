import type { DocumentFailureCode } from "@assay/client";

export interface FailureAdvice {
  readonly title: string;
  /** What the user can do about it. */
  readonly advice: string;
  /** Whether processing the same file again may help. */
  readonly worthRetrying: boolean;
}

const NEW_COPY = "Open it in its program, save a new copy and upload that.";

export const FAILURE_ADVICE: Readonly<Record<DocumentFailureCode, FailureAdvice>> = {
  ENCRYPTED_FILE: {
    title: "Protected by a password",
    advice: "Save a copy without the password and upload that.",
    worthRetrying: false,
  },
  UNREADABLE_FILE: { title: "Damaged file", advice: NEW_COPY, worthRetrying: false },
  NO_TEXT: {
    title: "No text to read",
    advice: "A scan needs a text layer: run text recognition (OCR) on it and upload the result.",
    worthRetrying: false,
  },
  FILE_TYPE_MISMATCH: {
    title: "Not what its name says",
    advice: "Give the file the extension of its real format, or save it in the format of its extension.",
    worthRetrying: false,
  },
  ARCHIVE_LIMIT_EXCEEDED: {
    title: "Archive too large",
    advice: "Split it: at most 5 levels of archives, 1,000 files and 500 MB unpacked.",
    worthRetrying: false,
  },
  EXTRACTION_TIMEOUT: {
    title: "Reading took too long",
    advice: "Try again; if it fails once more, split the file and upload the parts.",
    worthRetrying: true,
  },
  EXTRACTION_LIMIT_EXCEEDED: {
    title: "Too much to read",
    advice: "Split the file and upload the parts.",
    worthRetrying: false,
  },
  HASH_MISMATCH: {
    title: "Stored file has changed",
    advice: "Delete it, upload the original again, and tell whoever runs the service.",
    worthRetrying: false,
  },
  OBJECT_MISSING: {
    title: "Stored file is gone",
    advice: "Delete it, upload the original again, and tell whoever runs the service.",
    worthRetrying: false,
  },
  EMBEDDING_FAILED: {
    title: "The embedding model failed",
    advice: "The file is not at fault. Try again in a few minutes.",
    worthRetrying: true,
  },
};

export function adviseOnFailure(code: DocumentFailureCode): FailureAdvice {
  return FAILURE_ADVICE[code] ?? adviseOnUnknown(code);
}

/** For a code of a later release than this page. */
export function adviseOnUnknown(code: string): FailureAdvice {
  return { title: `Cannot be read: ${code}`, advice: "Reload this page to see what to do.", worthRetrying: false };
}
