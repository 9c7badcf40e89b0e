import { operations } from "@assay/contract/operations";
import {
  addReview,
  confirmReviews,
  getReviewChanges,
  getReviewQueue,
  listReviews,
  redactReview,
} from "@assay/core/reviews";
import { bind, serve } from "../middleware/bind.ts";

export const reviews = serve(
  bind(operations.reviews.queue, async (c) => c.json(await getReviewQueue(c.var.ctx, c.req.param("runId")))),
  bind(operations.reviews.list, async (c) => {
    const page = await listReviews(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ reviews: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.reviews.add, async (c) => {
    const { review, jobs } = await addReview(c.var.ctx, c.req.param("runId"), c.req.valid("json"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ review }, 201);
  }),
  bind(operations.reviews.confirm, async (c) =>
    c.json({ confirmedCount: await confirmReviews(c.var.ctx, c.req.param("runId"), c.req.valid("json")) }, 201),
  ),
  bind(operations.reviews.changes, async (c) =>
    c.json(await getReviewChanges(c.var.ctx, c.req.param("runId"), c.req.param("requirementId"))),
  ),
  bind(operations.reviews.redact, async (c) =>
    c.json(await redactReview(c.var.ctx, c.req.param("runId"), c.req.param("reviewId"))),
  ),
);
