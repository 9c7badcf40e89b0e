import { canonicalJson, type SignOff, type SignOffBody, signOff, signOffPayload } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import { sha256Hex } from "@assay/core/digest";
import type { Signer } from "@assay/core/ports";
import { addReview } from "@assay/core/reviews";
import { getSnapshot, listRuns } from "@assay/core/runs";
import { listSignOffs, signRun, withdrawSignOff } from "@assay/core/sign-offs";
import {
  type Context,
  changeMember,
  createApiKey,
  inTenant,
  recordFactorChange,
  removeMember,
} from "@assay/core/tenancy";
import { createWebhook, listWebhookDeliveries } from "@assay/core/webhooks";
import { newId, rowsOf, signOffs } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findSignerChanges } from "../../src/sign-offs/signer-changes.ts";
import { addRuns } from "../support/add-runs.ts";
import { allSound } from "../support/all-sound.ts";
import { withoutTriggers } from "../support/change-table.ts";
import { copyRun } from "../support/copy-run.ts";
import { insertReview } from "../support/insert-review.ts";
import { makePack } from "../support/make-pack.ts";
import { addPerson } from "../support/people.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";
import { withoutGuards } from "../support/without-guards.ts";

const STATEMENT = "I have looked at it";

let database: TestDatabase;
let engine: TestEngine;
let tenant: Context;
let [anna, ben, admin]: Context[] = [];
let template: string;
let runId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  tenant = await engine.makeBoundTenant(makePack(["Backups are taken every day", "Visitors wear a purple badge"]));
  await engine.upload(tenant, "policy.txt", "Backups are taken every day by the operations team.");
  await engine.drain();
  anna = await addPerson(tenant, "anna");
  ben = await addPerson(tenant, "ben");
  admin = await addPerson(tenant, "carla", "ADMIN");
  template = (await engine.startRun(tenant)).id;
  await engine.drain();
});
afterAll(() => database.close());
beforeEach(async () => {
  runId = await copyRun(tenant, template);
});

const sign = async (ctx: Context | undefined, role: SignOffBody["role"], more: Partial<SignOffBody> = {}) =>
  signOff.parse((await signRun(ctx!, engine, runId, { role, statement: STATEMENT, ...more })).signOff);
const decline = (ctx: Context | undefined) => sign(ctx, "REVIEWED", { declined: true });
const withdraw = (ctx: Context | undefined, { id }: Pick<SignOff, "id">) =>
  withdrawSignOff(ctx!, engine, { runId, signOffId: id, reason: "A document was missing" });
const payloadOf = ({ payload }: SignOff) => signOffPayload.parse(JSON.parse(payload));
const standingRoles = async () =>
  allSound((await listSignOffs(tenant, engine, runId)).signOffs)
    .filter(({ standing }) => standing)
    .map(({ role }) => role);
const requirementIds = async () =>
  inTenant(tenant, (tx) =>
    rowsOf<{ id: string }>(
      tx,
      sql`select requirement_id as id from assessments where tenant_id = ${tenant.tenantId} and run_id = ${runId} order by position`,
    ),
  );
const review = async (at: number, row = {}) =>
  insertReview(ben!, runId, (await requirementIds())[at]!.id, { reviewerId: ben!.actor.id, ...row });
/** As the product adds one. */
const agree = async () =>
  addReview(ben!, runId, { requirementId: (await requirementIds())[0]!.id, decision: "AGREED", openedChunkIds: [] });
const auditOf = async () =>
  (await listAuditEntries(tenant, { runId, limit: 200 })).items.filter((each) => each.object_type === "sign_off");

async function isSigned({ payload, signature }: SignOff): Promise<boolean> {
  const { kty, crv, x } = engine.signer.publicKey;
  const key = await crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, Buffer.from(signature, "base64url"), new TextEncoder().encode(payload));
}

