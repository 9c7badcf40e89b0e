type Cell = string | number | null;

export interface Worksheet {
  /** At most 31 characters, without `[]:*?/\`. */
  readonly name: string;
  /** The first row is the heading. Text stays text: nothing becomes a formula. */
  readonly rows: readonly (readonly Cell[])[];
}

export interface StreamedSheet {
  /** At most 31 characters, without `[]:*?/\`. */
  readonly name: string;
  /** Of each column, in characters. */
  readonly widths: readonly number[];
  /** Stays in view and filters; null for a sheet without one. */
  readonly heading: readonly string[] | null;
  /** Taken a batch at a time, no sooner than the reader asks for more. Text stays text. */
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Writes an xlsx workbook; equal sheets give equal bytes. */
export interface WorkbookWriter {
  write(sheets: readonly Worksheet[]): Promise<Uint8Array>;
  /** Sheet after sheet, with no more of them in memory than a batch. */
  stream(sheets: readonly StreamedSheet[]): AsyncIterable<Uint8Array>;
}
