import { patchTaskBody, taskListQuery } from "../runs.ts";
import { defineOperations } from "./define-operations.ts";

export const tasks = defineOperations("tasks", {
  list: {
    method: "GET",
    path: "/api/tasks",
    role: "VIEWER",
    summary: "Lists remediation tasks, newest first",
    query: taskListQuery,
    responses: { 200: "TaskListReply" },
    errors: ["INTEGRITY_ERROR"],
  },
  change: {
    method: "PATCH",
    path: "/api/tasks/:taskId",
    role: "MEMBER",
    summary: "Changes the status, assignee or due date of a task",
    description: "Null removes the assignee or the due date. NOT_FOUND: the assignee is no active member.",
    body: patchTaskBody,
    responses: { 200: "TaskReply" },
    errors: ["INTEGRITY_ERROR"],
  },
});