describe("what is signed says of the signer", () => {
  test("the factor, since when they have it, and what happened to the account in the 30 days before", async () => {
    const dora = await addPerson(tenant, "dora");
    await changeMember(admin!, dora.actor.id, { role: "ADMIN" });
    await changeMember(admin!, dora.actor.id, { role: "MEMBER" });
    await recordFactorChange(dora, { change: "ENROLLED", kind: "TOTP" });
    await recordFactorChange(dora, { change: "RECOVERY_CODE_USED" });
    const [at, enrolledAt] = [new Date("2026-11-02T08:00:00.000Z"), new Date("2026-11-01T08:00:00.000Z")];
    const signed = await sign({ ...dora, proof: { factor: "TOTP", at, enrolledAt } }, "PREPARED");
    expect(payloadOf(signed)).toMatchObject({
      origin: "assay/sign-off/v2",
      assurance: "TOTP",
      assuredAt: at.toISOString(),
      factorEnrolledAt: enrolledAt.toISOString(),
      signerChanges: [{ change: "ROLE_CHANGED" }, { change: "ROLE_CHANGED" }, { change: "RECOVERY_CODE_USED" }],
    });
    expect(await isSigned(signed)).toBe(true);
    const later = new Date(Date.now() + 31 * 86_400_000);
    const of = { tenantId: tenant.tenantId, userId: dora.actor.id, now: later };
    expect(await inTenant(tenant, (tx) => findSignerChanges(tx, of))).toEqual([]);
  });

  test("nothing of a factor where nobody says it, and nothing of others' accounts", async () => {
    const payload = payloadOf(await sign(anna, "PREPARED"));
    expect(payload).toMatchObject({ signerChanges: [] });
    expect(payload).not.toHaveProperty("assurance");
    const withdrawn = await withdraw(
      { ...anna!, proof: { factor: "PASSWORD", at: new Date() } },
      { id: payload.signOffId },
    );
    expect(payloadOf(withdrawn)).toMatchObject({ act: "WITHDRAWN", assurance: "PASSWORD" });
    expect(payloadOf(withdrawn)).not.toHaveProperty("factorEnrolledAt");
  });
});

describe("a signature in the list is valid", () => {
  const validOf = async () => allSound((await listSignOffs(tenant, engine, runId)).signOffs).map(({ valid }) => valid);
  const changed = (table: string, change: SQL) => withoutTriggers(database, table, (tx) => tx.execute(change));

  test("until a review that it is for is changed, with whatever the audit log says of it", async () => {
    await review(0, { decision: "AGREED" });
    await sign(anna, "PREPARED");
    expect(await validOf()).toEqual([true]);
    await changed("reviews", sql`update reviews set decision = 'SENT_BACK' where run_id = ${runId}`);
    expect(await validOf()).toEqual([false]);
  });

  test("until the exceptions that the run fixed are changed", async () => {
    await sign(anna, "PREPARED");
    const added = sql`insert into run_exceptions (tenant_id, run_id, exception_id, requirement_id, exception)
      values (${tenant.tenantId}, ${runId}, ${runId}, '1.1', '{"id":"1"}')`;
    await changed("run_exceptions", added);
    expect(await validOf()).toEqual([false]);
  });

  test("after it was withdrawn too, whatever reviews were added since", async () => {
    await withdraw(anna, await sign(anna, "PREPARED"));
    await agree();
    expect(await validOf()).toEqual([true, true]);
  });

  test("with a key of the service alone", async () => {
    await sign(anna, "PREPARED");
    const other = { signer: { ...engine.signer, publicKeys: [] } };
    const { signOffs } = await listSignOffs(tenant, other, runId);
    expect(signOffs).toMatchObject([{ valid: false }]);
  });
});

