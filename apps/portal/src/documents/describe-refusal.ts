import { AssayApiError } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { formatBytes } from "@assay/site/format-bytes";

/** Why a file was not taken, and what would be: in the words of the service, which says what to do about a format. */
export function describeRefusal(error: Error | undefined): string {
  if (!(error instanceof AssayApiError)) return messageOf(error);
  const { code, details } = error;
  switch (code) {
    case "FILE_TOO_LARGE":
      return `it is larger than ${formatBytes(Number(details.limitBytes))}. Split it, or upload its parts.`;
    case "ARCHIVE_LIMIT_EXCEEDED":
      return "the archive is too large: at most 1,000 files and 500 MB unpacked. Split it.";
    case "VALIDATION_ERROR":
      return `${issuesOf(details).join("; ") || error.message}.`;
    default:
      return error.message;
  }
}

/** The document on account of which a file was not taken. */
export function documentOf(error: Error | undefined): string | undefined {
  const id = error instanceof AssayApiError ? error.details.documentId : undefined;
  return typeof id === "string" ? id : undefined;
}

function issuesOf({ issues }: AssayApiError["details"]): string[] {
  if (!Array.isArray(issues)) return [];
  return issues.map(({ field, issue }: { field: string; issue: string }) => `${field} ${issue}`);
}
