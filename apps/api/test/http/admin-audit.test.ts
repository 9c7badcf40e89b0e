import {
  auditListReply,
  auditVerifyReply,
  canonicalJson,
  checkpointKeysReply,
  checkpointListReply,
} from "@assay/contract";
import { recordAudit } from "@assay/core/audit";
import { inTenant } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { finishRun } from "../support/test-run.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const LOGS = "/api/admin/audit-logs";
const KEYS = "/.well-known/assay-checkpoint-keys.json";

let assay: TestService;
let tenant: TestTenant;
let admin: TestClient;
let runId: string;
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant();
  admin = await tenant.as("ADMIN");
  const member = await tenant.as("MEMBER");
  ({ runId } = await finishRun(member));
  await until(
    () => admin.get(`${LOGS}/checkpoints`, checkpointListReply),
    ({ checkpoints }) => checkpoints.length > 0,
  );
});
afterAll(() => assay.close());

const list = (search: string) => admin.get(`${LOGS}?${new URLSearchParams(search)}`, auditListReply);

describe("the audit log", () => {
  test("is filtered by each of its fields, and the total counts what the filter matches", async () => {
    const { entries, total } = await list("limit=200");
    expect(total).toBe(entries.length);
    const sample = entries.find((entry) => entry.runId === runId && entry.object_type === "run_step")!;
    const filters = {
      runId: (entry: typeof sample) => entry.runId === sample.runId,
      action: (entry: typeof sample) => entry.action === sample.action,
      objectType: (entry: typeof sample) => entry.object_type === sample.object_type,
      objectId: (entry: typeof sample) => entry.object_id === sample.object_id,
      actor: (entry: typeof sample) => entry.actor === sample.actor,
      sequence: (entry: typeof sample) => entry.sequence === sample.sequence,
    };
    const values = {
      runId,
      action: sample.action,
      objectType: sample.object_type,
      objectId: sample.object_id,
      actor: sample.actor,
      sequence: sample.sequence,
    };
    for (const [name, matches] of Object.entries(filters)) {
      const wanted = entries.filter(matches);
      expect(wanted.length, name).toBeLessThan(entries.length);
      const found = await list(`limit=200&${name}=${values[name as keyof typeof values]}`);
      expect(found.entries, name).toEqual(wanted);
      expect(found.total, name).toBe(wanted.length);
    }
    const both = await list(`action=${sample.action}&objectId=${sample.object_id}`);
    expect(both.entries).toEqual([sample]);
    for (const search of ["runId=nonsense", `runId=${newId()}`, "action=nothing.done", "actor=' or 1=1 --"])
      expect(await list(search), search).toEqual({
        entries: [],
        total: 0,
        totalIsExact: true,
        names: {},
        nextCursor: null,
      });
  });

  test("is cut to a time: from inclusive, to exclusive, in any zone", async () => {
    const { entries } = await list("limit=200");
    const at = entries[Math.floor(entries.length / 2)]!.created_at;
    const later = entries.filter(({ created_at }) => created_at >= at);
    expect((await list(`limit=200&from=${at}`)).entries).toEqual(later);
    expect((await list(`limit=200&to=${at}`)).entries).toEqual(entries.slice(later.length));
    const elsewhere = encodeURIComponent(new Date(Date.parse(at) + 7_200_000).toISOString().replace("Z", "+02:00"));
    expect((await list(`limit=200&from=${elsewhere}`)).entries).toEqual(later);
    for (const search of ["from=yesterday", "to=2026-13-01T00:00:00Z", "from=2026-01-01", "from="]) {
      const response = await admin.call("GET", `${LOGS}?${search}`);
      await expectError(response, 400, "VALIDATION_ERROR");
    }
  });

  test("pages without losing or repeating an entry while others are added", async () => {
    const { entries, total } = await list("limit=200");
    const seen = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: typeof auditListReply._output = await list(`limit=3${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...page.entries);
      cursor = page.nextCursor;
      await addEntry("thing.done");
    }
    expect(seen).toEqual(entries);
    expect((await list("")).total).toBeGreaterThan(total);
  });

  test("downloads as CSV: all that the filter matches, as an attachment, with formulas disarmed", async () => {
    const evil = `=HYPERLINK("http://evil.example"),"x"\r\n@next`;
    await addEntry("thing.done", evil);
    for (let at = 0; at < 600; at++) await addEntry("thing.repeated", `${at}`, 1);
    const { total } = await list("");
    const response = await admin.call("GET", `${LOGS}?limit=1`, { headers: { Accept: "text/csv" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toContain("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toContain(`attachment; filename="audit-${tenant.id}.csv"`);
    expect(response.headers.get("Vary")).toContain("Accept");
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
    expect(text.startsWith("\ufeffsequence,created_at,actor,action,object_type,object_id,runId,tenantId,id,")).toBe(
      true,
    );
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example""),""x""\r\n@next"`);
    const rows = text
      .replace(/"(?:[^"]|"")*"/g, "quoted")
      .trimEnd()
      .split("\r\n");
    expect(rows[0]).toMatch(/,previousHash,hash,version,details$/);
    expect(rows[1]).toMatch(/,[0-9a-f]{64},2,\{\}$/);
    expect(rows).toHaveLength(total + 1);
    const sequences = rows.slice(1).map((row) => Number(row.split(",")[0]));
    expect(sequences).toEqual(Array.from({ length: total }, (_, at) => total - at));

    const some = await admin.call("GET", `${LOGS}?runId=${runId}`, { headers: { Accept: "text/csv;q=0.9" } });
    expect((await some.text()).trimEnd().split("\r\n")).toHaveLength((await list(`runId=${runId}`)).total + 1);
    for (const accept of ["*/*", "application/json", "text/html"]) {
      const json = await admin.call("GET", `${LOGS}?limit=1`, { headers: { Accept: accept } });
      expect(json.headers.get("Content-Type"), accept).toContain("application/json");
      await json.body?.cancel();
    }
  });

  test("is for administrators alone, and another tenant's only under the cross-tenant rule", async () => {
    const other = await assay.tenant();
    for (const path of [LOGS, `${LOGS}/verify`, `${LOGS}/checkpoints`]) {
      await expectError(await (await tenant.as("MEMBER")).call("GET", path), 403, "FORBIDDEN");
      const crossing = await admin.call("GET", `${path}?tenantId=${other.id}`);
      await expectError(crossing, 403, "CROSS_TENANT_ACCESS_DENIED");
      const csv = await (await tenant.as("MEMBER")).call("GET", path, { headers: { Accept: "text/csv" } });
      await expectError(csv, 403, "FORBIDDEN");
    }
  });
});

