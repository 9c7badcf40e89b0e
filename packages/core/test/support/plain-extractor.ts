import { DocumentError } from "@assay/contract";
import { splitExtension } from "@assay/contract/file-type";
import { sha256Hex } from "@assay/core/digest";
import type { ArchiveMember, ArchiveTree, SourceFile, TextExtractor } from "@assay/core/ports";

/** Between the segments of a text file. */
export const PAGE_BREAK = "\f";

/** In a segment: here is an image, whose words OCR may read. */
export const IMAGE = "<image>";

/** Between a mail's own text and its attachments, which are the JSON of a Bundle. */
const ATTACHMENTS = "\n--attachments--\n";

/** A mail, or another document with files inside, as the bytes that this extractor reads. */
export function mailWith(text: string, attachments: Bundle): string {
  return `${text}${ATTACHMENTS}${JSON.stringify(attachments)}`;
}

/** Names to contents: text, an inner archive, or null for an entry that is skipped as unsupported. */
export interface Bundle {
  [name: string]: string | Bundle | null;
}

export interface PlainExtractor extends TextExtractor {
  /** Called before each segment is sent; what it throws ends the extraction. */
  beforeSegment: (index: number, signal: AbortSignal) => Promise<void>;
  /** Processor time that each call says it took; by default it says nothing. */
  spentMs: number | null;
  /** The `fromSegment` of each call. */
  readonly starts: number[];
  /** The encoding that was asked for in each call. */
  readonly encodings: (string | null)[];
}

/** Reads texts whose segments are parted by a form feed, and archives that are the JSON of a Bundle. */
export function createPlainExtractor(): PlainExtractor {
  const extractor: PlainExtractor = {
    beforeSegment: async () => {},
    spentMs: null,
    starts: [],
    encodings: [],
    async extract(file, { fromSegment, charactersMax, encoding = null, signal, onSegment, onPage, onSpent }) {
      extractor.starts.push(fromSegment);
      extractor.encodings.push(encoding);
      if (extractor.spentMs !== null) onSpent?.(extractor.spentMs);
      const texts = (await readText(file)).split(ATTACHMENTS)[0]!.split(PAGE_BREAK);
      let length = 0;
      let next = 0;
      for (const [index, text] of texts.entries()) {
        const pageNumber = file.fileType === "pdf" ? index + 1 : null;
        // An image has an empty segment of its own, after the text of its page.
        const parts = text === IMAGE ? [""] : text.includes(IMAGE) ? [text.replace(IMAGE, ""), ""] : [text];
        for (const part of parts) {
          const at = next++;
          if (at < fromSegment) continue;
          await extractor.beforeSegment(at, signal);
          signal.throwIfAborted();
          length += part.length;
          if (length > charactersMax) throw new DocumentError("EXTRACTION_LIMIT_EXCEEDED", "Cannot read so much text");
          await onSegment({ index: at, pageNumber, location: null, context: null, text: part, hidden: [], struck: [] });
        }
        const state = text === IMAGE ? "IMAGE_ONLY" : parts.length > 1 ? "MIXED" : text.trim() ? "TEXT" : "EMPTY";
        const picture = text.includes(IMAGE)
          ? { segment: next - 1, at: { kind: pageNumber ? ("PAGE" as const) : ("FILE" as const) } }
          : null;
        await onPage?.({ index, pageNumber, label: null, state, reason: null, picture });
      }
      return {
        pages: texts.length,
        pagesWithText: texts.filter((text) => text.trim()).length,
        warnings: [],
        encoding: null,
        signatures: [],
      };
    },
    async walkArchive(file, { limits }) {
      const content = await readText(file);
      const tree = (file.fileType === "zip" ? null : await walkMail(content)) ?? (await walk(parseBundle(content)));
      const count = countLeaves(tree);
      if (file.fileType === "zip" && count > limits.filesMax)
        throw new DocumentError("ARCHIVE_LIMIT_EXCEEDED", `Cannot take ${count} files`);
      const members = tree.members.map(
        (member, at): ArchiveMember =>
          at < limits.filesMax ? member : { kind: "skipped", name: member.name, reason: "OVER_LIMIT" },
      );
      return { members, [Symbol.asyncDispose]: async () => {} };
    },
    close: async () => {},
  };
  return extractor;
}

async function readText(file: SourceFile): Promise<string> {
  return new Response(await file.open()).text();
}

function parseBundle(content: string): Bundle {
  return content.startsWith("{") ? (JSON.parse(content) as Bundle) : {};
}

async function walkMail(content: string): Promise<ArchiveTree | null> {
  const attachments = content.split(ATTACHMENTS)[1];
  return attachments === undefined ? null : walk(parseBundle(attachments));
}

async function walk(bundle: Bundle): Promise<ArchiveTree> {
  const members: ArchiveMember[] = [];
  for (const [name, content] of Object.entries(bundle)) {
    if (content === null) {
      members.push({ kind: "skipped", name, reason: "UNSUPPORTED_FILE_TYPE" });
      continue;
    }
    const inner = typeof content === "string" ? await walkMail(content) : await walk(content);
    const bytes = new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content));
    members.push({
      kind: "file",
      name,
      fileType: splitExtension(name).extension as "txt",
      mismatch: content === "not what the extension says",
      sizeBytes: bytes.length,
      sha256: await sha256Hex(bytes),
      archive: inner,
      open: async () => new Blob([bytes]).stream(),
    });
  }
  return { members };
}

function countLeaves({ members }: ArchiveTree): number {
  return members.reduce(
    (sum, member) => sum + (member.kind === "file" && member.archive ? countLeaves(member.archive) : 1),
    0,
  );
}
