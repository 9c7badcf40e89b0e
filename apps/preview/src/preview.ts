import { putSweepSchedule, type QstashAccount, removeSweepSchedule } from "@assay/adapters/qstash";
import type { DenoApps, Files } from "./deno-apps.ts";
import { namesOf } from "./names.ts";
import type { NeonBranches } from "./neon-branches.ts";
import type { PreviewSettings } from "./read-settings.ts";
import type { SiteConfig } from "./site-files.ts";

const KEEP_MS = 14 * 86_400_000;
/** A preview is looked at by people, and messages cost. */
const SWEEP_EVERY_MINUTES = 5;

export interface PreviewParts {
  readonly settings: PreviewSettings;
  readonly branches: NeonBranches;
  readonly apps: DenoApps;
  readonly qstash: QstashAccount;
  /** Brings the database at this address up to date. */
  migrate(ownerUrl: string): Promise<void>;
  bundleApi(): Promise<Files>;
  /** The portal at `cm/`, the console at `admin/`. */
  buildSites(config: SiteConfig): Promise<Files>;
  removeStoredFiles(prefix: string): Promise<number>;
  smokeTest(urls: { apiUrl: string; siteUrl: string }): Promise<void>;
  /** A key that is nobody else's: what a preview signs must never pass for production's. */
  makeSigningKey(): Promise<string>;
  report(line: string): void;
  /** What the deployed API is told next to the preview's own settings. */
  readonly apiSettings: Readonly<Record<string, string>>;
}

/** Makes or renews the preview of a pull request: database, API, site, sweep; safe to repeat after any failure. */
export async function openPreview(parts: PreviewParts): Promise<{ apiUrl: string; siteUrl: string }> {
  const { settings, report } = parts;
  const names = namesOf(settings.PULL_REQUEST, settings.DENO_DEPLOY_DOMAIN);
  const { apiUrl, siteUrl } = names;

  const branch = await parts.branches.ensure(names.branch, { expiresAt: new Date(Date.now() + KEEP_MS) });
  report(`database: branch ${names.branch} ${branch.made ? "made" : "kept"}`);
  const owner = await parts.branches.findAddress(branch.id, {
    role: settings.NEON_OWNER_ROLE,
    database: settings.NEON_DATABASE,
  });
  await parts.migrate(owner.href);
  report("database: migrated");

  await parts.apps.deploy(names.apiApp, {
    files: await parts.bundleApi(),
    runtime: { type: "dynamic", entrypoint: "main.js" },
    env: {
      CHECKPOINT_SIGNING_KEY: await parts.makeSigningKey(),
      ...parts.apiSettings,
      DATABASE_URL: serviceAddress(owner, settings).href,
      QSTASH_TOKEN: settings.QSTASH_TOKEN,
      QSTASH_URL: settings.QSTASH_URL,
      SUPABASE_URL: settings.SUPABASE_URL,
      SUPABASE_SECRET_KEY: settings.SUPABASE_SECRET_KEY,
      SUPABASE_PUBLISHABLE_KEY: settings.SUPABASE_PUBLISHABLE_KEY,
      SUPABASE_BUCKET: settings.SUPABASE_BUCKET,
      SUPABASE_PATH_PREFIX: names.filePrefix,
      API_URL: apiUrl,
      CORS_ORIGINS: siteUrl,
    },
  });
  report(`API: ${apiUrl}`);
  await parts.apps.deploy(names.siteApp, {
    files: await parts.buildSites({
      apiUrl,
      authUrl: settings.SUPABASE_URL,
      publishableKey: settings.SUPABASE_PUBLISHABLE_KEY,
      sites: { portal: "/cm/", admin: "/admin/" },
    }),
    runtime: { type: "static" },
    env: {},
  });
  report(`portal: ${siteUrl}/cm/`);
  report(`console: ${siteUrl}/admin/`);
  await putSweepSchedule(parts.qstash, {
    scheduleId: names.schedule,
    url: `${apiUrl}/callbacks/sweep`,
    everyMinutes: SWEEP_EVERY_MINUTES,
  });
  report("sweep: scheduled");
  await parts.smokeTest({ apiUrl, siteUrl });
  report("smoke test: passed");
  return { apiUrl, siteUrl };
}

/** Removes everything that belongs to a pull request; continues past a failure and throws with all of them. */
export async function closePreview(
  parts: Pick<PreviewParts, "settings" | "branches" | "apps" | "qstash" | "removeStoredFiles" | "report">,
): Promise<void> {
  const names = namesOf(parts.settings.PULL_REQUEST, parts.settings.DENO_DEPLOY_DOMAIN);
  // Nothing may write any more when the files and the database go.
  const steps: [string, () => Promise<unknown>][] = [
    ["sweep", () => removeSweepSchedule(parts.qstash, names.schedule)],
    ["API", () => parts.apps.remove(names.apiApp)],
    ["sites", () => parts.apps.remove(names.siteApp)],
    ["files", () => parts.removeStoredFiles(names.filePrefix)],
    ["database", () => parts.branches.remove(names.branch)],
  ];
  const failures: string[] = [];
  for (const [name, step] of steps) {
    try {
      await step();
      parts.report(`${name}: removed`);
    } catch (error) {
      failures.push(`  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (failures.length > 0) throw new Error(`Cannot remove all of the preview, run it again:\n${failures.join("\n")}`);
}

/** Through the pooler, as the role without rights of its own. */
function serviceAddress(owner: URL, { NEON_APP_ROLE, NEON_APP_PASSWORD }: PreviewSettings): URL {
  const address = new URL(owner);
  address.username = NEON_APP_ROLE;
  address.password = encodeURIComponent(NEON_APP_PASSWORD);
  const [endpoint, ...rest] = address.hostname.split(".");
  if (address.hostname.endsWith(".neon.tech") && !endpoint!.endsWith("-pooler"))
    address.hostname = [`${endpoint}-pooler`, ...rest].join(".");
  return address;
}
