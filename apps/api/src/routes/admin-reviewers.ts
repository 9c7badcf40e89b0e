import { reviewerListQuery } from "@assay/contract";
import { listReviewers } from "@assay/core/reviews";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminReviewers = new Hono<ApiEnv>().basePath("/api/admin/reviewers");

adminReviewers.get(
  "/",
  role("ADMIN"),
  operation(
    "admin.reviewers.list",
    "Lists reviewers with how quickly they decide, and how often without opening the evidence",
    { 200: "ReviewerPage" },
  ),
  query(reviewerListQuery),
  async (c) => c.json(await listReviewers(c.var.ctx, c.req.valid("query"))),
);
