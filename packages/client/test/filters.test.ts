import type * as Contract from "@assay/contract";
import { expectTypeOf, test } from "vitest";
import type { AssayAdmin, AuditFilters } from "../src/admin/index.ts";
import type { Assay, DocumentFilters, SegmentFilters } from "../src/index.ts";

/** Of the first argument of a method, or of a named type, what is in the query. */
type Names<Filters> = Exclude<keyof NonNullable<Filters>, "signal" | "timeoutMs" | "maxRetries" | "limit" | "cursor">;
type Filters<Method extends (...args: never[]) => unknown, Position extends number = 0> = Names<
  Parameters<Method>[Position]
>;
type Query<Schema extends { _zod: { input: unknown } }> = Exclude<keyof Schema["_zod"]["input"], "limit" | "cursor">;

test("each list takes the filters that its route takes", () => {
  expectTypeOf<Names<DocumentFilters>>().toEqualTypeOf<Query<typeof Contract.documentListQuery>>();
  expectTypeOf<Names<SegmentFilters>>().toEqualTypeOf<Query<typeof Contract.segmentListQuery>>();
  expectTypeOf<Filters<Assay["requirements"]>>().toEqualTypeOf<Query<typeof Contract.requirementListQuery>>();
  expectTypeOf<Filters<Assay["runs"]["list"]>>().toEqualTypeOf<Query<typeof Contract.runListQuery>>();
  expectTypeOf<Filters<Assay["runs"]["documents"], 1>>().toEqualTypeOf<Query<typeof Contract.runDocumentListQuery>>();
  expectTypeOf<Filters<Assay["runs"]["assessments"], 1>>().toEqualTypeOf<Query<typeof Contract.assessmentListQuery>>();
  expectTypeOf<Filters<Assay["tasks"]["list"]>>().toEqualTypeOf<Query<typeof Contract.taskListQuery>>();
});

test("each list of the console takes the filters that its route takes", () => {
  expectTypeOf<Names<AuditFilters>>().toEqualTypeOf<Query<typeof Contract.auditListQuery>>();
  expectTypeOf<Filters<AssayAdmin["audit"]["checkpoints"]>>().toEqualTypeOf<
    Query<typeof Contract.checkpointListQuery>
  >();
  expectTypeOf<Filters<AssayAdmin["apiKeys"]["list"]>>().toEqualTypeOf<Query<typeof Contract.apiKeyListQuery>>();
  expectTypeOf<Filters<AssayAdmin["documents"]["failed"]>>().toEqualTypeOf<
    Query<typeof Contract.failedDocumentListQuery>
  >();
  expectTypeOf<Filters<AssayAdmin["members"]["list"]>>().toEqualTypeOf<Query<typeof Contract.memberListQuery>>();
  expectTypeOf<Filters<AssayAdmin["runs"]["list"]>>().toEqualTypeOf<Query<typeof Contract.adminRunListQuery>>();
  expectTypeOf<Filters<AssayAdmin["tenants"]["list"]>>().toEqualTypeOf<Query<typeof Contract.tenantListQuery>>();
  expectTypeOf<Filters<AssayAdmin["corpus"]["ingestions"]>>().toEqualTypeOf<
    Query<typeof Contract.ingestionListQuery>
  >();
  expectTypeOf<Filters<AssayAdmin["corpus"]["activations"]>>().toEqualTypeOf<
    Query<typeof Contract.activationListQuery>
  >();
});
