import type { UnreadDocument } from "@assay/contract";

/** For people: which documents that a verdict cites or might have rested on were not fully read. */
export function describeUnreadDocuments(unread: readonly UnreadDocument[] | undefined): string | null {
  if (!unread || unread.length === 0) return null;
  return unread.map(({ originalFilename, notRead }) => `${originalFilename} (${notRead} not read)`).join("; ");
}
