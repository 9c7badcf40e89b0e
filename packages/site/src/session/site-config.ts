import { BASE } from "../router/location.ts";

/** Where the site's services are; anyone who serves the site says so in `site-config.json` next to it. */
export interface SiteConfig {
  /** The API's base address. */
  readonly apiUrl: string;
  /** The base address of Supabase, or of what answers like it, without `/auth/v1`. */
  readonly authUrl: string;
  readonly publishableKey: string;
  /** Where the portal and the console stand; omitted where a site is alone. */
  readonly sites?: { readonly portal: string; readonly admin: string } | undefined;
}

let loading: Promise<SiteConfig> | undefined;

export function siteConfig(): Promise<SiteConfig> {
  loading ??= readSiteConfig("default").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** As the site says it now. */
export async function readSiteConfig(cache: RequestCache = "no-store"): Promise<SiteConfig> {
  const response = await fetch(`${BASE}/site-config.json`, { cache });
  if (!response.ok) throw new Error(`Cannot read the site's configuration: status ${response.status}`);
  const { apiUrl, authUrl, publishableKey, sites } = (await response.json()) as SiteConfig;
  const absolute = (url: string) => new URL(url, location.origin).href.replace(/\/$/, "");
  return { apiUrl: absolute(apiUrl), authUrl: absolute(authUrl), publishableKey, sites };
}
