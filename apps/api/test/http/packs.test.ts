import {
  auditListReply,
  criteriaDiffReply,
  criteriaVersionListReply,
  criteriaVersionReply,
  type ErrorCode,
  id,
  libraryPackListReply,
  packBindingReply,
  packFile,
  packImportReply,
  packIssue,
  packListReply,
  packOfferReply,
  packReply,
  requirementListReply,
} from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { smallPack } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
let root: TestClient;
beforeAll(async () => {
  assay = await testService({ SUPER_ADMIN_MODE: "true" });
  tenant = await assay.tenant({ pack: null });
  root = await tenant.as("SUPER_ADMIN");
});
afterAll(() => assay.close());

const CSV = [
  "criterionId,criterionTitle,requirementId,title,subcheckLabel",
  "1,Backup,1.1,Backups of business data are taken every day.,",
  "1,Backup,1.2.a,Backups are encrypted at rest.,a",
  "2,Visitors,2.1,Visitors wear a badge.,",
];

async function sent<S extends z.ZodType>(response: Response, status: number, schema: S): Promise<z.infer<S>> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  return schema.parse(JSON.parse(text));
}

const newPack = async () =>
  (await sent(await root.sendJson("POST", "/api/admin/packs", { name: "Pack" }), 201, packReply)).pack.id;

function send(packId: string, body: string, query: string, type = "text/csv", client = root): Promise<Response> {
  return client.call("POST", `/api/admin/packs/${packId}/versions?${query}`, {
    headers: { "Content-Type": type },
    body,
  });
}

async function importCsv(packId: string, lines = CSV): Promise<string> {
  const { version } = await sent(await send(packId, lines.join("\n"), "format=csv"), 201, packImportReply);
  return version!.id;
}

const publish = (packId: string, versionId: string) =>
  root.call("POST", `/api/admin/packs/${packId}/versions/${versionId}/publish`);

const bind = (packId: string, criteriaVersionId: unknown, client = root, query = "") =>
  client.sendJson("PUT", `/api/admin/bindings/${packId}${query}`, { criteriaVersionId });

const offer = async (packId: string, tenantIds: unknown) =>
  (await sent(await root.sendJson("PUT", `/api/admin/packs/${packId}/offer`, { tenantIds }), 200, packOfferReply))
    .offer;

async function boundVersion(packId: string, lines = CSV): Promise<string> {
  const versionId = await importCsv(packId, lines);
  await sent(await publish(packId, versionId), 200, criteriaVersionReply);
  await sent(await bind(packId, versionId), 200, packBindingReply);
  return versionId;
}

const versionsOf = async (packId: string) =>
  (await root.get(`/api/admin/packs/${packId}/versions`, criteriaVersionListReply)).versions;

describe("packs", () => {
  test("a pack of the deployment is made, and listed to the admins that it is offered to; it has no version yet", async () => {
    const { pack } = await sent(
      await root.sendJson("POST", "/api/admin/packs", { name: " Ours ", description: "About it" }),
      201,
      packReply,
    );
    expect(pack).toMatchObject({ name: "Ours", description: "About it", owner: "DEPLOYMENT", archivedAt: null });
    const admin = await tenant.as("ADMIN");
    await expectError(await admin.call("GET", `/api/admin/packs/${pack.id}`), 404, "NOT_FOUND");
    await offer(pack.id, [tenant.id]);
    expect((await admin.get(`/api/admin/packs/${pack.id}`, packReply)).pack).toEqual(pack);
    const first = await admin.get("/api/admin/packs?limit=1", packListReply);
    expect(first.packs).toEqual([pack]);
    expect(await versionsOf(pack.id)).toEqual([]);
    await offer(await newPack(), "ALL");
    const page = await admin.get("/api/admin/packs?limit=1", packListReply);
    const next = await admin.get(`/api/admin/packs?limit=1&cursor=${page.nextCursor}`, packListReply);
    expect(next.packs).toEqual([pack]);
  });

  test("a name is required, and ids that name nothing are 404", async () => {
    for (const body of [{}, { name: " " }, { name: 1 }, { name: "x".repeat(201) }])
      await expectError(await root.sendJson("POST", "/api/admin/packs", body), 400, "VALIDATION_ERROR");
    for (const packId of [newId(), "nonsense", "%00"])
      for (const [method, path] of [
        ["GET", ""],
        ["GET", "/versions"],
        ["POST", `/versions/${newId()}/publish`],
        ["GET", `/versions/${newId()}/diff?against=${newId()}`],
      ] as const)
        await expectError(await root.call(method, `/api/admin/packs/${packId}${path}`), 404, "NOT_FOUND");
    const { details } = await expectError(await send(newId(), CSV.join("\n"), "format=csv"), 404, "NOT_FOUND");
    expect(details).toEqual({ id: expect.any(String) });
  });
});

