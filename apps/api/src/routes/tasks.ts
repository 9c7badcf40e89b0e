import { operations } from "@assay/contract/operations";
import { changeTask, listTasks } from "@assay/core/tasks";
import { bind, serve } from "../middleware/bind.ts";

export const tasks = serve(
  bind(operations.tasks.list, async (c) => {
    const page = await listTasks(c.var.ctx, c.req.valid("query"));
    return c.json({ tasks: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.tasks.change, async (c) =>
    c.json({ task: await changeTask(c.var.ctx, c.req.param("taskId"), c.req.valid("json")) }),
  ),
);