describe("a run is signed", () => {
  test("as prepared, reviewed and approved, each over the canonical bytes of what was there", async () => {
    await review(0, { reason: "Seen", decision: "SENT_BACK" });
    await review(1, { citedCount: 3, openedCount: 3, createdAt: new Date("2026-01-01T00:00:00.000Z") });
    const acts = [await sign(anna, "PREPARED"), await sign(ben, "REVIEWED"), await sign(ben, "APPROVED")];
    expect(allSound((await listSignOffs(tenant, engine, runId)).signOffs)).toEqual(acts);
    expect(await listSignOffs(tenant, engine, runId)).toMatchObject({ signedAs: "APPROVED" });
    expect((await listRuns(tenant, { limit: 1 })).items[0]).toMatchObject({ id: runId, signedAs: "APPROVED" });
    const { snapshotHash } = await getSnapshot(tenant, runId);
    for (const act of acts) {
      expect(await isSigned(act)).toBe(true);
      expect(act.signature).toMatch(/^[\w-]{86}$/);
      expect(act.payload).toBe(canonicalJson(JSON.parse(act.payload)));
      expect(payloadOf(act)).toMatchObject({
        ...{ signOffId: act.id, sequence: act.sequence, act: "SIGNED", role: act.role, withdraws: [] },
        ...{ runId, tenantId: tenant.tenantId, snapshotHash, statement: STATEMENT, signedAt: act.createdAt },
        ...{ reviewedCount: 2, sentBackCount: 1, totalRequirements: 2, citedPassages: 5, openedPassages: 4 },
        ...{ exceptionsHash: await sha256Hex("[]") },
      });
    }
    expect(payloadOf(acts[0]!)).toMatchObject({ version: 2, signerId: anna!.actor.id, signerRole: "MEMBER" });
    expect(acts[0]!.payload).not.toContain("anna@example.test");
    const { signerName, nameSalt } = acts[0]!;
    expect(signerName).toBe("anna@example.test");
    expect(payloadOf(acts[0]!).nameDigest).toBe(await sha256Hex(`${nameSalt}\n${signerName}`));
  });

  test("over the newest review of each requirement, in pack order, by a digest that anybody can compute again", async () => {
    await review(1, { decision: "AGREED" });
    await review(0, { decision: "AGREED" });
    await review(0, {
      ...{ decision: "CHANGED", status: "MISSING", reasonCode: "MISREAD", reason: "Weekly", rejectedCitations: [1] },
      createdAt: new Date("2026-01-01T00:00:00.000Z"),
    });
    const rows = await inTenant(tenant, (tx) =>
      rowsOf<{ requirementId: string; at: Date | string }>(
        tx,
        sql`select requirement_id as "requirementId", created_at as at from reviews where tenant_id = ${tenant.tenantId} and run_id = ${runId} and sequence in (1, 3) order by sequence desc`,
      ),
    );
    const none = { status: null, reasonCode: null, reasonHash: null, confirmsReviewId: null };
    const common = { ...none, reviewerId: ben!.actor.id, openedCount: 1, citedCount: 2 };
    const changed = { status: "MISSING", reasonCode: "MISREAD", reasonHash: await sha256Hex("Weekly") };
    const [zero, one] = rows.map(({ requirementId, at }) => ({ requirementId, createdAt: new Date(at).toISOString() }));
    const list = [
      { ...common, ...zero, sequence: 3, decision: "CHANGED", ...changed, rejectedCitations: [1] },
      // Nothing is rejected: the list is as that of a release which knew no rejected citations.
      { ...common, ...one, sequence: 1, decision: "AGREED" },
    ];
    expect(payloadOf(await sign(anna, "PREPARED"))).toMatchObject({
      reviewsHash: await sha256Hex(canonicalJson(list)),
      ...{ reviewedCount: 2, sentBackCount: 0 },
    });
  });

  test("over the exceptions that the run fixed, by id, and no others", async () => {
    const [one, two] = [newId(), newId()].sort();
    const fix = (run: string, id: string) =>
      withoutGuards(
        database,
        "run_exceptions",
        sql`insert into run_exceptions (tenant_id, run_id, exception_id, requirement_id, exception)
          values (${tenant.tenantId}, ${run}, ${id}, '1.1', jsonb_build_object('id', ${id}::text))`,
        "new_of_open_run",
      );
    await fix(runId, two!);
    await fix(runId, one!);
    await fix(await copyRun(tenant, template), newId());
    const { exceptionsHash } = payloadOf(await sign(anna, "PREPARED"));
    expect(exceptionsHash).toBe(await sha256Hex(canonicalJson([{ id: one }, { id: two }])));
  });

  test("so that a redaction afterwards does not change what was signed", async () => {
    const id = await review(0, { decision: "CHANGED", status: "MISSING", reasonCode: "OTHER", reason: "A name" });
    const before = payloadOf(await sign(anna, "PREPARED"));
    await inTenant(tenant, (tx) =>
      tx.execute(
        sql`update reviews set reason = null, redacted_at = now(), redacted_by = ${admin!.actor.id} where tenant_id = ${tenant.tenantId} and id = ${id}`,
      ),
    );
    expect(payloadOf(await sign(ben, "REVIEWED")).reviewsHash).toBe(before.reviewsHash);
  });

  test("with the act in the audit chain, without the statement, and told to webhooks", async () => {
    const url = "https://hooks.example.test/signed";
    const { webhook } = await createWebhook(tenant, engine.webhookParts, { url, events: ["run.signed"] });
    const { signOff: act, jobs } = await signRun(anna!, engine, runId, { role: "PREPARED", statement: STATEMENT });
    const { snapshotHash } = payloadOf(act);
    const [entry] = await auditOf();
    expect(entry).toMatchObject({
      ...{ action: "run.signed", object_id: act.id, actor: anna!.actor.id },
      details: { role: "PREPARED", signOffHash: await sha256Hex(act.payload), snapshotHash },
    });
    expect(JSON.stringify(entry)).not.toContain(STATEMENT);
    const { items } = await listWebhookDeliveries(tenant, webhook.id, { limit: 5 });
    const { tenantId } = tenant;
    const data = { tenantId, runId, signOffId: act.id, role: "PREPARED", signerId: anna!.actor.id, snapshotHash };
    expect(items.map(({ type, payload }) => ({ type, data: payload.data }))).toEqual([{ type: "run.signed", data }]);
    expect(jobs).toHaveLength(1);
    await decline(ben);
    expect((await listWebhookDeliveries(tenant, webhook.id, { limit: 5 })).items).toHaveLength(1);
  });
});

