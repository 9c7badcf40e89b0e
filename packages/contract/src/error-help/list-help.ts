import { ERROR_CATALOGUE, type ErrorCode, errorHelpPath, type ModelErrorCode } from "../errors.ts";
import type { DocumentFailureCode, FetchFailureCode } from "../statuses.ts";
import { DOCUMENT_HELP } from "./document-help.ts";
import { FETCH_HELP } from "./fetch-help.ts";
import type { FailureHelp, HelpText, ReplyHelp } from "./help-text.ts";
import { MODEL_HELP } from "./model-help.ts";
import { REQUEST_HELP } from "./request-help.ts";
import { RESOURCE_HELP } from "./resource-help.ts";

/** Every code that a user of the service can meet. */
export type HelpCode =
  | ErrorCode
  | DocumentFailureCode
  | FetchFailureCode
  | ModelErrorCode
  | "TIMEOUT"
  | "RUN_CANCELLED";

export interface HelpSection extends HelpText {
  readonly code: HelpCode;
  /** Of the reply; null for a code that is inside a stored object. */
  readonly status: number | null;
  /** What a client receives, as JSON. */
  readonly example: unknown;
}

export interface HelpChapter {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly HelpSection[];
}

const REPLY_HELP: Readonly<Record<ErrorCode, ReplyHelp>> = { ...REQUEST_HELP, ...RESOURCE_HELP };
const EXAMPLE_REQUEST_ID = "01a1fc91-0c4e-7a10-b1de-5a6f0e7d2c33";

/** All help, in the order of the error pages. */
export function listHelp(): HelpChapter[] {
  return [
    {
      title: "Error responses",
      lead: "The value of `error`.",
      sections: Object.keys(ERROR_CATALOGUE).map((code) => toReplySection(code as ErrorCode)),
    },
    {
      title: "Failed documents",
      lead: "The value of `failure.code` of a FAILED document or ingestion of guidance, next to `ARCHIVE_LIMIT_EXCEEDED`.",
      sections: toSections(DOCUMENT_HELP),
    },
    {
      title: "Failed guidance",
      lead:
        "The value of `failure.code` of an ingestion from a URL, next to `UNSAFE_URL`, `UNSUPPORTED_FILE_TYPE` and " +
        "the codes of documents.",
      sections: toSections(FETCH_HELP),
    },
    {
      title: "Failed model calls and attempts",
      lead:
        "The value of `modelErrors[].code` in the overview, of `error.type` in a trace, of `code` in the log event " +
        "`work.failed`, in `errorDetails` of a failed step of a run, and in brackets at the end of a `failureReason`.",
      sections: toSections(MODEL_HELP),
    },
  ];
}

function toReplySection(code: ErrorCode): HelpSection {
  const { message, details, ...text } = REPLY_HELP[code];
  const { status } = ERROR_CATALOGUE[code];
  const example = {
    error: code,
    message,
    details: { ...details, help: errorHelpPath(code) },
    requestId: EXAMPLE_REQUEST_ID,
  };
  return { code, status, ...text, example };
}

function toSections(help: Readonly<Partial<Record<HelpCode, FailureHelp>>>): HelpSection[] {
  return Object.entries(help).map(([code, text]) => ({ code: code as HelpCode, status: null, ...text }));
}
