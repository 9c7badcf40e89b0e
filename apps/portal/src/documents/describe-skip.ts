import type { ArchiveSkipReason } from "@assay/client";

const SKIP_REASONS: Readonly<Record<ArchiveSkipReason, string>> = {
  DUPLICATE: "Already here",
  UNSUPPORTED_FILE_TYPE: "Format not supported",
  ENCRYPTED: "Protected by a password",
  CORRUPT: "Damaged",
  SPECIAL_FILE: "Not a regular file",
  EMPTY: "Empty file",
  INLINE_IMAGE: "Small image in the text of a mail",
  SYSTEM_FILE: "Ignored: the computer that packed the archive added it",
  OVER_LIMIT: "Beyond the limits: 5 levels, 1,000 files, 500 MB",
};

/** Why a file of an archive was omitted; the code itself where this page is older than it. */
export function describeSkip(reason: ArchiveSkipReason): string {
  return SKIP_REASONS[reason] ?? reason;
}
