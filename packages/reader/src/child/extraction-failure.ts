import type { DocumentFailureCode } from "@assay/contract";

/** What a child says about a file that it cannot read; the parent turns it into a DocumentError. */
export class ExtractionFailure extends Error {
  override readonly name = "ExtractionFailure";
  readonly code: DocumentFailureCode;

  constructor(code: DocumentFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}
