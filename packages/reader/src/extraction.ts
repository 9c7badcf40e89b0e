import type {
  ArchiveSkipReason,
  DocumentSignature,
  FileType,
  PageState,
  Picture,
  ReadEncoding,
  ReadingWarning,
} from "@assay/contract";

/** A file that may be opened as often as it takes. */
export interface SourceFile {
  readonly fileType: FileType;
  readonly sizeBytes: number;
  /** A fresh stream of the whole file. */
  open(): Promise<ReadableStream<Uint8Array>>;
}

/**
 * A piece of a document that a chunk never crosses: a PDF page, a block of rows of one sheet, a slide, a heading
 * section. At most `SEGMENT_LENGTH_MAX` long; a longer section comes as several with the same location.
 */
export interface TextSegment {
  /** From 0, without gaps; the same file always yields the same segments. */
  readonly index: number;
  /** Remarks that readers left on the text; absent of the text itself. */
  readonly kind?: "COMMENT";
  /** The real page of a PDF, from 1; `null` for every other format. */
  readonly pageNumber: number | null;
  /** Where it is, for people: `Sheet1!A1:D20`, `2 Access control > 2.1 Passwords`, `Slide 3`; `null` for a PDF page. */
  readonly location: string | null;
  /** What a reader of the piece alone would need to know, such as a sheet's column headings; embedded, never cited. */
  readonly context: string | null;
  /** Well-formed, without NUL, not normalised further after extraction. May be empty (a page without text). */
  readonly text: string;
  /** Ranges of `text` that a reader of the original would not see, as UTF-16 offsets [start, end). */
  readonly hidden: readonly (readonly [number, number])[];
  /** Ranges of `text` that the original shows crossed out, as UTF-16 offsets [start, end). */
  readonly struck: readonly (readonly [number, number])[];
  /** Ranges of `text` that a mail quotes from an earlier one; absent where there are none. */
  readonly quoted?: readonly (readonly [number, number])[];
}

/** What was read of a page, sheet, slide, mail part or picture. */
export interface PageReading {
  /** From 0, without gaps; the same file always yields the same pages. */
  readonly index: number;
  readonly pageNumber: number | null;
  /** What people call it: `Sheet1`, `Slide 3`, `Picture 2`; `null` for a PDF page. */
  readonly label: string | null;
  readonly state: PageState;
  /** Why it was not read, or not whole, as a sentence for people. */
  readonly reason: string | null;
  /** What OCR could read: its words go into the segment of this index, which is sent empty. */
  readonly picture: { readonly segment: number; readonly at: Picture } | null;
}

export interface ExtractionSummary {
  /** Pages of a PDF, slides, sheets; 1 for formats without pages. */
  readonly pages: number;
  /** How many of them hold text. Of a PDF read from a later segment on, only the pages read by this call count. */
  readonly pagesWithText: number;
  /** What was not read or not judged; never part of the text. Those of the whole file, whatever segment it began at. */
  readonly warnings: readonly ReadingWarning[];
  /** How the bytes of a text file were taken; `null` for other formats. */
  readonly encoding: ReadEncoding | null;
  readonly signatures: readonly DocumentSignature[];
}

/** Pages that earlier calls stored, from the first one on, and how many segments these have. */
export interface WholePages {
  readonly pages: number;
  readonly segments: number;
}

interface ExtractionOptions {
  /** Segments below this index were stored by an earlier call and are not sent again. */
  readonly fromSegment: number;
  /** Where a PDF is read on, so that no page is read twice but one of which only a part is stored. */
  readonly wholePages?: WholePages;
  /** Most UTF-16 code units that the segments of this call may hold together, else EXTRACTION_LIMIT_EXCEEDED. */
  readonly charactersMax: number;
  /** The encoding that a person chose for a text file, by its WHATWG name. */
  readonly encoding?: string | null;
  /** Ends the work at once, the child process included. */
  readonly signal: AbortSignal;
  /** Called for each segment, in order; the extractor waits for it before it reads on. */
  onSegment(segment: TextSegment): Promise<void>;
  /** Called for each page, after its segments. Pages whose segments an earlier call stored may come again. */
  onPage?(page: PageReading): Promise<void>;
  /** Called once, however the call ends: the processor time that it took; real time where the system does not tell. */
  onSpent?(spentMs: number): void;
}

export interface ArchiveLimits {
  /** The uploaded archive is level 1. */
  readonly depthMax: number;
  /** Leaf entries of the whole tree, skipped ones included; directories and inner archives do not count. */
  readonly filesMax: number;
  /** Real inflated bytes of the whole tree. */
  readonly bytesMax: number;
}

export type ArchiveMember =
  | {
      readonly kind: "file";
      /** Display text only: the entry's path, cleaned. */
      readonly name: string;
      readonly fileType: FileType;
      /** The bytes contradict the extension. */
      readonly mismatch: boolean;
      readonly sizeBytes: number;
      readonly sha256: string;
      /** Of an inner archive: its own members; `null` for every other type and for an unreadable inner archive. */
      readonly archive: ArchiveTree | null;
      open(): Promise<ReadableStream<Uint8Array>>;
    }
  | { readonly kind: "skipped"; readonly name: string; readonly reason: ArchiveSkipReason };

interface ArchiveTree {
  readonly members: readonly ArchiveMember[];
}

/** A walked archive; its members stay readable until it is disposed of. */
export interface WalkedArchive extends ArchiveTree, AsyncDisposable {}

/**
 * Turns a file into text, in a process of its own so that a hostile file cannot take the service down.
 * Throws DocumentError: ENCRYPTED_FILE, UNREADABLE_FILE, ARCHIVE_LIMIT_EXCEEDED (an archive), EXTRACTION_TIMEOUT (one piece alone
 * passes its limit of processor time), EXTRACTION_LIMIT_EXCEEDED (memory, characters). An aborted signal throws its reason.
 */
export interface TextExtractor {
  extract(file: SourceFile, options: ExtractionOptions): Promise<ExtractionSummary>;
  /**
   * Walks the whole tree before it returns; nothing is left behind when it throws. Files inside documents that pass a limit,
   * or cannot be taken out, are skipped and named.
   */
  walkArchive(file: SourceFile, options: { limits: ArchiveLimits; signal: AbortSignal }): Promise<WalkedArchive>;
  /** Ends idle child processes. */
  close(): Promise<void>;
}
