export interface Worksheet {
  /** At most 31 characters, without `[]:*?/\`. */
  readonly name: string;
  /** The first row is the heading. Text stays text: nothing becomes a formula. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Writes an xlsx workbook; equal sheets give equal bytes. */
export interface WorkbookWriter {
  write(sheets: readonly Worksheet[]): Promise<Uint8Array>;
}
