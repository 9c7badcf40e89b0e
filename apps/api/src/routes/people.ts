import { personListQuery } from "@assay/contract";
import { listPeople } from "@assay/core/tenancy";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const people = new Hono<ApiEnv>();

people.get(
  "/api/people",
  role("VIEWER"),
  operation(
    "people.list",
    "Lists the active members, to assign tasks and to mention them",
    { 200: "PersonListReply" },
    { description: "For a MEMBER, and a VIEWER who may review." },
  ),
  query(personListQuery),
  async (c) => {
    const page = await listPeople(c.var.ctx, c.req.valid("query"));
    return c.json({ people: page.items, nextCursor: page.nextCursor });
  },
);
