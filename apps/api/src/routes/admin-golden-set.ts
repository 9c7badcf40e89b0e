import { operations } from "@assay/contract/operations";
import { getGoldenSet } from "@assay/core/reviews";
import { bind, serve } from "../middleware/bind.ts";

export const adminGoldenSet = serve(
  bind(operations.admin.goldenSet.get, async (c) => c.json(await getGoldenSet(c.var.ctx, c.req.valid("query")))),
);
