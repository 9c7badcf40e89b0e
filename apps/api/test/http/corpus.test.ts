import {
  assessmentListReply,
  auditListReply,
  type CorpusActivation,
  type CorpusIngestion,
  corpusActivationListReply,
  corpusActivationReply,
  corpusIngestionListReply,
  corpusIngestionReply,
  guidancePassageListReply,
} from "@assay/contract";
import type { AssessmentRequest, Assessor } from "@assay/core/ports";
import { newId } from "@assay/db";
import { zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeTextPdf } from "../support/make-evidence.ts";
import { type Page, type PageServer, servePages } from "../support/serve-pages.ts";
import { policyText, smallPack } from "../support/small-pack.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const INGESTIONS = "/api/admin/corpus/ingestions";
const ACTIVATIONS = "/api/admin/corpus/activations";

/** Sure of everything, and quotes what it is told to. */
const assessor: Assessor & {
  requests: AssessmentRequest[];
  quote(request: AssessmentRequest): { chunkId: string; text: string }[];
} = {
  model: "guided-double",
  promptVersion: "1",
  probe: async () => ({ tokensIn: 0, tokensOut: 0, costUsd: 0 }),
  requests: [],
  quote: () => [],
  async assess(request: AssessmentRequest) {
    assessor.requests.push(request);
    const usage = { tokensIn: 1, tokensOut: 1, costUsd: 0 };
    return { confidence: 1, quotes: assessor.quote(request), reasoning: "Sure.", remediation: null, usage };
  },
};

let web: PageServer;
let assay: TestService;
let tenant: TestTenant;
let admin: TestClient;
beforeAll(async () => {
  web = await servePages();
  assay = await testService({}, { fetcher: web.fetcher, assessor });
});
afterAll(async () => {
  await assay.close();
  await web.close();
});
beforeEach(async () => {
  tenant = await assay.tenant();
  admin = await tenant.as("SUPER_ADMIN");
  assessor.requests.length = 0;
  assessor.quote = () => [];
});

const GUIDANCE = "Backups of business data should be encrypted at rest and taken every day, says the regulator.";

const postUrl = (url: string, packId = tenant.packId) => admin.sendJson("POST", INGESTIONS, { packId, url });

function postFile(filename: string, bytes: string | Uint8Array, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ packId: tenant.packId, ...fields })) form.append(name, value);
  form.append("file", new Blob([bytes as BlobPart]), filename);
  return admin.call("POST", INGESTIONS, { body: form });
}

async function accepted(response: Response): Promise<CorpusIngestion> {
  const text = await response.text();
  expect(response.status, text).toBe(202);
  return corpusIngestionReply.parse(JSON.parse(text)).ingestion;
}

const settled = (id: string) =>
  until(
    async () => (await admin.get(`${INGESTIONS}/${id}`, corpusIngestionReply)).ingestion,
    ({ status }) => status === "COMPLETED" || status === "FAILED",
  );

async function ingest(path: string, body = GUIDANCE): Promise<CorpusIngestion> {
  web.pages.set(path, { headers: { "Content-Type": "text/plain" }, body });
  const done = await settled((await accepted(await postUrl(`http://guide.example${path}`))).id);
  expect(done).toMatchObject({ status: "COMPLETED" });
  return done;
}

async function activate(ingestionIds: string[]): Promise<CorpusActivation> {
  const response = await admin.sendJson("POST", ACTIVATIONS, { packId: tenant.packId, ingestionIds });
  expect(response.status).toBe(201);
  return corpusActivationReply.parse(await response.json()).activation;
}

async function run(body: unknown = {}) {
  const { id } = await admin.startRun(body);
  expect(await admin.finished(id)).toMatchObject({ status: "COMPLETED" });
  const { assessments } = await admin.get(`/api/runs/${id}/assessments`, assessmentListReply);
  const asked = assessor.requests.splice(0);
  return { id, assessments, guidance: asked.map(({ guidance }) => guidance) };
}

