import { mkdir, mkdtemp, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSupabaseFileStore } from "@assay/adapters/supabase";
import { assessmentListReply, documentListReply, runStepsReply } from "@assay/contract";
import { createFolderFileStore } from "@assay/embedded/files";
import { startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
afterEach(() => assay.close());

const readiness = async () => (await fetch(`${assay.url}/readyz`)).status;
const waits = () => assay.log.filter((line) => line.includes('"event":"work.waits"')).length;
const listDocuments = async (client: TestClient) =>
  (await client.get("/api/documents?limit=200", documentListReply)).documents;

async function expectUnavailable(response: Response): Promise<string> {
  const { message } = await expectError(response, 503, "SERVICE_UNAVAILABLE");
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
  return message;
}

async function expectWholeRun(client: TestClient, runId: string): Promise<void> {
  expect(await client.finished(runId)).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });
  const { assessments } = await client.get(`/api/runs/${runId}/assessments`, assessmentListReply);
  expect(assessments.find(({ requirementId }) => requirementId === "1.1")).toMatchObject({ status: "COMPLETE" });
  const { steps } = await client.get(`/api/runs/${runId}/steps`, runStepsReply);
  expect(steps.find(({ stepName }) => stepName === "VERIFICATION")!.outputRefs).toMatchObject({
    excludedPassageCount: 0,
    excludedDocumentIds: [],
  });
}

describe("the files' folder moved away while the service runs", () => {
  test.each(["gone", "an empty folder in its place"])("%s", async (place) => {
    assay = await testService();
    const client = await (await assay.tenant()).as("ADMIN");
    const policy = await client.settled((await client.upload("backup-policy.txt", policyText)).id);
    const [files, aside] = ["files", "elsewhere"].map((name) => join(assay.service.dataDir, name)) as [string, string];
    await rename(files, aside);
    if (place !== "gone") await mkdir(files);

    await expectUnavailable(await client.sendFile("later.txt", "Text of later."));
    await expectUnavailable(await client.call("GET", `/api/documents/${policy.id}/original`));
    expect(await readiness()).toBe(503);
    const { id: runId } = await client.startRun();
    await until(
      async () => waits(),
      (seen) => seen >= 3,
    );
    expect(await listDocuments(client)).toMatchObject([{ id: policy.id, status: "READY", failure: null }]);
    expect(await readdir(files).catch(() => "gone")).toEqual(place === "gone" ? "gone" : []);

    if (place !== "gone") await rmdir(files);
    await rename(aside, files);
    await expectWholeRun(client, runId);
    expect(await readiness()).toBe(200);
    expect((await client.settled((await client.upload("later.txt", "Text of later.")).id)).status).toBe("READY");
  });
});

test("a bucket that fails for a while makes no document FAILED and no verdict false", async () => {
  const supabase = await startSupabaseDouble();
  onTestFinished(() => supabase.close());
  supabase.storage.makeBucket("evidence");
  const project = { url: supabase.url, secretKey: supabase.secretKey, bucket: "evidence" };
  assay = await testService({}, { files: createSupabaseFileStore(project) });
  const client = await (await assay.tenant()).as("ADMIN");
  const policy = await client.settled((await client.upload("backup-policy.txt", policyText)).id);
  // Bytes come in, and nothing of them can be read.
  const isReading = ({ method, path }: { method: string; path: string }) =>
    method === "GET" && path.startsWith("/storage/") && !path.endsWith("assay-deployment.txt");
  supabase.fail(isReading, { kind: "status", status: 503 }, Number.POSITIVE_INFINITY);
  await Promise.all(Array.from({ length: 11 }, (_, at) => client.upload(`${at}.txt`, `Text of ${at}.`)));
  const { id: runId } = await client.startRun();
  await until(
    async () => waits(),
    (seen) => seen >= 6,
  );
  await expectUnavailable(await client.call("GET", `/api/documents/${policy.id}/original`));
  supabase.fail(() => true, { kind: "html", status: 404 }, Number.POSITIVE_INFINITY);
  await expectUnavailable(await client.sendFile("later.txt", "Text of later."));
  expect(await readiness()).toBe(503);
  expect((await listDocuments(client)).filter(({ status }) => status === "FAILED")).toEqual([]);

  supabase.recover();
  await expectWholeRun(client, runId);
  const documents = await until(
    () => listDocuments(client),
    (all) => all.every(({ status }) => status === "READY" || status === "FAILED"),
  );
  expect(documents.map(({ status }) => status)).toEqual(Array(12).fill("READY"));
});

test.each([
  ["ENOSPC", "the disk is full"],
  ["EROFS", "the disk is read-only"],
])("an upload to a disk that answers %s is refused as unavailable and leaves nothing", async (code, reason) => {
  const root = await mkdtemp(join(tmpdir(), "assay-files-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  let isFull = false;
  const files = createFolderFileStore({
    root,
    async open(...args: Parameters<typeof open>) {
      const file = await open(...args);
      if (isFull) file.write = () => Promise.reject(Object.assign(new Error(code), { code, syscall: "write" }));
      return file;
    },
  });
  assay = await testService({}, { files });
  const client = await (await assay.tenant()).as("ADMIN");
  isFull = true;
  expect(await expectUnavailable(await client.sendFile("a.txt", "Text."))).toContain(reason);
  expect(await listDocuments(client)).toEqual([]);
  expect(await readdir(join(root, ".parts"))).toEqual([]);
  isFull = false;
  expect((await client.settled((await client.upload("a.txt", "Text.")).id)).status).toBe("READY");
});
