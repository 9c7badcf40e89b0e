import { operations } from "@assay/contract/operations";
import { listCheckpointKeys } from "@assay/core/audit";
import type { Hono } from "hono";
import { bind, serve } from "../middleware/bind.ts";
import type { ApiServices } from "../services.ts";
import type { ApiEnv } from "../variables.ts";

/** The public keys of audit checkpoints, old ones included, for anyone who checks one: no token is asked for. */
export function checkpointKeyRoutes({ db, signer }: Pick<ApiServices, "db" | "signer">): Hono<ApiEnv> {
  return serve(
    bind(operations.service.checkpointKeys, async (c) => {
      const keys = await listCheckpointKeys(db, signer);
      return c.json({ keys: keys.map((key) => ({ ...key, alg: "EdDSA", use: "sig" })) });
    }),
  );
}
