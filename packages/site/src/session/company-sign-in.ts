import { SIGN_ON_MESSAGES, type SignOnFailure } from "@assay/contract/sign-on-failures";
import { BASE } from "../router/base.ts";
import { accessToken, authClient, storedSession } from "./auth.ts";
import type { SignOnReply } from "./read-sign-on.ts";
import { siteConfig } from "./site-config.ts";

/** What a page remembers of its way to the provider: only it can exchange the code. */
interface Way {
  readonly verifier: string;
  readonly next: string | null;
  /** In a window of its own, while an action waits in another. */
  readonly confirms: boolean;
}

const WAY_KEY = "assay.sign-on";
const CHANNEL = "assay.sign-on";

/** The provider's address for the e-mail's domain. Throws an error whose message can be shown. */
export async function beginSignOn(
  email: string,
  { next, confirms }: { readonly next: string | null; readonly confirms: boolean },
): Promise<string> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const response = await post(
    "/sso",
    {
      domain: email.slice(email.lastIndexOf("@") + 1),
      redirect_to: `${location.origin}${BASE}/sign-in`,
      code_challenge: toBase64Url(new Uint8Array(digest)),
      code_challenge_method: "s256",
      skip_http_redirect: true,
      ...(confirms && { confirm: true }),
    },
    confirms ? await accessToken() : undefined,
  );
  if (response.status === 404) throw new Error("There is no company sign-in for this e-mail address");
  if (!response.ok) throw new Error(await messageIn(response));
  const { url } = (await response.json()) as { url: string };
  localStorage.setItem(WAY_KEY, JSON.stringify({ verifier, next, confirms } satisfies Way));
  return url;
}

/** Exchanges the code for the session, and returns what to do then. Throws an error whose message can be shown. */
export async function finishSignOn({ code, failure }: SignOnReply): Promise<Pick<Way, "next" | "confirms">> {
  const way = JSON.parse(localStorage.getItem(WAY_KEY) ?? "null") as Way | null;
  localStorage.removeItem(WAY_KEY);
  if (failure !== null || code === null || !way)
    throw new Error(SIGN_ON_MESSAGES[failure as SignOnFailure] ?? SIGN_ON_MESSAGES.REPLY_NOT_VALID);
  const response = await post("/token?grant_type=pkce", { auth_code: code, code_verifier: way.verifier });
  if (!response.ok) throw new Error(await messageIn(response));
  const { access_token, refresh_token } = (await response.json()) as { access_token: string; refresh_token: string };
  const { error } = await (await authClient()).setSession({ access_token, refresh_token });
  if (error) throw new Error(error.message);
  return way;
}

/** Whether the person signed in through their company's provider. */
export function isSignedInByCompany(): boolean {
  const [, payload = ""] = storedSession()?.accessToken.split(".") ?? [];
  try {
    const { amr = [] } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as {
      amr?: { method?: string }[];
    };
    return amr.some(({ method }) => method === "oauth" || method === "sso/saml");
  } catch {
    return false;
  }
}

/** In a window of its own, so that what was entered here stays. Resolves when the person is back. */
export async function confirmByCompany(signal: AbortSignal): Promise<void> {
  // Opened before anything is awaited: browsers block one that no click opens.
  const opened = window.open("about:blank", "assay-sign-on", "popup,width=520,height=680");
  if (!opened) throw new Error("Allow this site to open a window, then try again");
  const channel = new BroadcastChannel(CHANNEL);
  try {
    const answered = new Promise<void>((resolve, reject) => {
      channel.onmessage = ({ data }: MessageEvent<string | null>) =>
        data === null ? resolve() : reject(new Error(data));
      signal.addEventListener("abort", () => reject(new Error("Cancelled")), { once: true });
    });
    opened.location.href = await beginSignOn(storedSession()?.email ?? "", { next: null, confirms: true });
    await answered;
  } catch (error) {
    opened.close();
    throw error;
  } finally {
    channel.close();
  }
}

/** For the window that waits: done, or why not. */
export function reportConfirmation(problem: string | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(problem);
  channel.close();
}

async function post(path: string, body: unknown, token?: string): Promise<Response> {
  const { authUrl, publishableKey } = await siteConfig();
  return fetch(`${authUrl}/auth/v1${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      apikey: publishableKey,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

async function messageIn(response: Response): Promise<string> {
  const { msg } = (await response.json().catch(() => ({}))) as { msg?: string };
  return msg ?? "Cannot reach the service: try again";
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
