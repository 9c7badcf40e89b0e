import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jobs } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { eq, isNotNull, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../support/launch-process.ts";
import { makeOperatorDatabase } from "../support/operator-database.ts";
import { runCommand, shownPassword } from "../support/run-command.ts";
import { startServer } from "../support/start-process.ts";
import { createTestClient, type TestClient, until } from "../support/test-client.ts";

const server = process.env.ASSAY_TEST_POSTGRES_URL;
const EMAIL = "ada@acme.example";
const PASSWORD = "a password of my own";

async function signIn(url: string, password: string): Promise<TestClient> {
  const credentials = { email: EMAIL, password };
  const reply = await createTestClient(url).sendJson("POST", "/auth/v1/token?grant_type=password", credentials);
  const { access_token: token } = (await reply.json()) as { access_token: string };
  return createTestClient(url, token);
}

test.skipIf(!server)(
  "two processes share a database and a folder without a data folder: people, files and work continue at either when one is killed",
  async () => {
    const env = await makeOperatorDatabase();
    const [one, other] = await Promise.all([
      startServer("node", env.ASSAY_DATA_DIR, env),
      startServer("node", env.ASSAY_DATA_DIR, env),
    ]);
    // While both run: users are in the database.
    const options = ["--name", "Acme", "--admin", EMAIL, "--super-admin", "--pack", join(ROOT, "tools/demo/pack.json")];
    const made = await runCommand("create-tenant", options, env);
    expect(made.code, made.stderr).toBe(0);

    const first = await signIn(one.url, shownPassword(made.stdout));
    const change = { current: shownPassword(made.stdout), new: PASSWORD };
    expect((await first.sendJson("POST", "/api/session/password", change)).status).toBe(204);
    const atOther = await signIn(other.url, PASSWORD);
    const atOne = createTestClient(one.url, atOther.token);

    const text = (index: number) => `Access rights ${index} are reviewed every quarter by the security officer.`;
    const documents = await Promise.all([1, 2, 3, 4].map((index) => atOne.upload(`policy-${index}.txt`, text(index))));
    const original = await atOther.call("GET", `/api/documents/${documents[0]!.id}/original`);
    expect(await original.text()).toBe(text(1));
    const run = await atOne.startRun();
    await one.end("SIGKILL");

    for (const { id } of documents) expect(await atOther.settled(id)).toMatchObject({ status: "READY" });
    expect(await atOther.finished(run.id)).toMatchObject({ status: "COMPLETED" });
    const doctor = await runCommand("doctor", [], env);
    expect(doctor.stdout).toContain(`Files: in the folder ${env.FILES_DIR}`);
    expect(doctor.code, doctor.stdout).toBe(0);
    expect(existsSync(env.ASSAY_DATA_DIR)).toBe(false);
  },
);

test.skipIf(!server)(
  "a process with TAKE_JOBS=off answers requests, and another one does all that they call for",
  async () => {
    const env = await makeOperatorDatabase();
    const [requests, worker] = await Promise.all([
      startServer("node", env.ASSAY_DATA_DIR, { ...env, TAKE_JOBS: "off" }),
      startServer("node", env.ASSAY_DATA_DIR, env),
    ]);
    const options = ["--name", "Acme", "--admin", EMAIL, "--pack", join(ROOT, "tools/demo/pack.json")];
    const made = await runCommand("create-tenant", options, env);
    const first = await signIn(requests.url, shownPassword(made.stdout));
    await first.sendJson("POST", "/api/session/password", { current: shownPassword(made.stdout), new: PASSWORD });

    const member = await signIn(requests.url, PASSWORD);
    const document = await member.upload("policy.txt", "Access rights are reviewed every quarter.");
    expect(await member.settled(document.id)).toMatchObject({ status: "READY" });
    const run = await member.startRun();
    expect(await member.finished(run.id)).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });

    const { db, close } = connectServer(env.DATABASE_MIGRATE_URL, { poolSize: 1 });
    onTestFinished(close);
    const held = await db.selectDistinct({ holder: jobs.holder }).from(jobs).where(isNotNull(jobs.holder));
    expect(held).toHaveLength(1);
    const doctor = await runCommand("doctor", [], { ...env, TAKE_JOBS: "off" });
    expect(doctor.stdout).toContain("Dispatch: none, other processes do the jobs");
    expect(doctor.code, doctor.stdout).toBe(0);

    await worker.end("SIGTERM");
    await member.upload("another.txt", "Backups are tested every month.");
    await db.update(jobs).set({ availableAt: sql`now() - interval '2 minutes'` }).where(eq(jobs.state, "PENDING"));
    const alone = await runCommand("doctor", [], { ...env, TAKE_JOBS: "off" });
    expect(alone.stdout).toContain("WRONG Jobs have waited for over a minute and no process does any");
    expect(alone.code).toBe(1);
  },
);

