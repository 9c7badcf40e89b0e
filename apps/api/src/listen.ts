import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { type Config, ConfigError } from "./config.ts";
import type { Logger } from "./logger.ts";
import { refuseUnreadable } from "./refuse-unreadable.ts";
import type { ApiEnv } from "./variables.ts";

/** Serves the app on the configured port. Throws ConfigError while another process holds it. */
export async function listen(
  app: Hono<ApiEnv>,
  config: Config,
  logger: Logger,
): Promise<{ port: number; stop(): Promise<void> }> {
  // The app drains what it refuses by itself: the listener's own limits are too tight for an upload.
  const handle = getRequestListener(app.fetch, { autoCleanupIncoming: false });
  const server = createServer((request, response) => void handle(request, response));
  server.on("clientError", (error, socket) => refuseUnreadable(logger, error, socket));
  return { port: await bind(server, config), stop: () => stopServer(server) };
}

function bind(server: Server, { HOST, PORT }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new ConfigError(`Cannot listen on port ${PORT} as it is in use: set PORT to another one`)
          : error,
      ),
    );
    server.listen(PORT, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 1000).unref();
  });
}
