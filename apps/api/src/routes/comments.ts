import { commentBody, commentListQuery, mentionListQuery, readCommentsBody } from "@assay/contract";
import {
  addComment,
  countComments,
  listComments,
  listMentions,
  listUnreadRuns,
  markCommentsRead,
  redactComment,
} from "@assay/core/comments";
import { Hono } from "hono";
import { link } from "../middleware/link.ts";
import { operation } from "../middleware/operation.ts";
import { reviewer } from "../middleware/reviewer.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const comments = new Hono<ApiEnv>();

comments.get(
  "/api/runs/:runId/comments",
  role("VIEWER"),
  link("COMMENT", "REQUEST"),
  operation("comments.list", "Lists the comments on a run, newest first", { 200: "CommentListReply" }),
  query(commentListQuery),
  async (c) => {
    const page = await listComments(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ comments: page.items, nextCursor: page.nextCursor });
  },
);

comments.post(
  "/api/runs/:runId/comments",
  role("VIEWER"),
  link("COMMENT", "REQUEST"),
  reviewer("comment"),
  operation(
    "comments.add",
    "Comments on a run or one of its requirements",
    { 201: "CommentReply" },
    {
      description:
        "For a MEMBER, a VIEWER who may review, and an auditor's link that allows it; not with an API key. Runs in any state can be commented on, also signed ones. INVALID_STATE: `answersId` names no open evidence request about the same requirement.",
      errors: ["INVALID_STATE"],
    },
  ),
  jsonBody,
  json(commentBody),
  async (c) => c.json({ comment: await addComment(c.var.ctx, c.req.param("runId"), c.req.valid("json")) }, 201),
);

comments.get(
  "/api/runs/:runId/comments/counts",
  role("VIEWER"),
  link("COMMENT", "REQUEST"),
  operation("comments.counts", "Counts the comments on a run by requirement, and those that the caller has not read", {
    200: "CommentCounts",
  }),
  async (c) => c.json(await countComments(c.var.ctx, c.req.param("runId"))),
);

comments.put(
  "/api/runs/:runId/comments/read",
  role("VIEWER"),
  operation(
    "comments.markRead",
    "Marks comments as read by the caller",
    { 204: null },
    {
      description:
        "All of one requirement, or of the whole run, up to `sequence`. Never backwards. Not with an API key.",
    },
  ),
  jsonBody,
  json(readCommentsBody),
  async (c) => {
    await markCommentsRead(c.var.ctx, c.req.param("runId"), c.req.valid("json"));
    return c.body(null, 204);
  },
);

comments.post(
  "/api/runs/:runId/comments/:commentId/redact",
  role("ADMIN"),
  operation(
    "comments.redact",
    "Removes the text of a comment for good",
    { 200: "Redaction" },
    { description: "Once. The SHA-256 of the text stays. Not with an API key.", errors: ["IMMUTABLE_RESOURCE"] },
  ),
  async (c) => c.json(await redactComment(c.var.ctx, c.req.param("runId"), c.req.param("commentId"))),
);

comments.get(
  "/api/comments/unread",
  role("VIEWER"),
  operation("comments.unread", "Lists the runs with comments that the caller has not read", { 200: "UnreadRuns" }),
  async (c) => c.json({ runs: await listUnreadRuns(c.var.ctx) }),
);

comments.get(
  "/api/mentions",
  role("VIEWER"),
  operation("mentions.list", "Lists where others mentioned the caller, newest first", { 200: "MentionPage" }),
  query(mentionListQuery),
  async (c) => {
    const { items, nextCursor, unreadCount } = await listMentions(c.var.ctx, c.req.valid("query"));
    return c.json({ mentions: items, unreadCount, nextCursor });
  },
);
