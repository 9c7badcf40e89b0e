import { operations } from "@assay/contract/operations";
import { listSignOffs, signRun, withdrawSignOff } from "@assay/core/sign-offs";
import { bind, serve } from "../middleware/bind.ts";

export const signOffs = serve(
  bind(operations.signOffs.list, async (c) =>
    c.json(await listSignOffs(c.var.ctx, c.var.services, c.req.param("runId"))),
  ),
  bind(operations.signOffs.sign, async (c) => {
    const { ctx, services } = c.var;
    const { signOff, jobs } = await signRun(ctx, services, c.req.param("runId"), c.req.valid("json"));
    await services.dispatcher.dispatch(jobs);
    return c.json({ signOff }, 201);
  }),
  bind(operations.signOffs.withdraw, async (c) => {
    const { ctx, services } = c.var;
    const { runId, signOffId } = c.req.param();
    const signOff = await withdrawSignOff(ctx, services, { runId, signOffId, ...c.req.valid("json") });
    return c.json({ signOff }, 201);
  }),
);
