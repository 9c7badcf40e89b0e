import { operations } from "@assay/contract/operations";
import { listReviewers } from "@assay/core/reviews";
import { bind, serve } from "../middleware/bind.ts";

export const adminReviewers = serve(
  bind(operations.admin.reviewers.list, async (c) => c.json(await listReviewers(c.var.ctx, c.req.valid("query")))),
);
