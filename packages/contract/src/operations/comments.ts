import { commentBody, commentListQuery, readCommentsBody } from "../comments.ts";
import { defineOperations } from "./define-operations.ts";

export const comments = defineOperations("comments", {
  list: {
    method: "GET",
    path: "/api/runs/:runId/comments",
    role: "VIEWER",
    link: ["COMMENT", "REQUEST"],
    summary: "Lists the comments on a run, newest first",
    query: commentListQuery,
    responses: { 200: "CommentListReply" },
    errors: ["INTEGRITY_ERROR"],
  },
  add: {
    method: "POST",
    path: "/api/runs/:runId/comments",
    role: "VIEWER",
    link: ["COMMENT", "REQUEST"],
    reviewer: "comment",
    summary: "Comments on a run or one of its requirements",
    description:
      "Runs in any state can be commented on, also signed ones. INVALID_STATE: `answersId` names no open evidence request about the same requirement.",
    body: commentBody,
    responses: { 201: "CommentReply" },
    errors: ["INVALID_STATE", "INTEGRITY_ERROR"],
  },
  counts: {
    method: "GET",
    path: "/api/runs/:runId/comments/counts",
    role: "VIEWER",
    link: ["COMMENT", "REQUEST"],
    summary: "Counts the comments on a run by requirement, and those that the caller has not read",
    responses: {
      200: "CommentCounts",
    },
  },
  markRead: {
    method: "PUT",
    path: "/api/runs/:runId/comments/read",
    role: "VIEWER",
    member: "mark comments as read",
    summary: "Marks comments as read by the caller",
    description: "All of one requirement, or of the whole run, up to `sequence`. Never backwards.",
    body: readCommentsBody,
    responses: { 204: null },
  },
  redact: {
    method: "POST",
    path: "/api/runs/:runId/comments/:commentId/redact",
    role: "ADMIN",
    member: "redact a comment",
    summary: "Removes the text of a comment permanently",
    description: "Once. The SHA-256 of the text stays.",
    responses: { 200: "Redaction" },
    errors: ["IMMUTABLE_RESOURCE", "INTEGRITY_ERROR"],
  },
  unread: {
    method: "GET",
    path: "/api/comments/unread",
    role: "VIEWER",
    summary: "Lists the runs with comments that the caller has not read",
    description: "At most 200.",
    responses: { 200: "UnreadRuns" },
  },
});
