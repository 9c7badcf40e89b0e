import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { Demo, DemoTenant } from "../../../../tools/demo/src/seed-demo.ts";
import { ENTRIES, type Env, launchProcess, startedUrl, type TestProcess } from "./launch-process.ts";
import { createTestClient, type TestClient } from "./test-client.ts";

export interface ServiceProcess extends TestProcess {
  readonly url: string;
  readonly dataDir: string;
}

/** A folder that goes when the test ends. */
export async function testFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "assay-process-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}

/** A data folder with the demo's tenants and people, without documents. */
export async function seededFolder(): Promise<string> {
  const dir = await testFolder();
  await cp(inject("seededData"), dir, { recursive: true });
  return dir;
}

/** Starts a process that is killed, at the latest, when the test ends. */
export function startProcess(command: readonly [string, ...string[]], env: Env = {}): TestProcess {
  const started = launchProcess(command, env);
  onTestFinished(async () => {
    killGroup(started.pid);
    await started.ended;
  });
  return started;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Runs an entry of the service to the point where it listens, on a free port. */
export async function startServer(entry: "node" | "seeded", dataDir: string, env: Env = {}): Promise<ServiceProcess> {
  const server = startProcess([process.execPath, ENTRIES[entry]], { PORT: "0", ASSAY_DATA_DIR: dataDir, ...env });
  return { ...server, dataDir, url: await startedUrl(server) };
}

export async function readDemo(dataDir: string): Promise<Demo> {
  return JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as Demo;
}

/** A client of the demo's first tenant, or of another, in a role that it has. */
export function demoClient(url: string, { tenants }: Pick<Demo, "tenants">, role = "ADMIN", tenant = 0): TestClient {
  return createTestClient(url, demoUser(tenants[tenant]!, role).token);
}

export function demoUser({ users }: DemoTenant, role: string): DemoTenant["users"][number] {
  return users.find((user) => user.role === role)!;
}