describe("an ingestion", () => {
  test("of a URL is accepted, goes through its states and is recorded in the audit log", async () => {
    web.pages.set("/a%20guide.html", {
      headers: { "Content-Type": "text/html; charset=utf-8" },
      body: `<title>Guide</title><h1>Backup</h1><p>${GUIDANCE}</p>`,
    });
    const ingestion = await accepted(await postUrl("http://GUIDE.example/a%20guide.html#part"));
    expect(ingestion).toMatchObject({
      packId: tenant.packId,
      requestedByTenantId: tenant.id,
      sourceKind: "URL",
      url: "http://guide.example/a%20guide.html",
      filename: "a guide.html",
      status: "PENDING",
      failure: null,
    });
    const done = await settled(ingestion.id);
    expect(done).toMatchObject({ status: "COMPLETED", fileType: "html", failedAt: null });
    expect(done.chunkCount).toBeGreaterThan(0);
    const times = [done.createdAt, done.fetchingAt, done.parsingAt, done.indexingAt, done.completedAt];
    expect(times).not.toContain(null);
    expect(times).toEqual(times.toSorted());
    const { entries } = await admin.get("/api/admin/audit-logs", auditListReply);
    const actions = entries.filter((entry) => entry.object_id === done.id).map(({ action }) => action);
    expect(actions.toReversed()).toEqual(
      ["created", "fetching", "parsing", "indexing", "completed"].map((state) => `corpus_ingestion.${state}`),
    );
  });

  test("of a file is accepted and read", async () => {
    for (const [filename, bytes, fileType] of [
      ["guide.md", `# Backup\n\n${GUIDANCE}`, "md"],
      ["guide.pdf", await makeTextPdf(2), "pdf"],
    ] as const) {
      const ingestion = await accepted(await postFile(filename, bytes));
      expect(ingestion).toMatchObject({ sourceKind: "FILE", url: null, filename, fileType });
      expect(await settled(ingestion.id)).toMatchObject({ status: "COMPLETED", sha256Hash: ingestion.sha256Hash });
    }
  });

  test("tells the type of a page from its bytes, its media type and its address", async () => {
    const html = "<p>Backups are taken.</p>";
    const pdf = await makeTextPdf(1);
    for (const [path, type, body, wanted] of [
      ["/types/1", "application/xhtml+xml", html, "html"],
      ["/types/2.md", "application/octet-stream", "# Backups are taken", "md"],
      ["/types/3", "application/octet-stream", pdf, "pdf"],
      ["/types/4", "text/html", pdf, "pdf"],
      ["/types/5", "text/csv", "what,when\nbackups,daily", "csv"],
    ] as const) {
      web.pages.set(path, { headers: { "Content-Type": type }, body });
      const done = await settled((await accepted(await postUrl(`http://guide.example${path}`))).id);
      expect(done, path).toMatchObject({ status: "COMPLETED", fileType: wanted });
    }
  });

  test.each([
    ["/fails/missing", {}, { status: 404 }, "FETCH_REFUSED"],
    ["/fails/broken", {}, { status: 500 }, "FETCH_FAILED"],
    ["/fails/empty", {}, { status: 204 }, "FETCH_REFUSED"],
    ["/fails/inward", {}, { status: 302, headers: { Location: "http://169.254.169.254/" } }, "UNSAFE_URL"],
    ["/fails/large", {}, { body: "a".repeat(1_000_001) }, "FETCH_TOO_LARGE"],
    ["/fails/binary", {}, { headers: { "Content-Type": "image/png" }, body: "\x89PNG\0\0" }, "UNSUPPORTED_FILE_TYPE"],
    ["/fails/archive.zip", {}, { body: zipSync({ "a.txt": new Uint8Array([65]) }) }, "UNSUPPORTED_FILE_TYPE"],
    ["/fails/blank", {}, { headers: { "Content-Type": "text/plain" }, body: " \n " }, "NO_TEXT"],
    ["/fails/inside", { host: "db.inside.example" }, { body: "secret" }, "UNSAFE_URL"],
  ])(
    "of %s fails with a reason that an administrator can act on",
    async (path, { host = "guide.example" }: { host?: string }, page: Page, code) => {
      web.pages.set(path, page);
      const failed = await settled((await accepted(await postUrl(`http://${host}${path}`))).id);
      expect(failed).toMatchObject({ status: "FAILED", failure: { code }, chunkCount: null, completedAt: null });
      expect(failed.failure?.message).toMatch(/^Cannot /);
      const refused = await admin.sendJson("POST", ACTIVATIONS, { packId: tenant.packId, ingestionIds: [failed.id] });
      await expectError(refused, 409, "INVALID_STATE");
    },
  );

  test.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://[::ffff:127.0.0.1]/",
    "http://localhost/",
    "http://metadata.google.internal/",
    "http://guide.example:6379/",
    "http://user:secret@guide.example/",
    "file:///etc/passwd",
    "javascript:alert(1)",
  ])("of %s is refused at once", async (url) => {
    const { message } = await expectError(await postUrl(url), 422, "UNSAFE_URL");
    expect(message).not.toContain("secret");
  });

  test("with a bad body, form or pack is refused and leaves nothing", async () => {
    for (const url of ["//guide.example/", "guide.example", "", `http://guide.example/${"a".repeat(2100)}`])
      await expectError(await postUrl(url), 400, "VALIDATION_ERROR");
    await expectError(
      await admin.sendJson("POST", INGESTIONS, { url: "http://guide.example/" }),
      400,
      "VALIDATION_ERROR",
    );
    const plain = await admin.call("POST", INGESTIONS, { headers: { "Content-Type": "text/plain" }, body: "x" });
    await expectError(plain, 415, "UNSUPPORTED_MEDIA_TYPE");
    for (const packId of [newId(), "nothing"]) {
      await expectError(await postUrl("http://guide.example/", packId), 404, "NOT_FOUND");
      await expectError(await postFile("guide.txt", GUIDANCE, { packId }), 404, "NOT_FOUND");
    }
    const archive = zipSync({ "a.txt": new TextEncoder().encode(GUIDANCE) });
    await expectError(await postFile("guide.zip", archive), 415, "UNSUPPORTED_FILE_TYPE");
    await expectError(await postFile("guide.pdf", "not a PDF"), 415, "UNSUPPORTED_FILE_TYPE");
    await expectError(await postFile("guide.txt", ""), 400, "VALIDATION_ERROR");
    const { ingestions } = await admin.get(`${INGESTIONS}?packId=${tenant.packId}`, corpusIngestionListReply);
    expect(ingestions).toEqual([]);
  });

  test("is listed by pack and status, newest first, in pages; unknown ids are 404", async () => {
    const ids: string[] = [];
    for (const at of [1, 2, 3]) ids.unshift((await ingest(`/list/${at}.txt`)).id);
    const list = (query: string) =>
      admin.get(`${INGESTIONS}?packId=${tenant.packId}${query}`, corpusIngestionListReply);
    const first = await list("&limit=2");
    const second = await list(`&limit=2&cursor=${first.nextCursor}`);
    expect([...first.ingestions, ...second.ingestions].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect((await list("&status=FAILED")).ingestions).toEqual([]);
    expect((await admin.get(`${INGESTIONS}?packId=nothing`, corpusIngestionListReply)).ingestions).toEqual([]);
    await expectError(await admin.call("GET", `${INGESTIONS}?status=READY`), 400, "VALIDATION_ERROR");
    for (const id of [newId(), "nothing"])
      await expectError(await admin.call("GET", `${INGESTIONS}/${id}`), 404, "NOT_FOUND");
  });

  test("shows its passages in the order of the text, in pages, each with its place; a failed one has none", async () => {
    const { id } = await accepted(await postFile("guide.pdf", await makeTextPdf(5)));
    const { chunkCount } = await settled(id);
    const list = (query: string) => admin.get(`${INGESTIONS}/${id}/passages${query}`, guidancePassageListReply);
    const whole = await list("");
    expect(whole.passages).toHaveLength(chunkCount!);
    expect(whole.passages.map(({ passageIndex }) => passageIndex)).toEqual([...whole.passages.keys()]);
    expect(whole.passages.map(({ pageNumber }) => pageNumber)).toEqual([1, 2, 3, 4, 5]);
    const first = await list("?limit=2");
    const second = await list(`?limit=200&cursor=${first.nextCursor}`);
    expect([...first.passages, ...second.passages]).toEqual(whole.passages);

    const headed = await accepted(await postFile("guide.md", `# Backup\n\n${GUIDANCE}`));
    await settled(headed.id);
    const { passages } = await admin.get(`${INGESTIONS}/${headed.id}/passages`, guidancePassageListReply);
    expect(passages[0]).toMatchObject({ pageNumber: null, location: "Backup" });
    expect(passages[0]!.content).toContain(GUIDANCE);

    const blank = await accepted(await postFile("blank.txt", " \n "));
    await settled(blank.id);
    const none = await admin.get(`${INGESTIONS}/${blank.id}/passages`, guidancePassageListReply);
    expect(none).toEqual({ passages: [], nextCursor: null });
    for (const missing of [newId(), "nothing"])
      await expectError(await admin.call("GET", `${INGESTIONS}/${missing}/passages`), 404, "NOT_FOUND");
    await expectError(await admin.call("GET", `${INGESTIONS}/${id}/passages?cursor=x`), 400, "VALIDATION_ERROR");
  });

  test("is for a SUPER_ADMIN only", async () => {
    const client = await tenant.as("ADMIN");
    for (const [method, path] of [
      ["GET", INGESTIONS],
      ["POST", INGESTIONS],
      ["GET", `${INGESTIONS}/${newId()}`],
      ["GET", `${INGESTIONS}/${newId()}/passages`],
      ["GET", ACTIVATIONS],
      ["POST", ACTIVATIONS],
    ] as const)
      await expectError(await client.call(method, path), 403, "FORBIDDEN");
  });
});

