import { askReset } from "@assay/client";
import { BASE } from "../router/location.ts";
import { authClient, signInMessage } from "./auth.ts";
import { siteConfig } from "./site-config.ts";

/** Has a mail sent with a link, by the service where it keeps the people itself. Throws an error whose message can be shown. */
export async function sendPasswordMail(email: string): Promise<void> {
  const { apiUrl, authUrl } = await siteConfig();
  if (apiUrl === authUrl) return askReset(apiUrl, email);
  const redirectTo = `${location.origin}${BASE}/sign-in`;
  const { error } = await (await authClient()).resetPasswordForEmail(email, { redirectTo });
  if (error) throw new Error(signInMessage(error));
}
