import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface Balancer {
  readonly url: string;
  add(url: string): void;
  /** New requests go elsewhere; those under way continue. */
  remove(url: string): void;
  close(): Promise<void>;
}

/** One address for many processes: requests go to them in turn, and where one takes no connection, to the next. */
export async function startBalancer(): Promise<Balancer> {
  const targets: URL[] = [];
  let turn = 0;
  const server = createServer((from, to) => {
    const pieces: Buffer[] = [];
    from.on("data", (piece: Buffer) => pieces.push(piece));
    from.on("end", () => forward(targets.length));
    function forward(tries: number): void {
      const target = targets[turn++ % Math.max(1, targets.length)];
      if (!target || tries === 0) return void to.writeHead(502).end();
      const { hostname, port } = target;
      const { method, url: path, headers } = from;
      const upstream = request({ hostname, port, method, path, headers }, (answer) => {
        to.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(to);
        answer.on("error", () => to.destroy());
      });
      upstream.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED") forward(tries - 1);
        else if (to.headersSent) to.destroy();
        else to.writeHead(502).end();
      });
      upstream.end(Buffer.concat(pieces));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url) => void targets.push(new URL(url)),
    remove(url) {
      targets.splice(
        targets.findIndex((target) => target.origin === new URL(url).origin),
        1,
      );
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
