import { mkdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Bin, openBin } from "../support/command-line.ts";
import { policyText } from "../support/small-pack.ts";
import { openSyncLine } from "../support/sync-line.ts";
import { type TestService, testService } from "../support/test-service.ts";

const NDJSON = { "Content-Type": "application/x-ndjson" };

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

async function openFolder() {
  const opened = await openSyncLine(service, bin);
  const { line } = opened;
  await mkdir(join(line.folder, "evidence"));
  return {
    ...opened,
    async write(path: string, text: string) {
      const at = join(line.folder, "evidence", path);
      await mkdir(join(at, ".."), { recursive: true });
      await writeFile(at, text);
    },
    sync: (...options: string[]) => line.run(["sync", "evidence", "--source", "team", ...options]),
  };
}

test("a sync sends what is new or edited, retires what is gone, and says what it would do before", async () => {
  const { write, sync, evidence, line } = await openFolder();
  await write("policy.txt", policyText);
  await write("deep/gone.txt", "Access rights are reviewed every month by the owner of the system.");
  const planned = await sync("--dry-run");
  expect(planned, planned.stderr).toMatchObject({ code: 0 });
  expect(planned.stdout).toMatch(/^TO SEND\tdeep\/gone.txt\t\t\d+ bytes\nTO SEND\tpolicy.txt\t/);
  expect(await evidence()).toEqual([]);
  expect(await sync()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("team: 0 unchanged; 2 files: 2 uploaded"),
  });
  expect(await sync()).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("team: 2 unchanged\n") });
  expect(await evidence()).toEqual(["deep/gone.txt", "policy.txt"]);

  await write("policy.txt", "The register was withdrawn.");
  await rm(join(line.folder, "evidence/deep"), { recursive: true });
  const preview = JSON.parse((await sync("--dry-run", "--json")).stdout);
  expect(preview).toMatchObject({
    source: "team",
    unchanged: 0,
    files: [
      { file: "policy.txt", outcome: "TO SEND" },
      { file: "deep/gone.txt", outcome: "TO RETIRE" },
    ],
  });
  const edited = await sync();
  expect(edited.stdout).toMatch(/^UPLOADED\tpolicy.txt\t[0-9a-f-]{36}\t.*\nRETIRED\tdeep\/gone.txt\t/);
  expect(await evidence()).toEqual(["policy.txt"]);
  await write("deep/gone.txt", "Access rights are reviewed every month by the owner of the system.");
  await write("policy.txt", policyText);
  expect(await sync()).toMatchObject({ code: 0 });
  expect(await evidence()).toEqual(["deep/gone.txt", "policy.txt"]);
});

test("what is refused or not read is named with the reason at every sync, and never retires what is sound", async () => {
  const { write, sync, evidence } = await openFolder();
  await write("sound.txt", policyText);
  await write("broken.pdf", "%PDF-1.7 broken");
  await write("empty.txt", "");
  for (const { code, stdout } of [await sync(), await sync()]) {
    expect(code).toBe(5);
    expect(stdout).toMatch(/^REFUSED\tempty.txt\t\t.*VALIDATION_ERROR/m);
    expect(stdout).toMatch(/^FAILED\tbroken.pdf\t[0-9a-f-]{36}\tUNREADABLE_FILE: /m);
  }
  expect(await evidence()).toContain("sound.txt");
});

