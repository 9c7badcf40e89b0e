import { AssayApiError, AssayConnectionError, type Document, type Uploaded, type UploadOptions } from "@assay/client";
import { expect, test } from "vitest";
import { createUploadQueue, type UploadQueue } from "../../../src/documents/upload-queue.ts";

interface Sent {
  readonly name: string;
  readonly options: UploadOptions;
  answer(result: Uploaded | Error): void;
}

const document = (id: string) => ({ id }) as Document;
const stored = (id: string): Uploaded => ({ document: document(id), duplicate: false });
const refusal = (status: number, code: string, retryAfter?: number) =>
  new AssayApiError(
    { status, headers: new Headers(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }) },
    { error: code, message: code },
  );
const file = (name: string, sizeBytes = 10) => new File([new Uint8Array(sizeBytes)], name);

/** A queue over a service whose answers the test gives one by one. */
function openQueue() {
  const sent: Sent[] = [];
  const storedIds: string[] = [];
  const pauses: number[] = [];
  const outages: Error[] = [];
  const queue = createUploadQueue({
    upload: (given, options) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener("abort", () => reject(options.signal!.reason));
        const answer = (result: Uploaded | Error) => (result instanceof Error ? reject(result) : resolve(result));
        sent.push({ name: given.name, options, answer });
      }),
    onStored: ({ id }) => storedIds.push(id),
    isOutage: (error) => error instanceof AssayConnectionError,
    onOutage: (error) => outages.push(error),
    pause: async (ms, signal) => {
      pauses.push(ms);
      signal.throwIfAborted();
    },
  });
  return { queue, sent, storedIds, pauses, outages };
}

const states = (queue: UploadQueue) => queue.items().map(({ state }) => state);
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test("files go three at a time, in their order, with what was said of them", async () => {
  const { queue, sent, storedIds } = openQueue();
  queue.add(
    ["a.pdf", "b.pdf", "c.pdf", "d.pdf"].map((name) => file(name)),
    { category: "Policies" },
  );
  expect(states(queue)).toEqual(["SENDING", "SENDING", "SENDING", "WAITING"]);
  sent[1]!.answer(stored("b"));
  await settle();
  expect(states(queue)).toEqual(["SENDING", "STORED", "SENDING", "SENDING"]);
  expect(sent.map(({ name }) => name)).toEqual(["a.pdf", "b.pdf", "c.pdf", "d.pdf"]);
  expect(sent.every(({ options }) => options.category === "Policies")).toBe(true);
  expect(storedIds).toEqual(["b"]);
});

test("progress is of the file alone, and tells its listeners", () => {
  const { queue, sent } = openQueue();
  queue.add([file("a.pdf", 1000)], {});
  let told = 0;
  queue.subscribe(() => told++);
  sent[0]!.options.onProgress!({ sentBytes: 600, totalBytes: 1200 });
  expect(queue.items()[0]!.sentBytes).toBe(500);
  expect(told).toBe(1);
});

test("bytes that the tenant has already are said to be known", async () => {
  const { queue, sent } = openQueue();
  queue.add([file("a.pdf")], {});
  sent[0]!.answer({ document: document("old"), duplicate: true });
  await settle();
  expect(queue.items()[0]).toMatchObject({ state: "KNOWN", document: { id: "old" } });
});

test("a refused file is not sent again, and the others continue", async () => {
  const { queue, sent } = openQueue();
  queue.add([file("a.exe"), file("b.pdf")], {});
  sent[0]!.answer(refusal(415, "UNSUPPORTED_FILE_TYPE"));
  sent[1]!.answer(stored("b"));
  await settle();
  expect(states(queue)).toEqual(["REFUSED", "STORED"]);
  queue.retry(queue.items()[0]!.id);
  queue.resume();
  expect(sent).toHaveLength(2);
});

test("a new version goes with the document that it is of, and a refusal of it is final", async () => {
  const { queue, sent } = openQueue();
  queue.add([file("a.pdf")], { versionOf: "old" });
  expect(sent[0]!.options).toMatchObject({ versionOf: "old" });
  sent[0]!.answer(refusal(409, "INVALID_STATE"));
  await settle();
  expect(states(queue)).toEqual(["REFUSED"]);
});

test("what the network broke is sent again under the same key when it is back, and nothing else is", async () => {
  const { queue, sent } = openQueue();
  queue.add([file("a.pdf"), file("b.pdf")], {});
  sent[0]!.answer(new AssayConnectionError(new Error("gone")));
  sent[1]!.answer(refusal(500, "INTERNAL_ERROR"));
  await settle();
  expect(states(queue)).toEqual(["BROKEN", "BROKEN"]);
  queue.resume();
  expect(sent.map(({ name }) => name)).toEqual(["a.pdf", "b.pdf", "a.pdf"]);
  expect(sent[2]!.options.idempotencyKey).toBe(sent[0]!.options.idempotencyKey);
  queue.retry(queue.items()[1]!.id);
  expect(sent.at(-1)!.name).toBe("b.pdf");
});

test("a large file continues from where it was, and another one begins", async () => {
  const { queue, sent } = openQueue();
  queue.add([file("a.pdf"), file("b.pdf")], {});
  sent[0]!.options.onBegin!("/api/uploads/a");
  sent[0]!.answer(new AssayConnectionError(new Error("gone")));
  sent[1]!.answer(new AssayConnectionError(new Error("gone")));
  await settle();
  queue.resume();
  expect(sent.map(({ options }) => options.resume)).toEqual([undefined, undefined, "/api/uploads/a", undefined]);
});

test("a busy service is asked again when it says, and not for ever", async () => {
  const { queue, sent, pauses } = openQueue();
  queue.add([file("a.pdf")], {});
  for (let at = 0; at < 6; at++) {
    expect(states(queue)).toEqual(["SENDING"]);
    sent[at]!.answer(refusal(429, "RATE_LIMITED", 7));
    await settle();
  }
  expect(pauses).toEqual([7000, 7000, 7000, 7000, 7000]);
  expect(states(queue)).toEqual(["BROKEN"]);
});

test("a full quota, which asks for hours, is told at once", async () => {
  const { queue, sent, pauses } = openQueue();
  queue.add([file("a.pdf")], {});
  sent[0]!.answer(refusal(429, "RATE_LIMITED", 86_400));
  await settle();
  expect(pauses).toEqual([]);
  expect(states(queue)).toEqual(["BROKEN"]);
});

test("a cancelled file stops, leaves its place to the next one, and can be sent after all", async () => {
  const { queue, sent } = openQueue();
  queue.add(
    ["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf"].map((name) => file(name)),
    {},
  );
  queue.cancel(queue.items()[4]!.id);
  queue.cancel(queue.items()[0]!.id);
  await settle();
  expect(sent[0]!.options).toMatchObject({ signal: { aborted: true }, discard: true });
  expect(states(queue)).toEqual(["CANCELLED", "SENDING", "SENDING", "SENDING", "CANCELLED"]);
  for (const each of sent.slice(1)) each.answer(stored(each.name));
  await settle();
  queue.retry(queue.items()[4]!.id);
  expect(sent.at(-1)!.name).toBe("e.pdf");
  queue.clear();
  expect(queue.items().map((item) => item.file.name)).toEqual(["e.pdf"]);
});
