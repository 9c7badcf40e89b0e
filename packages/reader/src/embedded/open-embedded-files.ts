import type { FileType } from "@assay/contract";
import { MAIL_BYTES_MAX } from "../mail/mail-bytes-max.ts";
import { type EmbeddedFiles, holding } from "./embedded-file.ts";

/** Of a longer document the files inside are not taken out: its reading warns of them. */
export const OPENED_BYTES_MAX = 128 * 1024 * 1024;

/** Readers of the files inside each format that may hold any. Loaded only where needed, so that a process is ready at once. */
const OPENERS: Readonly<Partial<Record<FileType, (bytes: Uint8Array) => Promise<EmbeddedFiles>>>> = {
  eml: openMail("eml"),
  msg: openMail("msg"),
  pdf: async (bytes) => (await import("./pdf-files.ts")).openPdfFiles(bytes),
  docx: openOffice,
  xlsx: openOffice,
  pptx: openOffice,
  xls: async (bytes) => holding((await import("./list-xls-files.ts")).listXlsFiles(bytes)),
};

/** The files inside a document. None of one that cannot be read: its own reading says why. */
export async function openEmbeddedFiles(fileType: FileType, bytes: Uint8Array): Promise<EmbeddedFiles> {
  try {
    return (await OPENERS[fileType]?.(bytes)) ?? holding([]);
  } catch {
    return holding([]);
  }
}

function openMail(fileType: "eml" | "msg") {
  return async (bytes: Uint8Array): Promise<EmbeddedFiles> => {
    if (bytes.length > MAIL_BYTES_MAX) return holding([]);
    const { readMail } = await import("../mail/read-mail.ts");
    return holding((await readMail(fileType, bytes)).attachments);
  };
}

async function openOffice(bytes: Uint8Array): Promise<EmbeddedFiles> {
  const [{ openPackage }, { listOfficeFiles }] = await Promise.all([
    import("../office/open-package.ts"),
    import("./list-office-files.ts"),
  ]);
  return holding(listOfficeFiles(openPackage(bytes)));
}
