import { GEMINI_CLIENTS, MODEL_PROVIDERS } from "@assay/contract";
import { readKeysText } from "@assay/embedded/key-signer";
import { readSecretKeys } from "@assay/embedded/secret-box";
import { SHIPPED_ENTAILMENT } from "@assay/models/shipped";
import { z } from "zod";
import { findLockedOut, keyServiceSettings } from "./key-services.ts";
import { flag, httpUrl, networksWithPorts, opaque, origin, postgres, whole, wholeIfSet } from "./kinds.ts";

const signingKey = z
  .string()
  .transform((text, context) => {
    const keys = readKeysText(text);
    if (keys) return keys;
    context.addIssue({ code: "custom", message: "must be the output of `npm run checkpoint-key:create`" });
    return z.NEVER;
  })
  .optional();

const secretKeys = (command: string) =>
  z
    .string()
    .transform((text, context) => {
      const keys = readSecretKeys(text);
      if (keys) return keys;
      context.addIssue({ code: "custom", message: `must be the output of \`npm run ${command}\`` });
      return z.NEVER;
    })
    .optional();

const EITHER = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** US dollars per million tokens. */
const price = z.coerce.number({ error: "must be a number" }).min(0, "must be at least 0").max(10_000).optional();

/** What a model's account allows; not limited where it is not set. */
const quota = wholeIfSet(1, 1_000_000_000);

export const bucket = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
  .optional();
const region = z
  .string()
  .regex(/^[a-z0-9-]+$/, "must be a region such as eu-central-1")
  .default("us-east-1");

