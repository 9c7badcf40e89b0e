import { getOverview } from "@assay/core/overview";
import { Hono } from "hono";
import { role } from "../middleware/role.ts";
import type { ApiEnv } from "../variables.ts";

export const adminOverview = new Hono<ApiEnv>().basePath("/api/admin");

adminOverview.get("/overview", role("ADMIN"), async (c) => {
  const { quietAfterMs } = c.var.services.settings;
  return c.json({ overview: await getOverview(c.var.ctx, { quietAfterMs }) });
});
