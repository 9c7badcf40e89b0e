import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, sha256, timestamp } from "./primitives.ts";

export const auditEntry = z
  .strictObject({
    id,
    tenantId: id,
    runId: id.nullable(),
    action: z.string().regex(/^[a-z_]+\.[a-z_]+$/),
    object_type: z.string(),
    object_id: z.string(),
    /** A user's id, or `system`. */
    actor: z.string(),
    created_at: timestamp,
    /** From 1, without gaps within a tenant. */
    sequence: z.int().positive(),
    previousHash: sha256,
    hash: sha256,
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditListQuery = pageQuery.extend({
  runId: z.string().max(100).optional(),
});
export const auditListReply = z.strictObject({
  entries: z.array(auditEntry),
  total: z.int().nonnegative(),
  nextCursor,
});
