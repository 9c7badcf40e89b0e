/** A value with the environment variables that set it; none for what comes with the release. */
export interface Setting<T> {
  value: T;
  setBy: string[];
}

/** What a deployment runs with: kinds, names of models, numbers and switches, never a secret. */
export interface Settings {
  service: {
    version: Setting<string>;
    /** What is READY by an older one can be read again. */
    readerVersion: Setting<number>;
    /** Whether a SUPER_ADMIN may act in another tenant. */
    superAdminMode: Setting<boolean>;
  };
  parts: {
    database: Setting<"EMBEDDED" | "POSTGRES" | "NEON">;
    storage: Setting<"DATA_FOLDER" | "SUPABASE">;
    queue: Setting<"IN_PROCESS" | "QSTASH">;
    identity: Setting<"BUILT_IN" | "SUPABASE">;
    signingKey: Setting<"DATA_FOLDER" | "SETTING">;
  };
  /** What is configured; the retrieval version in force says what runs take. */
  models: {
    provider: Setting<"gemini" | "openai-compatible" | "offline">;
    embedder: Setting<{ model: string; dimensions: number }>;
    assessor: Setting<{ model: string; promptVersion: string }>;
    confidenceComplete: Setting<number>;
    confidencePartial: Setting<number>;
    similarityThreshold: Setting<number>;
    chunksPerRequirement: Setting<number>;
  };
  limits: {
    maxUploadBytes: Setting<number>;
    archiveDepthMax: Setting<number>;
    archiveFilesMax: Setting<number>;
    archiveBytesMax: Setting<number>;
    /** Characters of one document. */
    textLengthMax: Setting<number>;
    extractionLimitMs: Setting<number>;
    requirementLimitMs: Setting<number>;
    runStalledMs: Setting<number>;
    attemptsMax: Setting<number>;
    documentsPerTenantMax: Setting<number>;
    bytesPerTenantMax: Setting<number>;
    requestsPerMinute: Setting<number>;
    uploadsPerMinute: Setting<number>;
  };
  schedule: {
    rehashEveryMs: Setting<number>;
    checkpointEveryMs: Setting<number>;
    spansKeepMs: Setting<number>;
  };
  telemetry: {
    /** Whether spans are sent to a collector. */
    exporter: Setting<boolean>;
  };
}
