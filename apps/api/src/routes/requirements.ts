import { operations } from "@assay/contract/operations";
import { listLibrary, listRequirements } from "@assay/core/packs";
import { bind, serve } from "../middleware/bind.ts";
import { hasUnchanged, notModified, tagOf } from "../middleware/validators.ts";

export const requirements = serve(
  bind(operations.requirements.list, async (c) => {
    const page = await listRequirements(c.var.ctx, c.req.valid("query"));
    if (page.criteriaVersionId && hasUnchanged(c, tagOf("requirements", page.criteriaVersionId))) return notModified(c);
    return c.json({ requirements: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.requirements.library, async (c) => {
    const page = await listLibrary(c.var.ctx, c.req.valid("query"));
    return c.json({ packs: page.items, nextCursor: page.nextCursor });
  }),
);
