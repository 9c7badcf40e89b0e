import { Client, Pool } from "@neondatabase/serverless";
import { drizzle } from "drizzle-orm/neon-serverless";
import type { Connection, ServerOptions } from "./connection.ts";
import { hearErrors } from "./hear-errors.ts";
import { poolConnection } from "./pooled-connection.ts";
import { serverOptions } from "./server-options.ts";

export interface NeonOptions extends ServerOptions {
  /**
   * A WebSocket–TCP proxy in front of another PostgreSQL, as `ws://127.0.0.1:5433/v1`; the server's address is added as
   * `?address=host:port`. Without it the host of the address is asked, as Neon's hosts serve it.
   */
  wsProxy?: string;
  /** The driver's settings of the sockets to that proxy. */
  socket?: Partial<Client["neonConfig"]>;
}

/**
 * PostgreSQL over a WebSocket by Neon's serverless driver: for Neon, from Node, Deno and workers alike. It opens nothing
 * until the first query. On a worker use {@link withNeon}: a socket may not outlive its request there.
 */
export function connectNeon(url: string, options: NeonOptions = {}): Connection {
  const full = serverOptions(options);
  const pool = new Pool({
    connectionString: url,
    max: full.poolSize,
    connectionTimeoutMillis: full.connectTimeoutMs,
  });
  pool.Client = hearErrors(options.wsProxy ? clientThrough(new URL(options.wsProxy), options.socket) : Client);
  return poolConnection("neon", pool, full, (client) => drizzle(client as Client));
}

/** The driver's own settings are global; these belong to the clients of one pool. */
function clientThrough(proxy: URL, settings: NeonOptions["socket"]): typeof Client {
  return class extends Client {
    constructor(...args: ConstructorParameters<typeof Client>) {
      super(...args);
      const socket = this.neonConfig;
      socket.wsProxy = (host, port) => `${proxy.host}${proxy.pathname}?address=${host}:${port}`;
      socket.useSecureWebSocket = proxy.protocol === "wss:";
      // Only Neon's own proxy asks for the password in clear, inside TLS.
      socket.pipelineConnect = false;
      Object.assign(socket, settings);
    }
  };
}
