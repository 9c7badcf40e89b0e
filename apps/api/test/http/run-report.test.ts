import { assessmentListReply, canonicalJson } from "@assay/contract";
import { comments, exceptions, newId, reviews, signOffs } from "@assay/db";
import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError, type TestClient } from "../support/test-client.ts";
import { testRun } from "../support/test-run.ts";
import type { TestService } from "../support/test-service.ts";

const FORMULA = '=HYPERLINK("http://evil.example","x")';
const [ANNA, BEN] = [newId(), newId()];
const hash = "a".repeat(64);

let assay: TestService;
let client: TestClient;
let runId: string;
beforeAll(async () => {
  const { tenant, documentId, run, ...made } = await testRun(
    {},
    { filename: "=policy.txt", body: { name: "@Spring review" } },
  );
  ({ assay, admin: client, runId } = made);
  expect(run.status).toBe("COMPLETED");
  const { assessments } = await client.get(`/api/runs/${runId}/assessments`, assessmentListReply);
  const cited = assessments.find(({ requirementId }) => requirementId === "1.1")!.citations.map((each) => each.chunkId);
  const owner = await assay.database.asOwner();
  const { packId } = run;
  const of = { tenantId: tenant.id, runId, packId };
  const reviewer = { reviewerId: ANNA, reviewerName: "anna@example.test", reviewerRole: "MEMBER" as const };
  const review = { ...of, ...reviewer, citedCount: 0, openedCount: 0, openedChunkIds: [] };
  const opened = { openedChunkIds: cited, citedCount: cited.length, openedCount: cited.length };
  await owner.db.insert(reviews).values([
    { ...review, ...opened, requirementId: "1.1", sequence: 1, decision: "SENT_BACK" },
    { ...review, ...opened, requirementId: "1.1", sequence: 2, decision: "AGREED" },
    {
      ...{ ...review, requirementId: "2.1", sequence: 3, decision: "CHANGED", status: "PARTIAL" },
      ...{ reasonCode: "EVIDENCE_ELSEWHERE", reason: FORMULA },
    },
  ]);
  const comment = { tenantId: tenant.id, runId, textHash: hash, authorId: BEN, authorName: "ben@example.test" };
  await owner.db.insert(comments).values([
    { ...comment, sequence: 1, requirementId: "2.1", text: "Where is the register?" },
    { ...comment, sequence: 2, requirementId: "2.1", text: "Here" },
    { ...comment, sequence: 3, text: "About the whole run" },
  ]);
  const exceptionId = newId();
  await owner.db.insert(exceptions).values({
    ...{ id: exceptionId, tenantId: tenant.id, packId, requirementId: "1.2.a", kind: "RISK_ACCEPTED" },
    ...{ reason: "-2 storage arrives in May", ownerId: ANNA, proposedBy: ANNA, proposedByPerson: ANNA },
    ...{ validFrom: "2026-01-01", validUntil: "2027-12-31" },
  });
  await owner.db
    .update(exceptions)
    .set({ status: "APPROVED", approvedBy: BEN, approvedAt: new Date() })
    .where(eq(exceptions.id, exceptionId));
  const signer = { signerId: ANNA, signerName: "anna@example.test", signerRole: "MEMBER" as const };
  const signed = { act: "SIGNED" as const, role: "PREPARED" as const, statement: "+1 prepared" };
  const signOffId = newId();
  await owner.db.insert(signOffs).values({
    ...{ id: signOffId, tenantId: tenant.id, runId, sequence: 1, ...signed, ...signer, createdAt: new Date() },
    payload: canonicalJson({
      ...{ origin: "assay/sign-off/v2", signOffId, sequence: 1, ...signed, withdraws: [], runId, tenantId: tenant.id },
      ...{ snapshotHash: hash, reviewsHash: "b".repeat(64), exceptionsHash: "c".repeat(64), ...signer },
      ...{
        reviewedCount: 2,
        totalRequirements: 3,
        citedPassages: 1,
        openedPassages: 1,
        signedAt: "2026-11-22T00:00:00.000Z",
      },
      ...{ assurance: "PASSKEY", assuredAt: "2026-11-22T00:00:00.000Z", factorEnrolledAt: "2026-11-01T00:00:00.000Z" },
      signerChanges: [{ change: "RECOVERY_CODE_USED", at: "2026-11-02T00:00:00.000Z" }],
    }),
    ...{ signature: "x", keyId: "key-1" },
  });
  await owner.close();
});
afterAll(() => assay.close());

const report = async (format: string) => client.call("GET", `/api/runs/${runId}/report?format=${format}`);

