export * from "./add-review.ts";
export { confirmReviews } from "./confirm-reviews.ts";
export * from "./digest-review.ts";
export { findReviews } from "./find-reviews.ts";
export * from "./get-review-changes.ts";
export * from "./get-review-queue.ts";
export * from "./list-reviewers.ts";
export * from "./list-reviews.ts";
export * from "./redact-review.ts";
