import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assessmentListReply, ModelError, runListReply } from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { documents, newId } from "@assay/db";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Bin, type CommandLine, openBin, openCommandLine } from "../support/command-line.ts";
import { createDoubleAssessor, type DoubleAssessor, quoteFirst } from "../support/double-assessor.ts";
import { followCommands, readCommands } from "../support/follow-document.ts";
import { openShell } from "../support/open-shell.ts";
import { makeKey, signAsPrepared } from "../support/settled-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const ESCAPES = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eBackups of business data are taken every day by the team.";

let service: TestService;
let assessor: DoubleAssessor;
let bin: Bin;
beforeAll(async () => {
  bin = await openBin();
  assessor = createDoubleAssessor();
  service = await testService({}, { assessor });
});
afterAll(async () => {
  await service.close();
  await bin.close();
});

interface Signed extends CommandLine {
  readonly tenant: TestTenant;
}

/** A command line that has a key of a tenant of its own. */
async function signedIn(role: "VIEWER" | "MEMBER" | "ADMIN" = "MEMBER"): Promise<Signed> {
  const tenant = await service.tenant();
  const { key: secret } = await makeKey(await tenant.as("ADMIN"), role);
  const line = await openCommandLine(bin.path, { ASSAY_URL: service.url, ASSAY_API_KEY: secret });
  onTestFinished(() => line.close());
  return { ...line, tenant };
}

function mailWith(name: string, text: string): string {
  const head = 'From: a@example.test\nSubject: Rota\nContent-Type: multipart/mixed; boundary="b"\n';
  const attached = `--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename="${name}"\n\n${text}\n--b--\n`;
  return `${head}\n--b\n\nThe rota is attached.\n${attached}`;
}

test("package saves a run as one ZIP, the same each time, and replaces no file", async () => {
  assessor.act = quoteFirst(0.9);
  const assay = await signedIn();
  await writeFile(join(assay.folder, "policy.txt"), policyText);
  expect(await assay.run(["upload", "policy.txt"])).toMatchObject({ code: 0 });
  expect(await assay.run(["run"])).toMatchObject({ code: 0 });
  const saved = await assay.run(["package", "--originals", "-o", "one.zip"]);
  expect(saved, saved.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^one\.zip\t[0-9a-f]{64}\n$/) });
  expect(await assay.run(["package", "-o", "one.zip"])).toMatchObject({ code: 2 });
  const again = JSON.parse((await assay.run(["package", "--originals", "-o", "two.zip", "--json"])).stdout);
  expect(saved.stdout).toContain(again.sha256);
  expect((await stat(join(assay.folder, "two.zip"))).size).toBe(again.sizeBytes);
});

test("run waits for what is still being read, and with --ready-only says what it omits", async () => {
  assessor.act = quoteFirst(0.9);
  const assay = await signedIn();
  const owner = await service.database.asOwner();
  const id = newId();
  const file = { originalFilename: "slow.pdf", fileType: "pdf" as const, sha256Hash: "f".repeat(64), sizeBytes: 9 };
  await owner.db.insert(documents).values({ id, tenantId: assay.tenant.id, ...file });
  await owner.close();
  const left = await assay.run(["run", "--ready-only"]);
  expect(left, left.stderr).toMatchObject({ code: 0 });
  expect(left.stderr).toContain("It leaves out what is still being read: 1 document.");
  const stopped = await assay.run(["run"], { interruptAt: /Waits for 1 document to be read.*: slow\.pdf/ });
  expect(stopped.stderr).toMatch(/at the latest until \d\d:\d\d UTC/);
  const member = await assay.tenant.as("MEMBER");
  expect((await member.call("DELETE", `/api/documents/${id}`)).status).toBe(204);
  expect(await assay.run(["status", "--watch"])).toMatchObject({ code: 0 });
});

