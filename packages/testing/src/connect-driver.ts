import type { Connection, ServerOptions } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { connectNeon } from "@assay/db/connect-neon";
import { startDatabaseProxy } from "./database-proxy.ts";
import type { ServerDriver } from "./database-template.ts";

/** The server at `url` by a driver; Neon's one speaks WebSocket, so that it gets a proxy of its own. */
export async function connectDriver(driver: ServerDriver, url: string, options: ServerOptions): Promise<Connection> {
  if (driver === "pg") return connectServer(url, options);
  const proxy = await startDatabaseProxy("ws", url);
  const connection = connectNeon(url, { ...options, wsProxy: proxy.url });
  return {
    ...connection,
    async close() {
      await connection.close();
      await proxy.close();
    },
  };
}
