import { z } from "zod";
import { damagedResult } from "./damaged-result.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, timestamp, writtenText } from "./primitives.ts";
import { commentKind } from "./sets.ts";

const count = z.int().nonnegative();

export const COMMENT_LENGTH_MAX = 4000;
export const MENTIONS_MAX = 20;

export const commentBody = z
  .strictObject({
    requirementId: z.string().min(1).max(100).optional().describe("Omitted: about the whole run."),
    kind: commentKind.default("COMMENT"),
    text: writtenText(COMMENT_LENGTH_MAX).describe(
      "Plain text. `@` before the e-mail of an active member mentions them, at most 20 people.",
    ),
    answersId: z
      .string()
      .max(100)
      .optional()
      .describe("The open evidence request that this comment answers, about the same requirement."),
  })
  .refine(({ kind, answersId }) => kind === "COMMENT" || answersId === undefined, {
    path: ["answersId"],
    message: "must be given for COMMENT alone",
  });
export type CommentBody = z.infer<typeof commentBody>;

export const comment = z
  .strictObject({
    id,
    runId: id,
    requirementId: z.string().nullable().describe("Null: about the whole run."),
    sequence: z.int().positive().describe("From 1 within the run."),
    kind: commentKind,
    text: z.string().nullable().describe("Null after its redaction."),
    authorId: z.string().describe("A user's id, or `link:<id>`."),
    authorName: z.string().describe("The e-mail at the time, or the label of the link."),
    mentions: z.array(z.strictObject({ userId: z.uuid(), email: z.string() })),
    answersId: id.nullable(),
    answeredById: id.nullable().describe("The comment that answers this evidence request."),
    redactedAt: timestamp.nullable(),
    redactedBy: z.uuid().nullable(),
    createdAt: timestamp,
  })
  .describe("Plain text of a person or an auditor. It is append-only.");
export type Comment = z.infer<typeof comment>;
export const commentReply = z.strictObject({ comment });
export const commentListQuery = pageQuery.extend({
  requirementId: z.string().max(100).optional().describe("`none`: only those about the whole run."),
  kind: commentKind.optional(),
  open: z.enum(["true", "false"]).optional().describe("`true`: evidence requests that nobody has answered."),
});
export type CommentListQuery = z.infer<typeof commentListQuery>;
export const commentListReply = z.strictObject({ comments: z.array(comment), nextCursor });
export const commentOrDamageListReply = commentListReply.extend({
  comments: z.array(z.union([comment, damagedResult])),
});

export const commentCountsReply = z
  .strictObject({
    total: count,
    unread: count,
    openRequests: count,
    requirements: z.array(
      z.strictObject({
        requirementId: z.string().nullable(),
        total: count,
        unread: count.describe("By others, after what the caller has read."),
        openRequests: count,
      }),
    ),
  })
  .describe(
    "Comments per requirement, `null` for those about the whole run. Nothing is unread to an API key or a link.",
  );
export type CommentCounts = z.infer<typeof commentCountsReply>;

export const UNREAD_RUNS_MAX = 200;
export const unreadRunsReply = z
  .strictObject({ runs: z.array(z.strictObject({ runId: id, unread: count })) })
  .describe("Runs with comments by others that the caller has not read, the latest comment first; at most 200.");
export type UnreadRuns = z.infer<typeof unreadRunsReply>;

export const readCommentsBody = z.strictObject({
  requirementId: z.string().min(1).max(100).nullable(),
  sequence: z.int().positive().describe("Of the last comment that was read."),
});
export type ReadCommentsBody = z.infer<typeof readCommentsBody>;

export const mentionListQuery = pageQuery;
const mention = z.strictObject({ comment, runName: z.string().nullable(), unread: z.boolean() });
export const mentionListReply = z.strictObject({
  mentions: z.array(mention),
  unreadCount: count.describe("At most 100 are counted."),
  nextCursor,
});
export const mentionOrDamageListReply = mentionListReply
  .extend({ mentions: z.array(z.union([mention, damagedResult])) })
  .describe("Where others mentioned the caller, newest first.");
export type MentionList = z.infer<typeof mentionOrDamageListReply>;
