import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createDemoClient } from "../src/demo-client.ts";

async function serve(status: number, body: object) {
  const server = createServer((_, response) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body)),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return createDemoClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: "t" });
}

test("a run that somebody started while the demo was made is followed in place of its own", async () => {
  const details = { runId: "a-run" };
  const message = "Cannot start a run because another one is active";
  const refused = await serve(409, { error: "RUN_ALREADY_IN_PROGRESS", message, details });
  expect(await refused.startRun()).toEqual({ id: "a-run", isOwn: false });
  const started = await serve(201, { run: { id: "own" } });
  expect(await started.startRun()).toEqual({ id: "own", isOwn: true });
});

test("a refusal of another kind is said", async () => {
  const other = await serve(409, { error: "INVALID_STATE", message: "Cannot start a run because of its engine" });
  await expect(other.startRun()).rejects.toThrow("because of its engine");
});
