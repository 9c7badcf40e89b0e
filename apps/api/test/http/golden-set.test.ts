import { goldenSetReply, type ReviewBody, retrievalVersionListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError } from "../support/test-client.ts";
import { testRun } from "../support/test-run.ts";
import type { TestService, TestTenant } from "../support/test-service.ts";

const GOLDEN = "/api/admin/golden-set";

let assay: TestService;
let tenant: TestTenant;
let version: string;
beforeAll(async () => {
  const { admin, runId, ...made } = await testRun();
  ({ assay, tenant } = made);
  const review = async (body: Pick<ReviewBody, "requirementId" | "decision"> & Partial<ReviewBody>) =>
    expect((await admin.sendJson("POST", `/api/runs/${runId}/reviews`, { openedChunkIds: [], ...body })).status).toBe(
      201,
    );
  await review({ requirementId: "1.1", decision: "AGREED" });
  const changed = { decision: "CHANGED", reasonCode: "EVIDENCE_ELSEWHERE", reason: "In the register" } as const;
  await review({ requirementId: "2.1", ...changed, status: "PARTIAL" });
  await review({ requirementId: "1.2.a", decision: "SENT_BACK", reason: "Which key?" });
  const root = await tenant.as("SUPER_ADMIN");
  const { retrievalVersions } = await root.get("/api/admin/retrieval-versions", retrievalVersionListReply);
  version = retrievalVersions.find(({ inForce }) => inForce)!.id;
});
afterAll(() => assay.close());

test("reviews say how far verdicts agree, how often a COMPLETE may be wrong, and which differ", async () => {
  const admin = await tenant.as("ADMIN");
  const asSaid = await admin.get(GOLDEN, goldenSetReply);
  expect(asSaid).toMatchObject({
    ...{ retrievalVersionId: null, reviewed: 2, agreed: 1, notComparable: 0, truncated: false, nextCursor: null },
    complete: { wrong: 0, of: 1, upperBound: expect.closeTo(0.95, 6) },
    confusion: [
      { said: "COMPLETE", right: "COMPLETE", count: 1 },
      { said: "MISSING", right: "PARTIAL", count: 1 },
    ],
    versions: [{ id: version, inForce: true }],
    differences: [{ requirementId: "2.1", said: "MISSING", right: "PARTIAL" }],
  });
  expect(await admin.get(`${GOLDEN}?retrievalVersionId=${version}`, goldenSetReply)).toEqual({
    ...asSaid,
    retrievalVersionId: version,
  });
});

test("a version, a limit or a cursor that there is not is refused", async () => {
  const admin = await tenant.as("ADMIN");
  for (const id of ["nothing", "01a1fc9e-83a2-7388-b873-e288675770ca"])
    await expectError(await admin.call("GET", `${GOLDEN}?retrievalVersionId=${id}`), 404, "NOT_FOUND");
  for (const query of ["limit=0", "limit=201", "cursor=nothing", "retrievalVersionId="])
    await expectError(await admin.call("GET", `${GOLDEN}?${query}`), 400, "VALIDATION_ERROR");
});

test("no other tenant's reviews or runs are in it, and only an ADMIN reads it", async () => {
  const other = await assay.tenant();
  const admin = await other.as("ADMIN");
  for (const path of [GOLDEN, `${GOLDEN}?retrievalVersionId=${version}`])
    expect(await admin.get(path, goldenSetReply)).toMatchObject({
      ...{ reviewed: 0, notComparable: 0, versions: [], differences: [] },
      complete: { wrong: 0, of: 0, upperBound: null },
    });
  for (const role of ["VIEWER", "MEMBER"] as const)
    await expectError(await (await tenant.as(role)).call("GET", GOLDEN), 403, "FORBIDDEN");
  await expectError(await admin.call("GET", `${GOLDEN}?tenantId=${tenant.id}`), 403, "CROSS_TENANT_ACCESS_DENIED");
});
