import type { DocumentSignature, FileType } from "@assay/contract";

const OFFICE: readonly FileType[] = ["docx", "xlsx", "pptx"];

/** The digital signatures in a file, as facts. None is trusted here, and no reading fails for one. */
export async function listSignatures(
  fileType: FileType,
  bytes: Uint8Array,
  progress: () => void,
): Promise<DocumentSignature[]> {
  // Loaded only where it is needed, so that a process is ready at once.
  if (fileType === "pdf") {
    if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf("/ByteRange") < 0) return [];
    return (await import("./list-pdf-signatures.ts")).listPdfSignatures(bytes, progress);
  }
  if (!OFFICE.includes(fileType)) return [];
  return (await import("./list-office-signatures.ts")).listOfficeSignatures(bytes, progress);
}
