import { mentionListQuery } from "../comments.ts";
import { defineOperations } from "./define-operations.ts";

export const mentions = defineOperations("mentions", {
  list: {
    method: "GET",
    path: "/api/mentions",
    role: "VIEWER",
    summary: "Lists where others mentioned the caller, newest first",
    description: "At most 100 unread ones are counted.",
    query: mentionListQuery,
    responses: { 200: "MentionPage" },
    errors: ["INTEGRITY_ERROR"],
  },
});
