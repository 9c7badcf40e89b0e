import { redirectWhenSignedOut } from "@assay/site/query-client";
import { PDFDataRangeTransport } from "pdfjs-dist";
import { readRange } from "./read-range.ts";

export interface RangedFileOptions {
  readonly documentId: string;
  readonly sizeBytes: number;
  readonly beginning: Uint8Array<ArrayBuffer>;
  /** Called for each range that could not be read. */
  readonly onFailure: (error: unknown) => void;
}

/** Reads of a file what pdf.js asks for, with the token in a header as every request. */
export class RangedFile extends PDFDataRangeTransport {
  readonly #options: RangedFileOptions;
  readonly #reading = new AbortController();

  constructor(options: RangedFileOptions) {
    // pdf.js gives the bytes away to its worker.
    super(options.sizeBytes, options.beginning.slice());
    this.#options = options;
  }

  override requestDataRange(start: number, end: number): void {
    const { documentId, onFailure } = this.#options;
    const { signal } = this.#reading;
    readRange(documentId, { start, end }, { signal }).then(
      ({ bytes, isWhole }) => !signal.aborted && this.onDataRange(start, isWhole ? bytes.slice(start, end) : bytes),
      (error: unknown) => {
        if (signal.aborted) return;
        redirectWhenSignedOut(error);
        onFailure(error);
      },
    );
  }

  override abort(): void {
    this.#reading.abort();
  }
}
