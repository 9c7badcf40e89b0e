import { spawnSync } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  assessmentListReply,
  documentListReply,
  id,
  ROLES,
  requirementListReply,
  runDetails,
  runListReply,
} from "@assay/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { ENTRIES, type TestProcess } from "../support/launch-process.ts";
import { demoClient, demoUser, startProcess, testFolder } from "../support/start-process.ts";
import { createTestClient, expectError, until } from "../support/test-client.ts";

const demoFile = z.strictObject({
  url: z.string().regex(/^http:\/\/localhost:\d+$/),
  tenants: z
    .array(
      z.strictObject({
        id,
        name: z.string().min(1),
        packId: id,
        users: z.array(
          z.strictObject({
            email: z.string().includes("@"),
            password: z.string().min(8),
            role: z.enum(ROLES),
            token: z.string().min(20),
          }),
        ),
      }),
    )
    .length(2),
});

interface Started {
  readonly launcher: TestProcess;
  readonly stdout: string;
  readonly demo: z.infer<typeof demoFile>;
}

/** Runs the start command to the point where it has said all that it has to say. */
async function start(
  dataDir: string,
  options: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Started> {
  const launcher = startProcess([process.execPath, ENTRIES.launcher, "start", ...options], {
    PORT: "0",
    ASSAY_DATA_DIR: dataDir,
    ...env,
  });
  let over = false;
  void launcher.ended.then(() => {
    over = true;
  });
  const stdout = await until(
    async () => {
      const { stdout, stderr } = launcher.output();
      if (over) throw new Error(`Cannot wait for the demo because it ended:\n${stdout}${stderr}`);
      return stdout;
    },
    (text) => text.includes("curl -H"),
  );
  return { launcher, stdout, demo: demoFile.parse(JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"))) };
}

/** What the README shows of the results, but for what differs with each start. */
async function readmeResults(): Promise<string[]> {
  const readme = await readFile(join(import.meta.dirname, "../../../../README.md"), "utf8");
  const [, shown] = /```\n(2 Access control\n.*?)\nRun /s.exec(readme)!;
  return shown!.split("\n").map((line) => line.replace(/…$/, ""));
}

test("the start command shows an assessed demo, finds it again, and begins again when asked to, within the limits that are set", {
  timeout: 900_000,
}, async () => {
  const dataDir = await testFolder();
  const first = await start(dataDir);
  for (const line of await readmeResults()) expect(first.stdout).toContain(line);
  expect(first.stdout).toMatch(/Run [0-9a-f-]{36}: COMPLETED, snapshot CAPTURED/);
  expect(first.stdout).not.toContain("Found the data of an earlier start");
  await expectSignIns(first, dataDir);
  const runId = await expectResults(first);
  expect(await first.launcher.end("SIGTERM")).toEqual({ code: 0, signal: null });

  const second = await start(dataDir, [], { SUPER_ADMIN_MODE: "true", MAX_UPLOAD_BYTES: "40000" });
  expect(second.stdout).toContain(`Found the data of an earlier start in ${dataDir}.`);
  expect(second.demo.tenants.map((tenant) => tenant.id)).toEqual(first.demo.tenants.map((tenant) => tenant.id));
  const { runs } = await demoClient(second.demo.url, second.demo).get("/api/runs", runListReply);
  expect(runs.map((each) => each.id)).toEqual([runId]);
  await expectSettingsPassedOn(second);
  await second.launcher.end("SIGTERM");

  const fresh = await start(dataDir, ["--fresh"], { MAX_UPLOAD_BYTES: "10000" });
  expect(fresh.stdout).not.toContain("Found the data of an earlier start");
  expect(fresh.demo.tenants[0]!.id).not.toBe(first.demo.tenants[0]!.id);
  const anew = await demoClient(fresh.demo.url, fresh.demo).get("/api/runs", runListReply);
  expect(anew.runs).toHaveLength(1);
  expect(anew.runs[0]!.id).not.toBe(runId);
  // Evidence that a small limit refuses is named, and the rest is assessed.
  expect(fresh.stdout).toMatch(/signed-certificate-scan\.pdf: .*10000/);
  expect(fresh.stdout).toMatch(/information-security-policy\.pdf: .*10000/);
  expect(fresh.stdout).toMatch(/Run [0-9a-f-]{36}: COMPLETED, snapshot CAPTURED/);
});

async function expectSignIns({ stdout, demo }: Started, dataDir: string): Promise<void> {
  expect((await stat(join(dataDir, "demo.json"))).mode & 0o777).toBe(0o600);
  expect(stdout).toContain(`valid for 30 days. They are in ${join(dataDir, "demo.json")}`);
  for (const { users } of demo.tenants) for (const { token } of users) expect(stdout).not.toContain(token);
  const [command] = /(?<=TOKEN=\$\().*(?=\)$)/m.exec(stdout)!;
  const shown = spawnSync("sh", ["-c", command], { encoding: "utf8" }).stdout.trim();
  expect(shown).toBe(demoUser(demo.tenants[0]!, "ADMIN").token);
  expect(demo.tenants.map(({ name }) => name)).toEqual(["Northwind Instruments", "Harbour Clinic"]);
  expect(demo.tenants.map(({ users }) => users.map(({ role }) => role))).toEqual([
    ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"],
    ["VIEWER", "MEMBER", "ADMIN"],
  ]);
  for (const { users } of demo.tenants)
    for (const { email, password, token } of users) {
      expect(stdout).toMatch(new RegExp(`${email.replaceAll(".", "\\.")} +${password}`));
      await createTestClient(demo.url, token).get("/api/requirements", requirementListReply);
    }
  const { email, password } = demoUser(demo.tenants[1]!, "VIEWER");
  const answer = await createTestClient(demo.url).sendJson("POST", "/auth/v1/token?grant_type=password", {
    email,
    password,
  });
  expect(answer.status).toBe(200);
  const session = z.object({ access_token: z.string(), token_type: z.literal("bearer") }).parse(await answer.json());
  const { requirements } = await createTestClient(demo.url, session.access_token).get(
    "/api/requirements",
    requirementListReply,
  );
  expect(requirements).toHaveLength(25);
}

/** Returns the id of the one run. */
async function expectResults({ demo }: Started): Promise<string> {
  const api = demoClient(demo.url, demo);
  const { documents } = await api.get("/api/documents?limit=200", documentListReply);
  expect(documents.find(({ originalFilename }) => originalFilename === "signed-certificate-scan.pdf")).toMatchObject({
    status: "FAILED",
    failure: { code: "NO_TEXT" },
  });
  const { runs } = await api.get("/api/runs", runListReply);
  expect(runs).toHaveLength(1);
  const runId = runs[0]!.id;
  expect(await api.get(`/api/runs/${runId}`, runDetails)).toMatchObject({
    status: "COMPLETED",
    snapshotStatus: "CAPTURED",
    totalRequirements: 25,
    assessedCount: 25,
  });
  const { assessments } = await api.get(`/api/runs/${runId}/assessments`, assessmentListReply);
  // Only the text that the supplier's statement hides would prove it.
  expect(assessments.find(({ requirementId }) => requirementId === "3.5")).toMatchObject({ status: "MISSING" });
  const replay = async () => {
    const answer = await api.call("GET", `/api/admin/runs/${runId}/replay`);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const bytes = await replay();
  expect(JSON.parse(bytes)).toMatchObject({ source: "snapshot", data: { assessments } });
  expect(await replay()).toBe(bytes);
  return runId;
}

/** The service runs with SUPER_ADMIN_MODE and takes files of at most 40,000 bytes. */
async function expectSettingsPassedOn({ demo }: Started): Promise<void> {
  const other = demo.tenants[1]!.id;
  const superAdmin = demoClient(demo.url, demo, "SUPER_ADMIN");
  const { documents } = await superAdmin.get(`/api/documents?tenantId=${other}`, documentListReply);
  expect(documents.length).toBeGreaterThan(0);
  expect(documents.every(({ tenantId }) => tenantId === other)).toBe(true);
  const admin = demoClient(demo.url, demo, "ADMIN");
  await expectError(await admin.call("GET", `/api/documents?tenantId=${other}`), 403, "CROSS_TENANT_ACCESS_DENIED");
  const refused = await expectError(await admin.sendFile("large.txt", "x".repeat(40_001)), 413, "FILE_TOO_LARGE");
  expect(refused.details).toEqual({ limitBytes: 40_000 });
}
