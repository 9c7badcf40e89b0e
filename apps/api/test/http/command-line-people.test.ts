import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { exceptionReply, linkListReply, sessionReply, signOffListReply, taskListReply } from "@assay/contract";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bin, type CommandLine, openBin, openCommandLine } from "../support/command-line.ts";
import { addMember, connectApp, makeKey, makeLink } from "../support/settled-tenant.ts";
import type { TestClient } from "../support/test-client.ts";
import { testRun } from "../support/test-run.ts";
import type { TestService, TestTenant } from "../support/test-service.ts";

let service: TestService;
let tenant: TestTenant;
let bin: Bin;
let assay: CommandLine;
let admin: TestClient;
let runId: string;
beforeAll(async () => {
  bin = await openBin();
  ({ assay: service, tenant, admin, runId } = await testRun());
  const { key } = await makeKey(admin, "ADMIN");
  assay = await openCommandLine(bin.path, { ASSAY_URL: service.url, ASSAY_API_KEY: key });
});
afterAll(async () => {
  await assay.close();
  await service.close();
  await bin.close();
});

async function send(client: TestClient, path: string, body: unknown): Promise<void> {
  const response = await client.sendJson("POST", `/api/runs/${runId}/${path}`, body);
  expect(response.status, await response.text()).toBe(201);
}

test("reviews are shown next to the verdicts, and a gate counts the verdicts alone", async () => {
  const member = await tenant.as("MEMBER");
  expect((await assay.run(["results"])).stderr).not.toContain("Reviewed by people");
  await send(member, "reviews", { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] });
  await send(member, "reviews", {
    ...{ requirementId: "2.1", decision: "CHANGED", status: "COMPLETE", reasonCode: "OTHER", reason: "\u001b[2JSeen" },
    openedChunkIds: [],
  });
  const shown = await assay.run(["reviews"]);
  expect(shown, shown.stderr).toMatchObject({ code: 0 });
  const rows = shown.stdout
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.split("\t"));
  expect(rows).toHaveLength(3);
  expect(rows.map((row) => row.length)).toEqual([9, 9, 9]);
  expect(rows.find(([, id]) => id === "2.1")!.slice(0, 5)).toEqual(["NONE", "2.1", "MISSING", "CHANGED", "COMPLETE"]);
  expect(shown.stderr).toContain("Reviewed by people: 2 of 3 (1 agreed, 1 changed, 0 sent back), opened 0 of");
  expect((await assay.run(["reviews", "--left"])).stdout.split("\t")[1]).toBe("1.2.a");
  const json = JSON.parse((await assay.run(["reviews", "--decision", "AGREED", "--json"])).stdout);
  expect(json).toMatchObject({ runId, counts: { reviewed: 2, total: 3 }, items: [{ requirementId: "1.1" }] });

  const gate = await assay.run(["results", "--fail-on", "missing"]);
  expect(gate).toMatchObject({ code: 1, stderr: expect.stringContaining("The gate fails: 1 missing") });
  expect(gate.stderr).toContain("Reviewed by people: 2 of 3");
  expect((await assay.run(["status"])).stderr).toContain("Reviewed by people: 2 of 3");
  expect((await assay.run(["report"])).stdout).toContain("Reviewed by people: 2 of 3");
});

test("a report with the reviews is saved as CSV and as a spreadsheet", async () => {
  const csv = await assay.run(["report", "--format", "csv"]);
  expect(csv, csv.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("Totals,By verdict,By review") });
  expect(await assay.run(["report", "--format", "xlsx", "-o", "report.xlsx"])).toMatchObject({ code: 0 });
  const files = unzipSync(new Uint8Array(await readFile(join(assay.folder, "report.xlsx"))));
  expect(strFromU8(files["xl/workbook.xml"]!)).toContain("Requirements");
  expect(await assay.run(["report", "--format", "xlsx", "-o", "report.xlsx"])).toMatchObject({ code: 2 });
  expect(await assay.run(["report", "--format", "pdf"])).toMatchObject({ code: 2 });
  const page = await assay.run(["report", "--format", "html"]);
  expect(page, page.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("<!doctype html>") });
});

test("comments are listed by requirement and by what waits for an answer", async () => {
  const member = await tenant.as("MEMBER");
  await send(member, "comments", { text: "About all of it" });
  await send(member, "comments", { requirementId: "2.1", kind: "REQUEST", text: "Where is the register?" });
  const all = await assay.run(["comments"]);
  expect(all.stdout.split("\n")[0]!.split("\t").slice(1, 5)).toMatchObject([
    ...["2.1", "REQUEST", expect.stringContaining("@example.test"), "Where is the register?"],
  ]);
  expect((await assay.run(["comments", "--requirement", "none"])).stdout).toContain("\tAbout all of it\t");
  expect(JSON.parse((await assay.run(["comments", "--open", "--json"])).stdout).comments).toHaveLength(1);
});

