import { getOverview } from "@assay/core/overview";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import type { ApiEnv } from "../variables.ts";

export const adminOverview = new Hono<ApiEnv>().basePath("/api/admin");

adminOverview.get(
  "/overview",
  role("ADMIN"),
  operation("admin.overview.get", "Returns what needs attention, the last 30 days and what is in force", {
    200: "OverviewReply",
  }),
  async (c) => {
    const { quietAfterMs } = c.var.services.settings;
    return c.json({ overview: await getOverview(c.var.ctx, { quietAfterMs }) });
  },
);
