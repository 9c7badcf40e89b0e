import { signOffBody, withdrawSignOffBody } from "@assay/contract";
import { listSignOffs, signRun, withdrawSignOff } from "@assay/core/sign-offs";
import { Hono } from "hono";
import { link } from "../middleware/link.ts";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const signOffs = new Hono<ApiEnv>().basePath("/api/runs/:runId/sign-offs");

signOffs.get(
  "/",
  role("VIEWER"),
  link("READ"),
  operation("signOffs.list", "Lists every act of a run's sign-off, in order", { 200: "SignOffPage" }),
  async (c) => c.json(await listSignOffs(c.var.ctx, c.req.param("runId")!)),
);

signOffs.post(
  "/",
  role("MEMBER"),
  operation(
    "signOffs.sign",
    "Signs a run, or declines to",
    { 201: "SignOffReply" },
    {
      description:
        "An act of a person. PREPARED, REVIEWED and APPROVED in this order, the later two by another person than the first. While a signature stands, the run's reviews are closed.",
      errors: ["INVALID_STATE", "INTEGRITY_ERROR", "SERVICE_UNAVAILABLE"],
    },
  ),
  jsonBody,
  json(signOffBody),
  async (c) => {
    const { ctx, services } = c.var;
    const { signOff, jobs } = await signRun(ctx, services, c.req.param("runId")!, c.req.valid("json"));
    await services.dispatcher.dispatch(jobs);
    return c.json({ signOff }, 201);
  },
);

signOffs.post(
  "/:signOffId/withdraw",
  role("MEMBER"),
  operation(
    "signOffs.withdraw",
    "Withdraws a signature and the later ones with it",
    { 201: "SignOffReply" },
    {
      description: "An act of a person: of its signer, or of an ADMIN. The reply is the signed act that ends it.",
      errors: ["INVALID_STATE", "INTEGRITY_ERROR", "SERVICE_UNAVAILABLE"],
    },
  ),
  jsonBody,
  json(withdrawSignOffBody),
  async (c) => {
    const { ctx, services } = c.var;
    const { runId, signOffId } = c.req.param() as { runId: string; signOffId: string };
    const signOff = await withdrawSignOff(ctx, services, { runId, signOffId, ...c.req.valid("json") });
    return c.json({ signOff }, 201);
  },
);
