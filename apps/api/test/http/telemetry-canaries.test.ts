import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ModelError, type Run, traceReply } from "@assay/contract";
import type { Assessor, Embedder } from "@assay/core/ports";
import { ERROR_SENTENCES, SCRUBBED } from "@assay/core/telemetry";
import { newId, rowsOf } from "@assay/db";
import { createOfflineEmbedder } from "@assay/offline";
import { sql } from "drizzle-orm";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCanaries, encodingsOf } from "../support/canaries.ts";
import { ingestCanaries } from "../support/ingest-canaries.ts";
import { type OtlpCollector, openOtlpCollector } from "../support/otlp-collector.ts";
import { type PageServer, servePages } from "../support/serve-pages.ts";
import { smallPack } from "../support/small-pack.ts";
import { createTestClient, type TestClient, until } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

/** Error bodies name these back to the caller who sent them, by contract, and nothing else. */
const ECHOED = [
  "id in a path",
  "id in a body",
  "unsupported extension",
  // A name that is not known is said by its field.
  "form field's name",
  "json key",
  "query key",
];

const canaries = createCanaries();
const { plant } = canaries;
const trouble = { assessor: "", embedder: false };

/** Repeats all that it sees, or fails with it. */
const assessor: Assessor = {
  model: "echo-double-1",
  promptVersion: "1",
  probe: async () => ({ tokensIn: 0, tokensOut: 0, costUsd: 0 }),
  async assess(request) {
    const seen = JSON.stringify(request);
    if (trouble.assessor === "refused")
      throw new ModelError("MODEL_REFUSED", `${plant("model error")} ${seen}`, {
        cause: new Error(plant("model error's cause")),
      });
    if (trouble.assessor === "crashed")
      throw new Error(`first line\n    at ${plant("error text like a stack")} (x.ts:1:1)\n${seen}`);
    const { chunkId, text } = request.passages[0]!;
    return {
      confidence: 0.5,
      quotes: [
        { chunkId, text: text.slice(0, 200) },
        { chunkId, text: plant("invented quote") },
        { chunkId: plant("invented chunk id"), text },
      ],
      reasoning: `${plant("model's reasoning")} ${seen}`.slice(0, 3000),
      remediation: plant("model's remediation"),
      usage: { tokensIn: 11, tokensOut: 7, costUsd: 0.002 },
      [plant("model's extra key")]: seen,
    };
  },
};

const offline = createOfflineEmbedder();
const embedder: Embedder = {
  model: offline.model,
  dimensions: offline.dimensions,
  batchSizeMax: offline.batchSizeMax,
  async embed(texts, options) {
    if (trouble.embedder)
      throw Object.assign(new Error(`${plant("embedder error")}: ${texts.join()}`), {
        code: `${plant("error code")}!`,
      });
    return offline.embed(texts, options);
  },
};

