import type * as Contract from "@assay/contract";
import { expectTypeOf, test } from "vitest";
import type { AdminRunFilters, AuditFilters } from "../src/admin/index.ts";

/** What is in the query, of the filters of a method that is written by hand. */
type Names<Filters> = Exclude<keyof NonNullable<Filters>, "signal" | "timeoutMs" | "maxRetries" | "limit" | "cursor">;
type Query<Schema extends { _zod: { input: unknown } }> = Exclude<keyof Schema["_zod"]["input"], "limit" | "cursor">;

test("each list that is written by hand takes the filters that its operation takes", () => {
  expectTypeOf<Names<AuditFilters>>().toEqualTypeOf<Query<typeof Contract.auditListQuery>>();
  expectTypeOf<Names<AdminRunFilters>>().toEqualTypeOf<Query<typeof Contract.adminRunListQuery>>();
});
