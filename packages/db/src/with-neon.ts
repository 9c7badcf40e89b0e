import { connectNeon, type NeonOptions } from "./connect-neon.ts";
import type { Connection } from "./connection.ts";

/** Keeps a worker alive until a promise settles, as `ctx.waitUntil` does. */
export type WaitUntil = (task: Promise<unknown>) => void;

/**
 * Serves one request with a pool of its own, for workers, where a socket may not outlive its request:
 * `withNeon(env.DATABASE_URL, (task) => ctx.waitUntil(task), ({ db }, waitUntil) => …)`.
 *
 * The pool is closed through `waitUntil` when the answer's body has been read to its end or given up, and the tasks that
 * `handle` passed to its own `waitUntil` are done. `poolSize` is 3 where it is not given: a worker has six sockets.
 */
export async function withNeon(
  url: string,
  waitUntil: WaitUntil,
  handle: (connection: Connection, waitUntil: WaitUntil) => Promise<Response>,
  options: NeonOptions = {},
): Promise<Response> {
  const connection = connectNeon(url, { poolSize: 3, ...options });
  const tasks: Promise<unknown>[] = [];
  const closeAfter = async (sent: Promise<unknown>) => {
    await sent.catch(() => {});
    await settled(tasks);
    await connection.close();
  };
  try {
    const response = await handle(connection, (task) => {
      tasks.push(task);
      waitUntil(task);
    });
    if (!response.body) {
      waitUntil(closeAfter(Promise.resolve()));
      return response;
    }
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    waitUntil(closeAfter(response.body.pipeTo(writable)));
    return new Response(readable, response);
  } catch (error) {
    waitUntil(closeAfter(Promise.resolve()));
    throw error;
  }
}

/** A task may call for another one. */
async function settled(tasks: Promise<unknown>[]): Promise<void> {
  for (let done = 0; done < tasks.length; ) {
    const batch = tasks.slice(done);
    done = tasks.length;
    await Promise.allSettled(batch);
  }
}
