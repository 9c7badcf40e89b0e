/** A file that did not become a document, for a reason that is not the service's. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}
