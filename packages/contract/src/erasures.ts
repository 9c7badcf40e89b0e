import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, isStorableText, sha256, timestamp } from "./primitives.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

const count = z.int().nonnegative();
const reason = z
  .string()
  .trim()
  .min(1, `must have 1 to ${TEXT_LIMITS.erasureReason} characters`)
  .max(TEXT_LIMITS.erasureReason, `must have 1 to ${TEXT_LIMITS.erasureReason} characters`)
  .refine(isStorableText, "must not contain NUL or lone surrogates");

export const tenantHold = z
  .strictObject({
    id,
    tenantId: id,
    reason: z.string(),
    setBy: z.string(),
    setAt: timestamp,
    endedBy: z.string().nullable(),
    endedAt: timestamp.nullable(),
    endReason: z.string().nullable().describe("Null while it is active."),
  })
  .describe("While it is active, the tenant is not erased.");
export type TenantHold = z.infer<typeof tenantHold>;
export const tenantHoldBody = z.strictObject({ reason });
export const endHoldBody = z.strictObject({ reason });
export const tenantHoldReply = z.strictObject({ hold: tenantHold });
export const tenantHoldListReply = z.strictObject({ holds: z.array(tenantHold) });

/** What keeps a tenant from being erased. */
export const ERASURE_REFUSALS = ["NOT_SUSPENDED", "HELD", "ERASING"] as const;
const rowsByTable = z.record(z.string(), count);

export const erasurePreview = z
  .strictObject({
    tenantId: id,
    name: z.string(),
    rows: rowsByTable.describe("Rows that would go, by table; tables without one are not named."),
    rowsTotal: count,
    documents: count,
    bytes: count.describe("Of the originals."),
    snapshots: count,
    fileKeys: count,
    holds: z.array(tenantHold),
    refusal: z.enum(ERASURE_REFUSALS).nullable(),
  })
  .describe("Nothing is changed by it.");
export type ErasurePreview = z.infer<typeof erasurePreview>;

export const erasure = z.strictObject({
  id,
  tenantId: id.describe("Of a tenant that is gone once `finishedAt` is set."),
  tenantName: z.string(),
  requestedBy: z.string(),
  requestedAt: timestamp,
  files: count.describe("Files found and deleted so far, parts of uploads apart."),
  rows: count.describe("Rows deleted so far."),
  finishedAt: timestamp.nullable(),
});
export type Erasure = z.infer<typeof erasure>;
export const eraseTenantBody = z.strictObject({
  name: z.string().describe("The tenant's name, to confirm it."),
  reason,
});
export const erasureReply = z.strictObject({ erasure });
export const erasureListQuery = pageQuery;
export type ErasureListQuery = z.infer<typeof erasureListQuery>;
export const erasureListReply = z.strictObject({ erasures: z.array(erasure), nextCursor });

/** Another shape gets another name. */
export const DELETION_ORIGIN = "assay/deletion/v1";

export const deletionStatement = z
  .strictObject({
    origin: z.literal(DELETION_ORIGIN),
    deploymentId: z.uuid(),
    erasureId: id,
    tenant: z.strictObject({ id, name: z.string(), createdAt: timestamp }),
    requestedBy: z.string(),
    requestedAt: timestamp,
    reasonHash: sha256.describe("SHA-256 of the reason that was given."),
    finishedAt: timestamp,
    deleted: z.strictObject({
      rows: rowsByTable,
      rowsTotal: count,
      files: count.describe("Files that were found, parts of uploads apart."),
      uploadParts: count.describe("Of uploads that had not come to their end."),
      fileKeys: z.array(id).describe("Keys of its originals, destroyed before anything else was deleted."),
      documents: z.strictObject({
        count,
        bytes: count,
        sha256: sha256.describe("Of the SHA-256 of each original in hex, ascending, each followed by a line feed."),
      }),
    }),
    hashes: z.strictObject({
      auditHead: z.strictObject({ sequence: count, hash: sha256 }).describe("Where its audit log ended."),
      snapshots: z.array(z.strictObject({ runId: id, sha256 })),
    }),
    notCovered: z.strictObject({
      backups: z
        .array(z.strictObject({ takenAt: timestamp, manifestHash: sha256 }))
        .describe("Those that the deployment recorded, the oldest first."),
      other: z.array(z.string()),
    }),
  })
  .describe("What a certificate of deletion says.");
export type DeletionStatement = z.infer<typeof deletionStatement>;

export const deletionCertificate = z
  .strictObject({
    payload: z.string().describe("The RFC 8785 form of a DeletionStatement."),
    signature: z.string().describe("Ed25519 over the UTF-8 bytes of `payload`, base64url."),
    keyId: z.string().describe("Of the key in `/.well-known/assay-checkpoint-keys.json`."),
  })
  .describe("Says what was deleted of a tenant, and is valid without the service.");
export type DeletionCertificate = z.infer<typeof deletionCertificate>;
