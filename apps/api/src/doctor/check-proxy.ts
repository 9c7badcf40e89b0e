import type { Config, Environment } from "../config.ts";
import type { Finding } from "./finding.ts";

/** Set by platforms that put a proxy before each service. */
const PLATFORMS = [
  "KUBERNETES_SERVICE_HOST",
  "K_SERVICE",
  "FLY_APP_NAME",
  "RENDER",
  "RAILWAY_ENVIRONMENT",
  "DYNO",
  "WEBSITE_HOSTNAME",
];

/** Without the setting, all clients behind a proxy share its address, and one of them can slow down the sign-ins of all. */
export function checkProxy({ HOST, TRUSTED_PROXIES }: Config, env: Environment): Finding[] {
  if (TRUSTED_PROXIES.length > 0) return [];
  const platform = PLATFORMS.find((name) => env[name]);
  const isLocal = env.NODE_ENV === "production" && /^(127\.|::1$|localhost$)/.test(HOST);
  if (!platform && !isLocal) return [];
  const why = platform ? `${platform} is set` : `HOST is ${HOST}`;
  const text = `A proxy is likely as ${why}: name its addresses in TRUSTED_PROXIES, else all clients share one address`;
  return [{ ok: true, warns: true, text }];
}