test("upload, run and results lead from a folder to verdicts, and a gate says which of them fail it", async () => {
  assessor.act = async (request, signal) =>
    request.requirement.requirementId === "1.1" ? quoteFirst(0.9)(request, signal) : {};
  const assay = await signedIn();
  await mkdir(join(assay.folder, "evidence/deep"), { recursive: true });
  await writeFile(join(assay.folder, "evidence/policy.txt"), policyText);
  await writeFile(join(assay.folder, "evidence/picture.xyz"), "not a format");
  await writeFile(join(assay.folder, "evidence/deep/same.txt"), policyText);

  const sent = await assay.run(["upload", "evidence", "--category", "Policies"]);
  expect(sent, sent.stderr).toMatchObject({ code: 0 });
  expect(sent.stdout).toMatch(/^READY\tevidence\/policy.txt\t[0-9a-f-]{36}\t1 of 1 page with text$/m);
  expect(sent.stdout).toMatch(/^SKIPPED\tevidence\/picture.xyz\t/m);
  expect(sent.stderr).toContain("1 subfolder left out: use --recursive");
  const again = await assay.run(["upload", "evidence", "-r", "--json"]);
  expect(
    JSON.parse(again.stdout)
      .documents.map(({ outcome }: { outcome: string }) => outcome)
      .sort(),
  ).toEqual(["DUPLICATE", "DUPLICATE", "SKIPPED"]);

  const ran = await assay.run(["run", "--name", "First", "--fail-on", "missing"]);
  expect(ran, ran.stderr).toMatchObject({ code: 1 });
  expect(ran.stdout).toMatch(
    /^Run [0-9a-f-]{36}: COMPLETED, snapshot CAPTURED\n3 requirements: 1 complete, 0 partial, 2 missing, 0 not judged\n$/,
  );
  expect(ran.stderr).toContain("The gate fails: 2 missing (--fail-on missing)");

  const shown = await assay.run(["results", "--fail-on", "partial,not-judged"]);
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.stdout.split("\n")[0]!.split("\t").slice(0, 4)).toEqual([
    "COMPLETE",
    "1.1",
    "0.90",
    "Backups of business data are taken every day.",
  ]);
  const json = JSON.parse((await assay.run(["results", "--json"])).stdout);
  const member = await assay.tenant.as("MEMBER");
  const { assessments } = await member.get(`/api/runs/${json.run.id}/assessments`, assessmentListReply);
  expect(json.results.map(({ assessment }: { assessment: unknown }) => assessment)).toEqual(assessments);
  expect(json.counts).toMatchObject({ COMPLETE: 1, MISSING: 2, NOT_JUDGED: 0 });
  const one = await assay.run(["results", "--requirement", "1.1"]);
  expect(one.stdout).toContain('"Backups of business data are taken every day at 22:00 by the operations team."');
});

test("a file of a name that is here counts next to that document, which is said, unless it is named as its version", async () => {
  const assay = await signedIn("MEMBER");
  const upload = async (text: string, ...options: string[]) =>
    assay.run(["upload", "-", "--name", "leavers.txt", ...options], { input: text });
  const first = await upload("Accounts of leavers are closed on the same day.");
  expect(first).toMatchObject({ code: 0, stderr: expect.not.stringContaining("also the name") });
  const second = await upload("Accounts of leavers stay open for a month.");
  const id = first.stdout.split("\t")[2]!;
  expect(second.stderr).toContain(`leavers.txt is also the name of ${id}`);
  const third = await upload("Accounts of leavers stay open for a week.", "--version-of", id);
  expect(third).toMatchObject({ code: 0, stderr: expect.not.stringContaining("also the name") });
  const versions = await assay.run(["documents", "versions", id]);
  expect(versions.stdout.trim().split("\n")).toHaveLength(2);
  expect(
    await assay.run(["upload", "-", "--name", "a.txt", "--source", "s", "--version-of", id], { input: "a" }),
  ).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--version-of is for one file without a source"),
  });
});

test("what nobody judged is shown apart from what is missing, and fails a gate of its own", async () => {
  assessor.act = async (request) => {
    if (request.requirement.requirementId !== "1.1") return {};
    throw new ModelError("MODEL_REFUSED", "Cannot judge because the model refused");
  };
  const assay = await signedIn();
  await writeFile(join(assay.folder, "policy.txt"), policyText);
  await assay.run(["upload", "policy.txt"]);
  const ran = await assay.run(["run", "--fail-on", "not-judged"]);
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("The gate fails: 1 not judged") });
  expect(ran.stdout).toContain("3 requirements: 0 complete, 0 partial, 2 missing, 1 not judged");
  const shown = await assay.run(["results", "--only", "not-judged"]);
  expect(shown.stdout.split("\t").slice(0, 3)).toEqual(["NOT JUDGED", "1.1", ""]);
});

