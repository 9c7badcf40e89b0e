import type { Signer } from "@assay/core/ports";
import { Hono } from "hono";
import type { ApiEnv } from "../variables.ts";

/** The public keys of audit checkpoints, old ones included, for whoever checks one: no token is asked for. */
export function checkpointKeyRoutes(signer: Signer): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get("/.well-known/assay-checkpoint-keys.json", (c) =>
    c.json({ keys: signer.publicKeys.map((key) => ({ ...key, alg: "EdDSA", use: "sig" })) }),
  );
}
