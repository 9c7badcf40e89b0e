import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, sha256, timestamp } from "./primitives.ts";
import { retentionDays } from "./retention.ts";
import { tenantLimits } from "./tenant-limits.ts";

/** An enumeration's value, or the code of an error. */
const code = z.string().regex(/^[A-Z0-9_]{1,64}$/);

export const deploymentDetails = z
  .strictObject({
    ...tenantLimits.shape,
    retention: retentionDays.partial(),
    role: code,
    kind: code,
    status: code,
    errorCode: code,
    count: z.int().nonnegative(),
    bytes: z.int().nonnegative(),
    nameHash: sha256.describe("SHA-256 of a name or an address."),
    reasonHash: sha256.describe("SHA-256 of the reason that a person gave."),
    contentHash: sha256.describe("SHA-256 of a file or a certificate."),
    keyId: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
    replacedId: z.string().regex(/^[A-Za-z0-9._:-]{1,100}$/),
    version: z
      .string()
      .regex(/^[A-Za-z0-9._+-]{1,60}$/)
      .describe("Of a release, and the one before."),
    versionBefore: z.string().regex(/^[A-Za-z0-9._+-]{1,60}$/),
    expiresAt: timestamp,
  })
  .partial()
  .describe("Only ids, times, enumerations, counts and digests; the list of keys is complete.");
export type DeploymentDetails = Readonly<z.infer<typeof deploymentDetails>>;

export const deploymentEntry = z
  .strictObject({
    id,
    sequence: z.int().positive().describe("From 1, without gaps."),
    createdAt: timestamp,
    action: z
      .string()
      .regex(/^[a-z_]+\.[a-z_]+$/)
      .describe("`noun.verbed`, such as `tenant.created`."),
    objectType: z.string(),
    objectId: z.string(),
    actor: z.string().describe("A user's id, or `system` for an operator's command and for the service itself."),
    details: deploymentDetails,
    previousHash: sha256,
    hash: sha256.describe("SHA-256 of the entry's RFC 8785 form without `hash`."),
  })
  .describe("An action that belongs to no tenant.");
export type DeploymentEntry = z.infer<typeof deploymentEntry>;

/** In the place of an entry that is not as it was written, or does not follow the one before. */
export const damagedEntry = z.strictObject({ sequence: z.int().positive(), damaged: z.literal(true) });
export type DamagedEntry = z.infer<typeof damagedEntry>;

export const deploymentLogQuery = pageQuery.extend({
  action: z.string().min(1).max(200).optional(),
  objectId: z.string().min(1).max(200).optional(),
});
export type DeploymentLogQuery = z.infer<typeof deploymentLogQuery>;
export const deploymentLogReply = z.strictObject({
  entries: z.array(z.union([deploymentEntry, damagedEntry])),
  names: z.record(z.string(), z.string()).describe("The e-mail by a user's id, the name by a tenant's id."),
  nextCursor,
});
