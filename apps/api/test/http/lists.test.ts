import { documentListReply, taskListReply } from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
let client: TestClient;
let documentId: string;
let runId: string;
beforeAll(async () => {
  assay = await testService();
  client = await (await assay.tenant()).as("ADMIN");
  ({ id: documentId } = await client.upload("long-policy.txt", policyText.repeat(40)));
  const other = await client.upload("other.txt", "Visitors sign the guest book.");
  await Promise.all([client.settled(documentId), client.settled(other.id)]);
  for (let at = 0; at < 2; at++) {
    runId = (await client.startRun()).id;
    await client.finished(runId);
  }
});
afterAll(() => assay.close());

/** Every list with more than one row, and the name of its rows. */
const lists = (): Record<string, string> => ({
  "/api/documents": "documents",
  [`/api/documents/${documentId}/chunks`]: "chunks",
  "/api/requirements": "requirements",
  "/api/runs": "runs",
  [`/api/runs/${runId}/assessments`]: "assessments",
  [`/api/runs/${runId}/tasks`]: "tasks",
  "/api/tasks": "tasks",
  "/api/admin/audit-logs": "entries",
});

async function page(
  path: string,
  search: Record<string, string>,
): Promise<{ rows: { id: string }[]; next: string | null }> {
  const response = await client.call("GET", `${path}?${new URLSearchParams(search)}`);
  const text = await response.text();
  expect(response.status, `${path} ${text}`).toBe(200);
  const reply = JSON.parse(text);
  return { rows: reply[lists()[path]!], next: reply.nextCursor };
}

const encode = (parts: unknown) =>
  Buffer.from(typeof parts === "string" ? parts : JSON.stringify(parts)).toString("base64url");

describe("every list", () => {
  test("pages to its end with no row twice and none omitted", async () => {
    for (const path of Object.keys(lists())) {
      const whole = await page(path, { limit: "200" });
      expect(whole.rows.length, path).toBeGreaterThan(1);
      expect(whole.next).toBeNull();
      const seen: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const { rows, next } = await page(path, { limit: "1", ...(cursor ? { cursor } : {}) });
        expect(rows).toHaveLength(1);
        seen.push(...rows.map(({ id }) => id));
        cursor = next;
      }
      expect(seen, path).toEqual(whole.rows.map(({ id }) => id));
    }
  });

  test("refuses a limit that is not a whole number from 1 to 200", async () => {
    const limits = [
      "0",
      "-1",
      "201",
      "10abc",
      "1e9",
      "1e1",
      "0x10",
      "",
      " 5",
      "5 ",
      "+5",
      "05",
      "1.0",
      "NaN",
      "９",
      "9223372036854775808",
    ];
    for (const path of Object.keys(lists())) {
      for (const limit of limits) {
        const { details } = await expectError(
          await client.call("GET", `${path}?limit=${encodeURIComponent(limit)}`),
          400,
          "VALIDATION_ERROR",
        );
        expect(details, `${path} ${limit}`).toMatchObject({ issues: [{ field: "limit" }] });
      }
      await expectError(await client.call("GET", `${path}?limit=5&limit=6`), 400, "VALIDATION_ERROR");
    }
  });

  test("refuses a cursor that it did not give: tampered, forged, empty, repeated or of another list", async () => {
    const cursors = new Map<string, string>();
    for (const path of Object.keys(lists())) cursors.set(path, (await page(path, { limit: "1" })).next!);
    const forged = [
      "x",
      "%",
      "null",
      "[]",
      encode("[]"),
      encode("{}"),
      encode("null"),
      encode('"x"'),
      encode("{"),
      encode([1]),
      "a".repeat(500),
      "a".repeat(501),
      "é",
    ];
    for (const [path, own] of cursors) {
      const [name, ...parts] = JSON.parse(Buffer.from(own, "base64url").toString()) as [string, ...unknown[]];
      const tampered = [
        own.slice(0, -4),
        `${own}AAAA`,
        encode([name]),
        encode([name, ...parts, 1]),
        encode([name, 1.5]),
        encode([name, 9_007_199_254_740_991]),
        encode([name, -9_007_199_254_740_991]),
        encode([name, "1"]),
        encode([name, null]),
        encode([name, "9999-99-99T99:99:99.999Z", newId()]),
        encode([name, "2026-02-30T00:00:00.000Z", newId()]),
        encode([name, "0000-01-01T00:00:00.000Z", newId()]),
        encode([name, "2026-02-03T00:00:00.000Z", "nonsense"]),
        encode([name, "2026-02-03T00:00:00.000Z", "' or 1=1 --"]),
      ];
      const others = [...cursors].filter(([other]) => lists()[other] !== lists()[path]).map(([, cursor]) => cursor);
      for (const cursor of [...forged, ...tampered, ...others, ""]) {
        const response = await client.call("GET", `${path}?limit=1&cursor=${encodeURIComponent(cursor)}`);
        const { details } = await expectError(response, 400, "VALIDATION_ERROR");
        expect(details, `${path} ${cursor}`).toMatchObject({ issues: [{ field: "cursor" }] });
      }
      await expectError(await client.call("GET", `${path}?cursor=${own}&cursor=${own}`), 400, "VALIDATION_ERROR");
    }
  });

  test("refuses parameters that it does not know, NUL and repeated filters", async () => {
    for (const path of Object.keys(lists())) {
      const unknown = await client.call("GET", `${path}?offset=5&order[x]=1`);
      const { details } = await expectError(unknown, 400, "VALIDATION_ERROR");
      expect(details, path).toMatchObject({ issues: [{ field: "offset" }, { field: "order[x]" }] });
      await expectError(await client.call("GET", `${path}?limit=1&x=%00`), 400, "VALIDATION_ERROR");
    }
    for (const path of ["/api/documents", "/api/runs", "/api/tasks", `/api/runs/${runId}/assessments`])
      for (const search of ["status=NOPE", "status=", "status=ready", "status=FAILED&status=COMPLETED"]) {
        const { details } = await expectError(await client.call("GET", `${path}?${search}`), 400, "VALIDATION_ERROR");
        expect(details, `${path} ${search}`).toMatchObject({ issues: [{ field: "status" }] });
      }
  });
});

