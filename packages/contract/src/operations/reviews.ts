import { confirmReviewsBody, reviewBody, reviewListQuery } from "../reviews.ts";
import { defineOperations } from "./define-operations.ts";

const REVIEWER = "An act of a person: a MEMBER or above, or a VIEWER who may review. Not with an API key.";

export const reviews = defineOperations("reviews", {
  queue: {
    method: "GET",
    path: "/api/runs/:runId/review-queue",
    role: "VIEWER",
    link: ["READ"],
    summary: "Lists the requirements of a run with their reviews, the highest risk first",
    responses: { 200: "ReviewQueue" },
    errors: ["INVALID_STATE", "INTEGRITY_ERROR"],
  },
  list: {
    method: "GET",
    path: "/api/runs/:runId/reviews",
    role: "VIEWER",
    link: ["READ"],
    summary: "Lists the reviews of a run, newest first",
    query: reviewListQuery,
    responses: { 200: "ReviewListReply" },
    errors: ["INTEGRITY_ERROR"],
  },
  add: {
    method: "POST",
    path: "/api/runs/:runId/reviews",
    role: "VIEWER",
    reviewer: "review a verdict",
    summary: "Reviews a verdict",
    description: `${REVIEWER} SENT_BACK reopens the task of the requirement.`,
    body: reviewBody,
    responses: { 201: "ReviewReply" },
    errors: ["INVALID_STATE", "IMMUTABLE_RESOURCE", "INTEGRITY_ERROR"],
  },
  confirm: {
    method: "POST",
    path: "/api/runs/:runId/reviews/confirm",
    role: "VIEWER",
    reviewer: "review a verdict",
    summary: "Agrees to verdicts that were agreed to in a previous run and have not changed",
    description: `${REVIEWER} All or none: \`details.requirementIds\` of INVALID_STATE names those that cannot be confirmed.`,
    body: confirmReviewsBody,
    responses: { 201: "ReviewConfirmation" },
    errors: ["INVALID_STATE", "IMMUTABLE_RESOURCE", "INTEGRITY_ERROR"],
  },
  changes: {
    method: "GET",
    path: "/api/runs/:runId/requirements/:requirementId/changes",
    role: "VIEWER",
    summary: "Returns what has changed since the verdict was reviewed in a previous run",
    responses: { 200: "ReviewChanges" },
    errors: ["INVALID_STATE", "INTEGRITY_ERROR"],
  },
  redact: {
    method: "POST",
    path: "/api/runs/:runId/reviews/:reviewId/redact",
    role: "ADMIN",
    summary: "Removes the reason of a review permanently",
    description: "An act of a person, once. The SHA-256 of the text stays.",
    responses: { 200: "Redaction" },
    errors: ["INVALID_STATE", "IMMUTABLE_RESOURCE"],
  },
});
