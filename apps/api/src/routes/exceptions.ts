import { operations } from "@assay/contract/operations";
import {
  approveException,
  getException,
  listExceptions,
  proposeException,
  revokeException,
} from "@assay/core/exceptions";
import { bind, serve } from "../middleware/bind.ts";

export const exceptions = serve(
  bind(operations.exceptions.list, async (c) => {
    const page = await listExceptions(c.var.ctx, c.req.valid("query"));
    return c.json({ exceptions: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.exceptions.propose, async (c) =>
    c.json({ exception: await proposeException(c.var.ctx, c.req.valid("json")) }, 201),
  ),
  bind(operations.exceptions.get, async (c) =>
    c.json({ exception: await getException(c.var.ctx, c.req.param("exceptionId")) }),
  ),
  bind(operations.exceptions.approve, async (c) =>
    c.json({ exception: await approveException(c.var.ctx, c.req.param("exceptionId")) }),
  ),
  bind(operations.exceptions.revoke, async (c) =>
    c.json({ exception: await revokeException(c.var.ctx, c.req.param("exceptionId"), c.req.valid("json")) }),
  ),
);
