import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { documentListReply, documentReply } from "@assay/contract";
import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTextPdf } from "../support/make-evidence.ts";
import { openLink } from "../support/open-link.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const MB = 1_048_576;

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

/** Changes one byte of a stored file, as a failing disk or a hand would. */
async function damage({ tenantId, id }: { tenantId: string; id: string }, position: number): Promise<void> {
  const path = join(assay.service.dataDir, "files", tenantId, `${id}.file`, "bytes");
  let file: FileHandle | undefined;
  try {
    file = await open(path, "r+");
    const byte = new Uint8Array(1);
    await file.read(byte, 0, 1, position);
    byte[0]! ^= 1;
    await file.write(byte, 0, 1, position);
  } finally {
    await file?.close();
  }
}

/** As large as is wanted: its text cannot be read, and its bytes can. */
function largePdf(bytes: number): Uint8Array {
  const file = new Uint8Array(bytes).fill(32);
  file.set(new TextEncoder().encode("%PDF-1.7\n"));
  for (let at = 4096; at < bytes; at += 4096) file.set([at >> 12, at >> 20], at);
  return file;
}

const original = (client: TestClient, id: string, range?: string) =>
  client.call("GET", `/api/documents/${id}/original`, range === undefined ? {} : { headers: { Range: range } });
const failed = (client: TestClient, id: string) =>
  until(
    async () => (await client.get(`/api/documents/${id}`, documentReply)).document.failure?.code,
    (code) => code === "HASH_MISMATCH",
  );

test.each([
  ["a text", "policy.txt", async () => policyText],
  ["a PDF", "handbook.pdf", () => makeTextPdf(3)],
])("one changed byte of %s is 500 before the first byte, and it is no evidence any more", async (_, name, make) => {
  const tenant = await assay.tenant();
  const client = await tenant.as("ADMIN");
  const bytes = await make();
  const { id } = await client.settled((await client.upload(name, bytes)).id);
  await damage({ tenantId: tenant.id, id }, 20);
  for (const range of [undefined, "bytes=0-9", "bytes=20-20", "bytes=-1"]) {
    const { details } = await expectError(await original(client, id, range), 500, "INTEGRITY_ERROR");
    expect(details).toMatchObject({ objectType: "document", objectId: id });
  }
  await failed(client, id);
  expect(assay.log.filter((line) => line.includes("integrity.failed") && line.includes(id))).not.toEqual([]);
});

test("a damaged member of an archive is refused, and the others are served", async () => {
  const tenant = await assay.tenant();
  const client = await tenant.as("ADMIN");
  const text = (name: string) => new TextEncoder().encode(`${name}: ${policyText}`);
  const box = await client.upload("box.zip", zipSync({ "a.txt": text("a"), "b.txt": text("b") }));
  await client.settled(box.id);
  const { documents } = await client.get(`/api/documents?parentDocumentId=${box.id}`, documentListReply);
  const [damaged, sound] = documents;
  await damage({ tenantId: tenant.id, id: damaged!.id }, 0);
  await expectError(await original(client, damaged!.id), 500, "INTEGRITY_ERROR");
  expect((await original(client, sound!.id)).status).toBe(200);
  expect((await original(client, box.id)).status).toBe(200);
});

test("an auditor's link gets no byte of a damaged original", async () => {
  const tenant = await assay.tenant();
  const client = await tenant.as("ADMIN");
  const { id } = await client.settled((await client.upload("policy.txt", policyText)).id);
  const run = await client.startRun();
  await client.finished(run.id);
  const { client: link } = await openLink(assay, tenant, run.id);
  expect((await original(link, id)).status).toBe(200);
  await damage({ tenantId: tenant.id, id }, 5);
  await expectError(await original(link, id), 500, "INTEGRITY_ERROR");
});

test("of a large original each part is checked before it is sent: a wrong one breaks the transfer", async () => {
  const tenant = await assay.tenant();
  const client = await tenant.as("ADMIN");
  const bytes = largePdf(10 * MB);
  const { id } = await client.upload("large.pdf", bytes);
  await damage({ tenantId: tenant.id, id }, 5 * MB + 3);

  const response = await original(client, id);
  expect(response.status).toBe(200);
  const received: Uint8Array[] = [];
  const reading = async () => {
    for await (const chunk of response.body!) received.push(chunk);
  };
  await expect(reading()).rejects.toThrow();
  const got = Buffer.concat(received);
  expect(got.length).toBeLessThanOrEqual(5 * MB);
  expect(got.equals(bytes.subarray(0, got.length))).toBe(true);
  expect(assay.log.filter((line) => line.includes("integrity.failed") && line.includes(id))).toHaveLength(1);

  await expectError(await original(client, id, `bytes=${5 * MB}-${5 * MB}`), 500, "INTEGRITY_ERROR");
  const sound = await original(client, id, `bytes=${6 * MB - 1}-${7 * MB}`);
  expect(sound.status).toBe(500);
  const next = await original(client, id, `bytes=${6 * MB}-${7 * MB}`);
  expect(next.status).toBe(206);
  expect(Buffer.from(await next.arrayBuffer()).equals(bytes.subarray(6 * MB, 7 * MB + 1))).toBe(true);
});
