/** A file inside a document, such as an attachment of a mail or of a PDF. */
export interface EmbeddedFile {
  /** With an extension where it is known. */
  readonly name: string;
  /** An image that the text of the document shows. */
  readonly inline: boolean;
  /** Null where it cannot be taken out. */
  content(): Uint8Array | null | Promise<Uint8Array | null>;
}

/** Those of one document; their contents can be read until it is disposed of. */
export interface EmbeddedFiles extends AsyncDisposable {
  readonly files: readonly EmbeddedFile[];
}

/** Files whose contents need nothing that must be closed. */
export function holding(files: readonly EmbeddedFile[]): EmbeddedFiles {
  return { files, [Symbol.asyncDispose]: async () => {} };
}

/** What stands for files that are there and cannot be listed. */
export const FILES_INSIDE = "files inside";

/** In place of a list that is broken, so that it is named as a file that cannot be taken out. */
export const UNLISTED: EmbeddedFile = { name: FILES_INSIDE, inline: false, content: () => null };

/** Null where it cannot be taken out. */
export async function contentOf(file: EmbeddedFile): Promise<Uint8Array | null> {
  try {
    return await file.content();
  } catch {
    return null;
  }
}
