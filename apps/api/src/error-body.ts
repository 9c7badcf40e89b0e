import { type AssayError, type ErrorReply, errorHelpPath } from "@assay/contract";

/** The body of an error reply: the only place that makes one. */
export function errorBody(
  { code, message, details }: Pick<AssayError, "code" | "message" | "details">,
  requestId: string,
) {
  return { error: code, message, details: { ...details, help: errorHelpPath(code) }, requestId } satisfies ErrorReply;
}
