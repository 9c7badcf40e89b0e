import { createPublicKey, verify } from "node:crypto";
import { assessmentListReply, checkpointKeysReply, chunkListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { HAS_PYTHON, NO_PYTHON, openJudges } from "../../../../packages/client/test/package/open-judges.ts";
import type { TestTenant } from "../support/make-tenant.ts";
import { openLink } from "../support/open-link.ts";
import { openZip } from "../support/open-zip.ts";
import { signAsPrepared } from "../support/settled-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
let anna: TestClient;
let tenant: TestTenant;
let runId: string;
let documentId: string;
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant();
  anna = await tenant.as("MEMBER");
  documentId = (await anna.settled((await anna.upload("policy.txt", policyText)).id)).id;
  runId = (await anna.startRun()).id;
  await anna.finished(runId);
  const agreed = { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] };
  expect((await anna.sendJson("POST", `/api/runs/${runId}/reviews`, agreed)).status).toBe(201);
  await signAsPrepared(anna, runId);
});
afterAll(() => assay.close());

const bytesOf = async (path: string) => {
  const response = await anna.call("GET", `/api/runs/${runId}/${path}`);
  expect(response.status).toBe(200);
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
};
const verdicts = async () => (await anna.get(`/api/runs/${runId}/assessments`, assessmentListReply)).assessments;

test("the report for people is the package's, byte for byte, and names its signer", async () => {
  const { response, bytes } = await bytesOf("report?format=html");
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; .*assay-report-.*\.html/);
  const files = openZip((await bytesOf("package")).bytes);
  const text = new TextDecoder().decode(bytes);
  expect(text).toBe(new TextDecoder().decode(files.get("report.html")));
  expect(text).toContain("<b>PREPARED</b>");
  for (const { requirementId, citations } of await verdicts()) {
    expect(text).toContain(`id="requirement-${requirementId}"`);
    for (const quote of citations) expect(text).toContain(quote.text.slice(0, 20));
  }
});

test("the Word report is a file that can be read, and equal for an equal state", async () => {
  const { response, bytes } = await bytesOf("report?format=docx");
  expect(response.headers.get("Content-Type")).toContain("wordprocessingml");
  expect((await bytesOf("report?format=docx")).bytes).toEqual(bytes);
  const document = await anna.settled((await anna.upload("report.docx", bytes)).id);
  expect(document.status).toBe("READY");
  const { chunks } = await anna.get(`/api/documents/${document.id}/chunks`, chunkListReply);
  const text = chunks.map(({ content }) => content).join("\n");
  for (const { requirementId } of await verdicts()) expect(text).toContain(requirementId);
  expect(text).toContain("Not covered");
});

test("each verdict has a statement that the deployment's key signed, and its places hold the quotes", async () => {
  const files = openZip((await bytesOf("package")).bytes);
  const lines = new TextDecoder().decode(files.get("statements.jsonl")).trimEnd().split("\n");
  const envelopes = lines.map((line) => JSON.parse(line));
  const { keys } = await anna.get("/.well-known/assay-checkpoint-keys.json", checkpointKeysReply);
  const { chunks } = await anna.get(`/api/documents/${documentId}/chunks`, chunkListReply);
  const assessments = await verdicts();
  expect(envelopes).toHaveLength(assessments.length);
  for (const [at, { payloadType, payload, signatures }] of envelopes.entries()) {
    const body = Buffer.from(payload, "base64");
    const signed = Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `), body]);
    const { kty, crv, x } = keys.find(({ kid }) => kid === signatures[0].keyid)!;
    const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
    expect(verify(null, signed, key, Buffer.from(signatures[0].sig, "base64"))).toBe(true);
    const { predicate } = JSON.parse(body.toString("utf8"));
    const { requirementId, status, citations } = assessments[at]!;
    const review = requirementId === "1.1" ? { decision: "AGREED", status: null } : null;
    expect(predicate).toMatchObject({ runId, requirementId, status, review });
    const quotes = predicate.citations.map(({ start, end }: { start: number; end: number }) => {
      const chunk = chunks.find(({ startOffset, endOffset }) => startOffset <= start && end <= endOffset)!;
      return chunk.content.slice(start - chunk.startOffset, end - chunk.startOffset);
    });
    expect(quotes).toEqual(citations.map(({ text }) => text));
  }
});

test("a package of the service is valid to each of the three verifiers, with the deployment's keys", async () => {
  const { keys } = await anna.get("/.well-known/assay-checkpoint-keys.json", checkpointKeysReply);
  const judges = await openJudges({ keys });
  onTestFinished(() => judges.close());
  const { bytes } = await bytesOf("package?originals=cited");
  for (const judged of await judges.judge(bytes)) expect(judged).toEqual({ word: "valid", failed: [] });
});
if (!HAS_PYTHON) test.skip(NO_PYTHON, () => {});

test("an auditor's link reads what changed since the last signed run, with the bytes that everybody gets", async () => {
  const next = await anna.startRun();
  await anna.finished(next.id);
  const { client } = await openLink(assay, tenant, next.id);
  for (const path of ["package", "report?format=html"]) {
    const [own, linked] = await Promise.all(
      [anna, client].map((each) => each.call("GET", `/api/runs/${next.id}/${path}`)),
    );
    expect([own!.status, linked!.status]).toEqual([200, 200]);
    expect(new Uint8Array(await linked!.arrayBuffer())).toEqual(new Uint8Array(await own!.arrayBuffer()));
  }
});

test("a run without a snapshot has no report for people", async () => {
  const active = await anna.startRun({ waitForDocuments: true });
  await anna.sendJson("POST", `/api/runs/${active.id}/cancel`, { reason: "Not needed." });
  for (const format of ["html", "docx"])
    await expectError(await anna.call("GET", `/api/runs/${active.id}/report?format=${format}`), 409, "INVALID_STATE");
});
