import { openPdf, type Pdf } from "../pdf/open-pdf.ts";
import { type EmbeddedFile, type EmbeddedFiles, holding, UNLISTED } from "./embedded-file.ts";

/** As pdf.js numbers the kinds of annotations. */
const FILE_ATTACHMENT = 17;
/** What a file's stream and what refers to it are called; a stream cannot be packed with other objects. */
const SIGNS = ["/EmbeddedFile", "/EF", "/FileAttachment"];
/** LaTeX attaches each formula again, which the page shows: a book has thousands. */
const SHOWN = /^mathml-\d+\.xml$/;

interface FileSpecification {
  readonly filename: string;
}

/** What pdf.js tells of the files in a PDF; unpdf's types are those of an older version. */
interface FileSource {
  getAttachments(): Promise<ReadonlyMap<string, FileSpecification> | null>;
  getAttachmentContent(id: string): Promise<Uint8Array | null>;
  getAnnotationsByType(
    types: ReadonlySet<number>,
    pagesToSkip: ReadonlySet<number>,
  ): Promise<readonly { readonly fileId?: string; readonly file?: FileSpecification }[]>;
}

/** Whether the bytes of a PDF name an embedded file. */
export function mentionsFiles(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return SIGNS.some((sign) => text.includes(sign, 0, "latin1"));
}

/** Detaches `bytes`, if they name a file. */
export async function openPdfFiles(bytes: Uint8Array): Promise<EmbeddedFiles> {
  if (!mentionsFiles(bytes)) return holding([]);
  const pdf = await openPdf(bytes);
  const files = await listPdfFiles(pdf, true);
  return { files, [Symbol.asyncDispose]: () => pdf.loadingTask.destroy() };
}

/**
 * The files of its list, which a portfolio is made of, and with `mentioned` those that are attached to places of its pages.
 * What is broken of either is listed as such where files are mentioned.
 */
export async function listPdfFiles(pdf: Pdf, mentioned: boolean): Promise<EmbeddedFile[]> {
  const source = pdf as unknown as FileSource;
  const broken: EmbeddedFile[] = [];
  const note = () => {
    if (mentioned) broken[0] = UNLISTED;
    return null;
  };
  const listed = [...((await source.getAttachments().catch(note)) ?? [])].map(([id, file]) => ({ id, ...file }));
  const pinned = mentioned
    ? await source.getAnnotationsByType(new Set([FILE_ATTACHMENT]), new Set()).catch(note)
    : null;
  const attached = (pinned ?? []).flatMap(({ fileId, file }) => (file ? [{ id: fileId ?? null, ...file }] : []));
  const own = [...listed, ...attached].filter(({ filename }) => !SHOWN.test(filename));
  const files = own.map(({ id, filename }) => ({
    name: filename || "unnamed",
    inline: false,
    content: async () => (id === null ? null : await source.getAttachmentContent(id)),
  }));
  return [...files, ...broken];
}
