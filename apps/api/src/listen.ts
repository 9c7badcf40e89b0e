import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { type Config, ConfigError } from "./config.ts";
import { BODY_LIMITS, type BodyLimits, limitSilence } from "./limit-silence.ts";
import { describeError, type Logger } from "./logger.ts";
import { refuseSecondHost, refuseUnreadable } from "./refuse-unreadable.ts";
import type { ApiEnv } from "./variables.ts";

/** From the first byte of a request to the last of its headers. */
const HEADERS_MS = 60_000;
/** What a request that is under way has left when the process stops. */
const DRAIN_MS = 10_000;
const DRAIN_LOOK_MS = 50;

/** Serves the app on the configured port. Throws ConfigError while another process holds it. */
export async function listen(
  app: Hono<ApiEnv>,
  config: Config,
  logger: Logger,
  limits: BodyLimits = { ...BODY_LIMITS, wholeMs: config.limits.uploadReclaimMs },
): Promise<{ port: number; stop(): Promise<void> }> {
  // The app drains what it refuses by itself: the listener's own limits are too tight for an upload.
  const handle = getRequestListener(app.fetch, { autoCleanupIncoming: false });
  const bodies = limitSilence(limits);
  // Node's own limit is for the whole request, however steadily it comes.
  const server = createServer({ requestTimeout: 0, headersTimeout: HEADERS_MS }, (request, response) => {
    if (refuseSecondHost(logger, request, response)) return;
    bodies.watch(request);
    void handle(request, response);
  });
  server.on("clientError", (error, socket) => refuseUnreadable(logger, error, socket));
  const stop = async () => {
    bodies.stop();
    await stopServer(server);
  };
  const port = await bind(server, config);
  // Such as a connection that cannot be accepted as no file descriptor is left: the next one may be.
  server.on("error", (error) => logger.error("listener.failed", describeError(error)));
  return { port, stop };
}

function bind(server: Server, { HOST, PORT }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new ConfigError(`Cannot listen on port ${PORT} because it is in use: set PORT to another one`)
          : error,
      ),
    );
    server.listen(PORT, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection that has had its reply waits for a next request, which has to go elsewhere.
    const idle = setInterval(() => server.closeIdleConnections(), DRAIN_LOOK_MS);
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}
