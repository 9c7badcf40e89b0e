import type { Operation } from "@assay/contract/operations";
import { z } from "zod";

const text = z.string().min(1);
const user = z.looseObject({ id: z.string(), email: z.string(), app_metadata: z.looseObject({}) });
const session = z.strictObject({
  access_token: z.string().describe("The bearer token of all other operations."),
  token_type: z.literal("bearer"),
  expires_in: z.int().describe("Seconds."),
  expires_at: z.int().describe("Seconds since 1970."),
  refresh_token: z.string(),
  user,
});
const refused = z
  .strictObject({ code: z.int(), error_code: z.string(), msg: z.string() })
  .describe("Errors of the issuer have the form that supabase-js reads.");

const refusals = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, refused]));

const recoveryCodes = z.strictObject({ id: text, type: z.literal("recovery_code"), total: z.int() });
const madeCodes = recoveryCodes.extend({ friendly_name: text, codes: z.array(text) });

const expires_at = z.int().describe("Seconds since 1970.");
const ofBrowser = z.looseObject({}).describe("As WebAuthn writes it in JSON.");
const passkey = z.strictObject({ id: text, friendly_name: text, created_at: text, last_used_at: text });
const offered = z.strictObject({ challenge_id: text, options: ofBrowser, expires_at });
const answered = z.object({ challenge_id: text, credential: ofBrowser });

/** A route of the issuer, with the inputs that it checks itself. */
export interface SignInRoute {
  readonly operation: Operation;
  readonly signedIn: boolean;
}

const PASSWORD_GRANT = z.object({ email: text, password: text });
const REFRESH_GRANT = z.object({ refresh_token: text });
const CODE_GRANT = z.object({ auth_code: text, code_verifier: text });
const SSO_START = z.object({
  email: text.optional(),
  domain: text.optional().describe("In place of `email`."),
  redirect_to: text.describe("A page of the service or of a site. It gets `code`, or `error_code`."),
  code_challenge: text,
  code_challenge_method: z.literal("s256"),
  confirm: z.boolean().optional().describe("The caller, who is signed in, proves again who they are."),
});

