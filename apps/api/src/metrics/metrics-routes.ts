import { createHash, timingSafeEqual } from "node:crypto";
import { AssayError } from "@assay/contract";
import { Hono } from "hono";
import type { ApiEnv } from "../variables.ts";
import type { Scrape } from "./create-scrape.ts";

export const METRICS_PATH = "/metrics";
/** What Prometheus reads. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** On the port of the service, for who has the token. */
export function metricsRoutes(scrape: Scrape, token: string): Hono<ApiEnv> {
  const expected = digestOf(`Bearer ${token}`);
  return new Hono<ApiEnv>().get(METRICS_PATH, async (c) => {
    if (!timingSafeEqual(digestOf(c.req.header("authorization") ?? ""), expected))
      throw new AssayError("UNAUTHORIZED", "Cannot read the metrics without their token: send it as a Bearer token");
    return c.body(await scrape(), 200, { "Content-Type": METRICS_TYPE, "Cache-Control": "no-store" });
  });
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();
