import type { FileType } from "./formats.ts";

interface ReaderChange {
  readonly version: number;
  readonly types: readonly FileType[];
  /** What a new reading does that one before `version` did not, after "would". */
  readonly does: string;
}

const OFFICE = ["docx", "odt", "pptx", "xlsx"] as const;

/** Ordered by version; each version has at least one. */
export const READER_CHANGES: readonly ReaderChange[] = [
  { version: 2, types: ["html", ...OFFICE], does: "mark text that styles hide" },
  { version: 3, types: ["pdf"], does: "mark text that a page does not show" },
  { version: 4, types: ["docx"], does: "give the numbers of lists and headings" },
  { version: 5, types: ["html", "odt"], does: "give the numbers of lists" },
  { version: 6, types: ["pdf", ...OFFICE], does: "read images and say of each page what was read" },
  { version: 7, types: ["xlsx"], does: "read what is drawn upon sheets" },
  { version: 8, types: ["eml"], does: "name the parts that were not read" },
  {
    version: 9,
    types: ["pdf", "html", "md", "rtf", ...OFFICE],
    does: "mark crossed-out text, which then proves nothing",
  },
  { version: 9, types: ["pdf", "docx", "html"], does: "show boxes and choices with their question" },
  { version: 9, types: ["xlsx", "csv", "docx", "html"], does: "keep values under their headings" },
  { version: 9, types: ["xlsx"], does: "show numbers and dates as the sheet does" },
  { version: 9, types: ["eml"], does: "date the mail by its sender's day" },
  {
    version: 10,
    types: ["png", "jpg", "tiff", "webp", "pdf", ...OFFICE],
    does: "read scans and images in seven languages",
  },
  {
    version: 10,
    types: ["eml", "msg"],
    does: "mark what the mail quotes from earlier ones, which then proves nothing",
  },
  { version: 10, types: ["json", "xml"], does: "give each finding of a scan a passage of its own" },
  { version: 10, types: ["pdf", "rtf", "xls", ...OFFICE], does: "tell comments from the text that they are on" },
  { version: 10, types: ["pdf", "xlsx", "rtf"], does: "show more boxes of forms with their question" },
  { version: 10, types: ["pdf", "odt", "docx", "html"], does: "keep more values under their headings" },
  {
    version: 10,
    types: ["pdf", "docx", "xlsx", "pptx", "xls", "eml", "msg"],
    does: "take out or name the files inside",
  },
  { version: 10, types: ["pdf"], does: "read pages by their image where their text is gibberish" },
  { version: 10, types: ["xlsx"], does: "read text in shapes" },
  { version: 10, types: ["html", "eml"], does: "keep the white space that the page shows" },
];

/** Raised whenever the same file may give another text, or other ranges of it hidden, crossed out or quoted, than before. */
export const READER_VERSION = READER_CHANGES.at(-1)!.version;

/** What a new reading of a file would do, each after "would"; `readerVersion` null: from before versions. */
export function listReaderChanges(fileType: string, readerVersion: number | null): string[] {
  return READER_CHANGES.filter(
    ({ version, types }) => version > (readerVersion ?? 0) && types.some((type) => type === fileType),
  ).map(({ does }) => does);
}
