import { AssayError, FILENAME_BYTES_MAX, type FileType } from "@assay/contract";
import { declaredArchiveTotals, detectFileType, readZipDirectory, splitExtension } from "@assay/contract/file-type";
import { invalid } from "../middleware/invalid.ts";
import type { ApiSettings } from "../services.ts";
import type { FileEnds } from "./sample-file.ts";

/** What can be said of a file before its bytes are there. Throws VALIDATION_ERROR on `file`. */
export function checkFilename(filename: string): void {
  const issue = filenameIssue(filename);
  if (issue) throw invalid("form", [{ field: "file", issue }]);
}

function filenameIssue(filename: string): string | undefined {
  const bytes = new TextEncoder().encode(filename).length;
  if (bytes === 0) return "must have a file name";
  if (bytes > FILENAME_BYTES_MAX) return `must have a name of at most ${FILENAME_BYTES_MAX} bytes: it has ${bytes}`;
  if (filename.includes("\0")) return "must have a name without NUL";
  if (splitExtension(filename).extension === "") return "must have a file name extension";
  return undefined;
}

/**
 * The type that a whole file's bytes and name agree on.
 * Throws VALIDATION_ERROR for an empty file, UNSUPPORTED_FILE_TYPE, ARCHIVE_LIMIT_EXCEEDED by a ZIP's own directory.
 */
export function checkFile(
  file: FileEnds & { filename: string; sizeBytes: number },
  limits: ApiSettings["archive"],
): FileType {
  if (file.sizeBytes === 0) throw invalid("form", [{ field: "file", issue: "must not be empty" }]);
  const fileType = detectFileType(file);
  if (fileType === "zip") checkArchive(file, limits);
  return fileType;
}

function checkArchive(file: FileEnds & { sizeBytes: number }, limits: ApiSettings["archive"]): void {
  const directory = readZipDirectory(file.tail, file.sizeBytes);
  if (!directory) return;
  const { declaredFiles, declaredBytes } = declaredArchiveTotals(directory.entries);
  if (declaredFiles > limits.filesMax) throw tooMuch("files", limits.filesMax, declaredFiles);
  if (declaredBytes > limits.bytesMax) throw tooMuch("bytes", limits.bytesMax, declaredBytes);
}

function tooMuch(what: string, limit: number, value: number): AssayError {
  return new AssayError(
    "ARCHIVE_LIMIT_EXCEEDED",
    `Cannot accept the archive because it must have at most ${limit} ${what}: it declares ${value}`,
    {
      details: { limit, value },
    },
  );
}
