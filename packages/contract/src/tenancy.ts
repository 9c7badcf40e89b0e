import { z } from "zod";
import { damagedResult } from "./damaged-result.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, isStorableText, timestamp } from "./primitives.ts";
import { role, tenantStatus } from "./sets.ts";
import type { ROLES } from "./statuses.ts";
import { patchTenantLimits, tenantLimits } from "./tenant-limits.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

const name = (max: number) =>
  z
    .string()
    .trim()
    .min(1, `must have 1 to ${max} characters`)
    .max(max, `must have 1 to ${max} characters`)
    .refine(isStorableText, "must not contain NUL or lone surrogates");

export const tenant = z.strictObject({
  id,
  name: z.string(),
  status: tenantStatus,
  limits: tenantLimits,
  createdAt: timestamp,
});
export type Tenant = z.infer<typeof tenant>;
/** Part of a name or an e-mail, in any case. */
const q = z.string().max(200).optional();

export const tenantListQuery = pageQuery.extend({ status: tenantStatus.optional(), q });
export type TenantListQuery = z.infer<typeof tenantListQuery>;
export const tenantListReply = z.strictObject({ tenants: z.array(tenant), nextCursor });
export const tenantReply = z.strictObject({ tenant });
export const createTenantBody = z.strictObject({ name: name(TEXT_LIMITS.tenantName) });
export const patchTenantBody = z.strictObject({
  name: name(TEXT_LIMITS.tenantName).optional(),
  status: tenantStatus.optional(),
  limits: patchTenantLimits.optional().describe("Limits that are not named stay."),
});
export type PatchTenantBody = z.infer<typeof patchTenantBody>;

export const member = z.strictObject({
  userId: z.uuid(),
  email: z.string(),
  role,
  mayReview: z.boolean().describe("Whether a VIEWER may review verdicts and comment. MEMBER and above always may."),
  createdAt: timestamp,
});
export type Member = z.infer<typeof member>;
export const memberListQuery = pageQuery.extend({ role: role.optional(), q });
export type MemberListQuery = z.infer<typeof memberListQuery>;
export const memberListReply = z.strictObject({ members: z.array(member), nextCursor });
export const memberOrDamageListReply = memberListReply.extend({ members: z.array(z.union([member, damagedResult])) });
export const memberReply = z.strictObject({ member });
const EMAIL = `must be an e-mail address of at most ${TEXT_LIMITS.email} characters`;
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(TEXT_LIMITS.email, EMAIL)
  .regex(/^[^\s@]+@[^\s@]+$/, EMAIL)
  .refine(isStorableText, "must not contain NUL or lone surrogates");
export const inviteMemberBody = z.strictObject({ email: emailAddress, role });
export const inviteAdministratorBody = z.strictObject({ email: emailAddress });
export type InviteMemberBody = z.infer<typeof inviteMemberBody>;
/** The password for the first sign-in, which must be changed then. It is shown once. */
export interface FirstPassword {
  readonly password: string;
}
export const patchMemberBody = z
  .strictObject({ role: role.optional(), mayReview: z.boolean().optional() })
  .refine(({ role, mayReview }) => role !== undefined || mayReview !== undefined, {
    path: ["role"],
    message: "must be given, or mayReview",
  });
export type PatchMemberBody = z.infer<typeof patchMemberBody>;

/** An active member, as colleagues see each other: to assign tasks and to mention. */
export const person = z.strictObject({ userId: z.uuid(), email: z.string(), role, mayReview: z.boolean() });
export type Person = z.infer<typeof person>;
export const personListQuery = pageQuery.extend({ q });
export type PersonListQuery = z.infer<typeof personListQuery>;
export const personListReply = z.strictObject({ people: z.array(person), nextCursor });

export const API_KEY_ROLES = ["VIEWER", "MEMBER", "ADMIN"] as const satisfies readonly (typeof ROLES)[number][];
export const apiKeyRole = z.enum(API_KEY_ROLES).describe("No key acts as SUPER_ADMIN.");
export const apiKey = z.strictObject({
  id,
  name: z.string(),
  prefix: z.string().describe("The first characters of the key, so that people can distinguish keys."),
  role: apiKeyRole,
  createdBy: z.string().describe("A user's id, or `api-key:<id>`."),
  createdByName: z
    .string()
    .nullable()
    .describe("The user's e-mail or the key's name; null for a person who was never a member of the tenant."),
  createdAt: timestamp,
  expiresAt: timestamp,
  revokedAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable().describe("To the minute."),
});
export type ApiKey = z.infer<typeof apiKey>;
export const API_KEY_STATES = ["IN_FORCE", "EXPIRED", "REVOKED"] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];
export const apiKeyState = z.enum(API_KEY_STATES);
export const apiKeyListQuery = pageQuery.extend({ state: apiKeyState.optional() });
export type ApiKeyListQuery = z.infer<typeof apiKeyListQuery>;
export const apiKeyListReply = z.strictObject({ apiKeys: z.array(apiKey), nextCursor });
export const createApiKeyBody = z.strictObject({
  name: name(TEXT_LIMITS.apiKeyName),
  role: apiKeyRole,
  expiresAt: timestamp
    .refine((text) => !Number.isNaN(Date.parse(text)), "must be a time such as 2027-01-31T00:00:00.000Z")
    .describe("At most one year from now."),
});
export type CreateApiKeyBody = z.infer<typeof createApiKeyBody>;
export const createApiKeyReply = z
  .strictObject({ apiKey, key: z.string().regex(/^assay_[A-Za-z0-9_-]{43}$/) })
  .describe("`key` is shown here and never again.");
