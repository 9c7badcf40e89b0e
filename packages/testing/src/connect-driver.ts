import type { Connection, ServerOptions } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { connectNeon } from "@assay/db/connect-neon";
import { type DatabaseProxy, startDatabaseProxy } from "./database-proxy.ts";
import { PlainSocket } from "./plain-socket.ts";

export type ServerDriver = "pg" | "neon";

export interface ProxiedConnection extends Connection {
  readonly proxy: DatabaseProxy;
}

/** The server at `url` by a driver, behind a proxy that speaks as the driver does. */
export async function connectThroughProxy(
  driver: ServerDriver,
  url: string,
  options: ServerOptions,
): Promise<ProxiedConnection> {
  const proxy = await startDatabaseProxy(driver === "neon" ? "ws" : "tcp", url);
  const connection =
    driver === "neon"
      ? connectNeon(url, { ...options, wsProxy: proxy.url })
      : connectServer(at(url, new URL(proxy.url).host), options);
  return {
    ...connection,
    proxy,
    async close() {
      await connection.close();
      await proxy.close();
    },
  };
}

/** The server at `url` by a driver; Neon's own without a WebSocket, which the suites behind a proxy have. */
export async function connectDriver(driver: ServerDriver, url: string, options: ServerOptions): Promise<Connection> {
  if (driver === "pg") return connectServer(url, options);
  // It writes at once, as there are no messages to save.
  const socket = { webSocketConstructor: PlainSocket, coalesceWrites: false };
  return connectNeon(url, { ...options, wsProxy: "ws://none", socket });
}

function at(url: string, host: string): string {
  const address = new URL(url);
  address.host = host;
  return address.href;
}
