import type { DocumentFailureCode } from "@assay/client";
import { titleOfFailure, titleOfUnknown } from "./document-failure-title.ts";

export interface FailureAdvice {
  readonly title: string;
  /** What the user can do about it. */
  readonly advice: string;
  /** Whether processing the same file again may help. */
  readonly worthRetrying: boolean;
}

const NEW_COPY = "Open it in its program, save a new copy and upload that.";

export const FAILURE_ADVICE: Readonly<Record<DocumentFailureCode, Omit<FailureAdvice, "title">>> = {
  ENCRYPTED_FILE: {
    advice: "Save a copy without the password and upload that.",
    worthRetrying: false,
  },
  UNREADABLE_FILE: { advice: NEW_COPY, worthRetrying: false },
  NO_TEXT: {
    advice:
      "Nothing in it could be read. For a scan or an image, ask whoever runs the service to switch OCR on, or upload a version with text.",
    worthRetrying: false,
  },
  FILE_TYPE_MISMATCH: {
    advice: "Give the file the extension of its real format, or save it in the format of its extension.",
    worthRetrying: false,
  },
  ARCHIVE_LIMIT_EXCEEDED: {
    advice: "Split it: at most 5 levels of archives, 1,000 files and 500 MB unpacked.",
    worthRetrying: false,
  },
  EXTRACTION_TIMEOUT: {
    advice: "Try again; if it fails once more, split the file and upload the parts.",
    worthRetrying: true,
  },
  EXTRACTION_LIMIT_EXCEEDED: {
    advice: "Split the file and upload the parts.",
    worthRetrying: false,
  },
  HASH_MISMATCH: {
    advice: "Delete it, upload the original again, and tell whoever runs the service.",
    worthRetrying: false,
  },
  OBJECT_MISSING: {
    advice: "Delete it, upload the original again, and tell whoever runs the service.",
    worthRetrying: false,
  },
  EMBEDDING_FAILED: {
    advice: "The file is not at fault. Try again in a few minutes.",
    worthRetrying: true,
  },
  INFECTED_FILE: {
    advice: "Delete it, clean the file where it came from, and upload it again.",
    worthRetrying: false,
  },
};

export function adviseOnFailure(code: DocumentFailureCode): FailureAdvice {
  const advice = FAILURE_ADVICE[code];
  return advice ? { title: titleOfFailure(code), ...advice } : adviseOnUnknown(code);
}

/** For a code of a later release than this page. */
export function adviseOnUnknown(code: string): FailureAdvice {
  return { title: titleOfUnknown(code), advice: "Reload this page to see what to do.", worthRetrying: false };
}
