import { z } from "zod";
import { nextCursor } from "./paging.ts";
import { id, timestamp, writtenText } from "./primitives.ts";
import { ssoRole } from "./single-sign-on.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

/** Of one tenant. */
export const SCIM_KEYS_MAX = 10;
export const SCIM_USERS_MAX = 10_000;
export const SCIM_GROUPS_MAX = 1000;

export const scimKey = z
  .strictObject({
    id,
    name: z.string(),
    prefix: z.string().describe("The first characters of the key."),
    createdBy: z.string().describe("A user's id."),
    createdAt: timestamp,
    revokedAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable().describe("The last request of the directory, to the minute."),
  })
  .describe("Access for a directory: good for `/scim/v2` alone.");
export type ScimKey = z.infer<typeof scimKey>;
export const scimKeyListReply = z.strictObject({ scimKeys: z.array(scimKey), nextCursor });
export const createScimKeyBody = z.strictObject({ name: writtenText(TEXT_LIMITS.apiKeyName) });
export type CreateScimKeyBody = z.infer<typeof createScimKeyBody>;
export const createdScimKey = z.strictObject({
  scimKey,
  key: z.string().regex(/^assayscim_[A-Za-z0-9_-]{43}$/),
});

export const scimGroup = z
  .strictObject({
    id,
    displayName: z.string(),
    role: ssoRole.nullable().describe("What its members get; null gives nothing."),
    members: z.int().nonnegative(),
    createdAt: timestamp,
    updatedAt: timestamp.describe("When the directory, or an ADMIN, changed it last."),
  })
  .describe("A group that the directory made.");
export type ScimGroup = z.infer<typeof scimGroup>;
export const scimGroupReply = z.strictObject({ scimGroup });
export const scimGroupListReply = z.strictObject({ scimGroups: z.array(scimGroup), nextCursor });
export const mapScimGroupBody = z.strictObject({ role: ssoRole.nullable() });
export type MapScimGroupBody = z.infer<typeof mapScimGroupBody>;
