import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Fetcher } from "@assay/core/ports";
import { createFetcher } from "@assay/embedded/fetch";

export interface Page {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface PageServer {
  /** By path. What is not here answers 404. */
  readonly pages: Map<string, Page>;
  /**
   * The service's own fetcher with its whole guard. Names under `.example` have a public address, those under
   * `.inside.example` a private one, and the connection to any vetted address ends at this server.
   */
  readonly fetcher: Fetcher;
  close(): Promise<void>;
}

export async function servePages(): Promise<PageServer> {
  const pages = new Map<string, Page>();
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? "") ?? { status: 404 };
    response.writeHead(page.status ?? 200, page.headers).end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    pages,
    fetcher: createFetcher({
      bytesMax: 1_000_000,
      resolve: async (host) => [host.endsWith(".inside.example") ? "10.0.0.1" : "93.184.216.34"],
      connect: () => connect(port, "127.0.0.1"),
    }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