describe("refused", () => {
  const refused = (attempt: Promise<unknown>, code: string, details?: object) =>
    expect(attempt).rejects.toMatchObject({ code, ...(details && { details }) });

  test("out of turn, and twice", async () => {
    await refused(sign(ben, "REVIEWED"), "INVALID_STATE", { runId, role: "REVIEWED" });
    await refused(sign(ben, "APPROVED"), "INVALID_STATE");
    await refused(decline(ben), "INVALID_STATE");
    await sign(anna, "PREPARED");
    await refused(sign(anna, "PREPARED"), "INVALID_STATE");
    await refused(sign(ben, "PREPARED"), "INVALID_STATE");
    await refused(sign(ben, "APPROVED"), "INVALID_STATE");
    await sign(ben, "REVIEWED");
    await refused(sign(admin, "REVIEWED"), "INVALID_STATE");
    await refused(decline(admin), "INVALID_STATE");
    await sign(admin, "APPROVED");
    await refused(sign(ben, "APPROVED"), "INVALID_STATE");
    expect(await standingRoles()).toEqual(["PREPARED", "REVIEWED", "APPROVED"]);
  });

  test("to who prepared the run, for what another person must do", async () => {
    await sign(anna, "PREPARED");
    await refused(sign(anna, "REVIEWED"), "FORBIDDEN", { runId, role: "REVIEWED" });
    await refused(decline(anna), "FORBIDDEN");
    await sign(ben, "REVIEWED");
    await refused(sign(anna, "APPROVED"), "FORBIDDEN");
  });

  test("to a key, a VIEWER, a session opened as one, who acts from another tenant, and who is no member any more", async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { apiKey } = await createApiKey(tenant, { name: "key", role: "ADMIN", expiresAt });
    const { tenantId } = tenant;
    const key = { ...tenant, actor: { id: `api-key:${apiKey.id}`, role: "ADMIN" as const, tenantId } };
    const elsewhere = await engine.makeTenant();
    const outsider = await addPerson(elsewhere, "super", "SUPER_ADMIN");
    const viewer = await addPerson(tenant, `viewer-${newId()}`, "VIEWER");
    await changeMember(tenant, viewer.actor.id, { mayReview: true });
    const demoted = await addPerson(tenant, `demoted-${newId()}`);
    await changeMember(tenant, demoted.actor.id, { role: "VIEWER" });
    const gone = await addPerson(tenant, `gone-${newId()}`);
    await removeMember(tenant, gone.actor.id);
    const promoted = { ...anna!, actor: { ...anna!.actor, role: "VIEWER" as const } };
    for (const who of [key, { ...outsider, tenantId }, viewer, promoted, demoted, gone, tenant]) {
      await refused(sign(who, "PREPARED"), "FORBIDDEN");
      await refused(withdraw(who, { id: newId() }), "FORBIDDEN");
    }
    expect(allSound((await listSignOffs(tenant, engine, runId)).signOffs)).toEqual([]);
    await refused(sign(outsider, "PREPARED"), "CROSS_TENANT_ACCESS_DENIED");
    await refused(listSignOffs(outsider, engine, runId), "CROSS_TENANT_ACCESS_DENIED");
    const link = { id: newId(), runId: template, capabilities: [] };
    const auditor = { ...tenant, link, actor: { id: `link:${link.id}`, role: "VIEWER" as const, tenantId } };
    for (const other of [runId, "no-id"]) await refused(listSignOffs(auditor, engine, other), "FORBIDDEN");
    expect(allSound((await listSignOffs(auditor, engine, template)).signOffs)).toEqual([]);
  });

  test("for a run without a snapshot, and one that there is not", async () => {
    const [id] = await addRuns(tenant, [{ status: "COMPLETED", snapshotStatus: "LEGACY", triggerType: "import" }]);
    const body = { role: "PREPARED", statement: STATEMENT } as const;
    await refused(signRun(anna!, engine, id!, body), "INVALID_STATE", { runId: id, snapshotStatus: "LEGACY" });
    for (const unknown of [newId(), "no-id"]) {
      await refused(signRun(anna!, engine, unknown, body), "NOT_FOUND");
      await refused(listSignOffs(anna!, engine, unknown), "NOT_FOUND");
      await refused(withdraw(anna, { id: unknown }), "NOT_FOUND");
    }
  });

  test("where the key gives no valid signature; nothing is stored", async () => {
    const body = { role: "PREPARED", statement: STATEMENT } as const;
    const failing: Signer = { ...engine.signer, sign: () => Promise.reject(new Error("The key is not here")) };
    const wrong: Signer = { ...engine.signer, sign: async () => new Uint8Array(64) };
    for (const signer of [failing, wrong])
      await refused(signRun(anna!, { signer }, runId, body), "SERVICE_UNAVAILABLE");
    expect(await listSignOffs(tenant, engine, runId)).toEqual({ signOffs: [], signedAs: null });
    expect(await auditOf()).toEqual([]);
  });

  test("over a snapshot whose bytes are not those that were stored", async () => {
    const bytes = new TextEncoder().encode("{}");
    const { snapshotHash: recordedHash } = await getSnapshot(tenant, runId);
    await withoutGuards(database, "snapshots", sql`update snapshots set bytes = ${bytes} where run_id = ${runId}`);
    const details = { runId, objectType: "snapshot", recordedHash, foundHash: await sha256Hex("{}") };
    await refused(sign(anna, "PREPARED"), "INTEGRITY_ERROR", details);
  });
});

