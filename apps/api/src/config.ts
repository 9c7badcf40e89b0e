import { z } from "zod";

const whole = (least: number, most: number, standard: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${least} to ${most}` })
    .int(`must be a whole number from ${least} to ${most}`)
    .min(least, `must be a whole number from ${least} to ${most}`)
    .max(most, `must be a whole number from ${least} to ${most}`)
    .default(standard);
const share = (standard: number) =>
  z.coerce.number().min(0, "must be from 0 to 1").max(1, "must be from 0 to 1").default(standard);
const flag = z
  .enum(["true", "false"], { error: "must be true or false" })
  .default("false")
  .transform((value) => value === "true");
const origins = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== ""),
  )
  .refine(
    (list) => list.every(isOrigin),
    "must be exact origins such as https://portal.example.com, separated by commas",
  );
const collector = z
  .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
  .refine((text) => !new URL(text).username, "must not hold a password: use OTEL_EXPORTER_OTLP_HEADERS")
  .optional();
/** As OpenTelemetry writes them: `name=value` pairs with commas between, values percent-encoded. */
const headerPairs = z
  .string()
  .default("")
  .transform((text) => text.split(",").filter((pair) => pair.trim() !== ""))
  .refine((pairs) => pairs.every(isHeaderPair), "must be name=value pairs with commas between them")
  .transform((pairs) => Object.fromEntries(pairs.map(readHeaderPair)));
/** Settings whose value is not shown, even when it is wrong. */
const SECRET = new Set(["OTEL_EXPORTER_OTLP_HEADERS"]);
const DAY_MS = 86_400_000;

const schema = z
  .object({
    HOST: z.string().default("127.0.0.1"),
    PORT: whole(0, 65_535, 8787),
    ASSAY_DATA_DIR: z.string().default(".assay"),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address")
      .optional(),
    DATABASE_MIGRATE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address")
      .optional(),
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
    EXTRACTION_PROCESSES: whole(1, 64, 3),
    SLICE_MS: whole(50, 600_000, 60_000),
    SLICE_LIMIT_MS: whole(100, 600_000, 90_000),
    REQUIREMENT_LIMIT_MS: whole(50, 600_000, 90_000),
    LEASE_MARGIN_MS: whole(50, 600_000, 30_000),
    ATTEMPTS_MAX: whole(1, 20, 3),
    CRASHES_MAX: whole(1, 1000, 20),
    RETRY_DELAY_MS: whole(1, 600_000, 2000),
    POLL_MS: whole(10, 60_000, 250),
    SWEEP_MS: whole(10, 600_000, 5000),
    RUN_STALLED_MS: whole(100, DAY_MS, 900_000),
    REHASH_EVERY_MS: whole(100, 365 * DAY_MS, DAY_MS),
    CHECKPOINT_EVERY_MS: whole(1000, 365 * DAY_MS, DAY_MS),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_EXPORTER_OTLP_HEADERS: headerPairs,
    OTEL_EXPORTER_OTLP_TIMEOUT: whole(10, 600_000, 10_000),
    SPAN_EXPORT_MS: whole(10, 600_000, 2000),
    SPAN_EXPORT_RETRY_MAX_MS: whole(10, DAY_MS, 300_000),
    KEEP_WORK_MS: whole(1000, 365 * DAY_MS, 7 * DAY_MS),
    SPANS_KEEP_MS: whole(1000, 3650 * DAY_MS, 90 * DAY_MS),
    PROGRESS_POLL_MS: whole(10, 60_000, 400),
  })
  .refine((env) => env.CONFIDENCE_PARTIAL <= env.CONFIDENCE_COMPLETE, {
    path: ["CONFIDENCE_PARTIAL"],
    message: "must not be above CONFIDENCE_COMPLETE",
  })
  .refine((env) => env.SLICE_MS < env.SLICE_LIMIT_MS, { path: ["SLICE_MS"], message: "must be below SLICE_LIMIT_MS" });

export type Config = z.infer<typeof schema>;

/** Reads every setting at once. Throws one error that names all problems. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path, message }) =>
      `  ${path.join(".")} ${message}${SECRET.has(String(path[0])) ? "" : `: it is '${given[String(path[0])] ?? ""}'`}`,
  );
  throw new ConfigError(`Cannot start with these settings:\n${lines.join("\n")}`);
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.origin === text && /^https?:$/.test(url.protocol);
}

/** Its message is for the operator, whole and without a stack. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

function isHeaderPair(pair: string): boolean {
  return /^\s*[\w!#$%&'*+.^`|~-]+\s*=\s*[\x21-\x7e ]*$/.test(pair) && !/%(?![2-7][0-9a-f])/i.test(pair);
}

function readHeaderPair(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
}
