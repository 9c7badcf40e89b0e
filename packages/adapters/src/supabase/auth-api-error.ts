import type { AuthApiError } from "@supabase/supabase-js";

/** Whether it is a refusal of Supabase Auth. By its name, as the SDK's own test would load the SDK. */
export function isAuthApiError(error: unknown): error is AuthApiError {
  return error instanceof Error && error.name === "AuthApiError";
}