test("escape sequences in evidence never reach the terminal, in lines or in JSON", async () => {
  assessor.act = quoteFirst(0.9);
  const assay = await signedIn();
  await writeFile(join(assay.folder, "policy.txt"), `${ESCAPES}\n`);
  expect(await assay.run(["upload", "policy.txt"])).toMatchObject({ code: 0 });
  expect(await assay.run(["run"])).toMatchObject({ code: 0 });
  for (const args of [["results"], ["results", "--json"], ["results", "--requirement", "1.1"]]) {
    const { stdout } = await assay.run(args);
    expect(stdout).toContain("Backups of business data");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
});

test("the manifests that a run pins are saved, and proved without the service by its keys", async () => {
  assessor.act = quoteFirst(0.9);
  const assay = await signedIn("ADMIN");
  for (const source of ["team", "team", "office"]) {
    await mkdir(join(assay.folder, "files"), { recursive: true });
    await writeFile(join(assay.folder, "files", "policy.txt"), policyText);
    const synced = await assay.run(["sync", "files", "--source", source]);
    expect(synced, synced.stderr).toMatchObject({ code: 0 });
  }
  await assay.run(["run"]);
  for (const format of ["snapshot", "chunks", "manifests"]) {
    const saved = await assay.run(["export", "--format", format, "-o", `${format}.json`]);
    expect(saved, saved.stderr).toMatchObject({ code: 0 });
  }
  const member = await assay.tenant.as("MEMBER");
  const keys = await member.call("GET", "/.well-known/assay-checkpoint-keys.json");
  await writeFile(join(assay.folder, "keys.json"), await keys.text());
  const away = { env: { ASSAY_URL: "http://127.0.0.1:9", ASSAY_API_KEY: "" } };
  const verify = async (...given: string[]) => {
    const { code, stdout } = await assay.run(["verify", "snapshot.json", ...given, "--json"], away);
    const checks = (JSON.parse(stdout) as { checks: { check: string; result: string }[] }).checks;
    return [code, ...["signed", "chain"].map((name) => checks.find(({ check }) => check === name)!.result)];
  };
  const manifests = ["--manifests", "manifests.json"];
  expect(await verify()).toEqual([0, "NOT_PROVED", "NOT_PROVED"]);
  expect(await verify(...manifests)).toEqual([0, "NOT_PROVED", "PROVED"]);
  expect(await verify(...manifests, "--keys", "keys.json")).toEqual([0, "PROVED", "PROVED"]);
  const list = join(assay.folder, "manifests.json");
  const saved = JSON.parse(await readFile(list, "utf8")) as { manifests: { signature: string; sequence: number }[] };
  expect(saved.manifests.map(({ sequence }) => sequence).toSorted()).toEqual([1, 1, 2]);
  for (const each of saved.manifests) if (each.sequence === 2) each.signature = saved.manifests.at(-1)!.signature;
  await writeFile(list, JSON.stringify(saved));
  expect(await verify(...manifests, "--keys", "keys.json")).toEqual([1, "FAILED", "PROVED"]);
  await writeFile(list, JSON.stringify({ manifests: [{ id: "damaged" }] }));
  expect(await assay.run(["verify", "snapshot.json", ...manifests], away)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("it must hold 'manifests'"),
  });
});