async function addEntry(action: "thing.done" | "thing.repeated", objectId = "1", count = 1): Promise<void> {
  const event = { action, objectType: "thing", objectId } as const;
  await inTenant(tenant.ctx, (tx) => recordAudit(tx, tenant.ctx, ...Array.from({ length: count }, () => event)));
}

describe("the chain", () => {
  test("is verified with what was kept outside", async () => {
    const verify = (search = "") => admin.get(`${LOGS}/verify${search}`, auditVerifyReply);
    const { total } = await list("");
    const whole = await verify();
    expect(whole).toMatchObject({ valid: true, entries: total, checkpoints: { problems: [] } });
    expect(whole.checkpoints.checked).toBeGreaterThan(0);
    const { sequence, hash } = (await list("limit=3")).entries[2]!;
    expect(await verify(`?sequence=${sequence}&hash=${hash}`)).toMatchObject({
      valid: true,
      kept: { contained: true },
    });
    const wrong = await verify(`?sequence=${sequence}&hash=${"0".repeat(64)}`);
    expect(wrong).toMatchObject({ valid: false, kept: { contained: false, problem: "HASH_DIFFERS" } });
    const beyond = await verify(`?sequence=${total + 1}&hash=${hash}`);
    expect(beyond).toMatchObject({ valid: false, kept: { problem: "BEYOND_END_OF_CHAIN" } });
    for (const search of ["sequence=1", `hash=${hash}`, `sequence=0&hash=${hash}`, "sequence=1&hash=xyz"])
      await expectError(await admin.call("GET", `${LOGS}/verify?${search}`), 400, "VALIDATION_ERROR");
  });

  test("holds the checkpoint that an auditor posts", async () => {
    const { checkpoints } = await admin.get(`${LOGS}/checkpoints?runId=${runId}`, checkpointListReply);
    const response = await admin.sendJson("POST", `${LOGS}/verify`, checkpoints[0]);
    expect(response.status).toBe(200);
    const { sequence, hash } = checkpoints[0]!.statement;
    expect(auditVerifyReply.parse(await response.json())).toMatchObject({
      valid: true,
      kept: { sequence, hash, contained: true, problem: null },
    });
    for (const body of [{}, { statement: {} }, { ...checkpoints[0], signature: 7 }, [], null])
      await expectError(await admin.sendJson("POST", `${LOGS}/verify`, body), 400, "VALIDATION_ERROR");
  });

  test("gives checkpoints that anybody can check with the published key and nothing of ours", async () => {
    const response = await assay.client().call("GET", KEYS);
    expect(response.status).toBe(200);
    const { keys } = checkpointKeysReply.parse(await response.json());
    const { checkpoints } = await admin.get(`${LOGS}/checkpoints`, checkpointListReply);
    const { statement, keyId, signature } = checkpoints[0]!;
    const { x } = keys.find(({ kid }) => kid === keyId)!;
    const key = await crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x }, "Ed25519", false, ["verify"]);
    const signed = new TextEncoder().encode(canonicalJson(statement));
    expect(await crypto.subtle.verify("Ed25519", key, Buffer.from(signature, "base64"), signed)).toBe(true);
    await expectError(await assay.client().call("POST", KEYS), 405, "METHOD_NOT_ALLOWED");
  });
});
