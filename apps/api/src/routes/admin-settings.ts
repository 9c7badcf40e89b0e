import { Hono } from "hono";
import { role } from "../middleware/role.ts";
import type { ApiEnv } from "../variables.ts";

export const adminSettings = new Hono<ApiEnv>().basePath("/api/admin/settings");

adminSettings.get("/", role("ADMIN"), (c) => c.json({ settings: c.var.services.shownSettings }));
