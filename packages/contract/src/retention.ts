import { z } from "zod";
import { id, timestamp } from "./primitives.ts";

/** What is removed after a number of days, each by a rule of its own. */
export const RETENTION_KINDS = ["spans", "logs", "runs"] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

const DAYS_MAX = 36_500;
const mustBeFrom = (min: number) => `must be a whole number from ${min} to ${DAYS_MAX}, or null`;
const daysFrom = (min: number, must = mustBeFrom(min)) => z.int(must).min(min, must).max(DAYS_MAX, must);
const days = daysFrom(1);
/** Of what people rely on. */
const runDays = daysFrom(30);
const inQuery = (number: typeof days) =>
  z
    .string()
    .regex(/^\d{1,5}$/, mustBeFrom(1))
    .transform(Number)
    .pipe(number)
    .optional();

export const retentionDays = z
  .strictObject({
    spans: days.nullable().describe("Trace spans of runs and documents, by their end."),
    logs: days.nullable().describe("Records of access, and webhook deliveries and mails that have ended."),
    runs: runDays
      .nullable()
      .describe(
        "Runs by their end, with verdicts, snapshot, reviews, comments, sign-offs, tasks and exports. The newest finished run of each pack and those after it stay, and what a link, a later run, a damage or open work needs: a task with an assignee or a due date, an evidence request.",
      ),
  })
  .describe("Days that a tenant's rows are kept, by kind. Null: what the deployment does with all tenants.");
export type RetentionDays = z.infer<typeof retentionDays>;

/** Why nothing is removed now, even if it is due. */
export const RETENTION_REFUSALS = ["ERASING", "HELD", "SUSPENDED", "MAINTENANCE", "CHANGED_LATELY"] as const;
export const retentionRefusal = z
  .enum(RETENTION_REFUSALS)
  .describe(
    "Why nothing is removed now. CHANGED_LATELY: in the day after a change, or after a hold or a suspension ended.",
  );

export const retention = z.strictObject({
  tenantId: id,
  days: retentionDays,
  changedAt: timestamp.nullable().describe("Null: no rule was ever set."),
  appliedAt: timestamp.nullable().describe("When all that was due was last removed."),
  refusal: retentionRefusal.nullable(),
});
export type Retention = z.infer<typeof retention>;
export const retentionReply = z.strictObject({ retention });

export const patchRetentionBody = z.strictObject({
  days: retentionDays
    .partial()
    .refine((given) => Object.keys(given).length > 0, "must name a kind")
    .describe("Kinds that are not named stay as they are."),
});
export type RetentionPatch = { readonly [Kind in RetentionKind]?: number | null | undefined };

export const retentionPreviewQuery = z.strictObject({
  spans: inQuery(days),
  logs: inQuery(days),
  runs: inQuery(runDays),
});
export type RetentionPreviewQuery = z.infer<typeof retentionPreviewQuery>;

export const retentionPreviewKind = z.strictObject({
  kind: z.enum(RETENTION_KINDS),
  days: days.nullable(),
  count: z
    .int()
    .nonnegative()
    .describe(
      "Rows or runs that are due; 0 without a number of days. Once a run goes, an older one that only it needed can follow.",
    ),
  bytes: z.int().nonnegative(),
  oldest: timestamp.nullable(),
  newest: timestamp.nullable(),
  heldBack: z.int().nonnegative().describe("As old, and staying for now: it has not ended, or something needs it."),
});
export type RetentionPreviewKind = z.infer<typeof retentionPreviewKind>;
export const retentionPreview = z
  .strictObject({ tenantId: id, kinds: z.array(retentionPreviewKind), refusal: retentionRefusal.nullable() })
  .describe("What would be removed now. Nothing is changed by it.");
export type RetentionPreview = z.infer<typeof retentionPreview>;
