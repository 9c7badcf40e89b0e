import { confirmReviewsBody, reviewBody, reviewListQuery } from "@assay/contract";
import {
  addReview,
  confirmReviews,
  getReviewChanges,
  getReviewQueue,
  listReviews,
  redactReview,
} from "@assay/core/reviews";
import { Hono } from "hono";
import { link } from "../middleware/link.ts";
import { operation } from "../middleware/operation.ts";
import { reviewer } from "../middleware/reviewer.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

const REVIEWER = "An act of a person: a MEMBER or above, or a VIEWER who may review. Not with an API key.";

export const reviews = new Hono<ApiEnv>().basePath("/api/runs/:runId");

reviews.get(
  "/review-queue",
  role("VIEWER"),
  link("READ"),
  operation(
    "reviews.queue",
    "Lists the requirements of a run with their reviews, the highest risk first",
    { 200: "ReviewQueue" },
    { errors: ["INVALID_STATE"] },
  ),
  async (c) => c.json(await getReviewQueue(c.var.ctx, c.req.param("runId"))),
);

reviews.get(
  "/reviews",
  role("VIEWER"),
  link("READ"),
  operation("reviews.list", "Lists the reviews of a run, newest first", { 200: "ReviewListReply" }),
  query(reviewListQuery),
  async (c) => {
    const page = await listReviews(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ reviews: page.items, nextCursor: page.nextCursor });
  },
);

reviews.post(
  "/reviews",
  role("VIEWER"),
  operation(
    "reviews.add",
    "Reviews a verdict",
    { 201: "ReviewReply" },
    {
      description: `${REVIEWER} SENT_BACK reopens the task of the requirement.`,
      errors: ["INVALID_STATE", "IMMUTABLE_RESOURCE"],
    },
  ),
  reviewer("review a verdict"),
  jsonBody,
  json(reviewBody),
  async (c) => {
    const { review, jobs } = await addReview(c.var.ctx, c.req.param("runId"), c.req.valid("json"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ review }, 201);
  },
);

reviews.post(
  "/reviews/confirm",
  role("VIEWER"),
  operation(
    "reviews.confirm",
    "Agrees to verdicts that were agreed to in an earlier run and have not changed",
    { 201: "ReviewConfirmation" },
    {
      description: `${REVIEWER} All or none: \`details.requirementIds\` of INVALID_STATE names those that cannot be confirmed.`,
      errors: ["INVALID_STATE", "IMMUTABLE_RESOURCE"],
    },
  ),
  reviewer("review a verdict"),
  jsonBody,
  json(confirmReviewsBody),
  async (c) =>
    c.json({ confirmedCount: await confirmReviews(c.var.ctx, c.req.param("runId"), c.req.valid("json")) }, 201),
);

reviews.get(
  "/requirements/:requirementId/changes",
  role("VIEWER"),
  operation(
    "reviews.changes",
    "Returns what has changed since the verdict was reviewed in an earlier run",
    { 200: "ReviewChanges" },
    { errors: ["INVALID_STATE"] },
  ),
  async (c) => c.json(await getReviewChanges(c.var.ctx, c.req.param("runId"), c.req.param("requirementId"))),
);

reviews.post(
  "/reviews/:reviewId/redact",
  role("ADMIN"),
  operation(
    "reviews.redact",
    "Removes the reason of a review for good",
    { 200: "Redaction" },
    {
      description: "An act of a person, once. The SHA-256 of the text stays.",
      errors: ["INVALID_STATE", "IMMUTABLE_RESOURCE"],
    },
  ),
  async (c) => c.json(await redactReview(c.var.ctx, c.req.param("runId"), c.req.param("reviewId"))),
);
