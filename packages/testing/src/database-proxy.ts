import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { type Duplex, Transform } from "node:stream";
import { createWebSocketStream, WebSocketServer } from "ws";

/** Is between a client and a database server, and fails as networks and sleeping servers do. */
export interface DatabaseProxy {
  /** `ws://127.0.0.1:<port>/v1` or `postgres://127.0.0.1:<port>`. */
  readonly url: string;
  /** What happens to connections from now on. */
  readonly next: { refused: boolean; delayMs: number };
  /** How much later the server's answers come, of old connections and new ones. */
  lagMs: number;
  /** Ends every connection without a word of the protocol. */
  drop(): void;
  /** Ends each present connection when its client sends something next, as one does that the network has forgotten. */
  dropOnUse(): void;
  /** Passes nothing on any more, of old connections or new ones, and tells nobody. */
  stall(): void;
  /** Ends what is stalled; new connections are served again. */
  resume(): void;
  close(): Promise<void>;
}

/** Passes WebSocket messages, or plain TCP, on to the server at `target`, an address as of PostgreSQL. */
export async function startDatabaseProxy(protocol: "ws" | "tcp", target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const clients = new Set<Duplex>();
  const pairs = new Set<readonly [Duplex, Duplex]>();
  const next = { refused: false, delayMs: 0 };
  let stalled = false;

  const join = (client: Duplex) => {
    const server = connect(Number(port), hostname);
    const pair = [client, server] as const;
    pairs.add(pair);
    for (const end of pair)
      end
        .on("error", () => {})
        .on("close", () => {
          pairs.delete(pair);
          for (const other of pair) other.destroy();
        });
    if (!stalled) client.pipe(server).pipe(lag()).pipe(client);
  };
  const lag = () =>
    new Transform({
      transform: (answer, _, pass) =>
        proxy.lagMs > 0 ? void setTimeout(pass, proxy.lagMs, null, answer) : pass(null, answer),
    });
  const accept = (client: Duplex) => {
    clients.add(client.on("error", () => {}).on("close", () => clients.delete(client)));
    if (next.refused) client.destroy();
    else if (next.delayMs > 0) setTimeout(() => client.destroyed || join(client), next.delayMs).unref();
    else join(client);
  };
  const drop = () => {
    for (const client of clients) client.destroy();
  };

  const listener =
    protocol === "tcp"
      ? createServer(accept).listen(0, "127.0.0.1")
      : new WebSocketServer({ host: "127.0.0.1", port: 0 }).on("connection", (socket) =>
          accept(createWebSocketStream(socket)),
        );
  await once(listener, "listening");
  const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const proxy: DatabaseProxy = {
    url: protocol === "tcp" ? `postgres://${host}` : `ws://${host}/v1`,
    next,
    lagMs: 0,
    drop,
    dropOnUse() {
      for (const client of clients) client.prependOnceListener("data", () => client.destroy());
    },
    stall() {
      stalled = true;
      for (const [client, server] of pairs) {
        client.unpipe(server).pause();
        server.unpipe().pause();
      }
    },
    resume() {
      stalled = false;
      drop();
    },
    close() {
      drop();
      return new Promise((resolve) => void listener.close(() => resolve()));
    },
  };
  return proxy;
}
