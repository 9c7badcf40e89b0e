import type { IngestionFailureCode } from "@assay/client/admin";
import { adviseOnUnknown, type FailureAdvice } from "@assay/site/document-failure-advice";

const SAVE_AS_FILE = "Open the page in a browser, save it as a file and submit that.";

/** What to do about each way in which guidance cannot be read. */
export const INGESTION_ADVICE: Readonly<Record<IngestionFailureCode, FailureAdvice>> = {
  UNSAFE_URL: {
    title: "Not a public address",
    advice: `Only pages of the public web are fetched: the address, or one that it leads to, is inside a private network. ${SAVE_AS_FILE}`,
    worthRetrying: false,
  },
  FETCH_REFUSED: {
    title: "The server did not return the page",
    advice: `Open the address without signing in: it must show the text itself, without a sign-in, a consent page or many redirects. Otherwise: ${SAVE_AS_FILE}`,
    worthRetrying: false,
  },
  FETCH_FAILED: {
    title: "The server could not be reached",
    advice: `The server could not be reached, its certificate is not valid, or it replied with an error three times. Try again later, or: ${SAVE_AS_FILE}`,
    worthRetrying: true,
  },
  FETCH_TIMEOUT: {
    title: "The server took too long",
    advice: `A page must arrive within 20 seconds. Try again later, or: ${SAVE_AS_FILE}`,
    worthRetrying: true,
  },
  FETCH_TOO_LARGE: {
    title: "The page is too large",
    advice: "A page may have 25 MB when unpacked. Save the part that is needed as a file and submit that.",
    worthRetrying: false,
  },
  UNSUPPORTED_FILE_TYPE: {
    title: "Not a format that can be read",
    advice: "Submit HTML, text or a document such as PDF or Word. The files of an archive are submitted one by one.",
    worthRetrying: false,
  },
  ENCRYPTED_FILE: {
    title: "Protected by a password",
    advice: "Save a copy without the password and submit that.",
    worthRetrying: false,
  },
  UNREADABLE_FILE: {
    title: "Damaged file",
    advice: "Open it in its program, save a new copy and submit that.",
    worthRetrying: false,
  },
  NO_TEXT: {
    title: "No text to read",
    advice:
      "A scan needs a text layer: run text recognition (OCR) on it and submit the result. A page that scripts render has no text of its own: save it from a browser and submit the file.",
    worthRetrying: false,
  },
  FILE_TYPE_MISMATCH: {
    title: "Not what its name says",
    advice: "Give the file the extension of its real format, or save it in the format of its extension.",
    worthRetrying: false,
  },
  ARCHIVE_LIMIT_EXCEEDED: {
    title: "The file unpacks to too much",
    advice: "Unpack it and submit its files one by one.",
    worthRetrying: false,
  },
  EXTRACTION_TIMEOUT: {
    title: "Reading took too long",
    advice: "Try again; if it fails once more, split the file and submit the parts.",
    worthRetrying: true,
  },
  EXTRACTION_LIMIT_EXCEEDED: {
    title: "Too much to read",
    advice: "Split the file and submit the parts.",
    worthRetrying: false,
  },
  HASH_MISMATCH: {
    title: "The stored file has changed",
    advice: "Submit the original again, and tell whoever runs the service: its file store may be damaged.",
    worthRetrying: true,
  },
  OBJECT_MISSING: {
    title: "The stored file is gone",
    advice: "Submit the original again, and tell whoever runs the service: its file store has lost a file.",
    worthRetrying: true,
  },
  EMBEDDING_FAILED: {
    title: "The embedding model failed",
    advice: "The text is not at fault. Try again in a few minutes; if it fails again, check the model's quota and key.",
    worthRetrying: true,
  },
  INFECTED_FILE: {
    title: "Malware was found",
    advice: "Clean the file where it came from, and submit it again.",
    worthRetrying: false,
  },
};

export function adviseOnIngestion(code: IngestionFailureCode): FailureAdvice {
  return INGESTION_ADVICE[code] ?? adviseOnUnknown(code);
}