test("a snapshot that was saved is verified without the service, a change of it is found, and a replay is equal", async () => {
  assessor.act = quoteFirst(0.9);
  const assay = await signedIn("ADMIN");
  await writeFile(join(assay.folder, "policy.txt"), policyText);
  await assay.run(["upload", "policy.txt"]);
  await assay.run(["run"]);
  const saved = await assay.run(["export", "--format", "snapshot", "-o", "snapshot.json"]);
  expect(saved, saved.stderr).toMatchObject({ code: 0 });
  const [, hash] = saved.stdout.trim().split("\t");
  expect(await assay.run(["export", "--format", "chunks", "--output", "chunks.json"])).toMatchObject({ code: 0 });
  const away = { env: { ASSAY_URL: "http://127.0.0.1:9", ASSAY_API_KEY: "" } };
  const verify = ["verify", "snapshot.json", "--hash", hash!, "--chunks", "chunks.json"];
  expect(await assay.run(verify, away)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Everything is proved."),
  });

  const member = await assay.tenant.as("MEMBER");
  const [run] = (await member.get("/api/runs", runListReply)).runs;
  await signAsPrepared(member, run!.id);
  const keep = async (name: string, address: string) =>
    writeFile(join(assay.folder, name), await (await member.call("GET", address)).text());
  await keep("sign-offs.json", `/api/runs/${run!.id}/sign-offs`);
  await keep("keys.json", "/.well-known/assay-checkpoint-keys.json");
  const signed = [...verify, "--sign-offs", "sign-offs.json", "--keys", "keys.json"];
  expect(await assay.run(signed, away)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/proved +\S+ \(MEMBER\) signed as PREPARED[\s\S]*The run is signed as PREPARED/),
  });
  expect(await assay.run([...signed, "--require-signed"], away)).toMatchObject({ code: 0 });
  expect(await assay.run([...verify, "--require-signed"], away)).toMatchObject({ code: 7 });
  await writeFile(join(assay.folder, "none.json"), JSON.stringify({ signOffs: [] }));
  const none = [...verify, "--sign-offs", "none.json", "--keys", "keys.json"];
  expect(await assay.run(none, away)).toMatchObject({ code: 0 });
  expect(await assay.run([...none, "--require-signed"], away)).toMatchObject({ code: 7 });
  expect(await assay.run([...verify, "--keys", "keys.json"], away)).toMatchObject({ code: 2 });
  expect(await assay.run([...verify, "--sign-offs", "keys.json", "--keys", "keys.json"], away)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("it must hold 'signOffs'"),
  });
  const list = join(assay.folder, "sign-offs.json");
  await writeFile(list, (await readFile(list, "utf8")).replaceAll("I have started it", "I have read it"));
  expect(await assay.run(signed, away)).toMatchObject({
    code: 6,
    stdout: expect.stringContaining("the signature is not that of the payload"),
  });

  const path = join(assay.folder, "snapshot.json");
  await writeFile(path, (await readFile(path, "utf8")).replace("every day at 22:00", "every day at 23:00"));
  const changed = await assay.run([...verify, "--json"], away);
  expect(changed.code).toBe(1);
  const failed = JSON.parse(changed.stdout).checks.filter(({ result }: { result: string }) => result === "FAILED");
  expect(failed.map(({ check }: { check: string }) => check)).toEqual(["hash", "citations", "quotes"]);

  expect(await assay.run(["export", "--format", "snapshot", "-o", "snapshot.json"])).toMatchObject({ code: 2 });
  const csv = await assay.run(["export", "latest", "--format", "csv", "--output", "-"]);
  expect(csv).toMatchObject({ code: 0, stdout: expect.stringContaining("1.2.a") });
  const replayed = await assay.run(["replay", "--json"]);
  expect(JSON.parse(replayed.stdout)).toMatchObject({ equal: true, snapshotHash: hash });
  const audit = await assay.run(["audit", "verify"]);
  expect(audit).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ entries, head .*\n[\s\S]*intact\.\n$/) });
});

test("every command of docs/integrate/cli.md runs, in its order, and a snapshot is proved at its end", async () => {
  assessor.act = quoteFirst(0.9);
  const { folder, tenant } = await signedIn("ADMIN");
  await mkdir(join(folder, "evidence"));
  await writeFile(join(folder, "evidence/policy.txt"), policyText);
  await writeFile(join(folder, "assay"), `#!/bin/sh\nexec "${process.execPath}" "${bin.path}" "$@"\n`, { mode: 0o755 });
  const { key } = await makeKey(await tenant.as("ADMIN"), "ADMIN");
  const env = { PATH: `${folder}:${process.env.PATH}`, ASSAY_CONFIG_DIR: join(folder, "config") };
  const shell = openShell(folder, env);
  onTestFinished(() => shell.close());
  const commands = await readCommands("docs/integrate/cli.md");
  expect(commands.length).toBeGreaterThan(12);
  const values = new Map([
    ["<your key>", key],
    ["https://assay.example.com", service.url],
  ]);
  await followCommands(shell, commands, { values, learned: {}, services: {}, leftOut: {} });
  expect(await readFile(join(folder, "results.tsv"), "utf8")).toMatch(/^COMPLETE\t1\.1\t/);
  const verified = await shell.run(commands.find(({ text }) => text.startsWith("assay verify"))!.text);
  expect(verified).toContain("Everything is proved.");
});