/** Which outside thing fills a part: the one whose settings are there, else the embedded one. */
export const vendorSettings = {
  DATABASE_URL: postgres,
  DATABASE_MIGRATE_URL: postgres,
  DATABASE_BACKUP_URL: postgres,
  DATABASE_WS_PROXY: z.url({ protocol: /^wss?$/, error: "must be a ws:// or wss:// address" }).optional(),
  DATABASE_POOL_SIZE: whole(1, 1000, 10),

  API_URL: origin,
  PASSKEY_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, "must be a domain such as example.com")
    .optional(),
  QSTASH_URL: httpUrl,
  QSTASH_TOKEN: opaque,
  QSTASH_CURRENT_SIGNING_KEY: opaque,
  QSTASH_NEXT_SIGNING_KEY: opaque,
  EXTRACTION_URL: origin,

  SUPABASE_URL: httpUrl,
  SUPABASE_SECRET_KEY: opaque,
  SUPABASE_PUBLISHABLE_KEY: opaque,
  SUPABASE_JWT_SECRET: opaque,
  SUPABASE_BUCKET: z.string().default("evidence"),
  SUPABASE_PATH_PREFIX: z.string().default(""),

  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
  MAIL_FROM: z
    .string()
    .max(400, "must have at most 400 characters")
    .regex(
      /^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      "must be an address such as Assay <assay@example.com>",
    )
    .optional(),

  CLAMD_URL: z
    .url({ protocol: /^(unix|tcp)$/, error: "must be such as unix:///run/clamav/clamd.ctl or tcp://clamd:3310" })
    .optional(),

  FILES_DIR: z.string().max(4096, "must have at most 4096 characters").optional(),
  S3_ENDPOINT: httpUrl,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: opaque,
  S3_SECRET_ACCESS_KEY: opaque,
  S3_PATH_STYLE: flag("true"),
  S3_PATH_PREFIX: z.string().default(""),
  FILES_KEY: secretKeys("files-key:create"),
  ...keyServiceSettings,

  CHECKPOINT_SIGNING_KEY: signingKey,
  CHECKPOINT_FOLDER: z.string().max(4096, "must have at most 4096 characters").optional(),
  CHECKPOINT_GIT_URL: z
    .string()
    .max(2000, "must have at most 2000 characters")
    .regex(
      /^((https?|ssh):\/\/(?!-)[^\s/]|file:\/\/\/|\w[\w.-]*@[A-Za-z0-9][\w.-]*:)\S+$/,
      "must be an https://, ssh:// or file:/// address of a git repository, or such as git@example.com:audit/checkpoints.git",
    )
    .refine(hasReadablePassword, "must have % written as %25 and / as %2F in its user and password")
    .optional(),
  CHECKPOINT_GIT_BRANCH: z
    .string()
    .max(100, "must have at most 100 characters")
    .regex(/^(?!.*(\.\.|\/\/|\/\.|\.lock(\/|$)))[A-Za-z0-9][\w./-]*(?<![./])$/, "must be the name of a branch")
    .default("checkpoints"),
  CHECKPOINT_WITNESS_URL: httpUrl,
  CHECKPOINT_S3_ENDPOINT: httpUrl,
  CHECKPOINT_S3_BUCKET: bucket,
  CHECKPOINT_S3_REGION: region,
  CHECKPOINT_S3_ACCESS_KEY_ID: opaque,
  CHECKPOINT_S3_SECRET_ACCESS_KEY: opaque,
  CHECKPOINT_S3_PATH_STYLE: flag("true"),
  CHECKPOINT_S3_LOCK_DAYS: whole(0, 36_500, 0),
  WEBHOOK_SECRET_KEY: secretKeys("webhook-key:create"),
  WEBHOOK_ALLOWED_NETWORKS: networksWithPorts,

  MODEL_FALLBACK_PROVIDER: z.enum(MODEL_PROVIDERS, { error: `must be ${EITHER.format(MODEL_PROVIDERS)}` }).optional(),
  MODEL_PROVIDER: z.enum(MODEL_PROVIDERS, { error: `must be ${EITHER.format(MODEL_PROVIDERS)}` }).optional(),
  GEMINI_API_KEY: opaque,
  GEMINI_MODEL: opaque,
  GEMINI_BASE_URL: httpUrl,
  GEMINI_CLIENT: z.enum(GEMINI_CLIENTS, { error: `must be ${EITHER.format(GEMINI_CLIENTS)}` }).default("generative-ai"),
  GEMINI_REQUESTS_PER_MINUTE: quota,
  GEMINI_TOKENS_PER_MINUTE: quota,
  GEMINI_PARALLEL_CALLS: quota,
  OPENAI_COMPATIBLE_BASE_URL: httpUrl,
  OPENAI_COMPATIBLE_API_KEY: opaque,
  OPENAI_COMPATIBLE_MODEL: opaque,
  OPENAI_COMPATIBLE_EMBEDDING_MODEL: opaque,
  OPENAI_COMPATIBLE_EMBEDDING_DIMENSIONS: z
    .enum(["384", "768", "1024", "1536"], { error: "must be a number of 384, 768, 1024 and 1536" })
    .default("768")
    .transform(Number),
  OPENAI_COMPATIBLE_QUERY_PREFIX: z.string().max(200).optional(),
  OPENAI_COMPATIBLE_DOCUMENT_PREFIX: z.string().max(200).optional(),
  OPENAI_COMPATIBLE_REQUESTS_PER_MINUTE: quota,
  OPENAI_COMPATIBLE_TOKENS_PER_MINUTE: quota,
  OPENAI_COMPATIBLE_PARALLEL_CALLS: quota,
  OFFLINE_ASSESSOR: z.string().max(100, "must have at most 100 characters").optional(),
  EMBEDDER_MODEL: z.string().max(400, "must have at most 400 characters").optional(),
  ENTAILMENT_PROVIDER: z.enum(["onnx", "http", "none"], { error: "must be onnx, http or none" }).optional(),
  ENTAILMENT_MODEL: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, "must be the name of a model's folder")
    .default(SHIPPED_ENTAILMENT.model),
  ENTAILMENT_URL: httpUrl,
  ENTAILMENT_API_KEY: opaque,
  ASSAY_MODELS_DIR: z.string().max(4096, "must have at most 4096 characters").optional(),
  MODEL_PRICE_INPUT_USD: price,
  MODEL_PRICE_OUTPUT_USD: price,
};