test("lists are newest first, the audit log by sequence, requirements and assessments in pack order", async () => {
  for (const [path, time] of [
    ["/api/documents", "uploadedAt"],
    ["/api/runs", "createdAt"],
    ["/api/tasks", "createdAt"],
  ] as const) {
    const rows = (await page(path, {})).rows as unknown as Record<string, string>[];
    const keys = rows.map((row) => `${row[time]} ${row.id}`);
    expect(keys).toEqual(keys.toSorted().reverse());
  }
  const entries = (await page("/api/admin/audit-logs", { limit: "200" })).rows as unknown as { sequence: number }[];
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, at) => entries.length - at));
  for (const path of ["/api/requirements", `/api/runs/${runId}/assessments`]) {
    const rows = (await page(path, {})).rows as unknown as { requirementId: string }[];
    expect(rows.map(({ requirementId }) => requirementId)).toEqual(["1.1", "1.2.a", "2.1"]);
  }
});

describe("the search for file names", () => {
  const names = ["100%_done.txt", "100x-done.txt", "back\\slash.txt", "quo'te.txt", "Ünïcode-名.txt", "(a|b) & c.txt"];
  const found = async (q: string) =>
    (await client.get(`/api/documents?q=${encodeURIComponent(q)}`, documentListReply)).documents
      .map(({ originalFilename }) => originalFilename)
      .sort();
  beforeAll(async () => {
    for (const name of names) await client.upload(name, `Text of the file that is called ${name}.`);
  });

  test("takes every character as it is", async () => {
    expect(await found("%")).toEqual(["100%_done.txt"]);
    expect(await found("100%_")).toEqual(["100%_done.txt"]);
    expect(await found("0_d")).toEqual([]);
    expect(await found("_")).toEqual(["100%_done.txt"]);
    expect(await found("\\")).toEqual(["back\\slash.txt"]);
    expect(await found("k\\s")).toEqual(["back\\slash.txt"]);
    expect(await found("\\%")).toEqual([]);
    expect(await found("'")).toEqual(["quo'te.txt"]);
    expect(await found("' or '1'='1")).toEqual([]);
    expect(await found("(a|b) &")).toEqual(["(a|b) & c.txt"]);
    expect(await found("ünïCODE-名")).toEqual(["Ünïcode-名.txt"]);
    expect(await found("DONE.TXT")).toEqual(["100%_done.txt", "100x-done.txt"]);
  });

  test("is at most 200 characters long", async () => {
    expect(await found("x".repeat(200))).toEqual([]);
    await expectError(await client.call("GET", `/api/documents?q=${"x".repeat(201)}`), 400, "VALIDATION_ERROR");
  });
});

test("tasks are filtered by run and status", async () => {
  const ofRun = await client.get(`/api/tasks?runId=${runId}`, taskListReply);
  expect(ofRun.tasks.map(({ requirementId }) => requirementId).sort()).toEqual(["1.2.a", "2.1"]);
  expect((await client.get("/api/tasks", taskListReply)).tasks).toHaveLength(4);
  expect((await client.get("/api/tasks?status=COMPLETED", taskListReply)).tasks).toEqual([]);
  expect((await client.get(`/api/tasks?runId=${newId()}`, taskListReply)).tasks).toEqual([]);
});