test("documents, tasks and packs are lists for people and programs; a dry run of an import stores nothing", async () => {
  assessor.act = quoteFirst(0.5);
  const assay = await signedIn("ADMIN");
  await assay.run(["upload", "-", "--name", "policy.txt", "--effective-date", "2026-01-31"], { input: policyText });
  await assay.run(["run", "--no-wait"]);
  expect(await assay.run(["status", "--watch"])).toMatchObject({ code: 0 });
  const documents = JSON.parse((await assay.run(["documents", "--json"])).stdout).documents;
  expect(documents).toMatchObject([{ originalFilename: "policy.txt", effectiveDate: "2026-01-31" }]);
  const tasks = await assay.run(["tasks", "--run", "latest", "--limit", "1"]);
  expect(tasks.stdout).toMatch(/^PENDING\t[\d.a]+\t.+\t[0-9a-f-]{36}\t\t\n$/);
  expect((await assay.run(["open", "latest"])).stdout).toMatch(/\/cm\?run=[0-9a-f-]{36}\n$/);
  expect((await assay.run(["packs", "list", "--limit", "0"])).stdout).toContain(assay.tenant.packId);

  const [{ id }] = documents as [{ id: string }];
  const preview = await assay.run(["documents", "delete", id, "--dry-run"]);
  expect(preview).toMatchObject({ code: 0, stdout: `policy.txt\t${id}\n` });
  expect(await assay.run(["documents", "delete", id])).toMatchObject({ code: 0 });
  expect(JSON.parse((await assay.run(["documents", "--json"])).stdout)).toMatchObject({ documents: [] });

  const own = { env: { ASSAY_API_KEY: (await assay.tenant.as("SUPER_ADMIN")).token! } };
  const path = join(assay.folder, "pack.csv");
  await writeFile(path, "criterionId,criterionTitle,requirementId,title\n1,Access,A.1,Access is reviewed.\n");
  const dry = ["packs", "import", "pack.csv", "--pack", assay.tenant.packId, "--dry-run"];
  const tried = await assay.run(dry, own);
  expect(tried).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("It would make 1 requirement in 1 criteria"),
  });
  const offered = await assay.run(["packs", "offer", assay.tenant.packId, "all", "--json"], own);
  expect(JSON.parse(offered.stdout)).toEqual({ packId: assay.tenant.packId, tenantIds: "ALL" });
  expect(await assay.run(["packs", "offer", assay.tenant.packId, "none"], own)).toMatchObject({ code: 0 });
  expect(await assay.run(["packs", "unbind", assay.tenant.packId])).toMatchObject({ code: 0 });
  expect(await assay.run(["packs", "unbind", assay.tenant.packId])).toMatchObject({ code: 4 });
  const bound = await assay.run(["packs", "bind", assay.tenant.packId, "--pack-version", "1", "--json"], own);
  expect(JSON.parse(bound.stdout)).toMatchObject({ packId: assay.tenant.packId, version: 1 });
  expect(await assay.run(["packs", "bind", assay.tenant.packId, "--pack-version", "7"], own)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Versions: 1."),
  });
  expect(await assay.run(["packs", "delete", assay.tenant.packId], own)).toMatchObject({ code: 4 });
  expect(await assay.run(["packs", "import", "pack.csv", "--create", "Try"])).toMatchObject({ code: 0 });
  expect(await assay.run(["packs", "bind", "try"])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("No version of try is published"),
  });
  expect(await assay.run(["packs", "delete", "try"])).toMatchObject({ code: 0, stderr: "Deleted try\n" });
  expect(await assay.run(["packs", "delete", "try"])).toMatchObject({ code: 2 });
  await writeFile(path, "criterionId,criterionTitle,requirementId,title\n1,Access,,Access is reviewed.\n");
  expect(await assay.run(dry, own)).toMatchObject({ code: 4, stderr: expect.stringMatching(/row 2: requirementId/) });
});

test("a key is stored for its service alone, readable by its owner alone, and logout removes it", async () => {
  const tenant = await service.tenant();
  const { key: secret } = await makeKey(await tenant.as("ADMIN"), "VIEWER");
  const assay = await openCommandLine(bin.path);
  onTestFinished(() => assay.close());
  expect(await assay.run(["whoami"])).toMatchObject({ code: 2, stdout: "" });
  const wrong = await assay.run(["login", "--url", service.url, "--key-stdin"], { input: "assay_wrong\n" });
  expect(wrong).toMatchObject({ code: 3 });
  expect(wrong.stderr).toMatch(/UNAUTHORIZED, status 401, request [0-9a-f-]{36}\n {2}Help: http.*#unauthorized/);

  const login = await assay.run(["login", "--url", `${service.url}/`, "--key-stdin"], { input: `${secret}\n` });
  expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining("VIEWER of") });
  const path = join(assay.folder, "config/credentials.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
    current: service.url,
    profiles: { [service.url]: { kind: "key", key: secret } },
  });
  expect(JSON.parse((await assay.run(["whoami", "--json"])).stdout)).toMatchObject({ source: "key", url: service.url });
  const other = await assay.run(["whoami", "--url", "http://127.0.0.1:9"]);
  expect(other).toMatchObject({ code: 3, stderr: expect.stringContaining("You are not signed in to") });
  const refused = await assay.run(["run"]);
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("FORBIDDEN, status 403, request ") });

  expect(await assay.run(["logout"])).toMatchObject({ code: 0 });
  expect(await readFile(path, "utf8")).not.toContain(secret);
});

