import { createMiddleware } from "hono/factory";

const DRAIN_BYTES_MAX = 100 * 1024 * 1024;
const DRAIN_MS_MAX = 30_000;

/**
 * A refusal is sent while the client may still be sending its body. The rest is read and thrown away, within limits,
 * so that ordinary clients get to read the answer.
 */
export const drainRefused = createMiddleware(async (c, next) => {
  await next();
  const { body } = c.req.raw;
  if (c.res.status >= 400 && body && !body.locked) void drain(body.getReader());
});

/** Reads to the end or to the limits; never throws. */
export async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const end = performance.now() + DRAIN_MS_MAX;
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DRAIN_MS_MAX);
  try {
    for (let read = 0; read < DRAIN_BYTES_MAX && performance.now() < end; ) {
      const { done, value } = await reader.read();
      if (done) return;
      read += value.length;
    }
    await reader.cancel();
  } catch {
    // The client has gone: nobody is left to read the answer.
  } finally {
    clearTimeout(timer);
  }
}
