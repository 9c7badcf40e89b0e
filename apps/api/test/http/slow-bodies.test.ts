import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Server } from "node:http";
import { connect, type Socket } from "node:net";
import { Hono } from "hono";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { BodyLimits } from "../../src/limit-silence.ts";
import { listen } from "../../src/listen.ts";
import { createLogger } from "../../src/logger.ts";
import type { ApiEnv } from "../../src/variables.ts";

const ENDLESS = 3_600_000;
const LIMITS: BodyLimits = {
  silenceMs: ENDLESS,
  bytesPerSecondMin: 0,
  graceMs: ENDLESS,
  wholeMs: ENDLESS,
  lookEveryMs: 20,
};

const SILENT = createLogger(() => {});

let stop: () => Promise<void>;
afterEach(() => stop());

/** A listener whose only route counts what it is sent. */
async function serve(limits: Partial<BodyLimits>): Promise<Socket> {
  const app = new Hono<ApiEnv>().post("/", async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)));
  app.onError((_, c) => c.text("", 400));
  const listener = await listen(app, readConfig({ PORT: "0" }), SILENT, { ...LIMITS, ...limits });
  stop = listener.stop;
  const socket = connect(listener.port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 20\r\n\r\n");
  return socket;
}

/** Sends a byte at a time, the next one as soon as the time has passed, and returns what came back. */
async function sendSlowly(socket: Socket, { everyMs }: { everyMs: number }): Promise<string> {
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
    socket.end();
  });
  let left = 20;
  const timer = setInterval(() => {
    if (left-- > 0) socket.write("x");
    else clearInterval(timer);
  }, everyMs);
  // A reset closes the connection too: `once` of node:events would throw it.
  await new Promise<void>((resolve) => socket.once("close", () => resolve()));
  clearInterval(timer);
  return answer;
}

test("a body that comes slowly and steadily is taken, however long it takes next to the limit of silence", async () => {
  const socket = await serve({ silenceMs: 1000 });
  const begun = performance.now();
  expect(await sendSlowly(socket, { everyMs: 100 })).toMatch(/^HTTP\/1\.1 200[\s\S]*20$/);
  expect(performance.now() - begun).toBeGreaterThan(1500);
});

test.each<[string, Partial<BodyLimits>, number]>([
  ["falls silent", { silenceMs: 100 }, ENDLESS],
  ["comes more slowly than anyone sends", { graceMs: 100, bytesPerSecondMin: 1000 }, 100],
  ["takes longer than any may", { wholeMs: 300 }, 100],
])("a body that %s ends its connection", async (_, limits, everyMs) => {
  expect(await sendSlowly(await serve(limits), { everyMs })).toBe("");
});

test("Node's own limit for a whole request is off, that for its headers is not", async () => {
  const served = Promise.withResolvers<Server>();
  const tell = (message: unknown) => served.resolve((message as { server: Server }).server);
  subscribe("http.server.request.start", tell);
  onTestFinished(() => void unsubscribe("http.server.request.start", tell));
  const socket = await serve({});
  const { requestTimeout, headersTimeout } = await served.promise;
  expect([requestTimeout, headersTimeout]).toEqual([0, 60_000]);
  socket.destroy();
});
