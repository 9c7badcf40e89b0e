import { z } from "zod";
import { nextCursor } from "./paging.ts";
import { id, isStorableText, timestamp, writtenText } from "./primitives.ts";
import { SSO_ROLES } from "./statuses.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

/** Of one tenant. */
export const IDENTITY_PROVIDERS_MAX = 10;
export const DOMAINS_MAX = 50;
/** Of one provider. */
export const SECOND_FACTORS_MAX = 10;

export const ssoRole = z.enum(SSO_ROLES).describe("What single sign-on gives. An ADMIN gives more.");

const SECOND_FACTORS =
  "Values of `acr` or `amr` in its ID tokens that prove a second factor, for people without one of their own here. With none, the company's sign-in is no second factor.";

export const identityProvider = z.strictObject({
  id,
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  defaultRole: ssoRole.describe("Of who is made a member at the first sign-in."),
  secondFactors: z.array(z.string()).describe(SECOND_FACTORS),
  active: z.boolean().describe("Whether people sign in there. At most one of a tenant is."),
  createdBy: z.string().describe("A user's id."),
  createdAt: timestamp,
});
export type IdentityProvider = z.infer<typeof identityProvider>;
export const identityProviderReply = z.strictObject({ identityProvider });
export const identityProviderListReply = z.strictObject({ identityProviders: z.array(identityProvider), nextCursor });

const name = writtenText(TEXT_LIMITS.identityProviderName);
const issuer = z
  .string()
  .trim()
  .max(TEXT_LIMITS.webhookUrl, `must have at most ${TEXT_LIMITS.webhookUrl} characters`)
  .refine(isIssuer, "must be an address without query and fragment, such as https://login.example.com");
const clientId = writtenText(TEXT_LIMITS.clientId);
const clientSecret = writtenText(TEXT_LIMITS.clientSecret).describe("Is stored encrypted, and never shown.");

const secondFactors = z
  .array(writtenText(TEXT_LIMITS.secondFactorValue))
  .max(SECOND_FACTORS_MAX)
  .describe(SECOND_FACTORS);

export const createIdentityProviderBody = z.strictObject({
  name,
  issuer: issuer.describe("As the provider itself writes it: its description is below `/.well-known/`."),
  clientId,
  clientSecret,
  defaultRole: ssoRole.default("VIEWER"),
  secondFactors: secondFactors.default([]),
});
export type CreateIdentityProviderBody = z.infer<typeof createIdentityProviderBody>;
export const patchIdentityProviderBody = z.strictObject({
  name: name.optional(),
  issuer: issuer.optional(),
  clientId: clientId.optional(),
  clientSecret: clientSecret.optional(),
  defaultRole: ssoRole.optional(),
  secondFactors: secondFactors.optional(),
  active: z.boolean().optional(),
});
export type PatchIdentityProviderBody = z.infer<typeof patchIdentityProviderBody>;

export const identityProviderCheckReply = z
  .strictObject({ problem: z.string().nullable().describe("Why nobody could sign in there now; null where they can.") })
  .describe("Whether the provider answers and describes itself as what single sign-on needs.");

export const tenantDomain = z.strictObject({
  id,
  domain: z.string(),
  record: z
    .strictObject({ name: z.string(), type: z.literal("TXT"), value: z.string() })
    .describe("The DNS record that proves the domain."),
  provedAt: timestamp.nullable(),
  provedBy: z.string().nullable().describe("A user's id, or `system` for an operator of the deployment."),
  createdAt: timestamp,
});
export type TenantDomain = z.infer<typeof tenantDomain>;
export const tenantDomainReply = z.strictObject({ domain: tenantDomain });
export const tenantDomainListReply = z.strictObject({ domains: z.array(tenantDomain), nextCursor });

export const createDomainBody = z.strictObject({
  domain: z
    .string()
    .trim()
    .transform((text) => toDomain(text) ?? "")
    .refine((text) => text !== "", "must be a domain such as example.com"),
});
export type CreateDomainBody = z.infer<typeof createDomainBody>;

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const DOMAIN = new RegExp(`^(?=.{4,253}$)(${LABEL}\\.)+(?!\\d+$)${LABEL}$`);

/** The domain in lower case and ASCII; undefined for what is none. */
export function toDomain(text: string): string | undefined {
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(text)) return undefined;
  const host = URL.parse(`http://${text}/`)?.hostname;
  return host !== undefined && DOMAIN.test(host) ? host : undefined;
}

/** The domain of an e-mail address. */
export function domainOfEmail(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  return at < 1 ? undefined : toDomain(email.slice(at + 1));
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !isStorableText(text)) return false;
  return /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && url.username === "" && url.password === "";
}
