import type { Settings } from "@assay/contract";
import { READER_VERSION } from "@assay/core/documents";
import type { Models } from "@assay/core/ports";
import type { Config } from "../config.ts";
import { chosenProvider } from "../parts/models.ts";
import { VERSION } from "../version.ts";
import { driverFor } from "./database-driver.ts";
import { RETRIEVAL } from "./limits.ts";

/**
 * What administrators may see of the settings. Each value is named here one by one: what is not named, such as a key, an
 * address or a folder, cannot appear.
 */
export function showSettings(config: Config, models: Models): Settings {
  const { limits } = config;
  const of = <const K extends Exclude<keyof Config, "limits" | "removed">>(name: K) => ({
    value: config[name],
    setBy: [name],
  });
  const [embedder] = models.embedders;
  const [assessor] = models.assessors;
  const provider = chosenProvider(config);
  const judging = ["MODEL_PROVIDER", "GEMINI_MODEL", "OPENAI_COMPATIBLE_MODEL", "OFFLINE_ASSESSOR"];
  return {
    service: {
      version: fixed(VERSION),
      readerVersion: fixed(READER_VERSION),
      superAdminMode: of("SUPER_ADMIN_MODE"),
    },
    parts: showParts(config),
    models: {
      provider: { value: provider, setBy: ["MODEL_PROVIDER", "GEMINI_API_KEY", "OPENAI_COMPATIBLE_BASE_URL"] },
      embedder: {
        value: { model: embedder.model, dimensions: embedder.dimensions },
        setBy: [
          "EMBEDDER_MODEL",
          "MODEL_PROVIDER",
          "OPENAI_COMPATIBLE_EMBEDDING_MODEL",
          "OPENAI_COMPATIBLE_EMBEDDING_DIMENSIONS",
        ],
      },
      assessor: { value: { model: assessor.model, promptVersion: assessor.promptVersion }, setBy: judging },
      confidenceComplete: of("CONFIDENCE_COMPLETE"),
      confidencePartial: of("CONFIDENCE_PARTIAL"),
      similarityThreshold: fixed(RETRIEVAL.similarityThreshold),
      chunksPerRequirement: fixed(RETRIEVAL.chunksPerRequirement),
    },
    limits: {
      maxUploadBytes: of("MAX_UPLOAD_BYTES"),
      archiveDepthMax: fixed(limits.archiveDepthMax),
      archiveFilesMax: fixed(limits.archiveFilesMax),
      archiveBytesMax: of("ARCHIVE_BYTES_MAX"),
      textLengthMax: fixed(limits.textCharactersMax),
      extractionLimitMs: fixed(limits.extractionLimitMs),
      requirementLimitMs: fixed(limits.requirementLimitMs),
      runStalledMs: fixed(limits.runStalledMs),
      attemptsMax: fixed(limits.attemptsMax),
      documentsPerTenantMax: of("DOCUMENTS_PER_TENANT_MAX"),
      bytesPerTenantMax: of("BYTES_PER_TENANT_MAX"),
      requestsPerMinute: of("RATE_LIMIT_PER_MINUTE"),
      uploadsPerMinute: of("UPLOADS_PER_MINUTE"),
      searchesPerMinute: of("SEARCHES_PER_MINUTE"),
    },
    schedule: {
      rehashEveryMs: fixed(limits.rehashEveryMs),
      checkpointEveryMs: fixed(limits.checkpointEveryMs),
      spansKeepMs: of("SPANS_KEEP_MS"),
    },
    telemetry: {
      exporter: { value: config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined, setBy: ["OTEL_EXPORTER_OTLP_ENDPOINT"] },
    },
  };
}

/** What comes with the release. */
function fixed<T>(value: T) {
  return { value, setBy: [] };
}

function showParts(config: Config): Settings["parts"] {
  const { DATABASE_URL: url, SUPABASE_URL: supabase } = config;
  const neon = url !== undefined && driverFor(url, config) === "neon";
  const people = { setBy: ["SUPABASE_URL"] };
  return {
    database: {
      value: url === undefined ? "EMBEDDED" : neon ? "NEON" : "POSTGRES",
      setBy: ["DATABASE_URL", "DATABASE_WS_PROXY"],
    },
    storage: {
      value: config.FILES_DIR ? "FOLDER" : config.S3_BUCKET ? "S3" : supabase ? "SUPABASE" : "DATA_FOLDER",
      setBy: ["FILES_DIR", "S3_BUCKET", "SUPABASE_URL"],
    },
    queue: { value: config.QSTASH_TOKEN ? "QSTASH" : "IN_PROCESS", setBy: ["QSTASH_TOKEN"] },
    identity: { value: supabase ? "SUPABASE" : "BUILT_IN", ...people },
    signingKey: {
      value: config.CHECKPOINT_SIGNING_KEY ? "SETTING" : "DATA_FOLDER",
      setBy: ["CHECKPOINT_SIGNING_KEY"],
    },
  };
}