describe("import", () => {
  test("a dry run answers what it would make and stores nothing, not even an audit entry", async () => {
    const packId = await newPack();
    const total = async () => (await root.get("/api/admin/audit-logs?limit=1", auditListReply)).total;
    const before = await total();
    const would = await sent(await send(packId, CSV.join("\n"), "format=csv&dryRun=true"), 200, packImportReply);
    expect(would).toEqual({
      dryRun: true,
      version: null,
      criteria: [
        { criterionId: 1, criterionTitle: "Backup", criterionDescription: "", requirementCount: 2, derived: {} },
        { criterionId: 2, criterionTitle: "Visitors", criterionDescription: "", requirementCount: 1, derived: {} },
      ],
      requirementCount: 3,
      requirements: [
        ["1.1", 1, "Backups of business data are taken every day.", null],
        ["1.2.a", 1, "Backups are encrypted at rest.", "a"],
        ["2.1", 2, "Visitors wear a badge.", null],
      ].map(([requirementId, criterionId, title, subcheckLabel], at) => ({
        requirementId,
        criterionId,
        title,
        subcheckLabel,
        // "every day" says how often it has to happen.
        ...(at === 0
          ? { expectation: { kind: "OPERATION", every: "P1D" }, derived: { expectation: "WORDING" } }
          : { expectation: null, derived: {} }),
      })),
      derived: [{ field: "expectation", from: "WORDING", count: 1 }],
      skipped: [],
    });
    expect(await versionsOf(packId)).toEqual([]);
    expect(await total()).toBe(before);
    const made = await sent(await send(packId, CSV.join("\n"), "format=csv"), 201, packImportReply);
    expect(made).toEqual({ ...would, dryRun: false, version: expect.anything() });
    expect(made.version).toMatchObject({ version: 1, status: "DRAFT", criteriaCount: 2, requirementCount: 3 });
    expect(await versionsOf(packId)).toEqual([made.version]);
  });

  test("one bad row stops all of it, and each bad row is told", async () => {
    const packId = await newPack();
    const lines = [...CSV, "2,Visitors,2.1,Again,", "x,Visitors,2.2,Bad,"];
    for (const dryRun of ["true", "false"]) {
      const response = await send(packId, lines.join("\n"), `format=csv&dryRun=${dryRun}`);
      const { details } = await expectError(response, 400, "VALIDATION_ERROR");
      const { issues, ...rest } = z.looseObject({ issues: z.array(packIssue) }).parse(details);
      expect(issues.map(({ field, issue, row, name, value }) => ({ field, issue, row, name, value }))).toEqual([
        { field: "row 5: requirementId", issue: "'2.1' is used twice", row: 5, name: "requirementId", value: "2.1" },
        { field: "row 6: criterionId", issue: "must be a whole number", row: 6, name: "criterionId", value: "x" },
      ]);
      expect(rest).toEqual({ readable: 4 });
    }
    expect(await versionsOf(packId)).toEqual([]);
  });

  test("a dry run marks what the file does not say as it is, and counts it over the whole version", async () => {
    const packId = await newPack();
    const control = (at: number) => ({
      id: `ac-${at}`,
      title: "Policy",
      props: [{ name: "label", value: `AC-${at}a.` }],
      parts: [{ name: "statement", prose: "is there." }],
    });
    const controls = Array.from({ length: 230 }, (_, at) => control(at + 1));
    const catalog = { metadata: { title: "C" }, groups: [{ id: "ac", title: "Access", controls }] };
    const body = JSON.stringify({ catalog });
    const response = await send(packId, body, "format=oscal&dryRun=true", "application/json");
    const would = await sent(response, 200, packImportReply);
    expect(would.criteria).toEqual([
      {
        criterionId: 1,
        criterionTitle: "Access",
        criterionDescription: "",
        requirementCount: 230,
        derived: { criterionId: "ASSIGNED" },
      },
    ]);
    expect(would.requirements).toHaveLength(200);
    expect(would.requirements[0]).toEqual({
      requirementId: "AC-1.a",
      criterionId: 1,
      title: "Policy: is there.",
      subcheckLabel: "a",
      expectation: null,
      derived: { requirementId: "LABEL", title: "STATEMENT", subcheckLabel: "LABEL" },
    });
    expect(would.derived).toEqual([
      { field: "criterionId", from: "ASSIGNED", count: 1 },
      { field: "requirementId", from: "LABEL", count: 230 },
      { field: "title", from: "STATEMENT", count: 230 },
      { field: "subcheckLabel", from: "LABEL", count: 230 },
    ]);
  });

  test("each format is read from its own media type", async () => {
    const packId = await newPack();
    const json = JSON.stringify(packFile.parse(smallPack));
    const oscal = JSON.stringify({
      catalog: {
        metadata: { title: "C" },
        groups: [
          {
            id: "ac",
            title: "Access",
            controls: [
              { id: "ac-1", title: "Policy" },
              { id: "ac-2", title: "Old", props: [{ name: "status", value: "withdrawn" }] },
            ],
          },
        ],
      },
    });
    const yaml = "name: L\nobjects: {framework: {name: F, requirement_nodes: [{urn: a, assessable: true, name: A}]}}";
    for (const [format, type, body] of [
      ["assay-json", "application/json; charset=utf-8", json],
      ["csv", "text/csv", CSV.join("\n")],
      ["oscal", "application/json", oscal],
      ["oscal&requirements=controls", "application/json", oscal],
      ["ciso-assistant", "application/yaml", yaml],
      ["ciso-assistant", "text/yaml", yaml],
    ] as const) {
      const { version, skipped } = await sent(await send(packId, body, `format=${format}`, type), 201, packImportReply);
      expect(version!.requirementCount).toBeGreaterThan(0);
      expect(skipped).toEqual(format.startsWith("oscal") ? [{ id: "ac-2", reason: "withdrawn" }] : []);
      const wrong = type === "text/csv" ? "application/json" : "text/csv";
      await expectError(await send(packId, body, `format=${format}`, wrong), 415, "UNSUPPORTED_MEDIA_TYPE");
    }
    expect((await versionsOf(packId)).map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test("a query or a body that cannot be meant is refused, and nothing is stored", async () => {
    const packId = await newPack();
    const cases: [query: string, type: string, body: string | Uint8Array, status: number, code: ErrorCode][] = [
      ["", "text/csv", CSV.join("\n"), 400, "VALIDATION_ERROR"],
      ["format=xlsx", "text/csv", CSV.join("\n"), 400, "VALIDATION_ERROR"],
      ["format=csv&dryRun=yes", "text/csv", CSV.join("\n"), 400, "VALIDATION_ERROR"],
      ["format=csv&requirements=controls", "text/csv", CSV.join("\n"), 400, "VALIDATION_ERROR"],
      ["format=oscal&requirements=all", "application/json", "{}", 400, "VALIDATION_ERROR"],
      ["format=csv", "text/csv; charset=latin1", CSV.join("\n"), 415, "UNSUPPORTED_MEDIA_TYPE"],
      ["format=csv", "text/csv", "", 400, "VALIDATION_ERROR"],
      ["format=csv", "text/csv", new Uint8Array([0xff, 0xfe, 0x41]), 400, "VALIDATION_ERROR"],
      ["format=assay-json", "application/json", "not json", 400, "VALIDATION_ERROR"],
      ["format=assay-json", "application/json", "[]", 400, "VALIDATION_ERROR"],
      ["format=assay-json", "application/json", "[".repeat(100_000) + "]".repeat(100_000), 400, "VALIDATION_ERROR"],
      ["format=oscal", "application/json", '{"catalog":{}}', 400, "VALIDATION_ERROR"],
      ["format=ciso-assistant", "text/yaml", "a: &a [*a]", 400, "VALIDATION_ERROR"],
    ];
    for (const [query, type, body, status, code] of cases) {
      const response = await root.call("POST", `/api/admin/packs/${packId}/versions?${query}`, {
        headers: { "Content-Type": type },
        body: body as string,
      });
      await expectError(response, status, code);
    }
    expect(await versionsOf(packId)).toEqual([]);
  });

  test("a file over 32 MB is refused by its real bytes; one over 1 MB is not", async () => {
    const packId = await newPack();
    const filler = "x".repeat(2_000_000);
    const wide = packFile.parse(smallPack);
    const body = JSON.stringify({ ...wide, ignored: filler });
    await sent(await send(packId, body, "format=assay-json", "application/json"), 201, packImportReply);
    const chunk = new TextEncoder().encode("x".repeat(1024 * 1024));
    let sentChunks = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sentChunks++ < 34) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const response = await root.call("POST", `/api/admin/packs/${packId}/versions?format=csv`, {
      headers: { "Content-Type": "text/csv" },
      body: stream,
      duplex: "half",
    } as RequestInit);
    const { details } = await expectError(response, 413, "PAYLOAD_TOO_LARGE");
    expect(details).toEqual({ limitBytes: 32 * 1024 * 1024 });
  });

  test("groups keep their integers over imports, whatever comes before, between or goes", async () => {
    const packId = await newPack();
    const importGroups = async (...groups: string[]) => {
      const catalog = {
        metadata: { title: "C" },
        groups: groups.map((group) => ({ id: group, title: group, controls: [{ id: `${group}-1`, title: "T" }] })),
      };
      const response = await send(packId, JSON.stringify({ catalog }), "format=oscal", "application/json");
      const { criteria } = await sent(response, 201, packImportReply);
      return Object.fromEntries(criteria.map(({ criterionId, criterionTitle }) => [criterionTitle, criterionId]));
    };
    expect(await importGroups("ac", "au")).toEqual({ ac: 1, au: 2 });
    expect(await importGroups("new", "au", "ac")).toEqual({ new: 3, au: 2, ac: 1 });
    expect(await importGroups("zz", "__proto__x")).toEqual({ zz: 4, __proto__x: 5 });
    expect(await importGroups("ac", "zz", "more")).toEqual({ ac: 1, zz: 4, more: 6 });
  });

  test("imports at once get versions of their own", async () => {
    const packId = await newPack();
    await Promise.all(Array.from({ length: 4 }, () => importCsv(packId)));
    expect((await versionsOf(packId)).map(({ version }) => version)).toEqual([4, 3, 2, 1]);
  });
});

describe("versions", () => {
  test("a draft is published once; from then on the database refuses every change", async () => {
    const packId = await newPack();
    const versionId = await importCsv(packId);
    const { version } = await sent(await publish(packId, versionId), 200, criteriaVersionReply);
    expect(version).toMatchObject({ id: versionId, status: "PUBLISHED", publishedAt: expect.any(String) });
    await expectError(await publish(packId, versionId), 409, "IMMUTABLE_RESOURCE");
    expect(await versionsOf(packId)).toEqual([version]);
    const other = await newPack();
    await expectError(await publish(other, versionId), 404, "NOT_FOUND");
    await expectError(await publish(packId, "nonsense"), 404, "NOT_FOUND");
  });

  test("of the deployment, an ADMIN reads what is published and changes nothing", async () => {
    const packId = await newPack();
    const [before, after] = [await importCsv(packId), await importCsv(packId, CSV.slice(0, 3))];
    await publish(packId, before);
    expect(await offer(packId, "ALL")).toEqual({ packId, tenantIds: "ALL" });
    const admin = await tenant.as("ADMIN");
    const path = `/api/admin/packs/${packId}/versions`;
    const { versions } = await admin.get(path, criteriaVersionListReply);
    expect(versions.map(({ id, requirementCount }) => [id, requirementCount])).toEqual([[before, 3]]);
    for (const id of [after, newId()])
      for (const rest of ["", "/requirements", `/diff?against=${before}`])
        await expectError(await admin.call("GET", `${path}/${id}${rest}`), 404, "NOT_FOUND");
    const first = await admin.get(`${path}/${before}/requirements?limit=2`, requirementListReply);
    const rest = await admin.get(`${path}/${before}/requirements?cursor=${first.nextCursor}`, requirementListReply);
    expect([...first.requirements, ...rest.requirements].map(({ requirementId }) => requirementId)).toEqual([
      "1.1",
      "1.2.a",
      "2.1",
    ]);
    const csv = { headers: { "Content-Type": "text/csv" }, body: CSV.join("\n") };
    for (const refused of [
      () => admin.call("POST", `${path}?format=csv&dryRun=true`, csv),
      () => admin.call("POST", `${path}/${before}/publish`),
      () => admin.call("DELETE", `${path}/${before}`),
      () => admin.sendJson("PATCH", `/api/admin/packs/${packId}`, { name: "Mine" }),
      () => admin.call("GET", `/api/admin/packs/${packId}/offer`),
      () => admin.sendJson("POST", "/api/admin/packs", { name: "x", owner: "DEPLOYMENT" }),
    ])
      await expectError(await refused(), 403, "FORBIDDEN");
    await sent(await bind(packId, before, admin), 200, packBindingReply);
  });

  test("of the tenant, an ADMIN makes, imports, compares, publishes, binds and archives; other tenants get 403", async () => {
    const [own, other] = [await assay.tenant({ pack: null }), await assay.tenant({ pack: null })];
    const [admin, stranger] = [await own.as("ADMIN"), await other.as("ADMIN")];
    const { pack } = await sent(await admin.sendJson("POST", "/api/admin/packs", { name: "Ours" }), 201, packReply);
    expect(pack.owner).toBe("TENANT");
    const path = `/api/admin/packs/${pack.id}`;
    const store = async (lines: readonly string[]) => {
      const csv = { headers: { "Content-Type": "text/csv" }, body: lines.join("\n") };
      return (await sent(await admin.call("POST", `${path}/versions?format=csv`, csv), 201, packImportReply)).version!
        .id;
    };
    const [first, draft] = [await store(CSV), await store(CSV.slice(0, 3))];
    const diff = await admin.get(`${path}/versions/${draft}/diff?against=${first}`, criteriaDiffReply);
    expect(diff.removed).toHaveLength(1);
    await sent(await admin.call("POST", `${path}/versions/${first}/publish`), 200, criteriaVersionReply);
    await sent(await bind(pack.id, first, admin), 200, packBindingReply);
    expect((await admin.call("DELETE", `${path}/versions/${draft}`)).status).toBe(204);
    await expectError(await admin.call("DELETE", `${path}/versions/${first}`), 409, "IMMUTABLE_RESOURCE");
    for (const client of [stranger, root])
      for (const asked of [path, `${path}/versions`, `${path}/versions/${first}/requirements`])
        await expectError(await client.call("GET", asked), 403, "CROSS_TENANT_ACCESS_DENIED");
    await expectError(await bind(pack.id, first, stranger), 403, "CROSS_TENANT_ACCESS_DENIED");
    expect(JSON.stringify(await stranger.get("/api/admin/packs?limit=200", packListReply))).not.toContain(pack.id);
    const within = await root.get(`${path}?tenantId=${own.id}`, packReply);
    expect(within.pack).toEqual(pack);
    await sent(await admin.sendJson("PATCH", path, { archived: true }), 200, packReply);
    const csv = { headers: { "Content-Type": "text/csv" }, body: CSV.join("\n") };
    await expectError(await admin.call("POST", `${path}/versions?format=csv`, csv), 409, "INVALID_STATE");
    const { entries } = await admin.get("/api/admin/audit-logs", auditListReply);
    expect(entries.map(({ action }) => action).filter((action) => /^(pack|criteria)/.test(action))).toEqual([
      "pack.archived",
      "criteria_version.deleted",
      "pack.bound",
      "criteria_version.published",
      "criteria_version.imported",
      "criteria_version.imported",
      "pack.created",
    ]);
  });

  test("two versions are compared by requirement: added, removed, changed and how", async () => {
    const packId = await newPack();
    const before = await importCsv(packId);
    const after = await importCsv(packId, [
      `${CSV[0]},criterionDescription`,
      "1,Backup,1.1,Backups of business data are taken every hour.,,What is kept and where.",
      "3,Encryption,1.2.a,Backups are encrypted at rest.,i,How data is kept secret.",
      "3,Encryption,3.1,Keys are rotated.,,How data is kept secret.",
    ]);
    const diff = (to: string, against: string) =>
      root.get(`/api/admin/packs/${packId}/versions/${to}/diff?against=${against}`, criteriaDiffReply);
    expect(await diff(after, before)).toEqual({
      versionId: after,
      against: before,
      added: [
        {
          requirementId: "3.1",
          criterionId: 3,
          criterionTitle: "Encryption",
          criterionDescription: "How data is kept secret.",
          title: "Keys are rotated.",
          subcheckLabel: null,
          expectation: null,
        },
      ],
      removed: [
        {
          requirementId: "2.1",
          criterionId: 2,
          criterionTitle: "Visitors",
          criterionDescription: "",
          title: "Visitors wear a badge.",
          subcheckLabel: null,
          expectation: null,
        },
      ],
      changed: [
        {
          requirementId: "1.1",
          title: {
            before: "Backups of business data are taken every day.",
            after: "Backups of business data are taken every hour.",
          },
          criterionDescription: { before: "", after: "What is kept and where." },
          expectation: { before: { kind: "OPERATION", every: "P1D" }, after: null },
        },
        {
          requirementId: "1.2.a",
          criterionId: { before: 1, after: 3 },
          criterionTitle: { before: "Backup", after: "Encryption" },
          criterionDescription: { before: "", after: "How data is kept secret." },
          subcheckLabel: { before: "a", after: "i" },
        },
      ],
    });
    const listed = await root.get(`/api/admin/packs/${packId}/versions/${after}/requirements`, requirementListReply);
    expect(listed.requirements.map(({ criterionDescription }) => criterionDescription)).toEqual([
      "What is kept and where.",
      "How data is kept secret.",
      "How data is kept secret.",
    ]);
    expect(await diff(after, after)).toMatchObject({ added: [], removed: [], changed: [] });
    const missing = await root.call("GET", `/api/admin/packs/${packId}/versions/${after}/diff?against=${newId()}`);
    await expectError(missing, 404, "NOT_FOUND");
    const unsaid = await root.call("GET", `/api/admin/packs/${packId}/versions/${after}/diff`);
    await expectError(unsaid, 400, "VALIDATION_ERROR");
  });
});

describe("bindings", () => {
  test("a tenant sees the requirements of the version that it is bound to", async () => {
    const packId = await newPack();
    const draft = await importCsv(packId);
    await expectError(await root.call("GET", `/api/admin/bindings/${packId}`), 404, "NOT_FOUND");
    await expectError(await bind(packId, draft), 409, "INVALID_STATE");
    for (const unknown of [newId(), "nonsense"]) {
      const { details } = await expectError(await bind(packId, unknown), 404, "NOT_FOUND");
      expect(details).toEqual({ id: unknown });
    }
    const nowhere = newId();
    const { details } = await expectError(await bind(nowhere, draft), 404, "NOT_FOUND");
    expect(details).toEqual({ id: nowhere });
    await expectError(await bind(packId, 7), 400, "VALIDATION_ERROR");

    await publish(packId, draft);
    const { binding } = await sent(await bind(packId, draft), 200, packBindingReply);
    expect(binding).toMatchObject({ tenantId: tenant.id, packId, criteriaVersionId: draft, version: 1 });
    const admin = await tenant.as("ADMIN");
    expect(await admin.get(`/api/admin/bindings/${packId}`, packBindingReply)).toEqual({ binding });
    const viewer = await tenant.as("VIEWER");
    const shown = async () =>
      (await viewer.get(`/api/requirements?packId=${packId}`, requirementListReply)).requirements.map(
        ({ requirementId }) => requirementId,
      );
    expect(await shown()).toEqual(["1.1", "1.2.a", "2.1"]);
    await boundVersion(packId, CSV.slice(0, 2));
    expect(await shown()).toEqual(["1.1"]);
  });

  test("with super-admin mode a super admin binds another tenant, and both acts are in that tenant's log", async () => {
    const other = await assay.tenant({ pack: null });
    const packId = await newPack();
    const versionId = await importCsv(packId);
    await publish(packId, versionId);
    const query = `?tenantId=${other.id}`;
    const { binding } = await sent(await bind(packId, versionId, root, query), 200, packBindingReply);
    expect(binding.tenantId).toBe(other.id);
    await expectError(await root.call("GET", `/api/admin/bindings/${packId}`), 404, "NOT_FOUND");
    const { entries } = await (await other.as("ADMIN")).get("/api/admin/audit-logs", auditListReply);
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(["tenant.accessed", "pack.bound"]));
    const refused = await bind(packId, versionId, await other.as("ADMIN"));
    await expectError(refused, 403, "FORBIDDEN");
    await expectError(await bind(packId, versionId, await tenant.as("ADMIN")), 404, "NOT_FOUND");
  });

  test("the library lists what the tenant uses or could use; unbinding is an ADMIN's act, in the log", async () => {
    const own = await assay.tenant({ pack: null });
    const [admin, viewer] = [await own.as("ADMIN"), await own.as("VIEWER")];
    const library = async (query = "") => viewer.get(`/api/library${query}`, libraryPackListReply);
    const mine = async () => (await library("?limit=200")).packs.filter(({ id }) => [packId, draft].includes(id));
    const [packId, draft] = [await newPack(), await newPack()];
    const first = await importCsv(packId);
    await publish(packId, first);
    await importCsv(draft);
    expect(await mine()).toEqual([]);
    for (const each of [packId, draft]) await offer(each, [own.id]);
    const shown = {
      ...{ id: packId, name: "Pack", description: "", owner: "DEPLOYMENT", criteriaVersionId: first, version: 1 },
      ...{ requirementCount: 3, publishedAt: expect.any(String), boundVersion: null },
    };
    expect(await mine()).toEqual([shown]);
    await sent(await bind(packId, first, admin), 200, packBindingReply);
    const second = await importCsv(packId, CSV.slice(0, 2));
    await publish(packId, second);
    await offer(packId, []);
    expect(await mine()).toEqual([
      { ...shown, criteriaVersionId: second, version: 2, requirementCount: 1, boundVersion: 1 },
    ]);
    const page = await library("?limit=1");
    expect(page.packs).toHaveLength(1);
    if (page.nextCursor) await library(`?limit=1&cursor=${page.nextCursor}`);
    await expectError(await viewer.call("GET", "/api/library?cursor=x"), 400, "VALIDATION_ERROR");
    const path = `/api/admin/bindings/${packId}`;
    await expectError(await viewer.call("DELETE", path), 403, "FORBIDDEN");
    await expectError(await (await tenant.as("ADMIN")).call("DELETE", path), 404, "NOT_FOUND");
    expect((await admin.call("DELETE", path)).status).toBe(204);
    await expectError(await admin.call("DELETE", path), 404, "NOT_FOUND");
    await expectError(await admin.call("DELETE", "/api/admin/bindings/nonsense"), 404, "NOT_FOUND");
    expect(await mine()).toEqual([]);
    const { entries } = await admin.get("/api/admin/audit-logs?limit=2", auditListReply);
    expect(entries.map(({ action, object_id }) => [action, object_id])).toEqual([
      ["pack.unbound", packId],
      ["pack.bound", packId],
    ]);
  });

  test("every act is in the actor's audit log", async () => {
    const packId = await newPack();
    const versionId = await boundVersion(packId);
    const { entries } = await root.get("/api/admin/audit-logs?limit=4", auditListReply);
    expect(entries.map(({ action, object_id }) => [action, object_id])).toEqual([
      ["pack.bound", packId],
      ["criteria_version.published", versionId],
      ["criteria_version.imported", versionId],
      ["pack.created", packId],
    ]);
    for (const { actor } of entries) expect(id.safeParse(actor).success).toBe(true);
  });
});
