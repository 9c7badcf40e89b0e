import { createServer } from "node:net";
import { createClamdScanner } from "@assay/adapters/clamd";
import { EICAR, startClamd } from "@assay/testing/doubles/start-clamd";
import { expect, onTestFinished, test } from "vitest";

const { signal } = new AbortController();
const fileOf = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => ({
  sizeBytes: new Blob(parts).size,
  open: async () => new Blob(parts).stream(),
});
const UNAVAILABLE = { code: "SERVICE_UNAVAILABLE", part: "scanner" };

async function open(options?: Parameters<typeof startClamd>[0]) {
  const clamd = await startClamd(options);
  onTestFinished(() => clamd.close());
  return { clamd, scanner: createClamdScanner({ url: clamd.url }) };
}

/** Replies to each connection with these words once it has said something, and ends it. */
async function openOther(words: string) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(words));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return createClamdScanner({ url: `tcp://127.0.0.1:${(server.address() as { port: number }).port}` });
}

test("a sound file is clean, an empty one too, and all of its bytes were seen", async () => {
  const { clamd, scanner } = await open();
  expect(await scanner.check()).toBeUndefined();
  expect(await scanner.scan(fileOf("Backups are made daily."), { signal })).toEqual({ state: "CLEAN" });
  expect(await scanner.scan(fileOf(), { signal })).toEqual({ state: "CLEAN" });
  expect(await scanner.scan(fileOf(new Uint8Array(3_000_001)), { signal })).toEqual({ state: "CLEAN" });
  expect(clamd.scanned).toEqual([23, 0, 3_000_001]);
});

test("what is found is named, also behind megabytes of other bytes", async () => {
  const { scanner } = await open();
  const found = { state: "INFECTED", finding: "Eicar-Test-Signature" };
  expect(await scanner.scan(fileOf(EICAR), { signal })).toEqual(found);
  expect(await scanner.scan(fileOf(new Uint8Array(2_500_000), EICAR), { signal })).toEqual(found);
});

test("a file above the daemon's limit is TOO_LARGE, although the daemon answers before it has all of it", async () => {
  const { clamd, scanner } = await open({ sizeMax: 1000 });
  expect(await scanner.scan(fileOf(new Uint8Array(20_000_000)), { signal })).toEqual({ state: "TOO_LARGE" });
  expect(clamd.scanned).toEqual([]);
});

test("a daemon that is gone, silent or in trouble makes nobody's file clean", async () => {
  const { clamd, scanner } = await open();
  clamd.isOut = true;
  await expect(scanner.scan(fileOf("a"), { signal })).rejects.toMatchObject(UNAVAILABLE);
  await clamd.close();
  await expect(scanner.scan(fileOf("a"), { signal })).rejects.toMatchObject(UNAVAILABLE);
  expect(await scanner.check()).toContain("ECONNREFUSED");
  for (const words of [
    "",
    "stream: ",
    "stream: OK",
    "stream: Can't allocate memory ERROR\0",
    "HTTP/1.1 400 Bad Request\0",
  ]) {
    const other = await openOther(words);
    await expect(other.scan(fileOf("a"), { signal }), words).rejects.toMatchObject(UNAVAILABLE);
    expect(await other.check(), words).toBeDefined();
  }
});

test("a file that cannot be read is its own error, and an attempt that ends ends the scan with its reason", async () => {
  const { scanner } = await open();
  const broken = {
    sizeBytes: 1,
    open: async () => new ReadableStream({ pull: (controller) => controller.error(new Error("Disk")) }),
  };
  await expect(scanner.scan(broken, { signal })).rejects.toThrow("Disk");
  const ending = new AbortController();
  const endless = {
    sizeBytes: 1,
    open: async () => new ReadableStream({ pull: () => ending.abort(new Error("Time is up")) }),
  };
  await expect(scanner.scan(endless, { signal: ending.signal })).rejects.toThrow("Time is up");
});
