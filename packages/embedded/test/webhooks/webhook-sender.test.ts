import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import type { WebhookMessage } from "@assay/core/ports";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { createWebhookSender, type WebhookSenderOptions } from "../../src/webhooks/create-webhook-sender.ts";
import { signMessage } from "../../src/webhooks/sign-message.ts";

const PUBLIC_ADDRESS = "93.184.216.34";
const { signal } = new AbortController();
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const MESSAGE: WebhookMessage = {
  url: "http://hooks.example/in?a=b",
  id: "msg_1",
  at: new Date(),
  body: '{"type":"webhook.test"}',
  secrets: [SECRET],
};

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A receiver on this machine, and a sender for which every public address leads to it. */
async function receive(listener: RequestListener, options: WebhookSenderOptions = {}) {
  const dialled: string[] = [];
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const sender = createWebhookSender({
    resolve: async () => [PUBLIC_ADDRESS],
    connect: (address, port) => {
      dialled.push(`${address}:${port}`);
      return connect((server.address() as AddressInfo).port, "127.0.0.1");
    },
    ...options,
  });
  return { sender, dialled };
}

test("the example that the Standard Webhooks libraries publish has the signature that they publish", () => {
  const example = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
    secrets: [SECRET],
  };
  expect(signMessage(example)).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("a message is posted as it is, and the library of the specification verifies it with each secret", async () => {
  let seen: { request: IncomingMessage; body: string } | undefined;
  const { sender, dialled } = await receive((request, response) => {
    void text(request).then((body) => {
      seen = { request, body };
      response.writeHead(204).end();
    });
  });
  const older = `whsec_${btoa("x".repeat(32))}`;
  expect(await sender.send({ ...MESSAGE, secrets: [SECRET, older] }, { signal })).toEqual({
    status: 204,
    retryAfterSeconds: undefined,
  });
  const { request, body } = seen!;
  expect(request).toMatchObject({ method: "POST", url: "/in?a=b" });
  expect(request.headers).toMatchObject({ host: "hooks.example", "content-type": "application/json" });
  for (const secret of [SECRET, older])
    expect(new Webhook(secret).verify(body, request.headers as Record<string, string>)).toEqual(JSON.parse(body));
  expect(dialled).toEqual([`${PUBLIC_ADDRESS}:80`]);
});

test("a redirect is not followed, and what a receiver asks for is told", async () => {
  const { sender, dialled } = await receive((request, response) =>
    request.url === "/moved"
      ? response.writeHead(307, { Location: "http://elsewhere.example/" }).end()
      : response.writeHead(503, { "Retry-After": "120" }).end("secret of the receiver"),
  );
  expect(await sender.send({ ...MESSAGE, url: "http://hooks.example/moved" }, { signal })).toMatchObject({
    status: 307,
  });
  expect(await sender.send(MESSAGE, { signal })).toEqual({ status: 503, retryAfterSeconds: 120 });
  expect(dialled).toHaveLength(2);
});

test("a name that turns private between two deliveries is refused without a connection", async () => {
  let address = PUBLIC_ADDRESS;
  const { sender, dialled } = await receive((_, response) => response.end(), { resolve: async () => [address] });
  await sender.send(MESSAGE, { signal });
  for (address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1"])
    await expect(sender.send(MESSAGE, { signal })).rejects.toMatchObject({ code: "UNSAFE_URL" });
  expect(dialled).toHaveLength(1);
});

test("a receiver that is silent, endless or away is given up", async () => {
  const { sender } = await receive(() => {}, { totalMs: 100 });
  await expect(sender.send(MESSAGE, { signal })).rejects.toMatchObject({ code: "FETCH_TIMEOUT" });
  const endless = await receive((_, response) => {
    const write = () => response.write("x".repeat(65_536), () => response.destroyed || setImmediate(write));
    write();
  });
  expect(await endless.sender.send(MESSAGE, { signal })).toMatchObject({ status: 200 });
  const away = await receive((request) => request.socket.destroy());
  await expect(away.sender.send(MESSAGE, { signal })).rejects.toMatchObject({ code: "FETCH_FAILED" });
});

test.each([
  "HTTP/1.1 204 No Content\r\n\r\nNo reply to anything",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n",
  "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
])("a receiver whose reply breaks off in the packet that begins it ends nothing: %j", async (reply) => {
  const { sender } = await receive((request) => request.socket.end(reply));
  const ended: unknown[] = [];
  const hear = (error: unknown) => ended.push(error);
  process.on("uncaughtExceptionMonitor", hear);
  onTestFinished(() => void process.off("uncaughtExceptionMonitor", hear));
  expect(await sender.send(MESSAGE, { signal })).toMatchObject({ status: expect.any(Number) });
  expect(ended).toEqual([]);
});

test("an attempt that is over throws the reason of its signal", async () => {
  const { sender } = await receive(() => {});
  const abort = new AbortController();
  const sending = sender.send(MESSAGE, { signal: abort.signal });
  abort.abort(new Error("over"));
  await expect(sending).rejects.toThrow("over");
});

test.each([
  "https://user:secret@hooks.example/",
  "https://hooks.example:8443/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://169.254.169.254/latest",
  "https://localhost/",
  "https://db/",
  "ftp://hooks.example/",
])("%s is refused when it is entered", (url) => {
  expect(() => createWebhookSender().check(url)).toThrow(expect.objectContaining({ code: "UNSAFE_URL" }));
});
