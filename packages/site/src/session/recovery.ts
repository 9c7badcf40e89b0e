import { authClient } from "./auth.ts";

/** What a link of a mail for a new password brought along, in the address's fragment. */
export function readRecovery(hash: string): { tokens: { access_token: string; refresh_token: string } | null } | null {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const [access, refresh] = [values.get("access_token"), values.get("refresh_token")];
  if (values.get("type") === "recovery" && access && refresh)
    return { tokens: { access_token: access, refresh_token: refresh } };
  return values.has("error_code") ? { tokens: null } : null;
}

/** Signs in with the link's tokens and sets the password. Throws an error whose message can be shown. */
export async function recoverPassword(
  tokens: { access_token: string; refresh_token: string },
  password: string,
): Promise<void> {
  const auth = await authClient();
  const { error } = await auth.setSession(tokens);
  if (error) throw new Error("The link has expired: request another one on the sign-in page");
  const changed = await auth.updateUser({ password });
  if (changed.error) throw new Error(changed.error.message);
  await auth.signOut({ scope: "others" });
}
