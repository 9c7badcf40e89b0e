import { readFile } from "node:fs/promises";
import { chunkListReply, type SearchReply, searchReply } from "@assay/contract";
import { createOfflineEmbedder } from "@assay/offline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectRateLimit } from "../support/expect-rate-limit.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const embedder = createOfflineEmbedder();
let isOut = false;

let assay: TestService;
let client: TestClient;
const ids: Record<string, string> = {};
beforeAll(async () => {
  assay = await testService(
    { SEARCHES_PER_MINUTE: "30" },
    {
      embedder: {
        ...embedder,
        embed: (texts, options) =>
          isOut && options.kind === "query"
            ? Promise.reject(new DOMException("Too late", "TimeoutError"))
            : embedder.embed(texts, options),
      },
    },
  );
  const tenant = await assay.tenant();
  const member = await tenant.as("MEMBER");
  for (const name of [
    "information-security-policy.pdf",
    "backup-and-recovery-register.xlsx",
    "access-control-standard.docx",
    "incident-and-supplier-records.zip",
  ])
    ids[name] = (await member.upload(name, await demoFile(name))).id;
  ids["копии.txt"] = (await member.upload("копии.txt", RUSSIAN)).id;
  for (const id of Object.values(ids)) await member.settled(id);
  client = await tenant.as("VIEWER");
});
afterAll(() => assay.close());

const RUSSIAN = "Посетители носят значок. Резервные копии создаются каждый день и хранятся девяносто дней.";

const demoFile = (name: string) =>
  readFile(new URL(`../../../../tools/demo/evidence/northwind/${name}`, import.meta.url));

const search = (q: string, more = "", as = client): Promise<SearchReply> =>
  as.get(`/api/search?q=${encodeURIComponent(q)}${more}`, searchReply);

test("search finds pages, sections and cells, each quote word for word in the stored text of its chunk", async () => {
  const pages = await search("passwords of administrators", `&documentId=${ids["information-security-policy.pdf"]}`);
  expect(pages).toMatchObject({ legs: ["VECTOR", "LEXICAL"], degraded: null });
  expect(pages.results[0]!.pageNumber).toBeGreaterThan(0);
  const cells = await search("restore test of the backup", `&documentId=${ids["backup-and-recovery-register.xlsx"]}`);
  expect(cells.results[0]).toMatchObject({ pageNumber: null, location: expect.stringContaining("!") as string });
  const sections = await search("who approves access", `&documentId=${ids["access-control-standard.docx"]}`);
  expect(sections.results[0]!.location).not.toBeNull();
  for (const { documentId, chunkId, quote } of [pages, cells, sections].flatMap(({ results }) => results)) {
    const { chunks } = await client.get(`/api/documents/${documentId}/chunks?limit=200`, chunkListReply);
    const { content, startOffset } = chunks.find(({ id }) => id === chunkId)!;
    expect(content.slice(quote.startOffset - startOffset, quote.endOffset - startOffset)).toBe(quote.text);
    for (const [start, end] of quote.matches) expect(quote.text.slice(start, end)).toMatch(/^[\p{L}\p{N}.]+$/u);
  }
});

test("search in another script finds and marks its words, and a ZIP is searched through its members", async () => {
  const { results } = await search("резервные копии");
  expect(results[0]!.documentId).toBe(ids["копии.txt"]);
  const { text, matches } = results[0]!.quote;
  expect(matches.map(([start, end]) => text.slice(start, end))).toEqual(["Резервные копии".split(" ")].flat());
  const inside = await search("supplier review", `&documentId=${ids["incident-and-supplier-records.zip"]}`);
  expect(inside.results.length).toBeGreaterThan(0);
  expect(inside.results.map(({ documentId }) => documentId)).not.toContain(ids["incident-and-supplier-records.zip"]);
});

test("another tenant finds nothing of it, by words or by id", async () => {
  const theirs = await (await assay.tenant()).as("ADMIN");
  expect(await search("backup", "", theirs)).toMatchObject({ results: [], degraded: null });
  expect((await search("backup", `&documentId=${ids["копии.txt"]}`, theirs)).results).toEqual([]);
});

test("a deleted document is found no more", async () => {
  const tenant = await assay.tenant();
  const member = await tenant.as("MEMBER");
  const { id } = await member.upload("zeppelin.txt", "Zeppelins land at the dock every day.");
  await member.settled(id);
  expect((await search("zeppelins", "", member)).results).toHaveLength(1);
  await member.call("DELETE", `/api/documents/${id}`);
  expect((await search("zeppelins", "", member)).results).toEqual([]);
});

test("while the embedder is out, words alone are searched and the reply says so", async () => {
  isOut = true;
  const reply = await search("backup register").finally(() => {
    isOut = false;
  });
  expect(reply).toMatchObject({ legs: ["LEXICAL"], degraded: "EMBEDDER_UNAVAILABLE" });
  expect(reply.results.length).toBeGreaterThan(0);
  expect(reply.results.map(({ similarity }) => similarity).every((each) => each === null)).toBe(true);
});

test("an empty text, a long one, a limit out of range and broken text are refused", async () => {
  for (const query of ["", "?q=", "?q=%20%20", `?q=${"a".repeat(501)}`, "?q=a&limit=51", "?q=a&limit=0", "?q=%00"])
    await expectError(await client.call("GET", `/api/search${query}`), 400, "VALIDATION_ERROR");
  expect((await client.call("GET", `/api/search?q=${"a".repeat(500)}`)).status).toBe(200);
});

test("what was searched for is logged nowhere, each search is, and more than the limit of a minute are refused", async () => {
  const tenant = await assay.tenant();
  const viewer = await tenant.as("VIEWER");
  const served = await expectRateLimit(30, () => viewer.call("GET", "/api/search?q=confidential+merger"));
  const lines = assay.log.filter((line) => line.includes(tenant.id) && line.includes('"search.served"'));
  expect(lines).toHaveLength(served);
  expect(JSON.parse(lines[0]!)).toMatchObject({ embedder: embedder.model, degraded: null, results: 0 });
  expect(assay.log.join("\n")).not.toContain("confidential");
});
