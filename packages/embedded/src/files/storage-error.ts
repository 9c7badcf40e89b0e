import { UnavailableError } from "@assay/contract";

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EACCES: "the service has no permission to write there",
  EPERM: "the service has no permission to write there",
  ENOENT: "its folder is missing",
  EMFILE: "the process has too many files open",
  ENFILE: "the system has too many files open",
};

/** A failure of the disk itself says nothing of any file: it may pass. Other errors come back as they are. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "unknown";
  const reason = REASONS[code] ?? "the disk failed";
  return new UnavailableError("files", `Cannot use the file store now because ${reason} (${code}): try again later`, {
    cause: error,
  });
}

/** Runs calls of the file system; see {@link toStorageError} for what they throw. */
export async function onDisk<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw toStorageError(error);
  }
}