test("a report as CSV has each verdict next to its review, its exception and its comments", async () => {
  const response = await report("csv");
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("Content-Disposition")).toContain(`assay-report-${runId}.csv`);
  const lines = (await response.text()).split("\r\n");
  const cellsOf = (start: string) => lines.find((line) => line.startsWith(start))?.split(",");
  const head = cellsOf("Criterion,")!;
  const rowOf = (requirementId: string) => {
    const line = lines.slice(lines.indexOf(head.join(","))).find((each) => each.includes(`,${requirementId},`))!;
    const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)].map(([, cell]) => cell!);
    return Object.fromEntries(head.map((name, at) => [name, cells[at]?.replace(/^"|"$/g, "").replaceAll('""', '"')]));
  };
  const first = rowOf("1.1");
  expect(first).toMatchObject({ Verdict: "COMPLETE", Review: "AGREED", "Status by review": "COMPLETE", Comments: "0" });
  expect(first).toMatchObject({
    "Opened (reported by the client)": `${first.Citations} of ${first.Citations}`,
    Reviewer: "anna@example.test",
  });
  expect(first.Cited).toMatch(/^'=policy\.txt.*Backups of business data are taken every day/);
  expect(rowOf("1.2.a")).toMatchObject({
    Review: "",
    Exception: "RISK_ACCEPTED",
    "Exception status now": "APPROVED",
    "Exception valid until": "2027-12-31",
    "Exception fixed with the run": "no",
  });
  expect(rowOf("2.1")).toMatchObject({
    Verdict: "MISSING",
    Review: "CHANGED",
    "Status by review": "PARTIAL",
    "Reason code": "EVIDENCE_ELSEWHERE",
    Reason: `'${FORMULA}`,
    "Opened (reported by the client)": "0 of 0",
    Comments: "2",
  });
});

test("a report begins with what it is, its totals by verdict and by review, and the sign-offs", async () => {
  const text = await (await report("csv")).text();
  const [about] = text.split("Criterion,Criterion title");
  expect(about).toContain("Made on request after the run");
  expect(about).toContain("It is in no snapshot");
  expect(about).toContain("Report of a run,'@Spring review");
  expect(about).toContain('Reviewed,"2 of 3, by 1 person"');
  expect(about).toContain("\r\nWrong COMPLETE,0 wrong of 1: below 95 % with 95 % confidence\r\n");
  expect(about).toMatch(/Passages,opened (\d+) of \1 cited passages/);
  expect(about).toContain("Totals,By verdict,By review\r\nCOMPLETE,1,1\r\n");
  expect(about).toContain("\r\nSent back,,0\r\nNot reviewed,,1\r\nSum,3,3\r\n");
  expect(about).toMatch(
    /\r\nSIGNED,PREPARED,anna@example\.test,MEMBER,[^,]+Z,yes,'\+1 prepared,a{64},b{64},c{64},key-1,PASSKEY,2026-11-01T00:00:00\.000Z,RECOVERY_CODE_USED 2026-11-02T00:00:00\.000Z\r\n/,
  );
  expect(about).toContain("'-2 storage arrives in May");
  expect(text).not.toMatch(/(^|[,\n"])[=+@-]/m);
});

test("a report as a workbook holds the same, every passage with whether it was opened, and no formula", async () => {
  const response = await report("xlsx");
  expect(response.headers.get("Content-Type")).toContain("spreadsheetml.sheet");
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const xml = (path: string) => strFromU8(files[path]!);
  expect([...xml("xl/workbook.xml").matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    ...["Report", "Requirements", "Citations", "Sign-offs", "Exceptions"],
  ]);
  expect(xml("xl/worksheets/sheet1.xml")).toContain("It is in no snapshot");
  expect(xml("xl/worksheets/sheet2.xml")).toContain(`>${FORMULA.replaceAll('"', "&quot;")}<`);
  expect(xml("xl/worksheets/sheet3.xml")).toMatch(/Backups of business data.*>yes</);
  expect(xml("xl/worksheets/sheet4.xml")).toContain("b".repeat(64));
  for (const path of Object.keys(files)) expect(xml(path)).not.toContain("<f>");
});

test("other formats, none, and a run of another tenant are refused", async () => {
  for (const search of ["?format=pdf", "?format=json", ""])
    await expectError(await client.call("GET", `/api/runs/${runId}/report${search}`), 400, "VALIDATION_ERROR");
  const other = await (await assay.tenant()).as("ADMIN");
  const theirs = await other.call("GET", `/api/runs/${runId}/report?format=csv`);
  await expectError(theirs, 403, "CROSS_TENANT_ACCESS_DENIED");
});
