import { DocumentError } from "@assay/contract";
import { sha256Hex } from "@assay/core/digest";
import type { ArchiveMember, ArchiveTree, SourceFile, TextExtractor } from "@assay/core/ports";
import { splitExtension } from "../../src/documents/file-type/split-extension.ts";

/** Between the segments of a text file. */
export const PAGE_BREAK = "\f";

/** Names to contents: text, an inner archive, or null for an entry that is skipped as unsupported. */
export interface Bundle {
  [name: string]: string | Bundle | null;
}

export interface PlainExtractor extends TextExtractor {
  /** Called before each segment is sent; what it throws ends the extraction. */
  beforeSegment: (index: number, signal: AbortSignal) => Promise<void>;
  /** The `fromSegment` of each call. */
  readonly starts: number[];
}

/** Reads texts whose segments are parted by a form feed, and archives that are the JSON of a Bundle. */
export function createPlainExtractor(): PlainExtractor {
  const extractor: PlainExtractor = {
    beforeSegment: async () => {},
    starts: [],
    async extract(file, { fromSegment, charactersMax, signal, onSegment }) {
      extractor.starts.push(fromSegment);
      const texts = (await readText(file)).split(PAGE_BREAK);
      let length = 0;
      for (const [index, text] of texts.entries()) {
        if (index < fromSegment) continue;
        await extractor.beforeSegment(index, signal);
        signal.throwIfAborted();
        length += text.length;
        if (length > charactersMax) throw new DocumentError("EXTRACTION_LIMIT_EXCEEDED", "Cannot read so much text");
        const pageNumber = file.fileType === "pdf" ? index + 1 : null;
        await onSegment({ index, pageNumber, location: null, context: null, text, hidden: [] });
      }
      return { pages: texts.length, pagesWithText: texts.filter((text) => text.trim()).length, warnings: [] };
    },
    async walkArchive(file, { limits }) {
      const tree = await walk(JSON.parse(await readText(file)) as Bundle);
      const count = countLeaves(tree);
      if (count > limits.filesMax) throw new DocumentError("ARCHIVE_LIMIT_EXCEEDED", `Cannot take ${count} files`);
      return { ...tree, [Symbol.asyncDispose]: async () => {} };
    },
    close: async () => {},
  };
  return extractor;
}

async function readText(file: SourceFile): Promise<string> {
  return new Response(await file.open()).text();
}

async function walk(bundle: Bundle): Promise<ArchiveTree> {
  const members: ArchiveMember[] = [];
  for (const [name, content] of Object.entries(bundle)) {
    if (content === null) {
      members.push({ kind: "skipped", name, reason: "UNSUPPORTED_FILE_TYPE" });
      continue;
    }
    const inner = typeof content === "string" ? null : await walk(content);
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
