import { connectServer } from "./connect.ts";
import { connectNeon, type NeonOptions } from "./connect-neon.ts";
import type { Connection } from "./connection.ts";
import { driverOf } from "./driver-of.ts";

export interface ByUrlOptions extends NeonOptions {
  /** Where it is not given, `*.neon.tech` is reached by Neon's driver and every other host by pg. */
  driver?: "pg" | "neon";
}

/**
 * A server's database by the driver that suits its address: for processes, which have sockets. It opens nothing until
 * the first query. A worker, which must not load pg, calls `withNeon` of `@assay/db/with-neon`.
 */
export function connectByUrl(url: string, { driver, ...options }: ByUrlOptions = {}): Connection {
  return (driver ?? driverOf(url)) === "neon" ? connectNeon(url, options) : connectServer(url, options);
}
