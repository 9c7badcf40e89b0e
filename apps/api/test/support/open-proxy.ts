import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export interface Proxy {
  /** The same address, by way of the proxy. */
  readonly url: string;
  /** Breaks every connection off and refuses new ones. */
  stop(): Promise<void>;
  /** Serves again, at the same address. */
  start(): Promise<void>;
}

/** Is in front of a server, so that a test can take it away. */
export async function openProxy(url: string): Promise<Proxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let port = 0;
  let server: Server;
  const start = async () => {
    server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket
          .on("error", () => {})
          .on("close", () => {
            sockets.delete(socket);
            other.destroy();
          });
        socket.pipe(other);
      }
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  };
  await start();
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  return {
    url: through.href,
    start,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
