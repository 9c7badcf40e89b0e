import type { ErrorCode } from "../errors.ts";
import type { FetchFailureCode } from "../statuses.ts";
import type { FailureHelp } from "./help-text.ts";

const failed = (code: FetchFailureCode, message: string) => ({ status: "FAILED", failure: { code, message } });

const SAVE_AS_FILE = "save the page as a file and add the file.";

/** Codes that a FAILED ingestion of guidance carries in `failure`, next to those of documents. */
export const FETCH_HELP = {
  FETCH_REFUSED: {
    happened: "The page was not fetched.",
    why: "The server replied with something other than a page: 204, 304, a 4xx, an empty body, a fourth redirect, or a redirect without a valid `Location` header.",
    fix: `Open the URL without signing in: it must show the text. Otherwise ${SAVE_AS_FILE}`,
    example: failed(
      "FETCH_REFUSED",
      "Cannot read the page because its server must reply with status 200: it replied with 404",
    ),
  },
  FETCH_FAILED: {
    happened: "The page was not fetched after three attempts.",
    why: "The server could not be reached, its certificate is not valid, or it replied with a 5xx.",
    fix: `Add the URL again later. If it fails again, ${SAVE_AS_FILE}`,
    example: failed(
      "FETCH_FAILED",
      "Cannot read the page because its server must reply with status 200: it replied with 503",
    ),
  },
  FETCH_TIMEOUT: {
    happened: "The page was not fetched in time.",
    why: "It took more than 20 seconds in all, or the server sent nothing for 10 seconds.",
    fix: `Add the URL again later. If it fails again, ${SAVE_AS_FILE}`,
    example: failed("FETCH_TIMEOUT", "Cannot read the page within 20 seconds"),
  },
  FETCH_TOO_LARGE: {
    happened: "The service stopped reading the page.",
    why: "The page has more than 25 MB after decompression.",
    fix: "Save the part that you need as a file and add the file.",
    example: failed("FETCH_TOO_LARGE", "Cannot read the page because it must have at most 26214400 bytes"),
  },
} as const satisfies Record<Exclude<FetchFailureCode, ErrorCode>, FailureHelp>;
