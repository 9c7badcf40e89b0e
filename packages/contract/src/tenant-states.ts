import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { timestamp } from "./primitives.ts";
import { runStatus, snapshotStatus, tenantStatus } from "./sets.ts";
import { tenant } from "./tenancy.ts";

/** Counts of the deployment's page end here: that many or more. */
export const STATE_COUNT_MAX = 10_000;
/** In the last so many days. */
export const FAILED_RUN_DAYS = 30;

/** What an operator has to look at, the worst first. */
export const TENANT_TROUBLES = [
  "INTEGRITY",
  "RUN_FAILED",
  "SNAPSHOT_FAILED",
  "JOBS_WAITING",
  "DOCUMENTS_UNREAD",
  "DOCUMENTS_FAILED",
  "LIMIT_NEAR",
  "NO_ADMIN",
] as const;
export type TenantTrouble = (typeof TENANT_TROUBLES)[number];
export const tenantTrouble = z.enum(TENANT_TROUBLES);

const count = z.int().nonnegative();
const upTo = count.describe("10,000: that many or more.");
const used = z.strictObject({ used: count, limit: count });
const usedOrUnlimited = z.strictObject({ used: count, limit: count.nullable() });

export const tenantState = z
  .strictObject({
    tenant,
    troubles: z.array(tenantTrouble).describe("The worst first."),
    members: upTo,
    admins: upTo.describe("Members with the role ADMIN or SUPER_ADMIN."),
    documents: used,
    bytes: used,
    runsToday: usedOrUnlimited.describe("Runs that started in this UTC day."),
    tokensThisMonth: usedOrUnlimited.describe("Of runs that started in this UTC month, as is the cost."),
    costUsdThisMonth: z.number().nonnegative(),
    lastRun: z
      .strictObject({
        status: runStatus,
        snapshotStatus,
        createdAt: timestamp,
        endedAt: timestamp.nullable(),
        verdicts: z
          .strictObject({ complete: count, partial: count, missing: count, notJudged: count })
          .nullable()
          .describe("Null where the last check found the results damaged. `notJudged` counts in `missing` too."),
      })
      .nullable(),
    failures: z.strictObject({
      documents: upTo,
      runs: upTo.describe("Of the last 30 days."),
    }),
    jobs: z.strictObject({
      waiting: upTo.describe("Due, or in need of a part that is not available."),
      oldestAt: timestamp.nullable(),
      waitForPart: z.boolean(),
    }),
    oldestUnreadAt: timestamp.nullable().describe("When the oldest document came that is neither READY nor FAILED."),
    integrity: z
      .strictObject({
        checkedAt: timestamp.nullable(),
        chainBroken: z.boolean(),
        damagedRuns: upTo,
        damagedRecords: count,
      })
      .describe("What the last daily check found."),
  })
  .describe("Quantities of one tenant, without names, texts or ids of its evidence.");
export type TenantState = z.infer<typeof tenantState>;

export const deploymentQuery = pageQuery.extend({
  q: z.string().max(200).optional().describe("Part of a name, in any case."),
  status: tenantStatus.optional(),
  trouble: tenantTrouble.optional().describe("Only tenants with this one."),
});
export type DeploymentQuery = z.infer<typeof deploymentQuery>;
export const deploymentReply = z.strictObject({
  at: timestamp.describe("By the database's clock."),
  defaults: z
    .strictObject({ documentsMax: count, bytesMax: count })
    .describe("The limits of tenants without their own. Runs and tokens have none."),
  totals: z
    .strictObject({
      tenants: count,
      inTrouble: count,
      documents: count,
      bytes: count,
      jobsWaiting: count,
      tokensThisMonth: count,
      costUsdThisMonth: z.number().nonnegative(),
    })
    .describe("Of all tenants that the query matches, on whatever page."),
  tenants: z.array(tenantState).describe("Those in the worst trouble first."),
  nextCursor,
});
export type DeploymentReply = z.infer<typeof deploymentReply>;