describe("an activation", () => {
  test("is of completed ingestions of the pack only, and the newest is active", async () => {
    const mine = await ingest("/activate/1.txt");
    const other = await assay.tenant();
    const send = (body: unknown) => admin.sendJson("POST", ACTIVATIONS, body);
    await expectError(await send({ packId: other.packId, ingestionIds: [mine.id] }), 404, "NOT_FOUND");
    await expectError(await send({ packId: tenant.packId, ingestionIds: [newId()] }), 404, "NOT_FOUND");
    await expectError(await send({ packId: tenant.packId, ingestionIds: ["nothing"] }), 404, "NOT_FOUND");
    await expectError(await send({ packId: newId(), ingestionIds: [] }), 404, "NOT_FOUND");
    const twice = { packId: tenant.packId, ingestionIds: [mine.id, mine.id] };
    await expectError(await send(twice), 400, "VALIDATION_ERROR");
    await expectError(await send({ packId: tenant.packId }), 400, "VALIDATION_ERROR");

    const first = await activate([mine.id]);
    expect(first).toMatchObject({ packId: tenant.packId, ingestionIds: [mine.id], inForce: true });
    const second = await activate([]);
    const list = async () =>
      (await admin.get(`${ACTIVATIONS}?packId=${tenant.packId}`, corpusActivationListReply)).activations;
    // The third is the empty one that the pack was born with.
    expect((await list()).map(({ id, inForce }) => [id, inForce])).toEqual([
      [second.id, true],
      [first.id, false],
      [expect.any(String), false],
    ]);
    const { entries } = await admin.get("/api/admin/audit-logs", auditListReply);
    const recorded = entries.filter(({ action }) => action === "corpus_activation.created");
    expect(recorded.map((entry) => entry.object_id)).toEqual([second.id, first.id]);
  });
});

