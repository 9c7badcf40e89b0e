import { listCheckpointKeys } from "@assay/core/audit";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import type { ApiServices } from "../services.ts";
import type { ApiEnv } from "../variables.ts";

/** The public keys of audit checkpoints, old ones included, for whoever checks one: no token is asked for. */
export function checkpointKeyRoutes({ db, signer }: Pick<ApiServices, "db" | "signer">): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get(
    "/.well-known/assay-checkpoint-keys.json",
    operation("service.checkpointKeys", "Lists the keys whose audit checkpoints are valid, the current one first", {
      200: "CheckpointKeyListReply",
    }),
    async (c) => {
      const keys = await listCheckpointKeys(db, signer);
      return c.json({ keys: keys.map((key) => ({ ...key, alg: "EdDSA", use: "sig" })) });
    },
  );
}
