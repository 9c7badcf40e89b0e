import { type S3Double, startS3Double } from "@assay/testing/doubles/s3/start-s3";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Bin, openBin } from "../support/command-line.ts";
import { policyText } from "../support/small-pack.ts";
import { openSyncLine } from "../support/sync-line.ts";
import { type TestService, testService } from "../support/test-service.ts";

let service: TestService;
let bin: Bin;
beforeAll(async () => {
  bin = await openBin();
  service = await testService();
});
afterAll(async () => {
  await service.close();
  await bin.close();
});

async function openBucket() {
  const s3 = await startS3Double();
  onTestFinished(() => s3.close());
  const { line, evidence } = await openSyncLine(service, bin, {
    ...{ AWS_ACCESS_KEY_ID: s3.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.secretAccessKey },
    ...{ AWS_REGION: s3.region, AWS_ENDPOINT_URL: s3.endpoint },
  });
  return {
    s3,
    evidence,
    sync: (from: string, env: Record<string, string> = {}) => line.run(["sync", from, "--source", "bucket"], { env }),
  };
}

const reads = (s3: S3Double) => s3.requests().filter((each) => !each.includes("list-type"));

test("a bucket's prefix is synced: names of any characters, over pages; what is gone retires", async () => {
  const { s3, sync, evidence } = await openBucket();
  await s3.keep("other/elsewhere.txt", policyText);
  await s3.keep("team/", "");
  const names = ["a b+c.txt", "deep/ü (1)'*!.txt", "deep/.hidden/x.txt", "policy&<x>.txt"];
  for (const name of names) await s3.keep(`team/${name}`, `${policyText} ${name}`);
  s3.setPageSize(2);
  const first = await sync("s3://evidence/team");
  expect(first, first.stderr).toMatchObject({ code: 0 });
  expect(first.stderr).toContain("3 uploaded; 1 hidden");
  expect(await evidence()).toEqual(["a b+c.txt", "deep/ü (1)'*!.txt", "policy&<x>.txt"].sort());
  s3.lose("team/a b+c.txt");
  expect((await sync("s3://evidence/team/")).stdout).toMatch(/^RETIRED\ta b\+c.txt/m);
  expect(await evidence()).toEqual(["deep/ü (1)'*!.txt", "policy&<x>.txt"].sort());
});

test("an unchanged night lists the bucket and reads none of its objects; an edited one is read again", async () => {
  const { s3, sync } = await openBucket();
  await s3.keep("a.txt", `${policyText} One.`);
  await s3.keep("b.txt", `${policyText} Two.`);
  await sync("s3://evidence");
  const before = reads(s3).length;
  expect(await sync("s3://evidence")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("bucket: 2 unchanged"),
  });
  expect(reads(s3)).toHaveLength(before);
  await s3.keep("b.txt", `${policyText} Six.`);
  const edited = await sync("s3://evidence");
  expect(edited.stderr).toContain("bucket: 1 unchanged; 1 file: 1 uploaded");
  expect(
    reads(s3)
      .slice(before)
      .every((each) => each.startsWith("/evidence/b.txt")),
  ).toBe(true);
});

test.each([
  ["in parts", '"9b2cf535f27731c974343645a3985328-2"'],
  ["without a tag", ""],
])("an object that is listed %s is read again, as its tag says nothing of its bytes", async (_, etag) => {
  const { s3, sync } = await openBucket();
  await s3.keep("a.txt", `${policyText} One.`, etag);
  await s3.keep("b.txt", `${policyText} Two.`);
  expect(await sync("s3://evidence")).toMatchObject({ code: 0, stderr: expect.stringContaining("2 uploaded") });
  const before = reads(s3).length;
  expect((await sync("s3://evidence")).stderr).toContain("bucket: 2 unchanged");
  expect(reads(s3).slice(before)).toEqual([expect.stringMatching(/^\/evidence\/a.txt/)]);
  await s3.keep("a.txt", `${policyText} Six.`, etag);
  expect((await sync("s3://evidence")).stderr).toContain("bucket: 1 unchanged; 1 file: 1 uploaded");
});

test("an object that was written again with the same tag and size is read again", async () => {
  const { s3, sync } = await openBucket();
  const etag = '"9b2cf535f27731c974343645a3985328"';
  await s3.keep("a.txt", `${policyText} One.`, etag);
  await sync("s3://evidence");
  await s3.keep("a.txt", `${policyText} Two.`, etag);
  expect((await sync("s3://evidence")).stderr).toContain("bucket: 0 unchanged; 1 file: 1 uploaded");
});

test("an object that cannot be read is named, and nothing retires", async () => {
  const { s3, sync, evidence } = await openBucket();
  await s3.keep("a.txt", policyText);
  await sync("s3://evidence");
  s3.lose("a.txt");
  await s3.keep("b.txt", `${policyText} Two.`);
  s3.fail(({ path }) => path.startsWith("/evidence/b.txt"), { kind: "status", status: 403 } as never);
  const { code, stdout, stderr } = await sync("s3://evidence");
  expect(code).toBe(5);
  expect(stdout).toMatch(/^REFUSED\tb.txt\t\tCannot read s3:\/\/evidence/m);
  expect(stderr).toContain("Nothing is retired");
  expect(await evidence()).toEqual(["a.txt"]);
});

test("an object that changed between its hash and its sending is refused alone, and the others come", async () => {
  const { s3, sync, evidence } = await openBucket();
  await s3.keep("a.txt", policyText);
  await s3.keep("b.txt", `${policyText} Two.`);
  let read = 0;
  const isSecond = ({ path }: { path: string }) => path.startsWith("/evidence/b.txt") && ++read === 2;
  s3.fail(isSecond, { kind: "status", status: 412 });
  const { code, stdout } = await sync("s3://evidence");
  expect(code).toBe(5);
  expect(stdout).toMatch(/^REFUSED\tb.txt\t\tIt went or changed while it was synced/m);
  expect(await evidence()).toEqual(["a.txt"]);
});

test.each([
  [{ AWS_SECRET_ACCESS_KEY: "another" }, 4, "SignatureDoesNotMatch"],
  [{ AWS_REGION: "eu-test-2" }, 4, "AuthorizationHeaderMalformed"],
  [{ AWS_ACCESS_KEY_ID: "" }, 2, "Set AWS_ACCESS_KEY_ID"],
  [{ AWS_ENDPOINT_URL: "minio" }, 2, "AWS_ENDPOINT_URL must be an address"],
])("%j: exit code %i and what to do, without the secret", async (env, code, says) => {
  const { s3, sync } = await openBucket();
  const ended = await sync("s3://evidence", env as unknown as Record<string, string>);
  expect(ended.code).toBe(code);
  expect(ended.stderr).toContain(says);
  expect(`${ended.stdout}${ended.stderr}`).not.toContain(s3.secretAccessKey);
});

test.each(["s3://", "s3://UPPER/x", "s3://a"])("%s names no bucket", async (from) => {
  const { sync } = await openBucket();
  expect(await sync(from)).toMatchObject({ code: 2, stderr: expect.stringContaining("a bucket is s3://bucket") });
});
