import { AssayError } from "@assay/contract";
import type { Accounts } from "@assay/core/ports";
import type { AdminUserAttributes, AuthError, SupabaseClient } from "@supabase/supabase-js";
import { base64url } from "jose";
import { isAuthApiError } from "./auth-api-error.ts";
import { changeSupabasePassword } from "./change-supabase-password.ts";
import { type FoundUser, findUser } from "./find-user.ts";
import { connectSupabase, type SupabaseOptions } from "./supabase-client.ts";
import { createSupabaseSessions } from "./supabase-sessions.ts";
import { supabaseUnavailable } from "./supabase-unavailable.ts";

const PASSWORD_BYTES = 15;
/** Has the kinds of characters that a project may ask for, should the random ones lack one. */
const PASSWORD_END = "-Aa1";

/**
 * The users of Supabase Auth. An invitation is a password, set by us and answered once, and not an e-mail: the admin
 * call that sends one cannot set `app_metadata`, so that the user would be without a tenant for a while, and it sends
 * again to a user of any tenant who has not signed in.
 */
export function createSupabaseAccounts(options: SupabaseOptions): Accounts {
  const { client, request } = connectSupabase(options);
  const admin = async (): Promise<SupabaseClient["auth"]["admin"]> => (await client()).auth.admin;

  async function update(id: string, attributes: AdminUserAttributes): Promise<void> {
    const { error } = await (await admin()).updateUserById(id, attributes);
    if (error) throw toAccountFailure(error);
  }

  async function invite(user: FoundUser, tenantId: string): ReturnType<Accounts["findOrInvite"]> {
    const userId = user.id;
    const current = user.app_metadata?.tenant_id ?? null;
    if (current !== null && current !== tenantId) return { userId, tenantId: String(current) };
    if (user.last_sign_in_at) {
      if (current === null) await update(userId, { app_metadata: { tenant_id: tenantId } });
      return { userId, tenantId };
    }
    const password = newPassword();
    await update(userId, { app_metadata: firstOf(tenantId), password, email_confirm: true });
    return { userId, tenantId, invitation: { password } };
  }

  return {
    async create({ email, password, tenantId, isProved }) {
      const app_metadata = { tenant_id: tenantId, addressProved: isProved };
      const made = await (await admin()).createUser({ email, password, email_confirm: true, app_metadata });
      if (made.data.user) return { userId: made.data.user.id };
      if (made.error?.code !== "email_exists") throw toAccountFailure(made.error);
      const known = isProved ? await findUser(request, email) : undefined;
      if (known?.app_metadata?.addressProved !== false) return undefined;
      // Supabase ends the sessions of a user whose password is set.
      await update(known.id, { password, app_metadata: { addressProved: true } });
      return { userId: known.id };
    },

    async findEmail(userId) {
      const { data, error } = await (await admin()).getUserById(userId);
      if (error && error.status !== 404) throw toAccountFailure(error);
      return data.user?.email?.toLowerCase();
    },

    async describe(userId) {
      const { data, error } = await (await admin()).getUserById(userId);
      if (error && error.status !== 404) throw toAccountFailure(error);
      const { user } = data;
      if (!user) return undefined;
      const toText = (at: string) => new Date(at).toISOString();
      return {
        email: user.email?.toLowerCase() ?? "",
        createdAt: toText(user.created_at),
        factors: (user.factors ?? []).map(({ factor_type, friendly_name, created_at }) => ({
          ...{ kind: factor_type.toUpperCase(), name: friendly_name ?? "", createdAt: toText(created_at) },
        })),
        // Only the user's own token lists them.
        sessions: null,
      };
    },

    async erase(userId) {
      const { error } = await (await admin()).deleteUser(userId);
      if (error && error.status !== 404) throw toAccountFailure(error);
    },

    async findOrInvite(given, tenantId) {
      const email = given.trim().toLowerCase();
      const known = await findUser(request, email);
      if (known) return invite(known, tenantId);
      const password = newPassword();
      const attributes = { email, password, email_confirm: true, app_metadata: firstOf(tenantId) };
      const { data, error } = await (await admin()).createUser(attributes);
      if (data.user) return { userId: data.user.id, tenantId, invitation: { password } };
      if (error?.code !== "email_exists") throw toAccountFailure(error);
      const other = await findUser(request, email);
      if (!other) throw supabaseUnavailable("it has a user that it does not list");
      return invite(other, tenantId);
    },

    changePassword: async (change) => changeSupabasePassword({ admin: await admin(), request }, change),

    ...createSupabaseSessions(request),

    async resetFactors() {
      throw new AssayError(
        "INVALID_STATE",
        "Cannot remove second factors because Supabase keeps the accounts: remove them there, under Authentication, Users",
      );
    },

    resetsByMail: true,

    findByAddress: async (email) => (await findUser(request, email))?.id,

    async choosePassword() {
      throw new AssayError(
        "INVALID_STATE",
        "Cannot set a password because Supabase keeps the accounts: the sign-in page sends a mail for a new one",
      );
    },

    async resetPassword() {
      throw new AssayError(
        "INVALID_STATE",
        "Cannot set a first password because Supabase keeps the accounts: the sign-in page sends a mail for a new one",
      );
    },
  };
}

/** Users cannot write `app_metadata`. */
const firstOf = (tenantId: string) => ({ tenant_id: tenantId, mustChangePassword: true });

const newPassword = () => `${base64url.encode(crypto.getRandomValues(new Uint8Array(PASSWORD_BYTES)))}${PASSWORD_END}`;

function toAccountFailure(cause: AuthError | null): Error {
  if (!isAuthApiError(cause) || cause.status === 429 || cause.status >= 500)
    return supabaseUnavailable("it did not respond to a request about its users", { cause });
  if (cause.status === 401 || cause.status === 403)
    return supabaseUnavailable("it refuses the service's key for requests about its users", { cause });
  if (cause.code !== "email_address_invalid" && cause.code !== "validation_failed")
    return new Error(`Cannot invite a user because Supabase refused: the code is ${cause.code}`, { cause });
  const issue = "must be an e-mail address that Supabase accepts";
  return new AssayError("VALIDATION_ERROR", `Cannot store the user because 'email' ${issue}`, {
    details: { issues: [{ field: "email", issue }] },
    cause,
  });
}