let root: string;
let collector: OtlpCollector;
let web: PageServer;
let assay: TestService;
let tenant: TestTenant;
const errorBodies: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "assay-canaries-"));
  collector = await openOtlpCollector(plant("collector's answer"));
  collector.answer = 500;
  web = await servePages();
  assay = await testService(
    {
      ASSAY_DATA_DIR: join(root, plant("data folder")),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${plant("collector's token")}`,
    },
    {
      assessor,
      embedder,
      fetcher: web.fetcher,
      limits: { spanExportTimeoutMs: 200, spanExportEveryMs: 20, spanExportRetryMaxMs: 100 },
    },
  );
  const [criterion, other] = smallPack.criteria;
  tenant = await assay.tenant({
    pack: {
      ...smallPack,
      name: plant("pack name"),
      description: plant("pack description"),
      criteria: [
        {
          ...criterion!,
          criterionTitle: `Backup ${plant("criterion title")}`,
          criterionDescription: plant("criterion description"),
          requirements: [
            {
              requirementId: "1.1",
              title: `Backups of business data are taken every day ${plant("requirement title")}.`,
              subcheckLabel: plant("subcheck label").slice(0, 40),
            },
          ],
        },
        other!,
      ],
    },
  });
  await everyChannel();
});
afterAll(async () => {
  await assay.close();
  await collector.close();
  await web.close();
  await rm(root, { recursive: true, force: true });
});

/** Sends something; what is not a success is kept for the search. */
async function send(client: TestClient, method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await client.call(method, path, init);
  if (!response.ok)
    errorBodies.push(`${method} ${response.status} ${[...response.headers].join()} ${await response.text()}`);
  else await response.body?.cancel();
  return response;
}

async function everyChannel(): Promise<void> {
  const member = await tenant.as("MEMBER");
  const admin = await tenant.as("ADMIN");
  const superAdmin = await tenant.as("SUPER_ADMIN");
  await uploadEverything(member);
  await ingestCanaries(superAdmin, web, canaries, tenant.packId);
  collector.answer = 400;
  await runEverything(member);
  collector.answer = "hang";
  await askEverything(member, admin, superAdmin);
  await breakStorage(member);
  await breakDatabase(member);
  collector.answer = 200;
}

async function uploadEverything(member: TestClient): Promise<void> {
  const policy = `Backups of business data are taken every day. ${plant("file text")}\n`;
  const files: [string, string | Uint8Array][] = [
    [`policy ${plant("file name")}.txt`, policy],
    ["plan.md", `# ${plant("heading")}\n\nBackups of business data are taken ${plant("markdown text")}.`],
    ["register.csv", `name,${plant("csv header")}\nbackup,${plant("csv cell")}`],
    [
      "notice.html",
      `<title>${plant("html title")}</title><p>${plant("html text")}</p><!-- ${plant("html comment")} -->`,
    ],
    ["mail.eml", `Subject: ${plant("mail subject")}\r\nFrom: a@example.test\r\n\r\nBackups ${plant("mail text")}`],
    ["bundle.zip", zipSync({ [`${plant("member name")}.txt`]: strToU8(`Backups ${plant("member text")}`) })],
    [`blank-${plant("blank file's name")}.html`, `<script>${plant("script of a blank page")}</script>`],
  ];
  const fields = { category: plant("category") };
  for (const [filename, bytes] of files) await member.settled((await member.upload(filename, bytes, fields)).id);
  for (const [filename, extra] of [
    [`x.${plant("unsupported extension")}`, {}],
    ["a.txt", { effectiveDate: plant("form value") }],
    ["a.pdf", { [plant("form field's name")]: "x" }],
  ] as [string, Record<string, string>][]) {
    const response = await member.sendFile(filename, plant("refused bytes"), { fields: extra });
    if (!response.ok) errorBodies.push(await response.text());
  }
  trouble.embedder = true;
  expect((await member.settled((await member.upload("later.txt", "Embedding fails")).id)).status).toBe("FAILED");
  trouble.embedder = false;
}

let completed: Run;

async function runEverything(member: TestClient): Promise<void> {
  const run = async () => member.finished((await member.startRun()).id);
  completed = await run();
  expect(completed.status).toBe("COMPLETED");
  for (const [kind, status] of [
    ["refused", "COMPLETED"],
    ["crashed", "FAILED"],
  ] as const) {
    trouble.assessor = kind;
    expect((await run()).status).toBe(status);
  }
  trouble.assessor = "";
  trouble.embedder = true;
  expect((await run()).status).toBe("FAILED");
  trouble.embedder = false;
}

