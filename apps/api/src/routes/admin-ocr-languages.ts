import { operations } from "@assay/contract/operations";
import { changeOcrLanguages, readOcrLanguages } from "@assay/core/tenancy";
import { bind, serve } from "../middleware/bind.ts";

const { ocrLanguages } = operations.admin;

export const adminOcrLanguages = serve(
  bind(ocrLanguages.get, async (c) => c.json(await readOcrLanguages(c.var.ctx))),
  bind(ocrLanguages.change, async (c) => c.json(await changeOcrLanguages(c.var.ctx, c.req.valid("json")))),
);