/** Counts what travels between a command and the service. */
async function countBytes() {
  const counted = { bytes: 0 };
  const { port: target, hostname } = new URL(service.url);
  const proxy = createServer((near) => {
    const far = connect(Number(target), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from
        .on("data", (chunk: Buffer) => {
          counted.bytes += chunk.length;
          to.write(chunk);
        })
        .on("end", () => to.end())
        .on("error", () => to.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  return { counted, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

test("a file that is refused travels once, and is named with the reason at every sync", async () => {
  const { write, line } = await openFolder();
  const { counted, url } = await countBytes();
  await write("sound.txt", policyText);
  await write("bin/tool.exe", `MZ${"\0".repeat(200_000)}`);
  await write("renamed.pdf", `MZ${"\0".repeat(200_000)}`);
  await write("Makefile", `all: ${"x".repeat(200_000)}`);
  const sync = (...options: string[]) =>
    line.run(["sync", "evidence", "--source", "team", "--no-wait", ...options], { env: { ASSAY_URL: url } });
  for (const isFirst of [true, false, false]) {
    counted.bytes = 0;
    const { code, stdout } = await sync();
    expect(code).toBe(5);
    expect(stdout).toMatch(/^SKIPPED\tbin\/tool.exe\t\t.*'exe'.*UNSUPPORTED_FILE_TYPE/m);
    expect(stdout).toMatch(/^SKIPPED\trenamed.pdf\t\t.*UNSUPPORTED_FILE_TYPE/m);
    expect(stdout).toMatch(/^REFUSED\tMakefile\t\t.*VALIDATION_ERROR/m);
    if (!isFirst) expect(counted.bytes).toBeLessThan(10_000);
  }
  expect((await sync("--dry-run")).stdout).not.toContain("TO SEND");
  await write("bin/tool.exe", "MZ and more");
  expect((await sync("--dry-run")).stdout).toContain("TO SEND\tbin/tool.exe");
});

test("an unchanged night sends no bytes of files, and at most 300 bytes a file", async () => {
  const { write, line } = await openFolder();
  const { counted, url } = await countBytes();
  const text = "Servers are patched every month by the operations team. ".repeat(100);
  for (let index = 0; index < 100; index++) await write(`policies/department/server-${index}.txt`, `${text}${index}`);
  const sync = () => line.run(["sync", "evidence", "--source", "team", "--no-wait"], { env: { ASSAY_URL: url } });
  expect(await sync()).toMatchObject({ code: 0 });
  expect(counted.bytes).toBeGreaterThan(100 * text.length);
  counted.bytes = 0;
  expect(await sync()).toMatchObject({ code: 0, stderr: expect.stringContaining("team: 100 unchanged") });
  console.info(`An unchanged night: ${counted.bytes / 100} bytes a file`);
  expect(counted.bytes).toBeLessThanOrEqual(100 * 300);
});

test("another sync of the source is waited for, or taken over", async () => {
  const { write, sync, evidence, tenant } = await openFolder();
  await write("policy.txt", policyText);
  const member = await tenant.as("MEMBER");
  expect((await member.call("POST", "/api/sources/team/plan", { body: "\n", headers: NDJSON })).status).toBe(200);
  const refused = await sync();
  expect(refused).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("Another sync of team is under way since"),
  });
  expect(refused.stderr).toContain("give --take-over");
  expect(await evidence()).toEqual([]);
  expect(await sync("--take-over")).toMatchObject({ code: 0 });
  expect(await sync()).toMatchObject({ code: 0 });
});

test("an empty folder retires nothing unless that is asked for", async () => {
  const { write, sync, evidence, line } = await openFolder();
  await write("policy.txt", policyText);
  await sync();
  await rm(join(line.folder, "evidence/policy.txt"));
  const refused = await sync();
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("There is no file in evidence: nothing was retired"),
  });
  expect(await sync("--exclude", "*")).toMatchObject({ code: 2 });
  expect(await evidence()).toEqual(["policy.txt"]);
  expect(await sync("--allow-empty")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^RETIRED\tpolicy.txt/) });
  expect(await evidence()).toEqual([]);
});

test("a sync that is interrupted retires nothing, and the next one continues", async () => {
  const { write, sync, evidence, line } = await openFolder();
  await write("old.txt", "Keys are rotated every year by the security officer.");
  await sync();
  await rm(join(line.folder, "evidence/old.txt"));
  for (let index = 0; index < 40; index++) await write(`new-${index}.txt`, `Server ${index} is patched every month.`);
  const args = ["sync", "evidence", "--source", "team"];
  const stopped = await line.run(args, { interruptAt: /UPLOADED\tnew-/ });
  expect(stopped).toMatchObject({ code: 130, stderr: expect.stringContaining("The next sync continues.") });
  expect(await evidence()).toContain("old.txt");
  const ended = await sync();
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
  expect(ended.stdout.match(/^UPLOADED/gm)!.length).toBeLessThan(40);
  expect(await evidence()).toHaveLength(40);
});

test("--watch syncs again when the folder changes", async () => {
  const { write, line, evidence } = await openFolder();
  await write("a.txt", "Keys are rotated every year by the security officer.");
  let waited = false;
  const watching = line.run(["sync", "evidence", "--source", "team", "--watch", "--no-wait"], {
    onStderr: (text) => {
      if (waited || !text.includes("Waits for changes of evidence")) return;
      waited = true;
      void write("b.txt", "Servers are patched every month by the operations team.");
    },
    interruptAt: /UPLOADED\tb\.txt/,
  });
  expect(await watching).toMatchObject({ code: 130 });
  expect(await evidence()).toEqual(["a.txt", "b.txt"]);
});

test.each([
  [["sync", "evidence"], "--source is missing"],
  [["sync", "evidence", "--source", "a", "--watch", "--dry-run"], "leave out --dry-run"],
  [["sync", "evidence@main", "--source", "a", "--watch"], "--watch needs a folder"],
  [["sync", "none", "--source", "a"], "there is no such folder"],
])("%j is refused", async (args, says) => {
  const { line } = await openFolder();
  expect(await line.run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
});
