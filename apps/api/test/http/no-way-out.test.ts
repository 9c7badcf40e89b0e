import { connect, Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { egressListReply, searchReply } from "@assay/contract";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { type TestService, testService } from "../support/test-service.ts";

const LOCAL = new Set([
  "0.0.0.0",
  "::",
  ...Object.values(networkInterfaces()).flatMap((each) => each!.map(({ address }) => address)),
]);
const isLocal = (address: string) => LOCAL.has(address) || /^(?:127\.|::1$|::ffff:127\.)/.test(address);

/** Addresses outside this machine that a connection of this process was begun to. */
let foreign: string[] = [];
beforeEach(() => {
  foreign = [];
  const begin = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, "connect").mockImplementation(function connect(this: Socket, ...args: [never]) {
    this.on("connectionAttempt", (address: string) => {
      if (!isLocal(address)) foreign.push(address);
    });
    return begin.apply(this, args);
  } as never);
});
afterEach(() => vi.restoreAllMocks());

let assay: TestService | undefined;
afterAll(() => assay?.close());

test("a service without settings reads, searches and judges without a connection out of this machine", async () => {
  assay = await testService();
  const admin = await (await assay.tenant()).as("ADMIN");
  const { id } = await admin.upload("policy.txt", "Backups are taken every day by the operations team.");
  await admin.settled(id);
  expect((await admin.get("/api/search?q=backups", searchReply)).results).not.toEqual([]);
  const run = await admin.finished((await admin.startRun()).id);
  expect(run.status).toBe("COMPLETED");
  expect(foreign).toEqual([]);
  expect(await admin.get("/api/admin/egress", egressListReply)).toEqual({ egress: [], nextCursor: null });
});

test("a connection out of this machine would be noticed; where the first look cuts the network, it fails", async () => {
  // Reserved for documentation: nobody is there.
  const socket = connect({ host: "192.0.2.1", port: 9 });
  const failed = new Promise<string | undefined>((resolve) => {
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
  });
  await vi.waitFor(() => expect(foreign).toEqual(["192.0.2.1"]));
  if (process.env.ASSAY_OFFLINE === "1") expect(await failed).toBe("ENETUNREACH");
  socket.destroy();
});
