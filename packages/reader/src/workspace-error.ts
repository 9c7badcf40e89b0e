import { UnavailableError } from "@assay/contract";

/** What a system call refuses for reasons that no file has. */
const STARVED = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE", "ENOMEM"]);

export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && "syscall" in error && "code" in error && typeof error.code === "string";
}

/** The code of an error that describes the machine, and of nothing in the file that was read. */
export function starvedCode(error: unknown): string | undefined {
  return isSystemError(error) && STARVED.has(error.code) ? error.code : undefined;
}

/** The folder in which files are taken apart cannot be used now. */
export function workspaceUnavailable(code: string): UnavailableError {
  return new UnavailableError(
    "disk",
    `Cannot read files now because the folder for temporary files cannot be used (${code})`,
  );
}

/** A process that reads files cannot be started now, or ends before it has looked at one. */
export function readerUnavailable(): UnavailableError {
  return new UnavailableError("disk", "Cannot read files now because their reader ended before it began");
}