describe("a run", () => {
  beforeEach(async () => {
    await admin.settled((await admin.upload("policy.txt", policyText)).id);
  });

  test("gets the guidance of the active activation, keeps it, and a later one does not change it", async () => {
    const [backup, badge] = [
      await ingest("/run/backup.txt"),
      await ingest("/run/badge.txt", "Visitors should wear a badge in every laboratory."),
    ];
    const without = await run();
    expect(without.guidance.flat()).toEqual([]);
    const first = await activate([backup.id]);
    const guided = await run();
    expect(guided.guidance.flat()).toContain(GUIDANCE);
    expect(new Set(guided.guidance.flat())).toEqual(new Set([GUIDANCE]));
    await activate([backup.id, badge.id]);
    expect((await run()).guidance.flat()).toEqual(expect.arrayContaining([GUIDANCE]));

    const again = await run({ corpusActivationId: first.id });
    expect(again.guidance).toEqual(guided.guidance);
    await activate([]);
    expect((await run()).guidance.flat()).toEqual([]);
  });

  test("finds at most three passages of guidance for a requirement, the same each time", async () => {
    const texts = Array.from({ length: 5 }, (_, at) => `Rule ${at}: backups of business data are taken every day.`);
    const ids = [];
    for (const [at, text] of texts.entries()) ids.push((await ingest(`/many/${at}.txt`, text)).id);
    await activate(ids);
    const { guidance } = await run();
    expect(Math.max(...guidance.map((passages) => passages.length))).toBe(3);
    expect((await run()).guidance).toEqual(guidance);
  });

  test("never cites guidance, whatever the model says", async () => {
    await activate([(await ingest("/quote/guide.txt")).id]);
    assessor.quote = ({ guidance, passages }) =>
      guidance.flatMap((text) => [
        { chunkId: passages[0]!.chunkId, text },
        { chunkId: newId(), text },
        { chunkId: "", text },
      ]);
    const { assessments, guidance } = await run();
    expect(guidance.flat()).toContain(GUIDANCE);
    for (const { citations, status, confidence } of assessments) {
      expect(citations).toEqual([]);
      expect(status).toBe("MISSING");
      expect(confidence).toBeLessThan(0.4);
    }

    const quoteGuidance = assessor.quote;
    assessor.quote = (request) => [
      ...quoteGuidance(request),
      { chunkId: request.passages[0]!.chunkId, text: "Backups of business data are taken every day at 22:00" },
    ];
    const cited = (await run()).assessments.flatMap(({ citations }) => citations);
    expect(cited.length).toBeGreaterThan(0);
    for (const { text } of cited) expect(policyText).toContain(text);
  });

  test("is not answered from an earlier one whose guidance was another", async () => {
    const { id } = await ingest("/reuse/guide.txt");
    const first = await run();
    const same = await run({ reuse: true });
    expect(same.guidance).toEqual([]);
    expect(same.assessments.some(({ reusedFromRunId }) => reusedFromRunId === first.id)).toBe(true);
    await activate([id]);
    const guided = await run({ reuse: true });
    expect(guided.guidance.flat()).toContain(GUIDANCE);
  });
});

test("two packs do not share guidance", async () => {
  await activate([(await ingest("/packs/one.txt")).id]);
  const other = await assay.tenant({ pack: { ...smallPack, name: "Another" } });
  admin = await other.as("SUPER_ADMIN");
  await admin.settled((await admin.upload("policy.txt", policyText)).id);
  expect((await run()).guidance.flat()).toEqual([]);
});
