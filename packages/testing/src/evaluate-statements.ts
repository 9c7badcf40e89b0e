import { afterAll, beforeAll, expect } from "vitest";
import { looseStatements } from "./loose-statements.ts";
import { SUITES_OF_POLICIES } from "./spanning-statements.ts";
import { takeStatements, WATCHED_ROLES } from "./watch-statements.ts";

/** Of each suite that is on a test database: every statement of the service names its tenant. */
beforeAll(() => {
  for (const role of WATCHED_ROLES) takeStatements(role);
});

afterAll(async () => {
  const path = expect.getState().testPath ?? "";
  if (SUITES_OF_POLICIES.some((suite) => path.endsWith(suite))) return;
  for (const role of WATCHED_ROLES)
    expect(
      await looseStatements(role, takeStatements(role)),
      `Statements sent as ${role} that read or change rows whatever their tenant: compare tenant_id of each table` +
        (role === "assay_system" ? ", or say in spanning-statements.ts why they need none" : ""),
    ).toEqual([]);
});
