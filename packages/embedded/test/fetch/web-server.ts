import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { createFetcher, type FetcherOptions } from "../../src/fetch/create-fetcher.ts";

export const PUBLIC_ADDRESS = "93.184.216.34";

export interface WebServer {
  readonly port: number;
  /** What the fetcher dialled, in order. */
  readonly dialled: string[];
  /** The Host of each request that arrived. */
  readonly hosts: string[];
  /**
   * A fetcher for which every name is the public address and every connection ends at this server: its guard is whole,
   * only the last step of it is led here.
   */
  fetcher(options?: FetcherOptions): ReturnType<typeof createFetcher>;
  close(): Promise<void>;
}

export async function serveWeb(
  listener: RequestListener,
  tls?: { readonly key: string; readonly cert: string },
): Promise<WebServer> {
  const hosts: string[] = [];
  const dialled: string[] = [];
  const handle: RequestListener = (request, response) => {
    hosts.push(request.headers.host ?? "");
    listener(request, response);
  };
  const server: Server = tls ? createSecureServer(tls, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    dialled,
    hosts,
    fetcher: (options = {}) =>
      createFetcher({
        resolve: async () => [PUBLIC_ADDRESS],
        connect: (address, wanted) => {
          dialled.push(`${address}:${wanted}`);
          return connect(port, "127.0.0.1");
        },
        ...options,
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        (server as ReturnType<typeof createServer>).closeAllConnections();
      }),
  };
}
