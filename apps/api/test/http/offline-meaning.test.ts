import { assessmentListReply, type PackFile, retrievalVersionListReply } from "@assay/contract";
import { SHIPPED_ENTAILMENT } from "@assay/models/shipped";
import { expect, onTestFinished, test } from "vitest";
import { testService } from "../support/test-service.ts";

const REQUIREMENTS = [
  "Multi-factor authentication is required for remote access.",
  "Each administrator account is protected by a hardware key.",
];
const PACK: PackFile = {
  format: "assay-pack/1",
  name: "Sign-in",
  description: "",
  criteria: [
    {
      criterionId: 1,
      criterionTitle: "Sign-in",
      criterionDescription: "",
      requirements: REQUIREMENTS.map((title, at) => ({
        requirementId: `1.${at + 1}`,
        title,
        subcheckLabel: null,
        expectation: null,
      })),
    },
  ],
};
const POLICY = `Sign-in

For remote access, multi-factor authentication is required: a code from the authenticator app.
`;
const REGISTER = `account,kind,protected by,since
adm-lindqvane,administrator account,hardware key,2025-12-01
adm-cavendale,administrator account,none,2026-01-15
`;

/** A deployment with one run. */
async function judge(env: Record<string, string>) {
  const assay = await testService(env);
  onTestFinished(() => assay.close());
  const tenant = await assay.tenant({ pack: PACK });
  const client = await tenant.as("MEMBER");
  for (const [name, text] of [
    ["policy.txt", POLICY],
    ["accounts.csv", REGISTER],
  ] as const)
    await client.settled((await client.upload(name, Buffer.from(text))).id);
  const { id } = await client.finished((await client.startRun()).id);
  const { assessments } = await client.get(`/api/runs/${id}/assessments`, assessmentListReply);
  const admin = await tenant.as("SUPER_ADMIN");
  const { retrievalVersions } = await admin.get("/api/admin/retrieval-versions", retrievalVersionListReply);
  return { versions: retrievalVersions, assessments };
}

test("the engine by meaning asks the model, which its engine version pins with weights and thresholds", async () => {
  const { versions, assessments } = await judge({ OFFLINE_ASSESSOR: "offline-meaning-1" });
  expect(versions).toMatchObject([
    {
      assessor: { model: "offline-meaning-1", promptVersion: "meaning-1" },
      meaning: {
        model: SHIPPED_ENTAILMENT.model,
        sha256: SHIPPED_ENTAILMENT.sha256,
        thresholds: SHIPPED_ENTAILMENT.thresholds.wording,
        unchecked: "CAP",
      },
      inForce: true,
    },
  ]);
  expect(assessments).toMatchObject([
    { status: "COMPLETE", citations: [{ text: expect.stringContaining("multi-factor") }] },
    {},
  ]);
  // One row of two: whatever the model says of it, it is not all of them.
  expect(assessments[1]!.status).not.toBe("COMPLETE");
});

test("where no model for meaning runs, a new deployment compares words, says so, and is PARTIAL at most", async () => {
  const { versions, assessments } = await judge({ OFFLINE_ASSESSOR: "", ENTAILMENT_PROVIDER: "none" });
  expect(versions).toMatchObject([{ assessor: { model: "offline-lexical-3" }, meaning: null, inForce: true }]);
  expect(assessments[0]).toMatchObject({ status: "PARTIAL", flags: ["NOT_CHECKED_FOR_MEANING"] });
  expect(assessments[0]!.reasoning).toContain("Not checked for meaning, because no model for it runs here");
});
