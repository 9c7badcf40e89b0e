import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { canonicalJson, exceptionReply, sessionReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeZip } from "../../../../packages/client/test/package/make-zip.ts";
import { type OscalValidators, oscalValidators } from "../../../../packages/core/test/support/oscal-validators.ts";
import { type Bin, type CommandLine, openBin, openCommandLine } from "../support/command-line.ts";
import { openZip } from "../support/open-zip.ts";
import { signAsPrepared } from "../support/settled-tenant.ts";
import type { TestClient } from "../support/test-client.ts";
import { testRun } from "../support/test-run.ts";
import type { TestService } from "../support/test-service.ts";

let assay: TestService;
let member: TestClient;
let runId: string;
let validators: OscalValidators;
let bin: Bin;
let command: CommandLine;
beforeAll(async () => {
  bin = await openBin();
  command = await openCommandLine(bin.path);
  const made = await testRun();
  ({ assay, runId } = made);
  const { tenant, admin } = made;
  member = await tenant.as("MEMBER");
  const send = async (client: TestClient, path: string, body: object) => {
    const response = await client.sendJson("POST", path, body);
    expect(response.status, await response.clone().text()).toBeLessThan(300);
    return response;
  };
  const reviews = `/api/runs/${runId}/reviews`;
  await send(member, reviews, { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] });
  await send(member, reviews, {
    ...{ requirementId: "2.1", decision: "CHANGED", status: "COMPLETE", reasonCode: "OTHER", openedChunkIds: [] },
    reason: " Seen\n\nat the site. ",
  });
  const ownerId = (await member.get("/api/session", sessionReply)).session.actorId;
  const proposed = await send(member, "/api/exceptions", {
    ...{ requirementId: "1.2.a", kind: "COMPENSATING_CONTROL", reason: "No storage yet.", ownerId },
    ...{ compensatingControl: "Two\ncopies", scope: "One site", validUntil: inAYear() },
  });
  const { exception } = exceptionReply.parse(await proposed.json());
  await send(admin, `/api/exceptions/${exception.id}/approve`, {});
  await signAsPrepared(member, runId);
  validators = await oscalValidators();
});
afterAll(async () => {
  await assay.close();
  await command.close();
  await bin.close();
});

const inAYear = () => new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);
const NAMES = ["assessment-plan.json", "assessment-results.json", "poam.json"];

