import {
  assessmentListReply,
  documentReply,
  type PackFile,
  requirementListReply,
  runConfigurationReply,
  runDetails,
} from "@assay/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const PACK: PackFile = {
  format: "assay-pack/1",
  name: "Reviews",
  description: "",
  criteria: [
    {
      criterionId: 1,
      criterionTitle: "Access control",
      criterionDescription: "",
      requirements: [
        { requirementId: "1.1", title: "User access rights are reviewed every quarter.", subcheckLabel: null },
        { requirementId: "1.2", title: "Passwords are at least 12 characters long.", subcheckLabel: null },
      ],
    },
  ],
};
const YEAR = { from: "2025-01-01", to: "2025-12-31" };
const REGISTER = [
  "Activity,Due,Completed on,By",
  "User access rights review,31/03/2025,28/03/2025,J. Smith",
  "User access rights review,30/06/2025,02/06/2025,J. Smith",
  "Backup restore test,30/06/2025,30/06/2025,J. Smith",
  "User access rights review,31/12/2025,,J. Smith",
].join("\n");
const MAIL = [
  "From: J. Smith <j@example.test>",
  "To: a@example.test",
  "Subject: Review of user access rights",
  "Date: Tue, 30 Sep 2025 10:00:00 +0000",
  "Content-Type: text/plain",
  "",
  "All user access rights of the quarter were reviewed, two were withdrawn.",
].join("\r\n");

let assay: TestService;
let client: TestClient;
beforeAll(async () => {
  assay = await testService();
  const tenant = await assay.tenant({ pack: PACK });
  client = await tenant.as("ADMIN");
});
afterAll(() => assay.close());

test("a requirement of the API has the expectation that was derived, or none", async () => {
  const { requirements } = await client.get("/api/requirements", requirementListReply);
  expect(requirements.map(({ expectation }) => expectation)).toEqual([{ kind: "OPERATION", every: "P3M" }, null]);
});

describe("the kind of a document", () => {
  test("is derived, and a MEMBER corrects it to a known one", async () => {
    const { id } = await client.upload("access-policy.txt", "User access rights must be reviewed every quarter.");
    expect((await client.settled(id)).evidenceKind).toBe("DESIGN");
    const patch = (evidenceKind: unknown) => client.sendJson("PATCH", `/api/documents/${id}`, { evidenceKind });
    const { document } = documentReply.parse(await (await patch("RECORD")).json());
    expect(document).toMatchObject({ evidenceKind: "RECORD", evidenceKindSource: "USER" });
    for (const wrong of ["POLICY", null, 1]) await expectError(await patch(wrong), 400, "VALIDATION_ERROR");
    await patch("DESIGN");
  });
});

describe("the period of a run", () => {
  test.each([
    [{ from: "2025-01-01" }],
    [{ from: "2025-13-01", to: "2025-12-31" }],
    [{ from: "2025-02-02", to: "2025-02-01" }],
    [{ from: "2022-01-01", to: "2025-01-01" }],
    ["2025"],
  ])("%j is refused", async (period) => {
    const { details } = await expectError(
      await client.sendJson("POST", "/api/runs/start", { period }),
      400,
      "VALIDATION_ERROR",
    );
    expect(JSON.stringify(details)).toContain("period");
  });

  test("is kept with the run, and the records of three formats are counted in it, each day once", async () => {
    for (const [name, content] of [
      ["access-reviews.csv", REGISTER],
      ["confirmation.eml", MAIL],
      [
        "minutes.md",
        "# Minutes of the user access rights review\n\nDate: December 19, 2025\n\nAll rights were reviewed.",
      ],
    ] as const) {
      const { id } = await client.upload(name, content);
      expect(await client.settled(id)).toMatchObject({ status: "READY", evidenceKind: "RECORD" });
    }
    const { id } = await client.startRun({ period: YEAR });
    expect((await client.finished(id)).status).toBe("COMPLETED");
    const run = await client.get(`/api/runs/${id}`, runDetails);
    expect(run.period).toEqual(YEAR);
    const { configuration } = await client.get(`/api/runs/${id}/configuration`, runConfigurationReply);
    expect(configuration).toMatchObject({ period: YEAR, evidenceRules: { cadenceGap: "CAP" } });
    const { assessments } = await client.get(`/api/runs/${id}/assessments`, assessmentListReply);
    const [reviewed, passwords] = assessments;
    expect(reviewed!.occurrences).toMatchObject({ expected: 4, found: 4, gaps: [] });
    expect(reviewed!.occurrences!.facts.map(({ date }) => date)).toEqual([
      "2025-03-28",
      "2025-06-02",
      "2025-09-30",
      "2025-12-19",
    ]);
    expect(reviewed!.flags ?? []).not.toContain("CADENCE_GAP");
    expect(passwords).not.toHaveProperty("occurrences");
    const { snapshot } = { snapshot: await (await client.call("GET", `/api/runs/${id}/snapshot`)).json() };
    expect(snapshot.configuration.period).toEqual(YEAR);
    expect(snapshot.assessments[0].occurrences.found).toBe(4);
    const csv = await exportText(id, "csv");
    expect(csv.split("\n")[0]).toContain("Occurrences expected,Occurrences found,Gaps");
  });

  test("of another year counts none of them, and the verdict is not COMPLETE", async () => {
    const { id } = await client.startRun({ period: { from: "2024-01-01", to: "2024-12-31" }, reuse: true });
    await client.finished(id);
    const { assessments } = await client.get(`/api/runs/${id}/assessments`, assessmentListReply);
    expect(assessments[0]).toMatchObject({
      occurrences: { expected: 4, found: 0, gaps: [{ from: "2024-01-01", to: "2024-12-31" }], facts: [] },
    });
    expect(assessments[0]!.flags).toContain("CADENCE_GAP");
    expect(assessments[0]!.status).not.toBe("COMPLETE");
  });

  test("that is omitted leaves a run as it was: no occurrences, no columns", async () => {
    const { id } = await client.startRun({});
    await client.finished(id);
    expect((await client.get(`/api/runs/${id}`, runDetails)).period).toBeNull();
    const { assessments } = await client.get(`/api/runs/${id}/assessments`, assessmentListReply);
    for (const assessment of assessments) expect(assessment).not.toHaveProperty("occurrences");
    expect(await exportText(id, "csv")).not.toContain("Occurrences");
  });
});

async function exportText(runId: string, format: string): Promise<string> {
  const list = (await (await client.call("GET", `/api/runs/${runId}/exports`)).json()) as {
    exports: { id: string; format: string }[];
  };
  const { id } = list.exports.find((each) => each.format === format)!;
  return (await client.call("GET", `/api/runs/${runId}/exports/${id}`)).text();
}
