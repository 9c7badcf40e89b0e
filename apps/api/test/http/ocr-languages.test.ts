import { auditListReply, ocrLanguages } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const PATH = "/api/admin/ocr-languages";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

test("an ADMIN says in which languages scans are; the tenant's alone, audited, and refused with those known", async () => {
  const [tenant, other] = [await assay.tenant(), await assay.tenant()];
  const admin = await tenant.as("ADMIN");
  const change = (languages: readonly string[]) => admin.sendJson("PUT", PATH, { languages });
  expect(await admin.get(PATH, ocrLanguages)).toEqual({ languages: [] });
  for (const turn of [1, 2]) expect((await change(["nld", "deu"])).status, `turn ${turn}`).toBe(200);
  expect(await admin.get(PATH, ocrLanguages)).toEqual({ languages: ["nld", "deu"] });
  expect(await (await other.as("ADMIN")).get(PATH, ocrLanguages)).toEqual({ languages: [] });

  const error = await expectError(await change(["deu", "klingon"]), 400, "VALIDATION_ERROR");
  expect(JSON.stringify(error.details)).toMatch(/eng.*deu.*fra.*spa.*ita.*por.*nld/);
  await expectError(await change(["deu", "deu"]), 400, "VALIDATION_ERROR");
  await expectError(await (await tenant.as("MEMBER")).sendJson("PUT", PATH, { languages: [] }), 403, "FORBIDDEN");

  const { entries } = await admin.get("/api/admin/audit-logs?limit=50", auditListReply);
  const changes = entries.filter(({ action }) => action === "tenant.ocr_languages_changed");
  expect(changes.map(({ details }) => details)).toEqual([{ languages: ["nld", "deu"] }]);
});
