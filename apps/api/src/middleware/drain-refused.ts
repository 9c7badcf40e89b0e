import { createMiddleware } from "hono/factory";

const DRAIN_BYTES_MAX = 100 * 1024 * 1024;
const DRAIN_MS_MAX = 30_000;

/**
 * A refusal is sent while the client may still be sending its body. The rest is read and thrown away, within limits,
 * and only then the answer ends, so that ordinary clients get to read it: a connection that closes with bytes unread
 * is reset.
 */
export const drainRefused = createMiddleware(async (c, next) => {
  await next();
  if (c.res.status < 400) return;
  const { body } = c.req.raw;
  if (!body || body.locked) return;
  const drained = drain(body.getReader());
  const answer = new Uint8Array(await c.res.arrayBuffer());
  c.res = new Response(endAfter(answer, drained), c.res);
  c.res.headers.set("Content-Length", String(answer.length));
});

function endAfter(answer: Uint8Array, end: Promise<void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(answer);
      await end;
      controller.close();
    },
  });
}

/** Reads to the end or to the limits; never throws. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
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