/** What else each setting needs; a part that is half configured would fail in the middle of its work. */
const NEEDS: readonly (readonly [setting: string, needed: readonly string[]])[] = [
  ["DATABASE_MIGRATE_URL", ["DATABASE_URL"]],
  ["DATABASE_BACKUP_URL", ["DATABASE_URL"]],
  ["DATABASE_WS_PROXY", ["DATABASE_URL"]],
  ["QSTASH_TOKEN", ["API_URL", "QSTASH_CURRENT_SIGNING_KEY", "QSTASH_NEXT_SIGNING_KEY", "CHECKPOINT_SIGNING_KEY"]],
  ["QSTASH_CURRENT_SIGNING_KEY", ["QSTASH_TOKEN"]],
  ["QSTASH_NEXT_SIGNING_KEY", ["QSTASH_TOKEN"]],
  ["EXTRACTION_URL", ["QSTASH_TOKEN"]],
  ["PASSKEY_DOMAIN", ["API_URL"]],
  ["SUPABASE_URL", ["SUPABASE_SECRET_KEY", "SUPABASE_PUBLISHABLE_KEY"]],
  ["SUPABASE_SECRET_KEY", ["SUPABASE_URL"]],
  ["SUPABASE_JWT_SECRET", ["SUPABASE_URL"]],
  ["SMTP_URL", ["MAIL_FROM", "API_URL"]],
  ["MAIL_FROM", ["SMTP_URL"]],
  ["NOTICE_WEBHOOK_URL", ["NOTICE_WEBHOOK_SECRET"]],
  ["NOTICE_WEBHOOK_SECRET", ["NOTICE_WEBHOOK_URL"]],
  ["NOTICE_MAIL", ["SMTP_URL"]],
  ["AUDIT_WEBHOOK_URL", ["AUDIT_WEBHOOK_SECRET"]],
  ["AUDIT_WEBHOOK_SECRET", ["AUDIT_WEBHOOK_URL"]],
  ["AUDIT_S3_BUCKET", ["CHECKPOINT_S3_BUCKET"]],
  ["S3_BUCKET", ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]],
  ["S3_ENDPOINT", ["S3_BUCKET"]],
  ["S3_ACCESS_KEY_ID", ["S3_BUCKET"]],
  ["S3_SECRET_ACCESS_KEY", ["S3_BUCKET"]],
  [
    "CHECKPOINT_S3_BUCKET",
    ["CHECKPOINT_S3_ENDPOINT", "CHECKPOINT_S3_ACCESS_KEY_ID", "CHECKPOINT_S3_SECRET_ACCESS_KEY"],
  ],
  ["CHECKPOINT_S3_ENDPOINT", ["CHECKPOINT_S3_BUCKET"]],
  ["CHECKPOINT_S3_ACCESS_KEY_ID", ["CHECKPOINT_S3_BUCKET"]],
  ["CHECKPOINT_S3_SECRET_ACCESS_KEY", ["CHECKPOINT_S3_BUCKET"]],
  ["OPENAI_COMPATIBLE_BASE_URL", ["OPENAI_COMPATIBLE_MODEL"]],
  ["OPENAI_COMPATIBLE_MODEL", ["OPENAI_COMPATIBLE_BASE_URL"]],
  ["OPENAI_COMPATIBLE_EMBEDDING_MODEL", ["OPENAI_COMPATIBLE_BASE_URL"]],
  ["OPENAI_COMPATIBLE_EMBEDDING_DIMENSIONS", ["OPENAI_COMPATIBLE_EMBEDDING_MODEL"]],
  ["OPENAI_COMPATIBLE_QUERY_PREFIX", ["OPENAI_COMPATIBLE_DOCUMENT_PREFIX"]],
  ["OPENAI_COMPATIBLE_DOCUMENT_PREFIX", ["OPENAI_COMPATIBLE_QUERY_PREFIX"]],
  ["ENTAILMENT_API_KEY", ["ENTAILMENT_URL"]],
  ["GEMINI_REQUESTS_PER_MINUTE", ["GEMINI_API_KEY"]],
  ["GEMINI_TOKENS_PER_MINUTE", ["GEMINI_API_KEY"]],
  ["GEMINI_PARALLEL_CALLS", ["GEMINI_API_KEY"]],
  ["OPENAI_COMPATIBLE_REQUESTS_PER_MINUTE", ["OPENAI_COMPATIBLE_BASE_URL"]],
  ["OPENAI_COMPATIBLE_TOKENS_PER_MINUTE", ["OPENAI_COMPATIBLE_BASE_URL"]],
  ["OPENAI_COMPATIBLE_PARALLEL_CALLS", ["OPENAI_COMPATIBLE_BASE_URL"]],
  ["MODEL_PRICE_INPUT_USD", ["MODEL_PRICE_OUTPUT_USD"]],
  ["MODEL_PRICE_OUTPUT_USD", ["MODEL_PRICE_INPUT_USD"]],
];

