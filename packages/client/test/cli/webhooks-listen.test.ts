import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { runCommandLine } from "../../src/cli/run-command-line.ts";
import { verifyWebhook } from "../../src/webhooks.ts";
import { openStreams, runLine } from "./open-terminal.ts";

const MESSAGE = "msg_01a1fc91-0c4e-7a10-b1de-5a6f0e7d2c33";
const BODY = '{"type":"document.ready","timestamp":"2026-11-27T08:00:00.000Z","data":{"documentId":"é"}}';
const SECRET = `whsec_${btoa("x".repeat(32))}`;

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A service that tells one event on each connection, and what it was asked to continue after. */
async function serveEvents() {
  const asked: (string | undefined)[] = [];
  let next = 4;
  const url = await serve((request, response) => {
    asked.push(request.headers["last-event-id"] as string | undefined);
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(`id: ${next}\n\n`);
    next += 1;
    response.end(`event: document.ready\nid: ${next}-${MESSAGE}\ndata: ${BODY}\n\n`);
  });
  return { asked, url };
}

/** Listens until the receiver has had this many messages, then ends it as Ctrl-C does. */
async function listen(count: number, options: readonly string[], status = 204) {
  const { asked, url } = await serveEvents();
  const interrupted = new AbortController();
  const received: { headers: Record<string, string>; body: string }[] = [];
  const receiver = await serve((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(status, { Location: "/elsewhere" }).end();
    });
  });
  const { written, streams } = openStreams({
    env: { ASSAY_CONFIG_DIR: "/nowhere", ASSAY_API_KEY: "key", ASSAY_URL: url },
  });
  const stdout = {
    ...streams.stdout,
    write(bytes: string | Uint8Array) {
      streams.stdout.write(bytes);
      if (received.length >= count) interrupted.abort(new Error("interrupted"));
    },
  };
  const line = ["webhooks", "listen", "--forward", `${receiver}/hooks`, ...options];
  const code = await runCommandLine(line, { ...streams, stdout }, { commands: COMMANDS, signal: interrupted.signal });
  return { code, asked, received, ...written };
}

test("forwards each event with its id and body, signed for the receiver, and shows its status", async () => {
  const { code, received, stdout, stderr } = await listen(1, ["--secret", SECRET], 307);
  expect({ code, received: received.length }).toEqual({ code: 0, received: 1 });
  const [{ headers, body }] = received as [(typeof received)[0]];
  expect(body).toBe(BODY);
  expect(headers["webhook-id"]).toBe(MESSAGE);
  await expect(verifyWebhook(body, headers, SECRET)).resolves.toMatchObject({ type: "document.ready" });
  expect(stdout).toBe(`2026-11-27T08:00:00.000Z\tdocument.ready\t5-${MESSAGE}\t307\n`);
  expect(stderr).not.toContain(SECRET);
  expect(stderr).toContain(`To continue: --after 5-${MESSAGE}`);
});

test("prints the secret that it made, which verifies what it forwards", async () => {
  const { received, stderr } = await listen(1, []);
  const [secret] = /whsec_\S+/.exec(stderr)!;
  const { headers, body } = received[0]!;
  await expect(verifyWebhook(body, headers, secret)).resolves.toMatchObject({ type: "document.ready" });
});

test("continues after what it had when the connection ends, and after --after at the start", async () => {
  const { asked, stdout } = await listen(2, ["--after", "3", "--json"]);
  expect(asked.slice(0, 2)).toEqual(["3", `5-${MESSAGE}`]);
  expect(stdout).toContain('"forwarded"');
});

test.each([
  [["--forward", "ftp://localhost"], "--forward cannot be"],
  [["--forward", "localhost:3000"], "--forward cannot be"],
  [["--secret", SECRET], "--secret needs --forward"],
  [["--forward", "http://localhost:3000", "--secret", "hunter2"], "--secret must be whsec_"],
])("%j cannot be understood, and no secret is printed", async (options, problem) => {
  const { code, stderr } = await runLine(["webhooks", "listen", ...options]);
  expect(code).toBe(2);
  expect(stderr).toContain(problem);
  expect(stderr).not.toContain("hunter2");
});

test("assay webhooks trigger sends an event of the type, to a webhook where one is named, and prints its id", async () => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => {
    void text(request).then((body) => {
      asked.push([request.method, request.url, JSON.parse(body)]);
      response.writeHead(202, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ messageId: MESSAGE, delivery: null }));
    });
  });
  const line = ["webhooks", "trigger", "run.completed", "--url", url];
  for (const options of [[], ["--webhook", "01a1"]])
    expect(await runLine([...line, ...options], { env: { ASSAY_API_KEY: "key" } })).toMatchObject({
      code: 0,
      stdout: `${MESSAGE}\n`,
    });
  expect(asked).toEqual([
    ["POST", "/api/events", { type: "run.completed" }],
    ["POST", "/api/events", { type: "run.completed", webhookId: "01a1" }],
  ]);
});