test("e-mail and password sign in, the session renews itself, and a first password must be changed first", async () => {
  const tenant = await service.tenant();
  const email = `${newId()}@example.test`;
  const { db, identity } = service.service;
  const { userId, invitation } = await identity.accounts.findOrInvite(email, tenant.id);
  await putMember(db, { tenantId: tenant.id, userId, email, role: "MEMBER" });
  const { password } = invitation!;
  const assay = await openCommandLine(bin.path, { ASSAY_URL: service.url });
  onTestFinished(() => assay.close());
  const login = (word: string) => assay.run(["login", "--email", email, "--password-stdin"], { input: word });

  expect(await login("wrong")).toMatchObject({ code: 3, stderr: "assay: Incorrect e-mail or password\n" });
  expect(await login(password)).toMatchObject({ code: 3, stderr: expect.stringContaining("must be changed") });
  const own = "a password of my own";
  const token = await service.client().sendJson("POST", "/auth/v1/token?grant_type=password", { email, password });
  const { access_token } = (await token.json()) as { access_token: string };
  const change = { current: password, new: own };
  expect((await service.client(access_token).sendJson("POST", "/api/session/password", change)).status).toBe(204);
  expect(await login(own)).toMatchObject({ code: 0, stdout: expect.stringContaining(`as ${email}, MEMBER of`) });

  const path = join(assay.folder, "config/credentials.json");
  const stored = JSON.parse(await readFile(path, "utf8"));
  const profile = stored.profiles[service.url];
  await writeFile(path, JSON.stringify({ ...stored, profiles: { [service.url]: { ...profile, expiresAt: 1 } } }));
  expect(await assay.run(["whoami"])).toMatchObject({ code: 0, stdout: expect.stringContaining(`as ${email}`) });
  const renewed = JSON.parse(await readFile(path, "utf8")).profiles[service.url];
  expect(renewed.refreshToken).not.toBe(profile.refreshToken);
  expect(renewed.expiresAt).toBeGreaterThan(Date.now() / 1000);
});

test("Ctrl-C ends the waiting, says how to continue, and the run continues", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  assessor.act = async (request, signal) => {
    await held;
    return quoteFirst(0.9)(request, signal);
  };
  const assay = await signedIn();
  await writeFile(join(assay.folder, "policy.txt"), policyText);
  await assay.run(["upload", "policy.txt"]);
  const stopped = await assay.run(["run"], { interruptAt: /ASSESSMENT/ });
  expect(stopped).toMatchObject({ code: 130 });
  const [, runId] = /assay status ([0-9a-f-]{36}) --watch/.exec(stopped.stderr)!;
  expect(await assay.run(["run"])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("RUN_ALREADY_IN_PROGRESS"),
  });
  release();
  const watched = await assay.run(["status", runId!, "--watch"]);
  expect(watched).toMatchObject({ code: 0, stdout: expect.stringContaining("COMPLETED, snapshot CAPTURED") });
});

test("a service that is away is exit 4 with its address; a file that is refused is exit 5 and the others are sent", async () => {
  const assay = await signedIn();
  const away = await assay.run(["results"], { env: { ASSAY_URL: "http://127.0.0.1:9" } });
  expect(away).toMatchObject({ code: 4, stderr: expect.stringContaining("Cannot reach http://127.0.0.1:9: ") });
  await writeFile(join(assay.folder, "good.txt"), policyText);
  await writeFile(join(assay.folder, "bad.pdf"), "no pdf");
  await writeFile(join(assay.folder, "mail.eml"), mailWith("rota.txt", "The rota of November, signed by Ann."));
  const sent = await assay.run(["upload", "bad.pdf", "good.txt", "mail.eml"]);
  expect(sent).toMatchObject({ code: 5 });
  expect(sent.stdout).toMatch(/^READY\tmail.eml\t.*\t1 of 1 page with text, 1 document attached$/m);
  expect(sent.stdout).toMatch(/^REFUSED\tbad.pdf\t\t.*UNSUPPORTED_FILE_TYPE, request /m);
  expect(sent.stdout).toMatch(/^READY\tgood.txt\t/m);
});
