import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createCaller } from "../src/measures/load/caller.ts";

async function serve(isServed: (requestsOfConnection: number) => boolean) {
  const requests = new WeakMap<Socket, number>();
  let served = 0;
  const server = createServer(({ socket }, response) => {
    const count = (requests.get(socket) ?? 0) + 1;
    requests.set(socket, count);
    if (!isServed(count)) return socket.resetAndDestroy();
    served += 1;
    response.end("served");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const tally = { replies: 0, broken: 0, limited: 0 };
  const caller = createCaller(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "key", tally, 1);
  onTestFinished(() => {
    caller.close();
    server.close();
    server.closeAllConnections();
  });
  return { caller, tally, served: () => served };
}

test("a connection that ends just as its next request leaves costs a repetition, and no measure", async () => {
  const { caller, tally, served } = await serve((count) => count === 1);
  for (let calls = 0; calls < 5; calls++) expect((await caller.call("/")).text).toBe("served");
  expect([tally.replies, served()]).toEqual([5, 5]);
});

test("one that ends with its first request is a failure", async () => {
  const { caller } = await serve(() => false);
  await expect(caller.call("/")).rejects.toMatchObject({ code: "ECONNRESET" });
});
