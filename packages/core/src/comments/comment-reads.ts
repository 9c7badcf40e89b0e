import { commentReads, comments } from "@assay/db";
import { and, eq, ne, type SQL, sql } from "drizzle-orm";

/** In `comment_reads`, for what is said of the whole run. */
export const WHOLE_RUN = "";

/** How far the reader has read the thread of a comment. Nothing where nobody reads. */
export function readsOf(tenantId: string, reader: string | undefined): SQL {
  return and(
    eq(commentReads.tenantId, tenantId),
    reader === undefined ? sql`false` : eq(commentReads.userId, reader),
    eq(commentReads.runId, comments.runId),
    eq(commentReads.requirementId, sql`coalesce(${comments.requirementId}, ${WHOLE_RUN})`),
  )!;
}

/** Whether somebody else wrote a comment after what the reader has read, for a statement with `readsOf`. */
export function isUnread(reader: string | undefined): SQL {
  if (reader === undefined) return sql`false`;
  return and(ne(comments.authorId, reader), sql`${comments.sequence} > coalesce(${commentReads.readTo}, 0)`)!;
}
