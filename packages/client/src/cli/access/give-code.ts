import { CommandError } from "../exit-codes.ts";
import { requestOf, type TokenReply, toUserTokens, type UserSession } from "./user-session.ts";

interface Factor {
  readonly id: string;
  readonly factor_type: string;
  readonly status: string;
}

/** Raises a session by the six digits of an authenticator app, or by a recovery code, as the portal does. */
export async function giveCode(session: UserSession, typed: string, signal: AbortSignal): Promise<UserSession> {
  const code = typed.replaceAll(/\s/g, "");
  const send = (method: string, path: string, json?: object) => {
    const { authUrl, publishableKey, accessToken } = session;
    return requestOf(`${authUrl}/auth/v1/${path}`, {
      method,
      headers: { "Content-Type": "application/json", apikey: publishableKey, Authorization: `Bearer ${accessToken}` },
      signal,
      ...(json && { body: JSON.stringify(json) }),
    });
  };
  const raised = async (reply: Response) => ({ ...session, ...toUserTokens((await reply.json()) as TokenReply) });
  if (!/^\d{6}$/.test(code)) {
    const reply = await send("POST", "factors/recovery-codes/verify", { code });
    return reply.ok ? raised(reply) : refuse(reply);
  }
  const { factors = [] } = await readJson<{ factors?: Factor[] }>(await send("GET", "user"));
  const apps = factors.filter((each) => each.factor_type === "totp" && each.status === "verified");
  if (apps.length === 0)
    throw new CommandError(
      "NOT_ALLOWED",
      "This account has no authenticator app",
      "Give a recovery code, or log in with an API key.",
    );
  let last: Response | undefined;
  // Any of them may be the one in the person's hand.
  for (const { id } of apps) {
    const { id: challengeId } = await readJson<{ id: string }>(await send("POST", `factors/${id}/challenge`, {}));
    last = await send("POST", `factors/${id}/verify`, { challenge_id: challengeId, code });
    if (last.ok) return raised(last);
  }
  return refuse(last!);
}

async function readJson<T>(reply: Response): Promise<T> {
  return reply.ok ? ((await reply.json()) as T) : refuse(reply);
}

async function refuse(reply: Response): Promise<never> {
  const body = (await reply.json().catch(() => ({}))) as { error_code?: string; msg?: string };
  if (reply.status === 429)
    throw new CommandError("NOT_ALLOWED", "Too many wrong codes", "Wait, or use a recovery code.");
  if (reply.status >= 500)
    throw new CommandError("SERVICE", `Cannot check the code: the service replied with status ${reply.status}`);
  if (body.error_code === "mfa_verification_failed")
    throw new CommandError("NOT_ALLOWED", "This code is wrong, or was used already", "Run `assay login` again.");
  throw new CommandError("NOT_ALLOWED", `Cannot check the code: ${body.msg ?? `status ${reply.status}`}`);
}
