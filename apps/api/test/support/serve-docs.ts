import type { AddressInfo } from "node:net";
import { type ServerType, serve } from "@hono/node-server";
import { serveSite } from "../../src/sites/serve-site.ts";

/** The documentation alone, as the service serves it. */
export async function serveDocs(dir: string): Promise<{ url: string; close(): Promise<void> }> {
  const { fetch } = await serveSite({ base: "/docs", dir, wasm: true });
  const server = await new Promise<ServerType>((resolve) => {
    const listening = serve({ fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(listening));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