async function askEverything(member: TestClient, admin: TestClient, superAdmin: TestClient): Promise<void> {
  const json = (body: unknown): RequestInit => ({
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });
  const bearer = (token: string) => createTestClient(assay.url, token);
  const headers = {
    "User-Agent": plant("user agent"),
    Cookie: `session=${plant("cookie")}`,
    "X-Request-Id": plant("request id"),
    "X-Forwarded-For": plant("forwarded for"),
    Referer: `https://example.test/${plant("referer")}`,
    Origin: `https://${plant("origin")}.example`,
    traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
    tracestate: `x=${plant("trace state")}`,
    baggage: `user=${plant("baggage")}`,
    "Last-Event-ID": plant("last event id"),
    "Idempotency-Key": plant("idempotency key"),
    "If-None-Match": `"${plant("etag")}"`,
  };
  for (const path of ["/api/runs", "/api/documents/nothing", "/nowhere", `/api/runs/${completed.id}/steps`])
    await send(member, "GET", path, { headers });
  await send(member, "POST", "/api/runs/start", {
    ...json({ packId: 7 }),
    headers: { ...headers, "Content-Type": "application/json" },
  });
  await send(bearer(plant("bearer token")), "GET", "/api/runs");
  await send(bearer(`assay_${plant("api key")}`), "GET", "/api/runs");
  const [head, , signature] = member.token!.split(".");
  await send(bearer(`${head}.${btoa(JSON.stringify({ sub: plant("claim") }))}.${signature}`), "GET", "/api/runs");
  for (const path of [
    `/api/documents?q=${plant("search text")}&status=${plant("query value")}`,
    `/api/documents?cursor=${plant("cursor")}`,
    `/api/documents?limit=${plant("limit")}&${plant("query key")}=1`,
    `/api/runs?tenantId=${plant("tenant id")}`,
    `/${plant("unknown path")}`,
    `/api/documents/${plant("id in a path")}`,
    `/api/requirements?packId=${plant("id in a body")}`,
  ])
    await send(member, "GET", path);
  const start = "/api/runs/start";
  await send(member, "POST", start, json({ packId: plant("id in a body") }));
  await send(
    member,
    "POST",
    start,
    json({ [plant("json key")]: { [plant("inner key")]: 1 }, packId: [plant("json value")] }),
  );
  await send(member, "POST", start, json(`{"packId": ${plant("broken json")}`));
  await send(member, "POST", start, json({ packId: `${plant("json with nul")}\0` }));
  await send(member, "POST", start, { body: "x", headers: { "Content-Type": `text/${plant("content type")}` } });
  await send(member, "PATCH", `/api/tasks/${newId()}`, json({ status: plant("task status") }));
  await send(admin, "GET", `/api/admin/audit-logs?actor=${plant("audit filter")}&from=${plant("audit time")}`);
  await send(admin, "POST", "/api/admin/audit-logs/verify", json({ keyId: plant("kept key id") }));
  await send(
    superAdmin,
    "POST",
    "/api/admin/tenants",
    json({ name: plant("tenant name"), status: plant("tenant status") }),
  );
  await send(
    admin,
    "POST",
    "/api/admin/members",
    json({ email: `${plant("member's address")}@example.test`, role: plant("role") }),
  );
  await send(
    admin,
    "POST",
    "/api/admin/api-keys",
    json({ name: plant("api key's name"), role: "VIEWER", expiresAt: plant("expiry") }),
  );
  await send(superAdmin, "POST", "/api/admin/packs", json({ name: plant("new pack"), format: plant("pack format") }));
  const password = { email: `${plant("sign-in address")}@example.test`, password: plant("password") };
  await send(createTestClient(assay.url), "POST", "/auth/v1/token?grant_type=password", json(password));
  const time = "2024-01-01T00:00:00.000Z";
  const assessment = { requirementId: "1.1", confidence: 0.5, reasoning: plant("imported reasoning") };
  const imported = { packId: tenant.packId, startedAt: time, completedAt: time, assessments: [assessment] };
  await send(superAdmin, "POST", "/api/admin/runs/import", json(imported));
  await send(
    superAdmin,
    "POST",
    "/api/admin/runs/import",
    json({ ...imported, tasks: [{ title: plant("imported task") }] }),
  );
}

/** A file is where the tenant's folder should: every access fails with the path in its text. */
async function breakStorage(member: TestClient): Promise<void> {
  const files = join(assay.service.dataDir, "files");
  expect(await readdir(files)).toContain(tenant.id);
  await rename(join(files, tenant.id), join(files, `${tenant.id}-away`));
  await writeFile(join(files, tenant.id), plant("file in the way"));
  const { id } = await member.startRun();
  await until(
    async () => assay.log.join("\n"),
    (log) => log.includes('"event":"work.waits"'),
  );
  const refused = await member.sendFile("late.txt", plant("bytes without a place"));
  expect(refused.status).toBe(503);
  errorBodies.push(`${refused.status} ${await refused.text()}`);
  await rm(join(files, tenant.id));
  await rename(join(files, `${tenant.id}-away`), join(files, tenant.id));
  expect((await member.finished(id)).status).toBe("COMPLETED");
}

async function breakDatabase(member: TestClient): Promise<void> {
  const owner = await assay.database.asOwner();
  await owner.db.execute(
    sql.raw(`create function canary() returns trigger language plpgsql as $$ begin
      raise exception '${plant("database error")} %', new.title using
        detail = '${plant("database error's detail")}', hint = '${plant("database error's hint")}'; end $$`),
  );
  await owner.db.execute(
    sql`create trigger canary before insert or update on tasks for each row execute function canary()`,
  );
  expect((await member.finished((await member.startRun()).id)).status).toBe("FAILED");
  const { tasks } = (await (await member.call("GET", "/api/tasks")).json()) as { tasks: { id: string }[] };
  const response = await send(member, "PATCH", `/api/tasks/${tasks[0]!.id}`, {
    body: JSON.stringify({ status: "COMPLETED" }),
    headers: { "Content-Type": "application/json" },
  });
  expect(response.status).toBe(500);
  await owner.db.execute(sql`drop trigger canary on tasks`);
  await owner.close();
}

