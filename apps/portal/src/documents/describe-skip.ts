import type { ArchiveSkipReason } from "@assay/client";

export const SKIP_REASONS: Readonly<Record<ArchiveSkipReason, string>> = {
  DUPLICATE: "Already here",
  UNSUPPORTED_FILE_TYPE: "Format not supported",
  ENCRYPTED: "Protected by a password",
  CORRUPT: "Damaged in the archive",
  SPECIAL_FILE: "Not a regular file",
  EMPTY: "Empty file",
};
