import type { Connection, Database, ServerOptions } from "./connection.ts";
import { isConnectionLoss, notConnected } from "./connection-error.ts";
import { type PinnedConnection, type PoolClient, pinConnection } from "./pin-connection.ts";
import type { StatementNames } from "./statement-names.ts";
import { markSending, type SettingsOption } from "./transact-with.ts";

/** What the pools of pg and of Neon's driver have in common. */
export interface ClientPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
  on(event: "error", listener: () => void): unknown;
  /** Called as soon as a client is connected, before anything else that its server sends is read. */
  on(event: "connect", listener: (client: PoolClient) => void): unknown;
}

interface Held extends PinnedConnection {
  readonly db: Database;
}

/**
 * A database on the clients of a pool. Drizzle's own use of a pool loses a client permanently when `begin` fails, and says
 * a lost connection in words of the driver's: here each transaction takes a client that is always returned.
 */
export function poolConnection(
  driver: Connection["driver"],
  pool: ClientPool,
  limits: Required<ServerOptions>,
  drizzle: (client: Pick<PinnedConnection, "query">) => Database,
  names?: StatementNames,
): Connection {
  const clients = new WeakMap<PoolClient, Held>();
  const hold = (client: PoolClient): Held => {
    const known = clients.get(client);
    if (known) return known;
    const held = pinConnection(client, limits, names);
    const made = { ...held, db: drizzle(held) };
    clients.set(client, made);
    return made;
  };
  const withClient = async <T>(act: (held: Held) => Promise<T>): Promise<T> => {
    const client = await connectWithin(pool, limits.connectTimeoutMs);
    const held = hold(client);
    try {
      return await act(held);
    } finally {
      client.release(held.isLost());
    }
  };
  const transact: Database["transaction"] = async (act, options: SettingsOption & object = {}) => {
    const { settings, ofOneRead, ...config } = options;
    const isolation = Object.keys(config).length > 0 ? config : undefined;
    const quickUntil = performance.now() + limits.connectTimeoutMs;
    for (let attempt = 1; ; attempt++) {
      let begun = true;
      try {
        return await withClient(async (held) => {
          held.beginWith(settings, ofOneRead);
          try {
            return await held.db.transaction(act, isolation);
          } finally {
            begun = held.hasBegun();
          }
        });
      } catch (error) {
        // A connection that died in the pool shows at `begin`, before anything was done. What ended one ended others too.
        const mayAgain = attempt === 1 || (attempt <= limits.poolSize && performance.now() < quickUntil);
        if (begun || !mayAgain || !isConnectionLoss(error)) throw error;
      }
    }
  };
  // A connection that the server ends must not end this process, nor look alive: not even one that has just been made.
  pool.on("connect", hold);
  pool.on("error", () => {});
  const db = drizzle({ query: (statement, values) => withClient((held) => held.query(statement, values)) });
  db.transaction = transact;
  markSending(db);
  const use = () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max: limits.poolSize,
  });
  return { db, driver, pool: use, close: () => pool.end() };
}

/** The pool's own limit waits for the closing of a connection, which a peer that vanished never confirms. */
async function connectWithin(pool: ClientPool, timeoutMs: number): Promise<PoolClient> {
  const connecting = pool.connect();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    reject(new Error(`No connection within ${timeoutMs} ms`));
  }, timeoutMs);
  try {
    return await Promise.race([connecting, late]);
  } catch (error) {
    throw notConnected(error);
  } finally {
    clearTimeout(timer);
  }
}
