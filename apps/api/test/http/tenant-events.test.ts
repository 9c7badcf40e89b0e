import { AssayAdmin, type StreamedEvent } from "@assay/client/admin";
import { webhookEvent } from "@assay/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { EVENT_STREAMS_MAX } from "../../src/event-watch.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const PATH = "/api/events";

let assay: TestService;
let tenant: TestTenant;
let admin: TestClient;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());
beforeEach(async () => {
  tenant = await assay.tenant();
  admin = await tenant.as("ADMIN");
});

/** A stream that is open when this returns, and what it gives. */
async function listen(of: TestClient, lastEventId?: string) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const opened = Promise.withResolvers<string>();
  const client = new AssayAdmin({ baseUrl: assay.url, token: of.token! });
  let resets = 0;
  const onReset = () => {
    resets += 1;
  };
  const stream = client.events.stream({ lastEventId, onOpen: opened.resolve, onReset, signal: abort.signal });
  const first = stream.next();
  first.catch(opened.reject);
  const from = await opened.promise;
  let pending: typeof first | undefined = first;
  const next = async (): Promise<StreamedEvent> => {
    // Checkpoints of the log are signed when they are due.
    for (;;) {
      const { value } = await (pending ?? stream.next());
      pending = undefined;
      const streamed = value as StreamedEvent;
      if (webhookEvent.parse(JSON.parse(streamed.body)).type === "document.ready") return streamed;
    }
  };
  return { from, next, resets: () => resets, close: () => abort.abort() };
}
const documentOf = ({ event }: StreamedEvent) => (event.data as { documentId: string }).documentId;
const upload = async (name: string, of = admin) =>
  (await of.settled((await of.upload(name, `${policyText} ${name}`)).id)).id;

test("what happens is told to each who reads, with growing ids, and to nobody of another tenant", async () => {
  const other = await (await assay.tenant()).as("ADMIN");
  const [one, two, theirs] = [await listen(admin), await listen(admin), await listen(other)];
  const documents = [await upload("a.txt"), await upload("b.txt")];
  for (const { next } of [one, two]) {
    const [first, second] = [await next(), await next()];
    expect([first, second].map(documentOf)).toEqual(documents);
    expect(Number.parseInt(second.id, 10)).toBeGreaterThan(Number.parseInt(first.id, 10));
    expect(first.messageId).toMatch(/^msg_/);
  }
  const own = await upload("a.txt", other);
  expect(documentOf(await theirs.next())).toBe(own);
});

test("who breaks off goes on with what came meanwhile, also where nothing had been told yet", async () => {
  const before = await listen(admin);
  before.close();
  const documents = [await upload("a.txt"), await upload("b.txt")];
  const again = await listen(admin, before.from);
  const first = await again.next();
  again.close();
  const rest = await listen(admin, first.id);
  expect([first, await rest.next()].map(documentOf)).toEqual(documents);
});

/** As a restore of an older backup leaves what the stream is read from. */
async function restoreEvents(to: number, { id: tenantId }: { id: string }) {
  const owner = await assay.database.asOwner();
  try {
    await owner.db.execute(sql`delete from tenant_events where tenant_id = ${tenantId} and position > ${to}`);
    await owner.db.execute(sql`update event_readers set position = ${to} where tenant_id = ${tenantId}`);
  } finally {
    await owner.close();
  }
}

test("after a restore a reader who had got farther is told that ids began again, and gets what is kept and what comes", async () => {
  const before = await listen(admin);
  const kept = await upload("a.txt");
  const first = await before.next();
  await upload("b.txt");
  const lost = await before.next();
  before.close();
  await restoreEvents(Number.parseInt(first.id, 10), tenant);
  const behind = await listen(admin, lost.id);
  expect(behind.resets()).toBe(1);
  expect(documentOf(await behind.next())).toBe(kept);
  const added = await upload("c.txt");
  expect(documentOf(await behind.next())).toBe(added);
  behind.close();
  // The position is reached again, by another message.
  const again = await listen(admin, lost.id);
  expect(again.resets()).toBe(1);
  expect([documentOf(await again.next()), documentOf(await again.next())]).toEqual([kept, added]);
  expect((await listen(admin, first.id)).resets()).toBe(0);
});

test("a stream that is open while the database is restored is told too", async () => {
  const open = await listen(admin);
  const kept = await upload("a.txt");
  const first = await open.next();
  await upload("b.txt");
  await open.next();
  await restoreEvents(Number.parseInt(first.id, 10), tenant);
  expect(documentOf(await open.next())).toBe(kept);
  expect(open.resets()).toBe(1);
});

test("a test event reaches those who read, marked as one, and is refused while nobody does", async () => {
  const client = new AssayAdmin({ baseUrl: assay.url, token: admin.token! });
  const type = "document.ready" as const;
  await expectError(await admin.sendJson("POST", PATH, { type }), 409, "INVALID_STATE");
  const open = await listen(admin);
  const { messageId, delivery } = await client.events.trigger({ type });
  expect(delivery).toBeNull();
  expect(await open.next()).toMatchObject({ messageId, event: { type, test: true, data: { tenantId: tenant.id } } });
  await expectError(await admin.sendJson("POST", PATH, { type: "document.redy" }), 400, "VALIDATION_ERROR");
  const member = await tenant.as("MEMBER");
  await expectError(await member.sendJson("POST", PATH, { type }), 403, "FORBIDDEN");
});

test("an id of no event is refused, and an empty one begins now", async () => {
  for (const id of ["x", "-1", "9999999999999999", "1-msg_x", "1;2"])
    await expectError(await admin.call("GET", PATH, { headers: { "Last-Event-ID": id } }), 400, "VALIDATION_ERROR");
  const response = await admin.call("GET", PATH, { headers: { "Last-Event-ID": "" } });
  expect(response.headers.get("Content-Type")).toMatch(/^text\/event-stream/);
  await response.body!.cancel();
});

test("only an ADMIN reads events, a key of that role too, and not after it was revoked", async () => {
  for (const role of ["VIEWER", "MEMBER"] as const)
    await expectError(await (await tenant.as(role)).call("GET", PATH), 403, "FORBIDDEN");
  await expectError(await assay.client().call("GET", PATH), 401, "UNAUTHORIZED");
  const { apiKey, key } = await makeKey(admin, "ADMIN");
  const watcher = assay.client(key);
  const reader = (await watcher.call("GET", PATH)).body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^id: \d+\n\n$/);
  expect((await admin.call("DELETE", `/api/admin/api-keys/${apiKey.id}`)).status).toBe(204);
  for (let next = await reader.read(); !next.done; next = await reader.read());
  await expectError(await watcher.call("GET", PATH), 401, "UNAUTHORIZED");
});

test("a tenant reads twenty streams at a time; another tenant is not held up, and a closed one makes room", async () => {
  const open = await Promise.all(Array.from({ length: EVENT_STREAMS_MAX }, () => admin.call("GET", PATH)));
  await expectError(await admin.call("GET", PATH), 409, "TENANT_LIMIT_EXCEEDED");
  const theirs = await listen(await (await assay.tenant()).as("ADMIN"));
  theirs.close();
  await open[0]!.body!.cancel();
  await expect.poll(async () => (await admin.call("GET", PATH)).status, { timeout: 30_000 }).toBe(200);
  await Promise.all(open.slice(1).map(({ body }) => body!.cancel()));
});
