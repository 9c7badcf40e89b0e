import type { IdentityProvider, SsoRole } from "@assay/client/admin";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { text } from "@assay/site/form-dialog";
import { roleField } from "../members/roles.ts";

const SSO_ROLES: readonly SsoRole[] = ["VIEWER", "MEMBER"];

/** The secret is only ever written: with `before` it may stay empty, and then stays as it is. */
export const providerFields = (before?: IdentityProvider) => ({
  name: text("Name", {
    required: true,
    length: TEXT_LIMITS.identityProviderName,
    before: before?.name,
    hint: "People read it when they sign in.",
  }),
  issuer: text("Issuer", {
    type: "url",
    required: true,
    length: TEXT_LIMITS.webhookUrl,
    before: before?.issuer,
    placeholder: "https://login.example.com",
    spellCheck: false,
    hint: "Exactly as the provider writes it.",
  }),
  clientId: text("Client id", {
    required: true,
    length: TEXT_LIMITS.clientId,
    before: before?.clientId,
    spellCheck: false,
  }),
  clientSecret: text("Client secret", {
    type: "password",
    required: !before,
    length: TEXT_LIMITS.clientSecret,
    hint: before
      ? "Leave it empty to keep the present one, which is never shown."
      : "It is stored encrypted, and never shown.",
  }),
  secondFactors: text("Second factor shown by", {
    length: TEXT_LIMITS.secondFactorValue,
    before: before?.secondFactors.join(" "),
    spellCheck: false,
    hint: "Values of acr or amr, such as mfa. Where a second factor is demanded of everybody, nobody enters without.",
  }),
  defaultRole: roleField(SSO_ROLES, before?.defaultRole ?? "VIEWER"),
});

/** As the field has them: values with spaces between. */
export const toValues = (text: string): string[] => text.split(/\s+/).filter(Boolean);
