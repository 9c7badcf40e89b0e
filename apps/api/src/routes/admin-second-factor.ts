import { operations } from "@assay/contract/operations";
import { changeSecondFactorRule, readSecondFactorRule } from "@assay/core/tenancy";
import { bind, serve } from "../middleware/bind.ts";

const { secondFactor } = operations.admin;

export const adminSecondFactor = serve(
  bind(secondFactor.get, async (c) => c.json(await readSecondFactorRule(c.var.ctx))),
  bind(secondFactor.change, async (c) => c.json(await changeSecondFactorRule(c.var.ctx, c.req.valid("json")))),
);
