import type { AddressInfo, LookupFunction, Server, Socket } from "node:net";
import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { AuditEntry } from "@assay/contract";
import { EXPIRED, GOOD } from "@assay/testing/doubles/certificates";
import { expect, onTestFinished, test } from "vitest";
import { createSyslog } from "../../src/syslog/index.ts";

const signal = new AbortController().signal;
const OURS = { hostname: "assay-1", version: "1.0.0" };

const entryOf = (sequence: number, action = "document.uploaded"): AuditEntry => ({
  id: `01990000-0000-7000-8000-${String(sequence).padStart(12, "0")}`,
  ...{ tenantId: "01990000-0000-7000-8000-000000000001", runId: null, action, object_type: "document", object_id: "ü" },
  ...{ actor: "system", created_at: "2026-03-01T00:00:00.000Z", version: 2, details: {} },
  ...{ sequence, previousHash: "0".repeat(64), hash: "1".repeat(64) },
});

/** What arrived, cut by the length before each message, as RFC 6587 says. */
function messagesOf(received: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < received.length; ) {
    const space = received.indexOf(" ", at);
    const end = space + 1 + Number(received.subarray(at, space).toString());
    messages.push(received.subarray(space + 1, end).toString());
    at = end;
  }
  return messages;
}

/** A server that takes what comes and closes behind it, or does what a test says with a connection. */
async function receive(make: (onSocket: (socket: Socket) => void) => Server, act?: (socket: Socket) => void) {
  const parts: Buffer[] = [];
  const server = make((socket) => {
    socket.on("error", () => {});
    if (act) return act(socket);
    socket.on("data", (part: Buffer) => parts.push(part));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { port: (server.address() as AddressInfo).port, messages: () => messagesOf(Buffer.concat(parts)) };
}
const plain = (onSocket: (socket: Socket) => void) => createServer(onSocket);
const at = (port: number) => createSyslog({ ...OURS, url: `syslog+tcp://127.0.0.1:${port}` });

test("each entry is a message of RFC 5424 with its length before it, in order", async () => {
  const receiver = await receive(plain);
  const entries = [entryOf(1), entryOf(2, "integrity.failed")];
  expect(await at(receiver.port).send(entries, { signal })).toEqual({ taken: 2 });
  const messages = receiver.messages();
  expect(messages).toHaveLength(2);
  const [first, second] = messages.map(
    (message) => /^<(\d+)>1 (\S+) (\S+) (\S+) (\S+) (\S+) (\[[^\]]*\]) \uFEFF(.*)$/.exec(message)!,
  );
  expect(first!.slice(1, 8)).toEqual([
    ...[
      "110",
      "2026-03-01T00:00:00.000Z",
      "assay-1",
      "assay",
      "-",
      "audit",
      '[origin software="assay" swVersion="1.0.0"]',
    ],
  ]);
  expect(JSON.parse(first![8]!)).toMatchObject({ unmapped: { entry: entries[0] } });
  expect(second![1]).toBe("106");
});

test("a receiver that is gone, that resets, or that never closes has taken nothing, and the same comes again", async () => {
  const gone = await receive(plain);
  expect(await at(1).send([entryOf(1)], { signal })).toMatchObject({ taken: 0, problem: "ECONNREFUSED" });
  const resetting = await receive(plain, (socket) => void socket.once("data", () => socket.resetAndDestroy()));
  expect(await at(resetting.port).send([entryOf(1)], { signal })).toMatchObject({ taken: 0, problem: "ECONNRESET" });
  const sockets: Socket[] = [];
  const silent = await receive(
    (onSocket) => createServer({ allowHalfOpen: true }, onSocket),
    (socket) => void sockets.push(socket.resume()),
  );
  const aborting = new AbortController();
  const sending = at(silent.port).send([entryOf(1)], { signal: aborting.signal });
  await expect.poll(() => sockets.length).toBe(1);
  aborting.abort();
  await expect(sending).rejects.toThrow();
  for (const socket of sockets) socket.destroy();
  expect(await at(gone.port).send([entryOf(1)], { signal })).toEqual({ taken: 1 });
});

test("over TLS the certificate must be valid and of the host's name", async () => {
  const lookup: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);
  const over = (pair: typeof GOOD) => receive((onSocket) => createTlsServer(pair, onSocket));
  const send = (host: string, port: number, ca: string) =>
    createSyslog({ ...OURS, url: `syslog+tls://${host}:${port}`, ca, lookup }).send([entryOf(1)], { signal });
  const good = await over(GOOD);
  expect(await send("guide.example", good.port, GOOD.cert)).toEqual({ taken: 1 });
  expect(good.messages()).toHaveLength(1);
  expect(await send("other.example", good.port, GOOD.cert)).toMatchObject({
    taken: 0,
    problem: "ERR_TLS_CERT_ALTNAME_INVALID",
  });
  const expired = await over(EXPIRED);
  expect(await send("guide.example", expired.port, EXPIRED.cert)).toMatchObject({
    taken: 0,
    problem: "CERT_HAS_EXPIRED",
  });
  expect(good.messages()).toHaveLength(1);
});
