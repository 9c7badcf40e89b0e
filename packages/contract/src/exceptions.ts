import { z } from "zod";
import { damagedResult } from "./damaged-result.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { calendarDate, id, timestamp, writtenText } from "./primitives.ts";
import { exceptionKind, exceptionStatus } from "./sets.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

export const exceptionBody = z
  .strictObject({
    packId: z.string().max(100).optional().describe("May be omitted if the tenant uses one pack."),
    requirementId: z.string().min(1).max(100),
    kind: exceptionKind,
    scope: writtenText(TEXT_LIMITS.exceptionScope)
      .optional()
      .describe("What it is limited to; the whole requirement without it."),
    reason: writtenText(TEXT_LIMITS.exceptionReason),
    compensatingControl: writtenText(TEXT_LIMITS.compensatingControl)
      .optional()
      .describe("What is done instead; required for COMPENSATING_CONTROL."),
    ownerId: z.string().max(100).describe("The active member who answers for it."),
    validFrom: calendarDate.optional().describe("Today unless it is given."),
    validUntil: calendarDate.describe("The last day, at most 24 months after `validFrom`."),
    documentId: z.string().max(100).optional().describe("A document of the tenant that says more."),
  })
  .refine(({ kind, compensatingControl }) => kind !== "COMPENSATING_CONTROL" || compensatingControl !== undefined, {
    path: ["compensatingControl"],
    message: "must be given for COMPENSATING_CONTROL",
  });
export type ExceptionBody = z.infer<typeof exceptionBody>;

export const exception = z.strictObject({
  id,
  tenantId: id,
  packId: id,
  requirementId: z.string(),
  kind: exceptionKind,
  scope: z.string().nullable(),
  reason: z.string(),
  compensatingControl: z.string().nullable(),
  ownerId: z.uuid(),
  ownerName: z.string().nullable(),
  proposedBy: z.string().describe("A user's id, or `api-key:<id>`."),
  proposedByName: z.string().nullable(),
  approvedBy: z.uuid().nullable(),
  approvedByName: z.string().nullable(),
  approvedAt: timestamp.nullable(),
  validFrom: calendarDate,
  validUntil: calendarDate,
  status: exceptionStatus,
  inForce: z.boolean().describe("Approved, and today is within its days."),
  documentId: id.nullable(),
  revokedBy: z.uuid().nullable(),
  revokedByName: z.string().nullable(),
  revokedAt: timestamp.nullable(),
  revokeReason: z.string().nullable(),
  createdAt: timestamp,
});
export type Exception = z.infer<typeof exception>;
export const exceptionReply = z.strictObject({ exception });
export const exceptionListQuery = pageQuery.extend({
  packId: z.string().max(100).optional(),
  requirementId: z.string().max(100).optional(),
  kind: exceptionKind.optional(),
  status: exceptionStatus.optional(),
  ownerId: z.string().max(100).optional(),
  expiringWithinDays: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, "must be a whole number from 1 to 999")
    .transform(Number)
    .meta({ asParameter: { type: "integer", minimum: 1, maximum: 999 } })
    .optional()
    .describe("Active, and its last day is within so many days."),
  inForce: z.enum(["true"]).optional().describe("Approved, and today is within its days."),
  sort: z.enum(["validUntil"]).optional().describe("The earliest last day first; without it the newest first."),
});
export type ExceptionListQuery = z.infer<typeof exceptionListQuery>;
export const exceptionListReply = z.strictObject({ exceptions: z.array(exception), nextCursor });
export const exceptionOrDamageListReply = exceptionListReply.extend({
  exceptions: z.array(z.union([exception, damagedResult])),
});
export const revokeExceptionBody = z.strictObject({ reason: writtenText(TEXT_LIMITS.exceptionRevocationReason) });

export const fixedException = z
  .strictObject({
    id,
    requirementId: z.string(),
    kind: exceptionKind,
    scope: z.string().nullable(),
    reason: z.string(),
    compensatingControl: z.string().nullable(),
    ownerId: z.uuid(),
    proposedBy: z.string(),
    approvedBy: z.uuid(),
    approvedAt: timestamp,
    validFrom: calendarDate,
    validUntil: calendarDate,
    documentId: id.nullable(),
  })
  .describe("An exception as it was when the run started.");
export type FixedException = z.infer<typeof fixedException>;
export const runExceptionListReply = z.strictObject({ exceptions: z.array(fixedException) });
