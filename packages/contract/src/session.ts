import { z } from "zod";
import { id, isStorableText, timestamp } from "./primitives.ts";
import { role } from "./sets.ts";

/** Of the caller's session: `MISSING` while the tenant demands one that the person does not have; `ASKED` while every other route is refused until a second factor is proved. */
export const SECOND_FACTOR_STATES = ["NONE", "ASKED", "PROVED", "MISSING"] as const;

const memberTenant = z.strictObject({ id, name: z.string(), role }).describe("A tenant that a person is a member of.");
export type MemberTenant = z.infer<typeof memberTenant>;

export const chooseTenantBody = z.strictObject({ tenantId: id });
/** The id of the tenant that a page shows: a request whose session is in another one is refused. */
export const TENANT_HEADER = "Assay-Tenant";
/** In `details.reason` of FORBIDDEN, where the session is not in the tenant that the header names. */
export const TENANT_CHANGED = "TENANT_CHANGED";
/** In `details.reason` of FORBIDDEN, for a member of other tenants only; `details.tenants` of `GET /api/session` lists them. */
export const TENANT_CHOICE_REQUIRED = "TENANT_CHOICE_REQUIRED";
/** In `details.reason` of FORBIDDEN, for people, keys, links and applications of a tenant that is suspended. */
export const TENANT_SUSPENDED = "TENANT_SUSPENDED";
/** In `details.reason` of FORBIDDEN, for a session that a tenant's identity provider vouches for. */
export const TENANT_OF_PROVIDER = "TENANT_OF_PROVIDER";

export const session = z
  .strictObject({
    actorId: z.string().describe("A user's id, or `api-key:<id>`."),
    role,
    tenant: z.strictObject({ id, name: z.string() }),
    tenants: z
      .array(memberTenant)
      .describe(
        "Where a person is an active member, by name: what this session may choose. Of a key or link, its own.",
      ),
    packs: z
      .array(z.strictObject({ id, name: z.string(), criteriaVersionId: id, version: z.int().positive() }))
      .describe("The packs that the tenant uses, each with the version that a new run uses."),
    mayReview: z
      .boolean()
      .describe("Whether the caller may review verdicts and comment: a MEMBER or above, or a VIEWER with the right."),
    mustChangePassword: z
      .boolean()
      .describe("Whether every other route is refused until the first password is changed."),
    secondFactor: z
      .enum(SECOND_FACTOR_STATES)
      .describe(
        "Whether the session has proved a second factor; with ASKED every other route is refused until it has, with MISSING until the person has one, as the tenant demands.",
      ),
  })
  .describe("The user or key of a token, and the packs.");
export type Session = z.infer<typeof session>;
/** What people prove themselves with, the weakest first. */
export const FACTORS = ["PASSWORD", "SSO", "TOTP", "PASSKEY"] as const;
export type Factor = (typeof FACTORS)[number];

/** Used next to a password, and stronger. */
export function isSecondFactor(factor: Factor): boolean {
  return factor === "TOTP" || factor === "PASSKEY";
}

/** How recent a proof must be: of the action itself, or of the work that it belongs to. */
export const FRESHNESS = ["ACTION", "REVIEW"] as const;
export type Freshness = (typeof FRESHNESS)[number];

/** In `details.reason` of FORBIDDEN, where the caller must prove again who they are; `details.factors` says with what. */
export const FRESH_AUTHENTICATION_REQUIRED = "FRESH_AUTHENTICATION_REQUIRED";
/** In `details.reason` of FORBIDDEN, while the password is a first one. */
export const PASSWORD_CHANGE_REQUIRED = "PASSWORD_CHANGE_REQUIRED";
/** In `details.reason` of FORBIDDEN, while the caller has a second factor that the session has not proved. */
export const SECOND_FACTOR_REQUIRED = "SECOND_FACTOR_REQUIRED";
/** In `details.reason` of FORBIDDEN, where the tenant demands a second factor that the caller does not have. */
export const SECOND_FACTOR_MISSING = "SECOND_FACTOR_MISSING";
/** In `details.reason` of FORBIDDEN, where two persons are asked for and one may hold both accounts. */
export const ADDRESS_UNPROVED = "ADDRESS_UNPROVED";
/** In `details.reason` of FORBIDDEN, for an API key or a link that asks for what only a person may do. */
export const PERSON_REQUIRED = "PERSON_REQUIRED";

const PASSWORD_LENGTH = "must have 8 to 1024 characters";
export const newPassword = z
  .string()
  .min(8, PASSWORD_LENGTH)
  .max(1024, PASSWORD_LENGTH)
  .refine(isStorableText, "must not contain NUL or lone surrogates");
export const changePasswordBody = z
  .strictObject({
    current: z.string().min(1, "must be the current password").max(1024, "must be the current password"),
    new: newPassword,
  })
  .refine((body) => body.new !== body.current, { path: ["new"], message: "must differ from the current one" });
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

export const deployment = z
  .strictObject({
    empty: z.boolean().describe("Whether there is no tenant to sign in to."),
    maintenance: z
      .strictObject({ since: timestamp, reason: z.string().describe("What the operators say of it.") })
      .nullable()
      .describe("Set while nothing may be changed: writes get 503 MAINTENANCE, and jobs wait."),
  })
  .describe("What is shown without a token.");
export type Deployment = z.infer<typeof deployment>;

export const sessionReply = z.strictObject({ session });

const signedInSession = z
  .strictObject({
    id: z.string(),
    startedAt: timestamp,
    lastUsedAt: timestamp.describe("When its token was last renewed."),
    isCurrent: z.boolean().describe("Whether it is the one of this request."),
  })
  .describe("Where somebody is signed in.");
export const sessionListReply = z
  .strictObject({
    sessions: z.array(signedInSession),
    isComplete: z.boolean().describe("False where the issuer names no session but the one of this request."),
  })
  .describe("Where the caller is signed in, the newest session first.");
export type SessionList = z.infer<typeof sessionListReply>;