/** A line for each thing that does not go together. */
export function findContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const has = (name: string) => given[name] !== undefined;
  const problems = NEEDS.flatMap(([setting, needed]) =>
    has(setting)
      ? needed.filter((name) => !has(name)).map((name) => `${name} must be set because ${setting} is set`)
      : [],
  );
  if (has("QSTASH_DEV"))
    problems.push("QSTASH_DEV must not be set: it lets anyone sign callbacks with a key that is public");
  if (has("FILES_DIR") && has("S3_BUCKET"))
    problems.push("FILES_DIR and S3_BUCKET must not both be set: files are in one place");
  problems.push(...findLockedOut(given.FILES_KMS, has));
  if (given.ENTAILMENT_PROVIDER === "http" && !has("ENTAILMENT_URL"))
    problems.push("ENTAILMENT_URL must be set because ENTAILMENT_PROVIDER is http");
  if (given.TAKE_JOBS === "off") problems.push(...findLonely(has));
  if (given.TAKE_JOBS === "apart" && !has("DATABASE_URL"))
    problems.push("TAKE_JOBS must not be apart because the embedded database belongs to one process: set DATABASE_URL");
  if (given.TAKE_JOBS === "apart" && has("QSTASH_TOKEN"))
    problems.push("TAKE_JOBS must not be apart because QSTASH_TOKEN is set: QStash chooses who does a job");
  if (has("GEMINI_API_KEY") && has("OPENAI_COMPATIBLE_BASE_URL") && !has("MODEL_PROVIDER"))
    problems.push("MODEL_PROVIDER must be gemini or openai-compatible because both are configured");
  if (given.MODEL_PROVIDER === "gemini" && !has("GEMINI_API_KEY"))
    problems.push("GEMINI_API_KEY must be set because MODEL_PROVIDER is gemini");
  if (given.MODEL_PROVIDER === "openai-compatible" && !has("OPENAI_COMPATIBLE_BASE_URL"))
    problems.push("OPENAI_COMPATIBLE_BASE_URL must be set because MODEL_PROVIDER is openai-compatible");
  if (given.MODEL_FALLBACK_PROVIDER === "gemini" && !has("GEMINI_API_KEY"))
    problems.push("GEMINI_API_KEY must be set because MODEL_FALLBACK_PROVIDER is gemini");
  if (given.MODEL_FALLBACK_PROVIDER === "openai-compatible" && !has("OPENAI_COMPATIBLE_BASE_URL"))
    problems.push("OPENAI_COMPATIBLE_BASE_URL must be set because MODEL_FALLBACK_PROVIDER is openai-compatible");
  return problems;
}

/** Why no other process could do the jobs of one that does none. */
function findLonely(has: (name: string) => boolean): string[] {
  const because = "because TAKE_JOBS is off: another process does the jobs";
  const problems = ["DATABASE_URL", "CHECKPOINT_SIGNING_KEY"]
    .filter((name) => !has(name))
    .map((name) => `${name} must be set ${because}`);
  if (!["FILES_DIR", "S3_BUCKET", "SUPABASE_URL"].some(has))
    problems.push(`FILES_DIR, S3_BUCKET or SUPABASE_URL must be set ${because}`);
  if (has("QSTASH_TOKEN"))
    problems.push("TAKE_JOBS must not be off because QSTASH_TOKEN is set: QStash chooses who does a job");
  return problems;
}

function hasReadablePassword(url: string): boolean {
  if (!/^https?:/.test(url)) return true;
  try {
    const { username, password } = new URL(url);
    return !/\p{Cc}/u.test(decodeURIComponent(username) + decodeURIComponent(password));
  } catch {
    return false;
  }
}
