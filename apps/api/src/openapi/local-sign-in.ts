import { z } from "zod";
import type { Operation } from "./operation.ts";

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

/** A route of the issuer, with the inputs that it checks itself. */
export interface SignInRoute {
  readonly operation: Operation;
  readonly query?: z.ZodType;
  readonly json?: z.ZodType;
  readonly signedIn: boolean;
}

const PASSWORD_GRANT = z.object({ email: text, password: text });
const REFRESH_GRANT = z.object({ refresh_token: text });

/** The routes of `@assay/adapters/local-identity`, which knows nothing of this document, by method and path. */
export const SIGN_IN_ROUTES: Readonly<Record<string, SignInRoute>> = {
  "POST /auth/v1/token": {
    operation: {
      id: "signIn.token",
      summary: "Signs in with a password, or renews a session",
      replies: { 200: session, ...refusals(400, 413, 415, 429) },
      replyHeaders: ["Retry-After"],
    },
    query: z.object({ grant_type: z.enum(["password", "refresh_token"]) }),
    json: z.union([PASSWORD_GRANT, REFRESH_GRANT]),
    signedIn: false,
  },
  "GET /auth/v1/user": {
    operation: {
      id: "signIn.user",
      summary: "Returns the user of the token",
      replies: { 200: user, ...refusals(401, 403) },
    },
    signedIn: true,
  },
  "PUT /auth/v1/user": {
    operation: {
      id: "signIn.changePassword",
      summary: "Changes the password of the user of the token",
      replies: { 200: user, ...refusals(400, 401, 403, 413, 415, 422) },
    },
    json: z.object({ password: text }),
    signedIn: true,
  },
  "POST /auth/v1/logout": {
    operation: {
      id: "signIn.signOut",
      summary: "Ends sessions",
      replies: { 204: null, ...refusals(400, 401, 403) },
    },
    query: z.object({ scope: z.enum(["global", "local", "others"]).optional() }),
    signedIn: true,
  },
  "GET /auth/v1/.well-known/jwks.json": {
    operation: {
      id: "signIn.keys",
      summary: "Returns the keys that verify access tokens",
      replies: { 200: z.strictObject({ keys: z.array(z.looseObject({ kid: z.string() })) }) },
    },
    signedIn: false,
  },
};
