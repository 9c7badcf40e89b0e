import type { UploadFile } from "../../upload-file.ts";

/** A file of what is synced. */
export interface FolderEntry {
  /** From the top, with `/`, in Unicode's form NFC whatever the file system has. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  open(): Promise<UploadFile>;
}

/** What is there and cannot be read: a file, or a folder, which ends with `/`. */
export interface UnreadEntry {
  readonly path: string;
  readonly reason: string;
}

export interface Listing {
  readonly entries: readonly FolderEntry[];
  readonly unread: readonly UnreadEntry[];
  /** Hidden files, symbolic links, and what is no file; what was excluded is not counted. */
  readonly skipped: number;
}

export interface ListOptions {
  readonly exclude: (path: string, isFolder: boolean) => boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (hashed: number) => void;
}

const PATH_LENGTH_MAX = 1024;

/** Why the service has no place for this path; undefined where it has. */
export function findPathFault(path: string, taken: ReadonlySet<string>): string | undefined {
  if (path.length > PATH_LENGTH_MAX) return `the path has over ${PATH_LENGTH_MAX} characters`;
  if (path.includes("\uFFFD")) return "the name is no UTF-8";
  return taken.has(path) ? "another file has the same name in Unicode's form NFC" : undefined;
}