test("an exception is proposed for a member, and listed by status and end", async () => {
  const propose = [
    "exceptions",
    "propose",
    "--requirement",
    "2.1",
    "--kind",
    "RISK_ACCEPTED",
    "--reason",
    "Moving out",
  ];
  expect(await assay.run(propose)).toMatchObject({ code: 2, stderr: expect.stringContaining("Missing: --until") });
  const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const ownerless = await assay.run([...propose, "--until", until]);
  expect(ownerless).toMatchObject({ code: 2, stderr: expect.stringContaining("An API key answers for nothing") });
  const { actorId } = (await (await tenant.as("MEMBER")).get("/api/session", sessionReply)).session;
  const made = await assay.run([...propose, "--until", until, "--owner", `${actorId}@example.test`]);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const id = made.stdout.trim();
  expect((await assay.run(["exceptions", "--status", "PROPOSED"])).stdout).toContain(`\tMoving out\t${id}\n`);
  expect((await assay.run(["exceptions", "--expiring", "30"])).stdout).toBe("");
  // Another person than the one who made the key.
  const other = await service.client(await tenant.token("ADMIN")).sendJson("POST", `/api/exceptions/${id}/approve`, {});
  const text = await other.text();
  expect(other.status, text).toBe(200);
  const { exception } = exceptionReply.parse(JSON.parse(text));
  expect(exception.status).toBe("APPROVED");
  expect((await assay.run(["exceptions", "--expiring", "30"])).stdout).toMatch(/^APPROVED\t2\.1\tRISK_ACCEPTED\t/);
  expect(await assay.run(["exceptions", "--expiring", "soon"])).toMatchObject({ code: 2 });
});

test("a link is proposed for a person to create, listed, and revoked by a person alone", async () => {
  expect(await assay.run(["links", "create"])).toMatchObject({ code: 2 });
  const made = await assay.run(["links", "create", runId, "--label", "Audit LLP", "--may", "comment", "--days", "7"]);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  expect(made.stdout).toBe(`${service.url}/cm/runs?run=${runId}&link=new&for=Audit+LLP&days=7&may=comment\n`);
  expect((await assay.run(["links"])).stdout).toBe("");
  await makeLink(admin, runId, ["READ", "COMMENT"]);
  const listed = await assay.run(["links"]);
  const [state, label, may, , , id] = listed.stdout.trimEnd().split("\t");
  expect([state, label, may]).toEqual(["UNUSED", "Audit LLP", "READ,COMMENT"]);
  expect(await assay.run(["links", "revoke", id!])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("Run `assay login` with your e-mail, or use the portal."),
  });
  const person = await openCommandLine(bin.path, {
    ...{ ASSAY_URL: service.url, ASSAY_API_KEY: await tenant.token("ADMIN") },
  });
  expect(await person.run(["links", "revoke", id!])).toMatchObject({ code: 0 });
  await person.close();
  const { links } = await admin.get(`/api/runs/${runId}/links`, linkListReply);
  expect(links.map((each) => each.state)).toEqual(["REVOKED"]);
  const viewer = await openCommandLine(bin.path, {
    ...{ ASSAY_URL: service.url, ASSAY_API_KEY: (await makeKey(admin, "VIEWER")).key },
  });
  expect(await viewer.run(["links"])).toMatchObject({ code: 3 });
  await viewer.close();
});

test("connected applications are listed with their members, and ended by a person alone", async () => {
  const connectionId = await connectApp(service, tenant, await addMember(service, tenant));
  const listed = await assay.run(["connections", "--all"]);
  expect(listed, listed.stderr).toMatchObject({ code: 0 });
  const [application, host, , used, , id] = listed.stdout.trimEnd().split("\t");
  expect([application, host, used, id]).toEqual(["App", "", "", connectionId]);
  expect(await assay.run(["connections"])).toMatchObject({ code: 3 });
  expect(await assay.run(["connections", "end", connectionId])).toMatchObject({ code: 3 });
  const person = await openCommandLine(bin.path, {
    ...{ ASSAY_URL: service.url, ASSAY_API_KEY: await tenant.token("ADMIN") },
  });
  expect(await person.run(["connections", "end", connectionId])).toMatchObject({ code: 0 });
  expect(await person.run(["connections", "--all"])).toMatchObject({ code: 0, stdout: "" });
  await person.close();
});

test("tasks are listed by who has them and by what is late; sign-offs are shown and saved", async () => {
  const member = await tenant.as("MEMBER");
  const { tasks } = await member.get(`/api/tasks?runId=${runId}`, taskListReply);
  // What an exception covers is not late.
  const { id } = tasks.find(({ exceptionId }) => exceptionId === null)!;
  const { actorId } = (await member.get("/api/session", sessionReply)).session;
  const change = { assigneeId: actorId, dueDate: "2026-01-31" };
  expect((await member.sendJson("PATCH", `/api/tasks/${id}`, change)).status).toBe(200);
  const late = await assay.run(["tasks", "--overdue"]);
  expect(late.stdout.trimEnd().split("\t").slice(3)).toEqual([id, `${actorId}@example.test`, "2026-01-31"]);
  expect((await assay.run(["tasks", "--mine"])).stdout).toBe("");

  expect((await assay.run(["sign-offs"])).stderr).toContain("Nobody has signed the run");
  await send(member, "sign-offs", { role: "PREPARED", statement: "Prepared with care" });
  expect((await assay.run(["sign-offs"])).stdout).toMatch(
    /^SIGNED\tPREPARED\t[^\t]+\tMEMBER\t[^\t]+\tyes\tPrepared with care\t/,
  );
  expect(await assay.run(["sign-offs", "-o", "sign-offs.json"])).toMatchObject({ code: 0 });
  const saved = JSON.parse(await readFile(join(assay.folder, "sign-offs.json"), "utf8"));
  expect(signOffListReply.parse(saved).signedAs).toBe("PREPARED");
  expect((await stat(join(assay.folder, "sign-offs.json"))).size).toBeGreaterThan(200);
  expect((await assay.run(["reviews"])).stderr).toContain("The run is signed: its reviews are closed");
});
