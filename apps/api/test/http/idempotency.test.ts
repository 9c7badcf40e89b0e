import { documentReply, runListReply, startRunReply } from "@assay/contract";
import { claimIdempotencyKey, inSystem } from "@assay/core/tenancy";
import { idempotencyKeys, memberships, newId, rowsOf } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IDEMPOTENCY } from "../../src/compose.ts";
import { open, readAll, write } from "../support/raw-http.ts";
import { expectDocuments } from "../support/stored-files.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const MAX_UPLOAD_BYTES = 1_000_000;

let assay: TestService;
let tenant: TestTenant;
let client: TestClient;
beforeAll(async () => {
  assay = await testService(
    { MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES) },
    { idempotency: { ...IDEMPOTENCY, renewMs: 50 } },
  );
  tenant = await assay.tenant();
  client = await tenant.as("MEMBER");
});
afterAll(() => assay.close());

const withKey = (key: string) => ({ "Idempotency-Key": key });
const upload = (who: TestClient, key: string, text: string, { name = "policy.txt", fields = {} } = {}) =>
  who.sendFile(name, text, { headers: withKey(key), fields });
const start = (who: TestClient, key: string, body: unknown = {}) =>
  who.sendJson("POST", "/api/runs/start", body, withKey(key));

describe("POST /api/documents/upload", () => {
  test("with the same key and request answers the first answer again, byte for byte, and does nothing", async () => {
    const own = await assay.tenant({ pack: null });
    const member = await own.as("MEMBER");
    const key = newId();
    const first = await upload(member, key, "Kept answer.", { fields: { category: "a" } });
    expect(first.status).toBe(201);
    const text = await first.text();
    const { document } = documentReply.parse(JSON.parse(text));
    await member.settled(document.id);

    const second = await upload(member, key, "Kept answer.", { fields: { category: "a" } });
    expect([second.status, await second.text()]).toEqual([201, text]);
    expect(second.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(second.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
    await expectDocuments(assay, own, [document.id]);
  });

  test("is compared before anything is stored: the same request, another one and one too large leave no file to delete", async () => {
    const own = await assay.tenant({ pack: null });
    const member = await own.as("MEMBER");
    const key = newId();
    const { document } = documentReply.parse(await (await upload(member, key, "Sent twice.")).json());
    await member.settled(document.id);
    const jobs = () =>
      inSystem(assay.service.db, (tx) =>
        rowsOf(tx, sql`select id from work_items where tenant_id = ${own.id} and kind = 'file' and stage = 'reclaim'`),
      );
    const before = await jobs();
    expect((await upload(member, key, "Sent twice.")).status).toBe(201);
    await expectError(await upload(member, key, "Not the same."), 422, "IDEMPOTENCY_KEY_REUSED");
    await expectError(await upload(member, key, "x".repeat(MAX_UPLOAD_BYTES + 1)), 413, "FILE_TOO_LARGE");
    expect(await jobs()).toEqual(before);
    await expectDocuments(assay, own, [document.id]);
  });

  test("answers what it answered even after the document is gone", async () => {
    const key = newId();
    const text = await (await upload(client, key, "Deleted later.")).text();
    const { document } = documentReply.parse(JSON.parse(text));
    await client.call("DELETE", `/api/documents/${document.id}`);
    const again = await upload(client, key, "Deleted later.");
    expect([again.status, await again.text()]).toEqual([201, text]);
    await expectError(await client.call("GET", `/api/documents/${document.id}`), 404, "NOT_FOUND");
  });

  test("keeps the 200 of a duplicate as 200", async () => {
    await upload(client, newId(), "A duplicate.");
    const key = newId();
    for (let turn = 0; turn < 2; turn++) expect((await upload(client, key, "A duplicate.")).status).toBe(200);
  });

  test("with the same key and another file, name or field is 422 and stores nothing", async () => {
    const own = await assay.tenant({ pack: null });
    const member = await own.as("MEMBER");
    const key = newId();
    const { document } = documentReply.parse(await (await upload(member, key, "The first file.")).json());
    const others = [
      await upload(member, key, "Another file."),
      await upload(member, key, "The first file.", { name: "renamed.txt" }),
      await upload(member, key, "The first file.", { fields: { category: "b" } }),
      await start(member, key, {}),
    ];
    for (const response of others.slice(0, 3)) await expectError(response, 422, "IDEMPOTENCY_KEY_REUSED");
    await expectError(others[3]!, 422, "IDEMPOTENCY_KEY_REUSED");
    await expectDocuments(assay, own, [document.id]);
  });

  test("a refusal is not kept: the key may be used again", async () => {
    const own = await assay.tenant({ pack: null });
    const member = await own.as("MEMBER");
    const key = newId();
    await expectError(await upload(member, key, "MZ program", { name: "a.pdf" }), 415, "UNSUPPORTED_FILE_TYPE");
    await expectError(await upload(member, key, "", { name: "a.txt" }), 400, "VALIDATION_ERROR");
    expect((await upload(member, key, "Now a good one.")).status).toBe(201);
  });

  test("while the first is under way answers 409 with Retry-After; one that breaks off gives the key back", async () => {
    const own = await assay.tenant({ pack: null });
    const member = await own.as("MEMBER");
    const key = newId();
    const slow = await beginUpload(member, key, "Slow file");
    const rival = await upload(member, key, "Slow file.");
    const retryAfter = Number(rival.headers.get("Retry-After"));
    await expectError(rival, 409, "INVALID_STATE");
    expect(retryAfter).toBeGreaterThan(0);
    await write(slow, `${chunk(".")}${chunk("\r\n--x--\r\n")}0\r\n\r\n`);
    const text = await readAll(slow);
    expect(text).toMatch(/^HTTP\/1\.1 201 /);
    const kept = await upload(member, key, "Slow file.", { name: "slow.txt" });
    expect(text).toContain(await kept.text());

    const broken = newId();
    (await beginUpload(member, broken, "Broken file")).resetAndDestroy();
    const { status } = await until(
      () => upload(member, broken, "Whole file."),
      (response) => response.status !== 409,
    );
    expect(status).toBe(201);
  });

  test("a holder that lives keeps its key for as long as its upload takes", async () => {
    const own = await assay.tenant({ pack: null });
    const member = await own.as("MEMBER");
    const key = newId();
    const slow = await beginUpload(member, key, "Slow file");
    const first = await readClaim(key);
    await until(
      () => readClaim(key),
      (claim) => claim.secondsLeft > 0 && claim.until > first.until,
    );
    await expectError(await upload(member, key, "Slow file."), 409, "INVALID_STATE");
    await write(slow, `${chunk(".")}${chunk("\r\n--x--\r\n")}0\r\n\r\n`);
    expect(await readAll(slow)).toMatch(/^HTTP\/1\.1 201 /);
  });

  test("a request whose key was taken over meanwhile does nothing", async () => {
    const own = await assay.tenant({ pack: null });
    const member = await own.as("MEMBER");
    const key = newId();
    const paused = await beginUpload(member, key, "Paused file");
    const owner = await assay.database.asOwner();
    await owner.db.update(idempotencyKeys).set({ claimId: newId() }).where(eq(idempotencyKeys.key, key));
    await owner.close();
    await write(paused, `${chunk(".")}${chunk("\r\n--x--\r\n")}0\r\n\r\n`);
    expect(await readAll(paused)).toMatch(/^HTTP\/1\.1 409 .*INVALID_STATE/s);
    await expectDocuments(assay, own, []);
  });

  test("twelve at once with one key make one document: the others get its answer or 409", async () => {
    const key = newId();
    const responses = await Promise.all(Array.from({ length: 12 }, () => upload(client, key, "Twelve at once.")));
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toContain(201);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    const answers = await Promise.all(responses.filter(({ status }) => status === 201).map((each) => each.text()));
    expect(new Set(answers).size).toBe(1);
  });
});

describe("POST /api/runs/start", () => {
  test("with the same key and body answers the same run, though it has finished, and starts none", async () => {
    const key = newId();
    const first = await start(client, key, { reuse: false, packId: tenant.packId });
    expect(first.status).toBe(201);
    const text = await first.text();
    const { run } = startRunReply.parse(JSON.parse(text));
    expect((await client.finished(run.id)).status).toBe("COMPLETED");
    for (const body of [
      { reuse: false, packId: tenant.packId },
      { packId: tenant.packId, reuse: false },
    ]) {
      const again = await start(client, key, body);
      expect([again.status, await again.text()]).toEqual([201, text]);
    }
    expect((await client.get("/api/runs", runListReply)).runs).toHaveLength(1);
    for (const body of [{}, { packId: tenant.packId, reuse: true }])
      await expectError(await start(client, key, body), 422, "IDEMPOTENCY_KEY_REUSED");
    await expectError(await upload(client, key, "A file under a run's key."), 422, "IDEMPOTENCY_KEY_REUSED");
  });

  test("a refusal is not kept, and a bad body does not take the key", async () => {
    const key = newId();
    await expectError(await start(client, key, { packId: newId() }), 404, "NOT_FOUND");
    await expectError(await start(client, key, { packId: 5 }), 400, "VALIDATION_ERROR");
    const response = await start(client, key);
    const { run } = startRunReply.parse(await response.json());
    expect((await client.finished(run.id)).status).toBe("COMPLETED");
  });

  test("ten at once with one key start one run: no answer is RUN_ALREADY_IN_PROGRESS", async () => {
    const own = await assay.tenant();
    const member = await own.as("MEMBER");
    const key = newId();
    const responses = await Promise.all(Array.from({ length: 10 }, () => start(member, key)));
    const bodies = await Promise.all(responses.map((each) => each.json()));
    for (const [at, { status }] of responses.entries()) {
      if (status === 201) startRunReply.parse(bodies[at]);
      else expect([status, bodies[at].error]).toEqual([409, "INVALID_STATE"]);
    }
    const { runs } = await member.get("/api/runs", runListReply);
    expect(runs).toHaveLength(1);
    await member.finished(runs[0]!.id);
  });
});

test("a key whose holder is gone is free within 35 seconds, for uploads and run starts", async () => {
  const own = await assay.tenant();
  const { ctx } = own;
  for (const request of ["upload", "start"] as const) {
    const member = await own.as("MEMBER");
    const key = newId();
    // What a process leaves that is killed before it answers.
    await claimIdempotencyKey(ctx, key, IDEMPOTENCY);
    expect((await readClaim(key)).secondsLeft).toBeLessThanOrEqual(35);
    const again = () => (request === "upload" ? upload(member, key, "After a crash.") : start(member, key));
    await expectError(await again(), 409, "INVALID_STATE");
    await endClaim(key);
    expect((await again()).status).toBe(201);
  }
});

test("keys are the tenant's own", async () => {
  const [one, two] = [await assay.tenant({ pack: null }), await assay.tenant({ pack: null })];
  const key = newId();
  const first = await upload(await one.as("MEMBER"), key, "One tenant's file.");
  const second = await upload(await two.as("MEMBER"), key, "The other tenant's file.");
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(documentReply.parse(await second.json()).document.tenantId).toBe(two.id);
});

test("a key is 1 to 255 visible ASCII characters", async () => {
  for (const key of ["", "a b", "x".repeat(256), "t\u00f6", "a\tb"])
    for (const response of [await start(client, key), await upload(client, key, "Under a bad key.")]) {
      const { details } = await expectError(response, 400, "VALIDATION_ERROR");
      expect(details, key).toMatchObject({ issues: [{ field: "Idempotency-Key" }] });
    }
  const longest = "!~".padEnd(255, "x");
  expect((await upload(client, longest, "Under the longest key.")).status).toBe(201);
});

test("a key is forgotten after its 24 hours", async () => {
  const own = await assay.tenant({ pack: null });
  const member = await own.as("MEMBER");
  const key = newId();
  const first = documentReply.parse(await (await upload(member, key, "A day ago.")).json());
  const owner = await assay.database.asOwner();
  const [row] = await owner.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
  const hours = (row!.expiresAt.getTime() - Date.parse(first.document.uploadedAt)) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThan(24.1);
  await owner.db
    .update(idempotencyKeys)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(idempotencyKeys.key, key));
  await owner.close();
  expect((await upload(member, key, "Another request.")).status).toBe(201);
});

describe("a caller who loses the right while the file is under way", () => {
  const endings = {
    "is removed": { revokedAt: sql`now()` },
    "may only read now": { role: "VIEWER" },
  } as const;
  for (const [what, change] of Object.entries(endings))
    test(`and ${what} uploads nothing`, async () => {
      const own = await assay.tenant({ pack: null });
      const member = await own.as("MEMBER");
      const slow = await beginUpload(member, newId(), "Slow file");
      const owner = await assay.database.asOwner();
      await owner.db.update(memberships).set(change).where(eq(memberships.tenantId, own.id));
      await owner.close();
      await write(slow, `${chunk(".")}${chunk("\r\n--x--\r\n")}0\r\n\r\n`);
      expect(await readAll(slow)).toMatch(/^HTTP\/1\.1 403 .*FORBIDDEN/s);
      await expectDocuments(assay, own, []);
    });
});

async function readClaim(key: string): Promise<{ until: number; secondsLeft: number }> {
  const owner = await assay.database.asOwner();
  const [claim] = await rowsOf<{ until: number; secondsLeft: number }>(
    owner.db,
    sql`select extract(epoch from claimed_until)::float8 as until,
          extract(epoch from claimed_until - now())::float8 as "secondsLeft"
        from idempotency_keys where key = ${key}`,
  );
  await owner.close();
  return claim!;
}

async function endClaim(key: string): Promise<void> {
  const owner = await assay.database.asOwner();
  await owner.db
    .update(idempotencyKeys)
    .set({ claimedUntil: sql`now() - interval '1 second'` })
    .where(eq(idempotencyKeys.key, key));
  await owner.close();
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** An upload of `slow.txt` whose body has begun and not ended; its key is claimed. */
async function beginUpload(who: TestClient, key: string, text: string) {
  const socket = await open(assay.url);
  const lines = [
    "POST /api/documents/upload HTTP/1.1",
    "Host: localhost",
    "Connection: close",
    `Authorization: Bearer ${who.token}`,
    "Content-Type: multipart/form-data; boundary=x",
    "Transfer-Encoding: chunked",
    `Idempotency-Key: ${key}`,
  ];
  const opening = '--x\r\nContent-Disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n';
  await write(socket, `${lines.join("\r\n")}\r\n\r\n${chunk(opening)}${chunk(text)}`);
  const owner = await assay.database.asOwner();
  await until(
    () => owner.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)),
    (rows) => rows.length === 1,
  );
  await owner.close();
  return socket;
}