async function loadPackage(): Promise<Map<string, string>> {
  const response = await member.call("GET", `/api/runs/${runId}/package`);
  expect(response.status).toBe(200);
  const entries = openZip(new Uint8Array(await response.arrayBuffer()));
  return new Map([...entries].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

test("the OSCAL of a package is valid by two validators, and its counts are the run's", async () => {
  const files = await loadPackage();
  for (const name of NAMES) {
    const document = JSON.parse(files.get(name)!);
    expect(files.get(name)).toBe(canonicalJson(document));
    expect(validators.ajv(document)).toEqual([]);
    expect(validators.hyperjump(document)).toEqual([]);
  }
  const snapshot = JSON.parse(files.get("snapshot.json")!);
  const [result] = JSON.parse(files.get("assessment-results.json")!)["assessment-results"].results;
  const items = JSON.parse(files.get("poam.json")!)["plan-of-action-and-milestones"]["poam-items"];
  const satisfied = result.findings.filter((each: Finding) => each.target.status.state === "satisfied");
  expect(result.findings).toHaveLength(snapshot.run.totalRequirements);
  expect(satisfied).toHaveLength(snapshot.run.completeCount);
  expect(result.observations).toHaveLength(
    snapshot.assessments.flatMap(({ citations }: { citations: object[] }) => citations).length,
  );
  expect(items).toHaveLength(snapshot.tasks.length + JSON.parse(files.get("exceptions.json")!).exceptions.length);
  expect(result.attestations).toHaveLength(1);
  const { losses } = JSON.parse(files.get("manifest.json")!);
  expect(losses.map(({ what }: { what: string }) => what)).toContain("what was signed");
});

test("a report as OSCAL is the package's assessment results, byte for byte", async () => {
  const response = await member.call("GET", `/api/runs/${runId}/report?format=oscal`);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(response.headers.get("Content-Disposition")).toContain(`assay-report-${runId}.oscal.json`);
  expect(await response.text()).toBe((await loadPackage()).get("assessment-results.json"));
});

test("the run's own OSCAL has the same findings, and nothing that people said since", async () => {
  const replay = await member.call("GET", `/api/runs/${runId}/exports`);
  const { exports } = (await replay.json()) as { exports: { id: string; format: string }[] };
  const { id } = exports.find(({ format }) => format === "oscal")!;
  const text = await (await member.call("GET", `/api/runs/${runId}/exports/${id}`)).text();
  const document = JSON.parse(text);
  expect(validators.ajv(document)).toEqual([]);
  expect(validators.hyperjump(document)).toEqual([]);
  const later = JSON.parse((await loadPackage()).get("assessment-results.json")!);
  const found = (each: { readonly "assessment-results": { readonly results: readonly { findings: Finding[] }[] } }) =>
    each["assessment-results"].results[0]!.findings.map(({ uuid, description, target }) => ({
      uuid,
      description,
      target,
    }));
  expect(found(document)).toEqual(found(later));
  expect(text).not.toContain("at the site");
  expect(text).not.toContain("No storage yet");
});

test("assay package read gives back every verdict, quote, review and exception, and fails where one was changed", async () => {
  const response = await member.call("GET", `/api/runs/${runId}/package`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  await writeFile(join(command.folder, "package.zip"), bytes);
  const honest = await command.run(["package", "read", "package.zip"]);
  expect(honest, honest.stderr).toMatchObject({ code: 0, stderr: "" });
  const read = JSON.parse(honest.stdout);
  const files = openZip(bytes);
  const jsonOf = (name: string) => JSON.parse(new TextDecoder().decode(files.get(name)));
  const { assessments } = jsonOf("snapshot.json");
  expect(read.differences).toEqual([]);
  expect(read.verdicts).toMatchObject(
    assessments.map(({ id, requirementId, status, confidence, reasoning, citations }: Verdict) => ({
      ...{ id, requirementId, status, confidence, reasoning, citations },
    })),
  );
  expect(read.reviews.map(({ reason }: { reason: string | null }) => reason)).toEqual(
    jsonOf("reviews.json")
      .reviews.toSorted((a: { sequence: number }, b: { sequence: number }) => a.sequence - b.sequence)
      .map(({ reason }: { reason: string | null }) => reason),
  );
  expect(jsonOf("exceptions.json").exceptions).toMatchObject(read.exceptions);
  expect([read.verdicts.length, read.reviews.length, read.exceptions.length]).toEqual([3, 2, 1]);

  const oscal = new TextDecoder().decode(files.get("assessment-results.json"));
  const quote = assessments.find(({ citations }: Verdict) => citations.length > 0).citations[0].text;
  for (const [from, to, told] of [
    ['"name":"status","ns":"https://assay.example/ns/oscal","value":"COMPLETE"', "PARTIAL", "status of verdict"],
    [JSON.stringify(quote), "Another quote.", "citations of verdict"],
    ['"value":"CHANGED"', "AGREED", "decision of review"],
    ['"No storage yet."', "None.", "reason of exception"],
  ] as const) {
    const changed = oscal.replace(from, from.replace(/[^"]*"$/, `${to}"`));
    expect(changed).not.toBe(oscal);
    const entries = new Map(files).set("assessment-results.json", new TextEncoder().encode(changed));
    await writeFile(join(command.folder, "changed.zip"), makeZip(entries));
    expect(await command.run(["package", "read", "changed.zip"])).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining(told) },
    });
  }
  await writeFile(join(command.folder, "none.zip"), "not a ZIP");
  expect(await command.run(["package", "read", "none.zip"])).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining("Cannot read 'none.zip'") },
  });
});

interface Verdict {
  readonly id: string;
  readonly requirementId: string;
  readonly status: string;
  readonly confidence: number;
  readonly reasoning: string;
  readonly citations: readonly { readonly text: string }[];
}

interface Finding {
  readonly uuid: string;
  readonly description: string;
  readonly target: { readonly status: { readonly state: string } };
}
