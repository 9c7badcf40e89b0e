import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigError } from "../config.ts";
import { describeError, type Logger } from "../logger.ts";
import type { Scrape } from "./create-scrape.ts";
import { METRICS_PATH, METRICS_TYPE } from "./metrics-routes.ts";

const HOST = "127.0.0.1";
/** A page in a browser of this machine could reach the port under a name of its own. */
const OWN_NAMES = /^(localhost|127\.0\.0\.1)(:\d+)?$/i;

/** Serves the metrics to this machine alone, without a token. Returns what ends it. Throws ConfigError. */
export async function listenForMetrics(scrape: Scrape, port: number, logger: Logger): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    answer(scrape, request, response).catch((error) => {
      logger.error("metrics.failed", describeError(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new ConfigError(
              `Cannot serve metrics on port ${port} because it is in use: set METRICS_PORT to another one`,
            )
          : error,
      ),
    );
    server.listen(port, HOST, resolve);
  });
  server.on("error", (error) => logger.error("metrics.failed", describeError(error)));
  logger.info("metrics.started", { url: `http://${HOST}:${(server.address() as AddressInfo).port}${METRICS_PATH}` });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

async function answer(scrape: Scrape, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  request.resume();
  if (url?.split("?")[0] !== METRICS_PATH || !OWN_NAMES.test(headers.host ?? ""))
    return void response.writeHead(404).end();
  if (method !== "GET") return void response.writeHead(405, { Allow: "GET" }).end();
  response.writeHead(200, { "Content-Type": METRICS_TYPE, "Cache-Control": "no-store" }).end(await scrape());
}
