import { driverOf } from "@assay/db/driver-of";
import type { Config } from "../config.ts";

/** The driver for an address: Neon's for Neon's hosts and for what is behind a WebSocket proxy. */
export function driverFor(
  url: string,
  { DATABASE_WS_PROXY: wsProxy }: Pick<Config, "DATABASE_WS_PROXY">,
): "pg" | "neon" {
  return wsProxy === undefined ? driverOf(url) : "neon";
}
