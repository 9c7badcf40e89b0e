import { exceptionBody, exceptionListQuery, revokeExceptionBody } from "@assay/contract";
import {
  approveException,
  getException,
  listExceptions,
  proposeException,
  revokeException,
} from "@assay/core/exceptions";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const exceptions = new Hono<ApiEnv>().basePath("/api/exceptions");

exceptions.get(
  "/",
  role("VIEWER"),
  operation("exceptions.list", "Lists exceptions, newest first", { 200: "ExceptionListReply" }),
  query(exceptionListQuery),
  async (c) => {
    const page = await listExceptions(c.var.ctx, c.req.valid("query"));
    return c.json({ exceptions: page.items, nextCursor: page.nextCursor });
  },
);

exceptions.post(
  "/",
  role("MEMBER"),
  operation(
    "exceptions.propose",
    "Proposes an exception from a requirement",
    { 201: "ExceptionReply" },
    {
      description:
        "In force only once another person has approved it. `requirementId` is of the version that the tenant uses, `ownerId` an active member; the days are days in UTC, first and last included.",
    },
  ),
  jsonBody,
  json(exceptionBody),
  async (c) => c.json({ exception: await proposeException(c.var.ctx, c.req.valid("json")) }, 201),
);

exceptions.get(
  "/:exceptionId",
  role("VIEWER"),
  operation("exceptions.get", "Gets an exception", { 200: "ExceptionReply" }),
  async (c) => c.json({ exception: await getException(c.var.ctx, c.req.param("exceptionId")) }),
);

exceptions.post(
  "/:exceptionId/approve",
  role("ADMIN"),
  operation(
    "exceptions.approve",
    "Approves a proposed exception",
    { 200: "ExceptionReply" },
    {
      description:
        "By a person other than the one who proposed it, or who made the API key that did; not with an API key. INVALID_STATE: it is not PROPOSED, or its last day has passed.",
      errors: ["INVALID_STATE"],
    },
  ),
  async (c) => c.json({ exception: await approveException(c.var.ctx, c.req.param("exceptionId")) }),
);

exceptions.post(
  "/:exceptionId/revoke",
  role("MEMBER"),
  operation(
    "exceptions.revoke",
    "Revokes an exception",
    { 200: "ExceptionReply" },
    {
      description:
        "By an ADMIN, or by the proposer of one that is still PROPOSED; not with an API key. Runs that started before keep it.",
      errors: ["INVALID_STATE"],
    },
  ),
  jsonBody,
  json(revokeExceptionBody),
  async (c) => c.json({ exception: await revokeException(c.var.ctx, c.req.param("exceptionId"), c.req.valid("json")) }),
);