async function ownerText(query: ReturnType<typeof sql>): Promise<string> {
  const owner = await assay.database.asOwner();
  const rows = await rowsOf(owner.db, query);
  await owner.close();
  return JSON.stringify(rows);
}

describe("of at least 40 canaries, one in each channel", () => {
  test("each is found by the search in every encoding", () => {
    expect(canaries.channels.length).toBeGreaterThanOrEqual(40);
    for (const channel of canaries.channels)
      for (const form of encodingsOf(plant(channel)))
        expect(canaries.findIn(`before-${form}-after`), `${channel} as ${form}`).toEqual([channel]);
    for (const padding of ["", "x", "xy"]) {
      const inside = `${padding}${plant("file text")} and so on`;
      expect(canaries.findIn(Buffer.from(inside).toString("base64"))).toEqual(["file text"]);
    }
  });

  test("evidence, packs and the model's words are in the database, so that they could have leaked", async () => {
    const stored = await ownerText(sql`select (select jsonb_agg(c.content) from chunks c) as chunks,
      (select jsonb_agg(to_jsonb(a)) from assessments a) as assessments,
      (select jsonb_agg(to_jsonb(t)) from tasks t) as tasks, (select jsonb_agg(to_jsonb(d)) from documents d) as documents,
      (select jsonb_agg(g.content) from guidance_chunks g) as guidance, (select jsonb_agg(i.url) from corpus_ingestions i) as urls`);
    const planted = [
      ...["file text", "csv cell", "html text", "mail text", "member text", "file name", "category"],
      ...["page text", "page address", "page query", "missing page", "guidance file's text"],
      ...["model's reasoning", "model's remediation"],
    ];
    expect(canaries.findIn(stored)).toEqual(expect.arrayContaining(planted));
  });

  test("none is in the stored spans", async () => {
    const spans = await ownerText(sql`select * from spans`);
    expect(canaries.findIn(spans)).toEqual([]);
    expect(spans).not.toContain(SCRUBBED);
    expect(spans).toContain("NO_TEXT");
    const calls = await ownerText(sql`select attributes from spans where name ~ 'model_call' and status_code = 2`);
    for (const type of ["MODEL_REFUSED", "INTERNAL_ERROR"] as const) {
      expect(calls).toContain(`"error.type":"${type}"`);
      expect(calls).toContain(`"error.message":"${ERROR_SENTENCES[type]}"`);
    }
  });

  test("none is in any byte that a collector was sent, whatever it answered, and every span arrives in the end", async () => {
    const waiting = () => ownerText(sql`select count(*)::int as n from spans where exported_at is null`);
    await until(waiting, (text) => text === '[{"n":0}]');
    const sent = collector.bodies.join("\n");
    expect(sent).toContain(completed.id);
    expect(canaries.findIn(sent)).toEqual([]);
  });

  test("none is in the log, which tells of each failure", async () => {
    const log = assay.log.join("\n");
    expect(canaries.findIn(log)).toEqual([]);
    for (const event of ["work.failed", "request.failed", "document.failed", "telemetry.export_failed"])
      expect(log).toContain(`"${event}"`);
    expect(log).toContain("ENOTDIR");
    expect(log).toContain("P0001");
    expect(log).not.toContain((await tenant.as("MEMBER")).token);
  });

  test("none is in an error's body but the ids, and the file extension, that the caller asked for", () => {
    expect(errorBodies.length).toBeGreaterThanOrEqual(25);
    const echoed = new Set(errorBodies.flatMap((body) => canaries.findIn(body)));
    expect([...echoed].sort()).toEqual([...ECHOED].sort());
  });
});

test("what is useful is there: at least 30 attributes of a run, with tokens, cost and model of each call", async () => {
  const { spans } = await (await tenant.as("ADMIN")).get(`/api/admin/traces/${completed.id}`, traceReply);
  const attributes = spans.flatMap((span) => Object.entries(span.attributes));
  expect(attributes.length).toBeGreaterThanOrEqual(30);
  expect(attributes.filter(([, value]) => value === SCRUBBED)).toEqual([]);
  expect(new Set(attributes.map(([key]) => key)).size).toBeGreaterThanOrEqual(14);
  // The requirements are asked side by side, so their calls come in any order.
  const calls = spans.filter(({ name }) => name === "assessment.model_call").map((span) => span.attributes);
  expect(calls).toContainEqual(
    expect.objectContaining({
      "llm.model": "echo-double-1",
      "llm.tokens.in": 11,
      "llm.tokens.out": 7,
      "llm.cost.usd": 0.002,
      "requirement.codes": ["1.1"],
    }),
  );
});
