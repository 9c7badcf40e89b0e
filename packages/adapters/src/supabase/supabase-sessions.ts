import { AssayError } from "@assay/contract";
import type { Accounts } from "@assay/core/ports";
import { decodeJwt } from "jose";
import type { SupabaseConnection } from "./supabase-client.ts";
import { supabaseUnavailable } from "./supabase-unavailable.ts";

/**
 * The sessions of Supabase Auth, of which its interface names none: a token tells its own, and a sign-out ends that one or
 * all others. The access token of an ended session stays valid until it expires.
 */
export function createSupabaseSessions(
  request: SupabaseConnection["request"],
): Pick<Accounts, "listSessions" | "endSession" | "endOtherSessions" | "endSessionsIn"> {
  async function signOut(token: string, scope: "local" | "others"): Promise<void> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await request(`auth/v1/logout?scope=${scope}`, { method: "POST", headers });
    await response.body?.cancel();
    if (!response.ok) throw supabaseUnavailable(`it did not end a session: the status is ${response.status}`);
  }

  return {
    async listSessions({ token }) {
      const {
        session_id: id,
        iat = 0,
        amr = [],
      } = decodeJwt<{ session_id?: string; amr?: { timestamp?: number }[] }>(token);
      if (id === undefined) return { sessions: [], isComplete: false };
      const at = (seconds: number) => new Date(seconds * 1000).toISOString();
      const signedIn = { startedAt: at(amr.at(-1)?.timestamp ?? iat), lastUsedAt: at(iat) };
      return { sessions: [{ id, ...signedIn, isCurrent: true }], isComplete: false };
    },

    async endSession({ token }, sessionId) {
      if (sessionId !== decodeJwt<{ session_id?: string }>(token).session_id)
        throw new AssayError(
          "INVALID_STATE",
          "Cannot end this session because Supabase ends another session only with all others: end all others",
        );
      await signOut(token, "local");
      return true;
    },

    endOtherSessions: ({ token }) => signOut(token, "others"),

    async endSessionsIn() {
      throw new AssayError("INVALID_STATE", "Cannot end the sessions because Supabase ends those of its caller alone");
    },
  };
}
