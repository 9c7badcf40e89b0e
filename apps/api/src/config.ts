import { z } from "zod";
import { DAY_MS, flag, headerPairs, httpUrl, origins, share, whole } from "./settings/kinds.ts";
import { findContradictions, vendorSettings } from "./settings/vendors.ts";

const schema = z
  .object({
    HOST: z.string().default("127.0.0.1"),
    PORT: whole(0, 65_535, 8787),
    ASSAY_DATA_DIR: z.string().default(".assay"),
    PORTAL_DIR: z.string().optional(),
    ADMIN_DIR: z.string().optional(),
    SUPER_ADMIN_MODE: flag,
    MAX_UPLOAD_BYTES: whole(1, 2 ** 40, 104_857_600),
    RATE_LIMIT_PER_MINUTE: whole(1, 10_000_000, 12_000),
    UPLOADS_PER_MINUTE: whole(1, 1_000_000, 3000),
    DOCUMENTS_PER_TENANT_MAX: whole(1, 100_000_000, 1_000_000),
    BYTES_PER_TENANT_MAX: whole(1, 2 ** 50, 2 ** 40),
    CORS_ORIGINS: origins,
    CONFIDENCE_COMPLETE: share(0.75),
    CONFIDENCE_PARTIAL: share(0.4),
    SIMILARITY_THRESHOLD: share(0.2),
    CHUNKS_PER_REQUIREMENT: whole(1, 50, 8),
    ARCHIVE_DEPTH_MAX: whole(1, 20, 5),
    ARCHIVE_FILES_MAX: whole(1, 100_000, 1000),
    ARCHIVE_BYTES_MAX: whole(1, 2 ** 40, 524_288_000),
    TEXT_LENGTH_MAX: whole(1000, 100_000_000, 5_000_000),
    EXTRACTION_LIMIT_MS: whole(100, DAY_MS, 600_000),
    EXTRACTION_PIECE_MS: whole(100, 600_000, 60_000),
    EXTRACTION_MEMORY_MB: whole(100, 16_384, 700),
    EXTRACTION_PROCESSES: whole(1, 64, 2),
    SLICE_MS: whole(50, 600_000, 60_000),
    SLICE_LIMIT_MS: whole(100, 600_000, 90_000),
    REQUIREMENT_LIMIT_MS: whole(50, 600_000, 90_000),
    LEASE_MS: whole(200, 600_000, 12_000),
    ATTEMPTS_MAX: whole(1, 20, 3),
    CRASHES_MAX: whole(1, 1000, 20),
    RETRY_DELAY_MS: whole(1, 600_000, 2000),
    POLL_MS: whole(10, 60_000, 250),
    UPLOAD_RECLAIM_MS: whole(1000, 7 * DAY_MS, 6 * 3_600_000),
    SWEEP_MS: whole(10, 600_000, 5000),
    RUN_STALLED_MS: whole(100, DAY_MS, 900_000),
    REHASH_EVERY_MS: whole(100, 365 * DAY_MS, DAY_MS),
    CHECKPOINT_EVERY_MS: whole(1000, 365 * DAY_MS, DAY_MS),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
    OTEL_EXPORTER_OTLP_HEADERS: headerPairs,
    OTEL_EXPORTER_OTLP_TIMEOUT: whole(10, 600_000, 10_000),
    SPAN_EXPORT_MS: whole(10, 600_000, 2000),
    SPAN_EXPORT_RETRY_MAX_MS: whole(10, DAY_MS, 300_000),
    KEEP_WORK_MS: whole(1000, 365 * DAY_MS, 7 * DAY_MS),
    SPANS_KEEP_MS: whole(1000, 3650 * DAY_MS, 90 * DAY_MS),
    PROGRESS_POLL_MS: whole(10, 60_000, 400),
    EVENT_ACCESS_CHECK_MS: whole(0, 60_000, 10_000),
    ...vendorSettings,
  })
  .refine((env) => env.CONFIDENCE_PARTIAL <= env.CONFIDENCE_COMPLETE, {
    path: ["CONFIDENCE_PARTIAL"],
    message: "must not be above CONFIDENCE_COMPLETE",
  })
  .refine((env) => env.SLICE_MS < env.SLICE_LIMIT_MS, { path: ["SLICE_MS"], message: "must be below SLICE_LIMIT_MS" });

export type Config = z.infer<typeof schema>;
export type Environment = Readonly<Record<string, string | undefined>>;

export const SETTINGS = Object.keys(schema.shape);

/** Reads every setting at once. Throws one error that names all problems. */
export function readConfig(env: Environment): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = schema.safeParse(given);
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} ${message}${isSecret(name, given[name]) ? "" : `: it is '${given[name] ?? ""}'`}`;
    }),
    ...findContradictions(given),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new ConfigError(`Cannot start with these settings:\n${problems.map((each) => `  ${each}`).join("\n")}`);
}

/** What is not shown, even when it is wrong: by its name, or as an address with a password in it. */
function isSecret(name: string, value: string | undefined): boolean {
  return /TOKEN|KEY|SECRET|HEADERS|DATABASE_(MIGRATE_)?URL/.test(name) || value?.includes("@") === true;
}

/** Its message is for the operator, whole and without a stack. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
