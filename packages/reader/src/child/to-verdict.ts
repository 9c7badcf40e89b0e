import type { FromChild, Job } from "../messages.ts";
import { starvedCode } from "../workspace-error.ts";
import { ExtractionFailure } from "./extraction-failure.ts";

/** Errors of parsers carry no contract; whatever is not ours means that the file cannot be read. */
export function toVerdict(error: unknown, job: Job): FromChild {
  if (error instanceof ExtractionFailure) return { type: "failed", code: error.code, message: error.message };
  const starved = starvedCode(error);
  if (starved) return { type: "starved", code: starved };
  if (isAllocationFailure(error)) {
    return {
      type: "failed",
      code: "EXTRACTION_LIMIT_EXCEEDED",
      message: "Cannot read the file because a part of it does not fit into memory",
    };
  }
  return {
    type: "failed",
    code: "UNREADABLE_FILE",
    message: `Cannot read the file because it is not a valid ${job.fileType} file`,
  };
}

function isAllocationFailure(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === "ERR_STRING_TOO_LONG" || code === "ERR_BUFFER_TOO_LARGE") return true;
  return error instanceof RangeError && /invalid (string|array|typed array) length|allocation/i.test(String(message));
}
