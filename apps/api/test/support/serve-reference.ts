import type { AddressInfo } from "node:net";
import { type ServerType, serve } from "@hono/node-server";
import { REFERENCE_PATH } from "../../src/sites/index.ts";
import { serveSite } from "../../src/sites/serve-site.ts";
import { documentedApp } from "./documented-app.ts";

/** The reference in `dir` as the service serves it, and the document that it shows. Nothing stands behind the other routes. */
export async function serveReference(dir: string): Promise<{ url: string; close(): Promise<void> }> {
  const config = { apiUrl: "/", authUrl: "/", publishableKey: "local" };
  const { fetch } = documentedApp({ pages: await serveSite({ base: REFERENCE_PATH, dir, config }) });
  const server = await new Promise<ServerType>((resolve) => {
    const listening = serve({ fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(listening));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