const ROUTES: readonly SignInRoute[] = [
  {
    operation: {
      id: "signIn.token",
      method: "POST",
      path: "/auth/v1/token",
      role: null,
      summary: "Signs in with a password or with a code of single sign-on, or renews a session",
      query: z.object({ grant_type: z.enum(["password", "refresh_token", "pkce"]) }),
      body: z.union([PASSWORD_GRANT, REFRESH_GRANT, CODE_GRANT]),
      responses: { 200: session, ...refusals(400, 413, 415, 429) },
      responseHeaders: ["Retry-After"],
    },
    signedIn: false,
  },
  {
    operation: {
      id: "signIn.sso",
      method: "POST",
      path: "/auth/v1/sso",
      role: null,
      summary: "Returns the address of the provider of an e-mail domain",
      description: "404: no tenant has proved the domain, or none of its providers is active.",
      body: SSO_START,
      responses: { 200: z.strictObject({ url: text }), ...refusals(400, 401, 403, 404, 413, 415, 502) },
    },
    signedIn: false,
  },
  {
    operation: {
      id: "signIn.user",
      method: "GET",
      path: "/auth/v1/user",
      role: null,
      summary: "Returns the user of the token",
      responses: { 200: user, ...refusals(401, 403) },
    },
    signedIn: true,
  },
  {
    operation: {
      id: "signIn.changePassword",
      method: "PUT",
      path: "/auth/v1/user",
      role: null,
      summary: "Changes the password of the user of the token",
      body: z.object({ password: text, current_password: text.describe("The present one.") }),
      responses: { 200: user, ...refusals(400, 401, 403, 413, 415, 422, 429) },
    },
    signedIn: true,
  },
  {
    operation: {
      id: "signIn.signOut",
      method: "POST",
      path: "/auth/v1/logout",
      role: null,
      summary: "Ends sessions",
      query: z.object({ scope: z.enum(["global", "local", "others"]).optional() }),
      responses: { 204: null, ...refusals(400, 401, 403) },
    },
    signedIn: true,
  },
  {
    operation: {
      id: "signIn.keys",
      method: "GET",
      path: "/auth/v1/.well-known/jwks.json",
      role: null,
      summary: "Returns the keys that verify access tokens",
      responses: { 200: z.strictObject({ keys: z.array(z.looseObject({ kid: z.string() })) }) },
    },
    signedIn: false,
  },
  of("factors", "enrol", "POST", "", {
    summary: "Begins to enrol an authenticator app",
    description: "The secret is in this reply only. The first code that is verified completes the enrolment.",
    body: z.object({ factor_type: z.literal("totp"), friendly_name: text.optional(), issuer: text.optional() }),
    responses: {
      200: z.strictObject({
        id: text,
        type: z.literal("totp"),
        friendly_name: text,
        totp: z.strictObject({ qr_code: text.describe("SVG."), secret: text, uri: text }),
      }),
      ...refusals(400, 401, 403, 413, 415, 422),
    },
  }),
  of("factors", "challenge", "POST", "/:id/challenge", {
    summary: "Asks for a code of an app, or for any passkey of the user",
    responses: {
      200: z.union([
        z.strictObject({ id: text, type: z.literal("totp"), expires_at }),
        z.strictObject({
          id: text,
          type: z.literal("webauthn"),
          expires_at,
          webauthn: z.strictObject({
            type: z.literal("request"),
            credential_options: z.strictObject({ publicKey: ofBrowser }),
          }),
        }),
      ]),
      ...refusals(401, 403, 404, 422),
    },
  }),
  of("factors", "verify", "POST", "/:id/verify", {
    summary: "Proves a factor by a code, or by what a passkey signed, in the same session",
    description: "429: ten wrong codes in a row make a factor rest for an hour.",
    body: z.union([
      z.object({ challenge_id: text, code: text }),
      z.object({
        challenge_id: text,
        webauthn: z.object({ type: z.literal("request"), credential_response: ofBrowser }),
      }),
    ]),
    responses: { 200: session, ...refusals(400, 401, 403, 404, 413, 415, 422, 429) },
    responseHeaders: ["Retry-After"],
  }),
  of("factors", "remove", "DELETE", "/:id", {
    summary: "Removes a factor; with the last one the recovery codes go",
    responses: { 200: z.strictObject({ id: text }), ...refusals(401, 403, 404) },
  }),
  of("factors", "showRecoveryCodes", "GET", "/recovery-codes", {
    summary: "Counts the recovery codes that are left",
    responses: { 200: recoveryCodes.extend({ remaining: z.int() }), ...refusals(401, 403, 404) },
  }),
  of("factors", "makeRecoveryCodes", "POST", "/recovery-codes", {
    summary: "Makes recovery codes, which are in this reply only",
    responses: { 200: madeCodes, ...refusals(401, 403, 422) },
  }),
  of("factors", "renewRecoveryCodes", "POST", "/recovery-codes/regenerate", {
    summary: "Makes recovery codes in place of those of before",
    responses: { 200: madeCodes, ...refusals(401, 403, 404, 422) },
  }),
  of("factors", "useRecoveryCode", "POST", "/recovery-codes/verify", {
    summary: "Uses a recovery code in place of the strongest factor",
    body: z.object({ code: text }),
    responses: { 200: session, ...refusals(400, 401, 403, 413, 415, 422, 429) },
    responseHeaders: ["Retry-After"],
  }),
  of("factors", "removeRecoveryCodes", "DELETE", "/recovery-codes", {
    summary: "Removes the recovery codes",
    responses: { 200: z.strictObject({ id: text }), ...refusals(401, 403, 404) },
  }),
  of("passkeys", "beginEnrolment", "POST", "/registration/options", {
    summary: "Begins to enrol a passkey",
    responses: { 200: offered, ...refusals(401, 403, 422) },
  }),
  of("passkeys", "enrol", "POST", "/registration/verify", {
    summary: "Enrols the passkey that the browser made, which proves it in this session",
    body: answered,
    responses: { 200: passkey, ...refusals(400, 401, 403, 413, 415, 422) },
  }),
  {
    ...of("passkeys", "beginSignIn", "POST", "/authentication/options", {
      summary: "Begins to sign in by a passkey; says nothing of accounts",
      responses: { 200: offered, ...refusals(422) },
    }),
    signedIn: false,
  },
  {
    ...of("passkeys", "signIn", "POST", "/authentication/verify", {
      summary: "Signs in by a passkey alone, which counts as two factors",
      body: answered,
      responses: { 200: session, ...refusals(400, 403, 413, 415, 422) },
    }),
    signedIn: false,
  },
  of("passkeys", "list", "GET", "", {
    summary: "Returns the passkeys of the user of the token",
    responses: { 200: z.array(passkey), ...refusals(401, 403) },
  }),
  of("passkeys", "rename", "PATCH", "/:id", {
    summary: "Renames a passkey",
    body: z.object({ friendly_name: text }),
    responses: { 200: passkey, ...refusals(400, 401, 403, 404, 413, 415, 422) },
  }),
  of("passkeys", "remove", "DELETE", "/:id", {
    summary: "Removes a passkey; with the last factor the recovery codes go",
    responses: { 204: null, ...refusals(401, 403, 404) },
  }),
];

type Described = Pick<Operation, "summary" | "description" | "body" | "responses" | "responseHeaders">;

/** Routes of second factors and passkeys, as Supabase Auth has them; of who is signed in. */
function of(area: "factors" | "passkeys", ...[name, method, path, rest]: RouteParts): SignInRoute {
  const operation = { id: `signIn.${area}.${name}`, method, path: `/auth/v1/${area}${path}`, role: null } as const;
  return { operation: { ...operation, ...rest }, signedIn: true };
}
type RouteParts = [name: string, method: Operation["method"], path: string, rest: Described];

/** The routes of the built-in issuer, which knows nothing of this document, by method and path. */
export const SIGN_IN_ROUTES: Readonly<Record<string, SignInRoute>> = Object.fromEntries(
  ROUTES.map((route) => [`${route.operation.method} ${route.operation.path}`, route]),
);
