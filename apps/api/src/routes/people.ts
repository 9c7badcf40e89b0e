import { operations } from "@assay/contract/operations";
import { listPeople } from "@assay/core/tenancy";
import { bind, serve } from "../middleware/bind.ts";

export const people = serve(
  bind(operations.people.list, async (c) => {
    const page = await listPeople(c.var.ctx, c.req.valid("query"));
    return c.json({ people: page.items, nextCursor: page.nextCursor });
  }),
);
