import { adminRunListQuery } from "@assay/contract";
import { getRunDetails, listRunsForAdmins } from "@assay/core/runs";
import { Hono } from "hono";
import { role } from "../middleware/role.ts";
import { query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminRuns = new Hono<ApiEnv>().basePath("/api/admin");

adminRuns.get("/runs", role("ADMIN"), query(adminRunListQuery), async (c) => {
  const page = await listRunsForAdmins(c.var.ctx, c.req.valid("query"));
  return c.json({ runs: page.items, nextCursor: page.nextCursor });
});

adminRuns.get("/runs/:runId", role("ADMIN"), async (c) => c.json(await getRunDetails(c.var.ctx, c.req.param("runId"))));
