import { adminRunListQuery } from "@assay/contract";
import { getRunDetails, listRunsForAdmins } from "@assay/core/runs";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminRuns = new Hono<ApiEnv>().basePath("/api/admin");

adminRuns.get(
  "/runs",
  role("ADMIN"),
  operation("admin.runs.list", "Lists runs with their costs", { 200: "AdminRunListReply" }),
  query(adminRunListQuery),
  async (c) => {
    const page = await listRunsForAdmins(c.var.ctx, c.req.valid("query"));
    return c.json({ runs: page.items, nextCursor: page.nextCursor });
  },
);

adminRuns.get(
  "/runs/:runId",
  role("ADMIN"),
  operation("admin.runs.get", "Returns a run with its pins, jobs and costs", { 200: "AdminRunDetails" }),
  async (c) => c.json(await getRunDetails(c.var.ctx, c.req.param("runId"))),
);
