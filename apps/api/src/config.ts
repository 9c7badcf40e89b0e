import { z } from "zod";
import { LOG_LEVELS } from "./logger.ts";
import {
  addresses,
  DAY_MS,
  flag,
  headerPairs,
  httpUrl,
  languages,
  networks,
  origins,
  share,
  webhookSecret,
  whole,
  wholeIfSet,
} from "./settings/kinds.ts";
import { type Limits, readTestLimits } from "./settings/limits.ts";
import { findRemovedSettings, type RemovedSetting } from "./settings/removed-settings.ts";
import { isSecretSetting, type ReadSecretFile, readSecretFiles } from "./settings/secret-files.ts";
import { bucket, findContradictions, vendorSettings } from "./settings/vendors.ts";

const schema = z
  .object({
    HOST: z.string().default("127.0.0.1"),
    PORT: whole(0, 65_535, 8787),
    ASSAY_DATA_DIR: z.string().default(".assay"),
    SUPER_ADMIN_MODE: flag("false"),
    MAX_UPLOAD_BYTES: whole(1, 2 ** 40, 104_857_600),
    RATE_LIMIT_PER_MINUTE: whole(1, 10_000_000, 12_000),
    UPLOADS_PER_MINUTE: whole(1, 1_000_000, 3000),
    SEARCHES_PER_MINUTE: whole(1, 1_000_000, 300),
    DOCUMENTS_PER_TENANT_MAX: whole(1, 100_000_000, 1_000_000),
    PACKS_PER_TENANT_MAX: whole(0, 100_000, 50),
    PACK_VERSIONS_PER_TENANT_MAX: whole(0, 1_000_000, 500),
    PACK_REQUIREMENTS_PER_TENANT_MAX: whole(0, 100_000_000, 100_000),
    BYTES_PER_TENANT_MAX: whole(1, 2 ** 50, 2 ** 40),
    LOG_LEVEL: z.enum(LOG_LEVELS, { error: "must be info, warn or error" }).default("info"),
    TAKE_JOBS: z.enum(["on", "apart", "off"], { error: "must be on, apart or off" }).optional(),
    DOCUMENT_SLOTS: whole(1, 64, 3),
    ASSESSMENT_SLOTS: whole(1, 256, 8),
    CORS_ORIGINS: origins,
    TRUSTED_PROXIES: networks,
    SSO_TRUSTED_ORIGINS: origins,
    CONFIDENCE_COMPLETE: share(0.75),
    CONFIDENCE_PARTIAL: share(0.4),
    ENGINE_UPDATE: z.enum(["auto", "ask"], { error: "must be auto or ask" }).default("auto"),
    OCR: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
    OCR_LANGUAGES: languages,
    OCR_CERTAINTY_MIN: share(0.6),
    ARCHIVE_BYTES_MAX: whole(1, 2 ** 40, 524_288_000),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
    OTEL_EXPORTER_OTLP_HEADERS: headerPairs,
    METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").max(10_000).optional(),
    METRICS_PORT: wholeIfSet(0, 65_535),
    NOTICE_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" }).optional(),
    NOTICE_WEBHOOK_SECRET: webhookSecret,
    NOTICE_MAIL: addresses,
    NOTICE_JOBS_MINUTES: whole(1, 100_000, 60),
    NOTICE_DISK_PERCENT: whole(0, 99, 10),
    NOTICE_BACKUP_HOURS: whole(0, 100_000, 26),
    AUDIT_SYSLOG_URL: z
      .url({ protocol: /^syslog\+(tcp|tls)$/, error: "must be such as syslog+tls://logs.example.com:6514" })
      .optional(),
    AUDIT_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" }).optional(),
    AUDIT_WEBHOOK_SECRET: webhookSecret,
    AUDIT_S3_BUCKET: bucket,
    SPANS_KEEP_MS: whole(1000, 3650 * DAY_MS, 90 * DAY_MS),
    ...vendorSettings,
  })
  .refine((env) => env.CONFIDENCE_PARTIAL <= env.CONFIDENCE_COMPLETE, {
    path: ["CONFIDENCE_PARTIAL"],
    message: "must not be above CONFIDENCE_COMPLETE",
  });

export type Config = z.infer<typeof schema> & {
  /** What no operator turns. */
  readonly limits: Limits;
  /** Settings that are set and have no effect any more; anyone who starts says so. */
  readonly removed: readonly RemovedSetting[];
};
export type Environment = Readonly<Record<string, string | undefined>>;

export const SETTINGS = Object.keys(schema.shape);

/** Reads every setting at once, secrets from files by `readFile`. Throws one error that names all problems. */
export function readConfig(env: Environment, readFile?: ReadSecretFile): Config {
  const { given, problems: wrongFiles } = readSecretFiles(withoutEmpty(env), SETTINGS, readFile);
  const parsed = schema.safeParse(given);
  const { limits, problems: wrongLimits } = readTestLimits(given);
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} ${message}${isSecret(name, given[name]) ? "" : `: it is '${given[name] ?? ""}'`}`;
    }),
    ...wrongFiles,
    ...findContradictions(given),
    ...wrongLimits,
  ];
  if (parsed.success && problems.length === 0) return { ...parsed.data, limits, removed: findRemovedSettings(given) };
  throw new ConfigError(`Cannot start with these settings:\n${problems.map((each) => `  ${each}`).join("\n")}`);
}

function withoutEmpty(env: Environment): Record<string, string> {
  const set = Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(set);
}

/** What is not shown, even when it is wrong: also an address with a password in it. */
function isSecret(name: string, value: string | undefined): boolean {
  return isSecretSetting(name) || value?.includes("@") === true;
}

/** Its message is for the operator, whole and without a stack. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
