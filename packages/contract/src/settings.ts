import { z } from "zod";

/** The environment variables that set a value; none for what comes with the release. */
const setBy = z.array(z.string().regex(/^[A-Z][A-Z0-9_]*$/));
const setting = <T extends z.ZodType>(value: T) => z.strictObject({ value, setBy });
const whole = setting(z.int().nonnegative());
const share = setting(z.number().min(0).max(1));

export const DATABASE_KINDS = ["EMBEDDED", "POSTGRES", "NEON"] as const;
export const STORAGE_KINDS = ["DATA_FOLDER", "FOLDER", "S3", "SUPABASE"] as const;
export const QUEUE_KINDS = ["IN_PROCESS", "QSTASH"] as const;
export const IDENTITY_KINDS = ["BUILT_IN", "SUPABASE"] as const;
export const SIGNING_KEY_KINDS = ["DATA_FOLDER", "SETTING"] as const;
export const MODEL_PROVIDERS = ["gemini", "openai-compatible", "offline"] as const;
/** Google's packages for Node: `@google/generative-ai`, and the one that followed it, `@google/genai`. */
export const GEMINI_CLIENTS = ["generative-ai", "genai"] as const;
export type GeminiClientName = (typeof GEMINI_CLIENTS)[number];

export const settings = z
  .strictObject({
    service: z.strictObject({
      version: setting(z.string()),
      readerVersion: setting(z.int().positive()).describe(
        "Documents that an older reader made READY can be reprocessed.",
      ),
      superAdminMode: setting(z.boolean()).describe("Whether a SUPER_ADMIN may act in another tenant."),
    }),
    parts: z.strictObject({
      database: setting(z.enum(DATABASE_KINDS)),
      storage: setting(z.enum(STORAGE_KINDS)),
      queue: setting(z.enum(QUEUE_KINDS)),
      identity: setting(z.enum(IDENTITY_KINDS)),
      signingKey: setting(z.enum(SIGNING_KEY_KINDS)),
    }),
    models: z
      .strictObject({
        provider: setting(z.enum(MODEL_PROVIDERS)),
        embedder: setting(z.strictObject({ model: z.string(), dimensions: z.int().positive() })),
        assessor: setting(z.strictObject({ model: z.string(), promptVersion: z.string() })),
        confidenceComplete: share,
        confidencePartial: share,
        similarityThreshold: share,
        chunksPerRequirement: whole,
      })
      .describe("What is configured; the active retrieval version says what runs use."),
    limits: z.strictObject({
      maxUploadBytes: whole,
      archiveDepthMax: whole,
      archiveFilesMax: whole,
      archiveBytesMax: whole,
      textLengthMax: whole.describe("Characters of one document."),
      extractionLimitMs: whole,
      requirementLimitMs: whole,
      runStalledMs: whole,
      attemptsMax: whole,
      documentsPerTenantMax: whole,
      bytesPerTenantMax: whole,
      requestsPerMinute: whole,
      uploadsPerMinute: whole,
      searchesPerMinute: whole,
    }),
    schedule: z.strictObject({ rehashEveryMs: whole, checkpointEveryMs: whole, spansKeepMs: whole }),
    telemetry: z.strictObject({
      exporter: setting(z.boolean()).describe("Whether spans are sent to a collector."),
    }),
  })
  .describe(
    "The settings of a deployment, each with its environment variables, none for values of the release. Only kinds, names of models, numbers and switches: no key, no address and no folder.",
  );
export type Settings = z.infer<typeof settings>;
export const settingsReply = z.strictObject({ settings });
