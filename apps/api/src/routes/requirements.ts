import { requirementListQuery } from "@assay/contract";
import { listRequirements } from "@assay/core/packs";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { query } from "../middleware/validate.ts";
import { hasUnchanged, notModified, tagOf } from "../middleware/validators.ts";
import type { ApiEnv } from "../variables.ts";

export const requirements = new Hono<ApiEnv>().basePath("/api/requirements");

requirements.get(
  "/",
  role("VIEWER"),
  operation(
    "requirements.list",
    "Lists the requirements that a run would assess now, in pack order",
    { 200: "RequirementListReply" },
    { revalidated: true },
  ),
  query(requirementListQuery),
  async (c) => {
    const page = await listRequirements(c.var.ctx, c.req.valid("query"));
    if (page.criteriaVersionId && hasUnchanged(c, tagOf("requirements", page.criteriaVersionId))) return notModified(c);
    return c.json({ requirements: page.items, nextCursor: page.nextCursor });
  },
);
