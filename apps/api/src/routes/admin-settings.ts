import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import type { ApiEnv } from "../variables.ts";

export const adminSettings = new Hono<ApiEnv>().basePath("/api/admin/settings");

adminSettings.get(
  "/",
  role("ADMIN"),
  operation("admin.settings.get", "Returns the settings of the deployment, without secrets", { 200: "SettingsReply" }),
  (c) => c.json({ settings: c.var.services.shownSettings }),
);
