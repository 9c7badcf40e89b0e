import type { PageState } from "@assay/contract";
import { documentPages } from "@assay/db";
import { sql } from "drizzle-orm";

/** A page that was not read, or one with text whose image was not. */
export const isUnread = sql<boolean>`(${documentPages.state} in ('IMAGE_ONLY', 'UNREADABLE')
  or ${documentPages.state} = 'MIXED' and (${documentPages.recognisedAt} is null or ${documentPages.reason} is not null))`;

interface Counted {
  readonly state: PageState;
  readonly isUnread: boolean;
  /** Whether it is a page of a PDF. */
  readonly isNumbered: boolean;
  readonly value: number;
}

/** Says how much of a document was not read; undefined where all of it was. */
export function describeUnread(pages: readonly Counted[]): string | undefined {
  const unread = pages.filter((page) => page.isUnread);
  const count = sum(unread);
  if (count === 0) return undefined;
  const all = sum(pages);
  const noun = pages.every(({ isNumbered }) => isNumbered) ? "page" : "part";
  const what = all === 1 ? `The only ${noun} was` : `${count} of ${all} ${noun}s ${count === 1 ? "was" : "were"}`;
  const isImage = unread.every(({ state }) => state === "IMAGE_ONLY");
  if (isImage) return `${what} not read: ${count === 1 ? "it is an image" : "they are images"}`;
  return unread.some(({ state }) => state === "MIXED") ? `${what} not read, or not whole` : `${what} not read`;
}

function sum(pages: readonly Counted[]): number {
  return pages.reduce((total, { value }) => total + value, 0);
}
