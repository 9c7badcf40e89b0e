import { type AddressInfo, createServer, type Socket } from "node:net";
import { type AuditEntry, auditListReply } from "@assay/contract";
import { expect, onTestFinished, test } from "vitest";
import { demoClient, readDemo, seededFolder, startServer } from "../support/start-process.ts";
import { until } from "../support/test-client.ts";

/** A receiver of syslog: while it confirms, it ends each connection behind the messages. */
async function receiveSyslog() {
  const received: AuditEntry[] = [];
  const sockets = new Set<Socket>();
  const receiver = { received, confirms: true, port: 0 };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    const parts: Buffer[] = [];
    socket.on("error", () => {});
    socket.on("data", (part: Buffer) => parts.push(part));
    socket.on("end", () => {
      for (const [json] of Buffer.concat(parts)
        .toString()
        .matchAll(/\{.*?\}\}(?=\d+ <|$)/g)) {
        const { unmapped } = JSON.parse(json) as { unmapped: { entry: AuditEntry } };
        received.push(unmapped.entry);
      }
      if (receiver.confirms) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.port = (server.address() as AddressInfo).port;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return receiver;
}

test("no entry is lost where the service is killed while it sends, and each tenant's come in the order of its chain", async () => {
  const receiver = await receiveSyslog();
  receiver.confirms = false;
  const dataDir = await seededFolder();
  const env = {
    AUDIT_SYSLOG_URL: `syslog+tcp://127.0.0.1:${receiver.port}`,
    NODE_ENV: "test",
    // Of a process that was killed nobody waits for long.
    ASSAY_TEST_LIMITS: JSON.stringify({ auditHoldMs: 500, auditOutEveryMs: 50 }),
  };
  const first = await startServer("node", dataDir, env);
  const sent = await until(
    async () => receiver.received.length,
    (count) => count > 0,
  );
  await first.end("SIGKILL");
  const unconfirmed = receiver.received.splice(0);
  expect(unconfirmed.length).toBe(sent);

  receiver.confirms = true;
  const second = await startServer("node", dataDir, env);
  const admin = demoClient(second.url, await readDemo(dataDir));
  await admin.settled((await admin.upload("policy.txt", "Access rights are reviewed every quarter.")).id);
  const { entries } = await admin.get("/api/admin/audit-logs?limit=200", auditListReply);
  const newest = entries[0]!;
  await until(
    async () => receiver.received,
    (received) => received.some(({ id }) => id === newest.id),
  );
  for (const entry of unconfirmed) expect(receiver.received).toContainEqual(entry);
  const ours = receiver.received.filter(({ tenantId }) => tenantId === newest.tenantId);
  expect(ours.map(({ sequence }) => sequence)).toEqual(ours.map((_, at) => at + 1));
  expect(entries.toReversed().slice(0, ours.length)).toEqual(ours.slice(0, entries.length));
  expect((await second.end("SIGTERM")).code).toBe(0);
});
