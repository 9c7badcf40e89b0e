import { operations } from "@assay/contract/operations";
import {
  addComment,
  countComments,
  listComments,
  listMentions,
  listUnreadRuns,
  markCommentsRead,
  redactComment,
} from "@assay/core/comments";
import { bind, serve } from "../middleware/bind.ts";

export const comments = serve(
  bind(operations.comments.list, async (c) => {
    const page = await listComments(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ comments: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.comments.add, async (c) =>
    c.json({ comment: await addComment(c.var.ctx, c.req.param("runId"), c.req.valid("json")) }, 201),
  ),
  bind(operations.comments.counts, async (c) => c.json(await countComments(c.var.ctx, c.req.param("runId")))),
  bind(operations.comments.markRead, async (c) => {
    await markCommentsRead(c.var.ctx, c.req.param("runId"), c.req.valid("json"));
    return c.body(null, 204);
  }),
  bind(operations.comments.redact, async (c) =>
    c.json(await redactComment(c.var.ctx, c.req.param("runId"), c.req.param("commentId"))),
  ),
  bind(operations.comments.unread, async (c) => c.json({ runs: await listUnreadRuns(c.var.ctx) })),
  bind(operations.mentions.list, async (c) => {
    const { items, nextCursor, unreadCount } = await listMentions(c.var.ctx, c.req.valid("query"));
    return c.json({ mentions: items, unreadCount, nextCursor });
  }),
);
