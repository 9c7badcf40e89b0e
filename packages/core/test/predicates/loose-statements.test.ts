import { looseStatements } from "@assay/testing/loose-statements";
import { expect, test } from "vitest";

const T = `"tenant_id" = $9`;

/** Put together, as a statement that is in a suite's text is taken for the suite's own. */
const where = (table: string, condition: string) => `where "${table}".${condition}`;

test.each([
  `update "retrievals" set "excluded_reason" = $1 ${where("retrievals", `"run_requirement_id" = $2`)}`,
  `select "step_name" from "run_steps" ${where("run_steps", `"run_id" = $1`)}`,
  `select "text" from "segments" where ("segments".${T} and "segments"."segment_index" in (
     select "segment_index" from "chunks" ${where("chunks", `"document_id" = $1`)}))`,
  `delete from "documents" ${where("documents", `"id" = $1`)}`,
  `select 1 from runs r join run_steps s on s.run_id = r.id where r.${T}`,
])("a tenant's statement without its tenant is found: %s", async (statement) => {
  expect(await looseStatements("assay_tenant", [statement])).toHaveLength(1);
});

test("one that compares the tenant of each table is not", async () => {
  const sound = [
    `update "retrievals" set "excluded_reason" = $1 where ("retrievals".${T} and "retrievals"."rank" = $3)`,
    `select 1 from runs r join run_steps s on s.tenant_id = r.tenant_id and s.run_id = r.id where r.${T}`,
    `insert into "runs" ("id", "tenant_id") values ($1, $2)`,
    `select "id" from "packs" where "packs"."id" = $1`,
  ];
  expect(await looseStatements("assay_tenant", sound)).toEqual([]);
});

test("what a suite writes out for itself is not the service's, and a part of the service's does not excuse one", async () => {
  expect(await looseStatements("assay_tenant", ["select count(*) as suites_alone from documents"])).toEqual([]);
  const service = `select count(*)::int as passages, count(*) filter (where r.excluded_reason is not null)::int as excluded,
    count(*) filter (where jsonb_array_length(c.flagged_ranges) > 0)::int as flagged
    from retrievals r join run_requirements rr on rr.tenant_id = r.tenant_id and rr.id = r.run_requirement_id`;
  expect(await looseStatements("assay_tenant", [service])).toHaveLength(1);
});

test("the system may touch without a tenant what it has a reason for, and nothing else", async () => {
  const allowed = [`update "work_items" set "state" = $1 where "work_items"."id" = $2`, `select "id" from "runs"`];
  expect(await looseStatements("assay_system", allowed)).toEqual([]);
  const refused = [
    `update "runs" set "status" = $1 where "runs"."id" = $2`,
    `select "email" from "memberships" where "memberships"."user_id" = $1`,
    `delete from "documents" ${where("documents", `"id" = $1`)}`,
    `select "content" from "segments"`,
  ];
  expect(await looseStatements("assay_system", refused)).toHaveLength(refused.length);
});
