import { AssayError } from "@assay/contract";

/** Of RFC 7644, 3.12. */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue";

/** What a directory asks for and does not get, with the word of the protocol in `details.scimType`. */
export function refuse(scimType: ScimType, message: string): AssayError {
  return new AssayError("VALIDATION_ERROR", message, { details: { scimType } });
}

/** What somebody else wrote, short enough for a message. */
export const quote = (text: string) => `'${text.slice(0, 100)}'`;
