import { AssayError } from "@assay/contract";
import type { PasswordChange } from "@assay/core/ports";
import type { AuthError, SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { isAuthApiError } from "./auth-api-error.ts";
import type { SupabaseConnection } from "./supabase-client.ts";
import { supabaseUnavailable } from "./supabase-unavailable.ts";

const signedIn = z.object({ access_token: z.string() });

interface Project {
  readonly admin: SupabaseClient["auth"]["admin"];
  readonly request: SupabaseConnection["request"];
}

/**
 * Proves the current password by a sign-in, sets the new one and clears the mark. All sessions of the user end, the
 * caller's too, as Supabase does when a password is set for a user.
 */
export async function changeSupabasePassword(
  { admin, request }: Project,
  { userId, current, next }: PasswordChange,
): Promise<void> {
  const { data, error } = await admin.getUserById(userId);
  if (!data.user?.email) throw isUnknown(error) ? noAccount() : supabaseUnavailable("it did not return the user");
  const token = await signIn(request, data.user.email, current);
  const changed = await admin.updateUserById(userId, { password: next, app_metadata: { mustChangePassword: null } });
  if (changed.error) throw toRefusal(changed.error);
  // Older servers leave the sessions. The password is changed, whatever becomes of this.
  await post(request, "auth/v1/logout?scope=global", {}, token).catch(() => undefined);
}

async function signIn(request: Project["request"], email: string, password: string): Promise<string> {
  const response = await post(request, "auth/v1/token?grant_type=password", { email, password });
  if (response.ok) return signedIn.parse(await response.json()).access_token;
  await response.body?.cancel();
  if (response.status !== 400)
    throw supabaseUnavailable(`it did not check a password: the status is ${response.status}`);
  throw refused("current", "is not the current password");
}

function post(request: Project["request"], path: string, body: object, token?: string): Promise<Response> {
  return request(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
}

function isUnknown(error: unknown): boolean {
  return isAuthApiError(error) && error.status === 404;
}

function noAccount(): AssayError {
  return new AssayError("INVALID_STATE", "Cannot change the password because the user has no account here");
}

function toRefusal(error: AuthError): AssayError {
  if (error.code === "weak_password")
    return refused("new", "is too weak for this project: make it longer, with letters of both cases, digits and signs");
  if (error.code === "same_password") return refused("new", "must differ from the current one");
  return supabaseUnavailable("it did not change a password", { cause: error });
}

function refused(field: "current" | "new", issue: string): AssayError {
  return new AssayError("VALIDATION_ERROR", `Cannot change the password because '${field}' ${issue}`, {
    details: { issues: [{ field, issue }] },
  });
}
