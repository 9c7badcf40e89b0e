import type { AddressInfo } from "node:net";
import { type ServerType, serve } from "@hono/node-server";

/** Listens on a free port of this machine. */
export async function serveAlone(fetch: Parameters<typeof serve>[0]["fetch"]): Promise<{
  url: string;
  close(): Promise<void>;
}> {
  const server = await new Promise<ServerType>((resolve) => {
    const listening = serve({ fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(listening));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
