import { goldenSetQuery } from "@assay/contract";
import { getGoldenSet } from "@assay/core/reviews";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminGoldenSet = new Hono<ApiEnv>().basePath("/api/admin/golden-set");

adminGoldenSet.get(
  "/",
  role("ADMIN"),
  operation(
    "admin.goldenSet.get",
    "Shows what was said to the tenant's reviewed verdicts, or what a retrieval version said of them",
    { 200: "GoldenSet" },
  ),
  query(goldenSetQuery),
  async (c) => c.json(await getGoldenSet(c.var.ctx, c.req.valid("query"))),
);