describe("a signature ends", () => {
  test("when another person declines, and the reviews are open again", async () => {
    const prepared = await sign(anna, "PREPARED");
    await expect(agree()).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    await expect(review(0)).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    const declined = await decline(ben);
    expect(declined).toMatchObject({ act: "DECLINED", role: "REVIEWED", standing: false });
    expect(payloadOf(declined).withdraws).toEqual([prepared.id]);
    expect(await isSigned(declined)).toBe(true);
    const { signOffs: acts, signedAs } = await listSignOffs(tenant, engine, runId);
    expect(signedAs).toBeNull();
    expect(acts[0]).toMatchObject({ standing: false, withdrawnById: declined.id, payload: prepared.payload });
    await agree();
    expect(payloadOf(await sign(ben, "PREPARED"))).toMatchObject({ sequence: 3, reviewedCount: 1 });
    expect(payloadOf(await decline(anna)).withdraws).toEqual([
      allSound((await listSignOffs(tenant, engine, runId)).signOffs)[2]!.id,
    ]);
    await sign(ben, "PREPARED");
    await sign(anna, "REVIEWED");
    expect(await standingRoles()).toEqual(["PREPARED", "REVIEWED"]);
  });

  test("when its signer or an ADMIN withdraws it, and the later ones with it", async () => {
    const prepared = await sign(anna, "PREPARED");
    const reviewed = await sign(ben, "REVIEWED");
    const approved = await sign(admin, "APPROVED");
    await expect(withdraw(ben, prepared)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const first = await withdraw(ben, reviewed);
    expect(payloadOf(first)).toMatchObject({
      act: "WITHDRAWN",
      role: "REVIEWED",
      withdraws: [reviewed.id, approved.id],
    });
    expect(await standingRoles()).toEqual(["PREPARED"]);
    await expect(review(0)).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    for (const ended of [reviewed, approved, first])
      await expect(withdraw(admin, ended)).rejects.toMatchObject({
        code: "INVALID_STATE",
        details: { id: ended.id, act: ended.act, withdrawnById: ended === first ? null : first.id },
      });
    const second = await withdraw(admin, prepared);
    expect(payloadOf(second)).toMatchObject({ withdraws: [prepared.id], statement: "A document was missing" });
    expect(await standingRoles()).toEqual([]);
    await review(0);
    expect((await auditOf()).map(({ action }) => action).toReversed()).toEqual([
      ...["run.signed", "run.signed", "run.signed"],
      ...["sign_off.withdrawn", "sign_off.withdrawn"],
    ]);
  });

  test("only in its own run", async () => {
    const prepared = await sign(anna, "PREPARED");
    runId = await copyRun(tenant, template);
    await expect(withdraw(anna, prepared)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("at the same time", () => {
  test("two sign the same role: one does", async () => {
    const both = await Promise.allSettled([sign(anna, "PREPARED"), sign(ben, "PREPARED")]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(both.find((each) => each.status === "rejected")?.reason).toMatchObject({ code: "INVALID_STATE" });
    expect(await standingRoles()).toEqual(["PREPARED"]);
  });

  test("a review that arrives while somebody signs is either signed or refused", async () => {
    const attempts: [() => Promise<unknown>, () => Promise<SignOff>] = [agree, () => sign(anna, "PREPARED")];
    const [reviewed, signed] = await Promise.allSettled([attempts[0](), attempts[1]()]);
    const { reviewedCount } = payloadOf((signed as PromiseFulfilledResult<SignOff>).value);
    expect(reviewedCount).toBe(reviewed.status === "fulfilled" ? 1 : 0);
    if (reviewed.status === "rejected") expect(reviewed.reason).toMatchObject({ code: "IMMUTABLE_RESOURCE" });
  });

  test("a review that comes while the signature is made waits, and is refused", async () => {
    let late: Promise<unknown> = Promise.resolve();
    const signer: Signer = {
      ...engine.signer,
      async sign(bytes) {
        late = agree().catch((error: unknown) => error);
        return engine.signer.sign(bytes);
      },
    };
    await signRun(anna!, { signer }, runId, { role: "PREPARED", statement: STATEMENT });
    expect(await late).toMatchObject({ code: "IMMUTABLE_RESOURCE" });
  });

  test("a membership that ends is either still there when it signs, or nothing is signed", async () => {
    const dora = await addPerson(tenant, `dora-${newId()}`);
    const [signed] = await Promise.allSettled([sign(dora, "PREPARED"), removeMember(tenant, dora.actor.id)]);
    if (signed.status === "rejected") expect(signed.reason).toMatchObject({ code: "FORBIDDEN" });
    expect(await standingRoles()).toEqual(signed.status === "fulfilled" ? ["PREPARED"] : []);
    await expect(sign(dora, "REVIEWED")).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("the database itself, as the service's role in the tenant", () => {
  const insert = (row: Partial<typeof signOffs.$inferInsert>) =>
    inTenant(tenant, async (tx) => {
      const id = newId();
      await tx.insert(signOffs).values({
        ...{ id, tenantId: tenant.tenantId, runId, act: "SIGNED", role: "PREPARED", statement: STATEMENT },
        sequence: sql`(select coalesce(max(sequence), 0) + 1 from sign_offs
          where tenant_id = ${tenant.tenantId} and run_id = ${runId})`,
        ...{ signerId: anna!.actor.id, signerName: "a@example.test", signerRole: "MEMBER" },
        ...{ payload: "{}", signature: "s", keyId: "k", createdAt: new Date() },
        ...row,
      });
      return id;
    });
  const write = (statement: SQL) => inTenant(tenant, (tx) => tx.execute(statement));
  const refusedBy = (code: string, attempt: Promise<unknown>) =>
    expect(attempt).rejects.toMatchObject({ cause: { code } });
  const refusedFinal = (attempt: Promise<unknown>) =>
    expect(attempt).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
  const end = (id: string, by: string) =>
    write(sql`update sign_offs set withdrawn_by_id = ${by} where tenant_id = ${tenant.tenantId} and id = ${id}`);

  test("keeps the order", async () => {
    await refusedFinal(insert({ role: "REVIEWED", signerId: ben!.actor.id }));
    await refusedFinal(insert({ role: "APPROVED", signerId: ben!.actor.id }));
    await refusedFinal(insert({ role: "REVIEWED", act: "DECLINED", signerId: ben!.actor.id }));
    await insert({});
    await refusedFinal(insert({ role: "APPROVED", signerId: ben!.actor.id }));
    await refusedFinal(insert({ sequence: 1, role: "REVIEWED", signerId: ben!.actor.id }));
    await refusedFinal(insert({ sequence: 7, role: "REVIEWED", signerId: ben!.actor.id }));
    await insert({ role: "REVIEWED", signerId: ben!.actor.id });
    await insert({ role: "APPROVED", signerId: ben!.actor.id });
  });

  test("keeps one standing signature for a role", async () => {
    await insert({});
    await refusedBy("23505", insert({ signerId: ben!.actor.id }));
    await insert({ role: "REVIEWED", signerId: ben!.actor.id });
    await refusedBy("23505", insert({ role: "REVIEWED", signerId: admin!.actor.id }));
  });

  test("asks for a second person", async () => {
    await insert({});
    await refusedFinal(insert({ role: "REVIEWED" }));
    await refusedFinal(insert({ role: "REVIEWED", act: "DECLINED" }));
    await insert({ role: "REVIEWED", signerId: ben!.actor.id });
    await refusedFinal(insert({ role: "APPROVED" }));
  });

  test("takes no signature of a run without a snapshot, and none that is withdrawn at once", async () => {
    const [other] = await addRuns(tenant, [{ status: "COMPLETED", snapshotStatus: "LEGACY", triggerType: "import" }]);
    await refusedFinal(insert({ runId: other!, sequence: 1 }));
    await refusedFinal(insert({ withdrawnById: newId() }));
  });

  test("lets a signature end by a later act of the run alone, and none before those that follow it", async () => {
    const prepared = await insert({});
    const reviewed = await insert({ role: "REVIEWED", signerId: ben!.actor.id });
    await refusedFinal(end(prepared, reviewed));
    await refusedFinal(end(prepared, newId()));
    await refusedFinal(end(prepared, prepared));
    const act = await insert({ act: "WITHDRAWN" });
    await refusedFinal(end(prepared, act));
    await end(reviewed, act);
    await end(prepared, act);
    await refusedFinal(
      write(sql`update sign_offs set withdrawn_by_id = null where tenant_id = ${tenant.tenantId} and id = ${prepared}`),
    );
    const again = await insert({ signerId: ben!.actor.id });
    await refusedFinal(end(again, act));
    await refusedFinal(insert({ role: "REVIEWED", signerId: ben!.actor.id }));
  });

  test("changes and deletes nothing", async () => {
    const id = await insert({});
    for (const column of ["payload", "signature", "key_id", "statement", "role", "act", "signer_id"])
      await refusedBy(
        "42501",
        write(
          sql`update sign_offs set ${sql.identifier(column)} = ${sql.identifier(column)} where tenant_id = ${tenant.tenantId}`,
        ),
      );
    await refusedFinal(
      write(sql`update sign_offs set signer_name = 'eve' where tenant_id = ${tenant.tenantId} and id = ${id}`),
    );
    await refusedBy("42501", write(sql`delete from sign_offs where tenant_id = ${tenant.tenantId} and id = ${id}`));
    await refusedBy("42501", write(sql`truncate sign_offs`));
    await withOwner(database, async ({ db }) => {
      for (const statement of [sql`update sign_offs set payload = 'x'`, sql`delete from sign_offs`])
        await refusedBy("AS001", Promise.resolve(db.execute(statement)));
    });
  });
});
