import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { criteriaVersionReply, packImportReply, packReply, requirementListReply } from "@assay/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestService, testService } from "../support/test-service.ts";

const NIST = fileURLToPath(
  new URL(
    "../../../../../shared/data/oscal/NIST_SP-800-53_rev5_LOW-baseline-resolved-profile_catalog.json",
    import.meta.url,
  ),
);
const wanted = existsSync(NIST) || process.env.ASSAY_REQUIRE_ALL === "1";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

describe.runIf(wanted)("NIST SP 800-53 LOW, whole", () => {
  test("imports as 149 controls, then as 1,346 objectives with the same criteria, and tenants see them", async () => {
    const tenant = await assay.tenant({ pack: null });
    const root = await tenant.as("SUPER_ADMIN");
    const made = await root.sendJson("POST", "/api/admin/packs", { name: "NIST SP 800-53 LOW" });
    const packId = packReply.parse(await made.json()).pack.id;
    const body = readFileSync(NIST, "utf8");
    const criteria = [];
    for (const [requirements, count] of [
      ["controls", 149],
      ["objectives", 1346],
    ] as const) {
      const path = `/api/admin/packs/${packId}/versions`;
      const response = await root.call("POST", `${path}?format=oscal&requirements=${requirements}`, {
        headers: { "Content-Type": "application/json" },
        body,
      });
      const text = await response.text();
      expect(response.status, text.slice(0, 500)).toBe(201);
      const imported = packImportReply.parse(JSON.parse(text));
      expect([imported.requirementCount, imported.criteria.length, imported.skipped]).toEqual([count, 18, []]);
      criteria.push(imported.criteria.map(({ criterionId, criterionTitle }) => [criterionId, criterionTitle]));
      const published = await root.call("POST", `${path}/${imported.version!.id}/publish`);
      const { version } = criteriaVersionReply.parse(await published.json());
      const bound = await root.sendJson("PUT", `/api/admin/bindings/${packId}`, { criteriaVersionId: version.id });
      expect(bound.status).toBe(200);
      const viewer = await tenant.as("VIEWER");
      const shown = await viewer.get("/api/requirements", requirementListReply);
      expect(shown.requirements).toHaveLength(count);
      expect(shown.requirements[0]).toMatchObject({ criterionId: 1, criterionTitle: "Access Control" });
    }
    expect(criteria[1]).toEqual(criteria[0]);
  });
});
if (!wanted) test.skip("NIST SP 800-53 LOW is not next to the repository", () => {});
