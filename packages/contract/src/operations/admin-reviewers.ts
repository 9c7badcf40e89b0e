import { reviewerListQuery } from "../reviews.ts";
import { defineOperations } from "./define-operations.ts";

export const adminReviewers = defineOperations("admin.reviewers", {
  list: {
    method: "GET",
    path: "/api/admin/reviewers",
    role: "ADMIN",
    summary: "Lists reviewers with how quickly they decide, and how often without opening the evidence",
    query: reviewerListQuery,
    responses: { 200: "ReviewerPage" },
  },
});
