import { patchTaskBody, taskListQuery } from "@assay/contract";
import { changeTask, listTasks } from "@assay/core/tasks";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const tasks = new Hono<ApiEnv>().basePath("/api/tasks");

tasks.get(
  "/",
  role("VIEWER"),
  operation("tasks.list", "Lists remediation tasks, newest first", { 200: "TaskListReply" }),
  query(taskListQuery),
  async (c) => {
    const page = await listTasks(c.var.ctx, c.req.valid("query"));
    return c.json({ tasks: page.items, nextCursor: page.nextCursor });
  },
);

tasks.patch(
  "/:taskId",
  role("MEMBER"),
  operation("tasks.change", "Changes the status, assignee or due date of a task", { 200: "TaskReply" }),
  jsonBody,
  json(patchTaskBody),
  async (c) => c.json({ task: await changeTask(c.var.ctx, c.req.param("taskId"), c.req.valid("json")) }),
);
