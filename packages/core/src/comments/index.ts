export * from "./add-comment.ts";
export * from "./count-comments.ts";
export * from "./list-comments.ts";
export * from "./list-mentions.ts";
export * from "./list-unread-runs.ts";
export * from "./mark-comments-read.ts";
export * from "./redact-comment.ts";