test.skipIf(!server)(
  "serve does its jobs in a second process: one log, one stop, one readiness, and the death of either ends both",
  async () => {
    const env: Record<string, string> = { ...(await makeOperatorDatabase()), TAKE_JOBS: "apart" };
    // What the folder of one process holds serves both.
    delete env.CHECKPOINT_SIGNING_KEY;
    delete env.FILES_DIR;
    const options = ["--name", "Acme", "--admin", EMAIL, "--pack", join(ROOT, "tools/demo/pack.json")];
    const made = await runCommand("create-tenant", options, env);
    const service = await startServer("node", env.ASSAY_DATA_DIR!, env);
    const first = await signIn(service.url, shownPassword(made.stdout));
    await first.sendJson("POST", "/api/session/password", { current: shownPassword(made.stdout), new: PASSWORD });
    const member = await signIn(service.url, PASSWORD);
    const document = await member.upload("policy.txt", "Access rights are reviewed every quarter.");
    expect(await member.settled(document.id)).toMatchObject({ status: "READY" });
    const run = await member.startRun();
    expect(await member.finished(run.id)).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });
    expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({
      parts: expect.arrayContaining(["jobs"]),
    });

    const [jobsPid] = childrenOf(service.pid);
    process.kill(jobsPid!, "SIGKILL");
    const { code } = await service.ended;
    expect(code).toBe(1);
    expect(service.output().stderr).toContain("the process that does the jobs ended with signal SIGKILL");

    const again = await startServer("node", env.ASSAY_DATA_DIR!, env);
    const [jobsAgain] = childrenOf(again.pid);
    await again.end("SIGKILL");
    await until(
      async () => existsSync(`/proc/${jobsAgain}`),
      (lives) => !lives,
    );

    const last = await startServer("node", env.ASSAY_DATA_DIR!, env);
    const [jobsLast] = childrenOf(last.pid);
    // A signal to the one that does the jobs is meant for the service.
    process.kill(jobsLast!, "SIGTERM");
    expect((await last.ended).code).toBe(0);
    expect(existsSync(`/proc/${jobsLast}`)).toBe(false);
  },
);

test.skipIf(!server)(
  "one response has the metrics of both processes, and says that the one that does the jobs is silent",
  async () => {
    const token = "a token of sixteen";
    const limits = JSON.stringify({ metricsWaitMs: 2000 });
    const settings = { TAKE_JOBS: "apart", METRICS_TOKEN: token, NODE_ENV: "test", ASSAY_TEST_LIMITS: limits };
    const env = { ...(await makeOperatorDatabase()), ...settings };
    const service = await startServer("node", env.ASSAY_DATA_DIR, env);
    const scrape = async () =>
      (await fetch(`${service.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).text();
    const both = await until(scrape, (text) => text.includes('assay_process_up{process="jobs"} 1'));
    for (const process of ["service", "jobs"]) {
      expect(both).toMatch(new RegExp(`^nodejs_eventloop_lag_p99_seconds\\{process="${process}"\\} \\d`, "m"));
      expect(both).toMatch(
        new RegExp(`^assay_database_pool_connections\\{[^}]*state="max"[^}]*process="${process}"[^}]*\\} 10$`, "m"),
      );
    }
    // Each family is told once, whichever of them measured it.
    const families = [...both.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(families).size).toBe(families.length);

    const [jobsPid] = childrenOf(service.pid);
    process.kill(jobsPid!, "SIGSTOP");
    try {
      const silent = await scrape();
      expect(silent).toContain('assay_process_up{process="jobs"} 0');
      expect(silent).toContain('assay_process_up{process="service"} 1');
    } finally {
      process.kill(jobsPid!, "SIGCONT");
    }
    await until(scrape, (text) => text.includes('assay_process_up{process="jobs"} 1'));
    expect((await service.end("SIGTERM")).code).toBe(0);
  },
);

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children.filter(Boolean).map(Number);
}
