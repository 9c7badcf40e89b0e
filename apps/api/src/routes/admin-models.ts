import { listModelUse } from "@assay/core/jobs";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import type { ApiEnv } from "../variables.ts";

export const adminModels = new Hono<ApiEnv>().basePath("/api/admin/models");

adminModels.get(
  "/",
  role("SUPER_ADMIN"),
  operation("admin.models.list", "Lists the models with their limits, what is used of them and until when they wait", {
    200: "ModelListReply",
  }),
  async (c) => {
    const { ctx, services } = c.var;
    const { quota } = services.settings.models;
    const models = await listModelUse(ctx, quota, services.models);
    return c.json({ windowSeconds: quota.quotaWindowMs / 1000, models });
  },
);
