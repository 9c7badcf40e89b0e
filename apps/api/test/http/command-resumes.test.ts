import { createHash } from "node:crypto";
import { truncateSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { documentListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Bin, openBin, openCommandLine } from "../support/command-line.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { type TestService, testService } from "../support/test-service.ts";

const PART = 8_388_608;
/** Over the size from which files are sent in parts. */
const SIZE = 17_000_000;

let service: TestService;
let bin: Bin;
beforeAll(async () => {
  bin = await openBin();
  service = await testService();
});
afterAll(async () => {
  await service.close();
  await bin.close();
});

/**
 * In front of the service; at `hold.at` it takes no part, and calls `onHeld`. Tells where the parts began that it took, and
 * calls `onPart` before it passes one on.
 */
async function openRelay(onPart = () => {}) {
  const parts: number[] = [];
  const hold: { at: number | undefined; onHeld(): void } = { at: undefined, onHeld: () => {} };
  const relay = (near: IncomingMessage, reply: ServerResponse) => {
    const { method, url, headers } = near;
    if (method === "PATCH") {
      const offset = Number(headers["upload-offset"]);
      if (offset === hold.at) return hold.onHeld();
      parts.push(offset);
      onPart();
    }
    const far = request(new URL(url!, service.url), { method, headers }, (replied) => {
      reply.writeHead(replied.statusCode!, replied.headers);
      replied.pipe(reply);
    });
    near.pipe(far);
  };
  const server = createServer(relay);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, parts, hold };
}

test.each([
  ["sync", ["sync", "evidence", "--source", "team", "--no-wait"]],
  ["upload", ["upload", "evidence", "--source", "team", "--no-wait"]],
])("a large file of an interrupted %s continues at the next one where it stopped", async (_, args) => {
  const tenant = await service.tenant({ pack: null });
  const { key } = await makeKey(await tenant.as("ADMIN"), "MEMBER");
  const relay = await openRelay();
  const line = await openCommandLine(bin.path, { ASSAY_URL: relay.url, ASSAY_API_KEY: key });
  onTestFinished(() => line.close());
  const begun = () => readdir(join(line.folder, "config/uploads"));
  const bytes = Buffer.from(`${tenant.id}\n`.padEnd(SIZE, "-"));
  await mkdir(join(line.folder, "evidence"));
  await writeFile(join(line.folder, "evidence/large.txt"), bytes);

  const interrupt = new AbortController();
  relay.hold.at = PART;
  relay.hold.onHeld = () => interrupt.abort();
  const stopped = await line.run(args, { interrupt: interrupt.signal });
  expect(stopped, stopped.stderr).toMatchObject({ code: 130 });
  expect(await begun()).toHaveLength(1);

  relay.hold.at = undefined;
  const ended = await line.run(args);
  expect(ended, ended.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("UPLOADED") });
  expect(relay.parts).toEqual([0, PART, 2 * PART]);
  expect(await begun()).toEqual([]);
  const { documents } = await (await tenant.as("VIEWER")).get("/api/documents", documentListReply);
  const sha256Hash = createHash("sha256").update(bytes).digest("hex");
  expect(documents).toMatchObject([{ sha256Hash, places: [{ source: "team", path: "large.txt" }] }]);
});

test("a large file that becomes shorter while it is sent is refused, and the others go on", async () => {
  const tenant = await service.tenant({ pack: null });
  const { key } = await makeKey(await tenant.as("ADMIN"), "MEMBER");
  let path = "";
  // By then the first part is read, and at most the next blocks of the second.
  const relay = await openRelay(() => truncateSync(path, PART + 5_000_000));
  const line = await openCommandLine(bin.path, { ASSAY_URL: relay.url, ASSAY_API_KEY: key });
  onTestFinished(() => line.close());
  await mkdir(join(line.folder, "evidence"));
  path = join(line.folder, "evidence/large.txt");
  await writeFile(path, `${tenant.id}\n`.padEnd(SIZE, "-"));
  for (const name of ["a.txt", "b.txt", "c.txt", "z.txt"])
    await writeFile(join(line.folder, "evidence", name), `${tenant.id} ${name}`);
  const ended = await line.run(["upload", "evidence", "--no-wait"]);
  expect(ended, ended.stderr).toMatchObject({ code: 5 });
  expect(ended.stdout).toMatch(/REFUSED\S*\s+.*large\.txt.* because it ends after \d+ of 17000000 bytes/);
  expect(ended.stdout.match(/UPLOADED/g)).toHaveLength(4);
});
