import { type KeptCheckpoint, keptCheckpoint } from "@assay/contract";
import { listAuditEntries, listCheckpoints, recordAudit, verifyAudit } from "@assay/core/audit";
import {
  changeCheckpointRecipients,
  enqueueDueCheckpoints,
  findKnownBreak,
  readCheckpointRecipients,
} from "@assay/core/checkpoints";
import { type Context, inTenant } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createMailDouble, type MailDouble } from "../support/mail-double.ts";
import { makePerson } from "../support/make-people.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const AUDITOR = "auditor@example.test";

let database: TestDatabase;
let engine: TestEngine;
let mail: MailDouble;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  mail = createMailDouble();
  engine = await createTestEngine(database.db, { mail });
});
afterAll(() => database.close());
beforeEach(async () => {
  mail.sent.length = 0;
  mail.answer = async () => "SENT";
  ctx = await makePerson(await engine.makeTenant(), { role: "ADMIN" });
});

/** Something happens, and the tenant's checkpoint is due. */
async function makeCheckpoint() {
  await inTenant(ctx, (tx) => recordAudit(tx, ctx, { action: "thing.done", objectType: "thing", objectId: "1" }));
  await enqueueDueCheckpoints(database.db, { everyMs: 0 });
  await engine.drain();
}
const checkpoints = async () => (await listCheckpoints(ctx, { limit: 10 })).items;
const sentTo = () => mail.sent.map(({ to }) => to).toSorted();

test("each recipient gets the checkpoint as a file that verifies the log, and it has left the service", async () => {
  const addresses = [AUDITOR, "second@example.test"];
  await changeCheckpointRecipients(ctx, { addresses });
  await makeCheckpoint();
  expect(sentTo()).toEqual(addresses);
  const [{ attachment, text, html, subject }] = mail.sent as [(typeof mail.sent)[0]];
  const kept: KeptCheckpoint = keptCheckpoint.parse(JSON.parse(attachment!.content));
  expect(`${subject} ${text} ${html}`).toContain(kept.statement.hash);
  expect(attachment!.filename).toBe(`checkpoint-${kept.statement.sequence}.json`);
  expect(await verifyAudit(ctx, { keys: engine.signer.publicKeys, kept })).toMatchObject({ valid: true });
  expect((await checkpoints())[0]!.departures).toMatchObject(
    addresses.map((address) => ({ destination: `mail:${address}`, location: address, errorCode: null })),
  );
});

test("at most one goes out in a day, and the next one covers what was omitted", async () => {
  await changeCheckpointRecipients(ctx, { addresses: [AUDITOR] });
  await makeCheckpoint();
  await makeCheckpoint();
  expect(sentTo()).toEqual([AUDITOR]);
  await withOwner(database, ({ db }) =>
    db.execute(sql`update mails set created_at = created_at - interval '1 day' where tenant_id = ${ctx.tenantId}`),
  );
  await makeCheckpoint();
  expect(sentTo()).toEqual([AUDITOR, AUDITOR]);
  const [newest] = await checkpoints();
  expect(JSON.parse(mail.sent[1]!.attachment!.content)).toMatchObject({ statement: newest!.statement });
});

test("an address that no server takes is shown as such, next to those that got it", async () => {
  await changeCheckpointRecipients(ctx, { addresses: [AUDITOR, "gone@example.test"] });
  mail.answer = async ({ to }) => (to === AUDITOR ? "SENT" : "REFUSED");
  await makeCheckpoint();
  expect((await checkpoints())[0]!.departures).toMatchObject([
    { destination: `mail:${AUDITOR}`, errorCode: null },
    { destination: "mail:gone@example.test", leftAt: null, errorCode: "SERVICE_UNAVAILABLE" },
  ]);
});

test("who was taken off the list gets nothing more, not even what waits; a refused mail has not left", async () => {
  await changeCheckpointRecipients(ctx, { addresses: [AUDITOR] });
  mail.answer = async () => {
    await changeCheckpointRecipients(ctx, { addresses: [] });
    return "UNREACHABLE";
  };
  await makeCheckpoint();
  mail.answer = async () => "SENT";
  await withOwner(database, ({ db }) =>
    db.execute(sql`update work_items set available_at = now() where state = 'PENDING'`),
  );
  await engine.drain();
  expect(sentTo()).toEqual([AUDITOR]);
  expect((await checkpoints())[0]!.departures).toEqual([]);
});

test("without recipients, and in another tenant, no mail is sent", async () => {
  const other = await makePerson(await engine.makeTenant(), { role: "ADMIN" });
  await changeCheckpointRecipients(other, { addresses: [AUDITOR] });
  await makeCheckpoint();
  const ofTenants = mail.sent.map(
    ({ attachment }) => keptCheckpoint.parse(JSON.parse(attachment!.content)).statement.tenantId,
  );
  expect(ofTenants).toEqual([other.tenantId]);
  expect(await readCheckpointRecipients(ctx)).toEqual({ addresses: [] });
});

test("a change is in the audit log, without the addresses; the same again is none", async () => {
  for (const addresses of [[AUDITOR, AUDITOR], [AUDITOR]]) {
    expect(await changeCheckpointRecipients(ctx, { addresses })).toEqual({ addresses: [AUDITOR] });
  }
  const { items } = await listAuditEntries(ctx, { action: "tenant.checkpoint_recipients_changed", limit: 10 });
  expect(items.map(({ details }) => details)).toEqual([{ count: 1 }]);
  expect(JSON.stringify(items)).not.toContain(AUDITOR);
  const viewer = await makePerson(ctx, { role: "MEMBER" });
  await expect(async () => readCheckpointRecipients(viewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a checkpoint that was mailed does not stand for a later one that was not: what the later one says is compared", async () => {
  await changeCheckpointRecipients(ctx, { addresses: [AUDITOR] });
  await makeCheckpoint();
  await makeCheckpoint();
  const { known } = await findKnownBreak({ db: database.db, tenantId: ctx.tenantId, signer: engine.signer });
  const [newest] = await checkpoints();
  expect(known.anchor?.sequence).toBe(newest!.statement.sequence);
  expect(known.signedUpTo).toBe(newest!.statement.sequence);
});
