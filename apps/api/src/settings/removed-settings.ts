import { LIMITS, type Limits, RETRIEVAL } from "./limits.ts";

/** What an operator is told who still sets what has no effect any more. */
export interface RemovedSetting {
  readonly setting: string;
  readonly advice: string;
}

/**
 * Settings of the release before, each with the limit that took its place or with what happens instead. Named for one
 * release: empty this with the next.
 */
const REMOVED: Readonly<Record<string, keyof Limits | { readonly instead: string }>> = {
  PORTAL_DIR: { instead: "the portal is served from apps/portal/dist" },
  ADMIN_DIR: { instead: "the console is served from apps/admin/dist" },
  DATABASE_DRIVER: {
    instead: "addresses at neon.tech and those behind DATABASE_WS_PROXY are reached by Neon's driver, others by pg",
  },
  SIMILARITY_THRESHOLD: {
    instead: `the settings' version pins ${RETRIEVAL.similarityThreshold}; the console makes versions with other values`,
  },
  CHUNKS_PER_REQUIREMENT: {
    instead: `the settings' version pins ${RETRIEVAL.chunksPerRequirement}; the console makes versions with other values`,
  },
  ARCHIVE_DEPTH_MAX: "archiveDepthMax",
  ARCHIVE_FILES_MAX: "archiveFilesMax",
  TEXT_LENGTH_MAX: "textCharactersMax",
  EXTRACTION_LIMIT_MS: "extractionLimitMs",
  EXTRACTION_PIECE_MS: "extractionPieceMs",
  EXTRACTION_MEMORY_MB: "extractionMemoryMb",
  EXTRACTION_PROCESSES: "extractionProcesses",
  SLICE_MS: "attemptMs",
  SLICE_LIMIT_MS: "attemptLimitMs",
  REQUIREMENT_LIMIT_MS: "requirementLimitMs",
  ATTEMPTS_MAX: "attemptsMax",
  CRASHES_MAX: "crashesMax",
  LEASE_MS: "leaseMs",
  RETRY_DELAY_MS: "retryDelayMs",
  RUN_STALLED_MS: "runStalledMs",
  POLL_MS: "pollMs",
  SWEEP_MS: "sweepMs",
  WAKE_OVERDUE_MS: "dispatchOverdueMs",
  SWEEP_LATE_MS: "sweepLateMs",
  QSTASH_PARALLEL_PER_TENANT: "deliveriesPerTenantMax",
  CALLBACKS_MAX: "callbacksMax",
  UPLOAD_RECLAIM_MS: "uploadReclaimMs",
  PROGRESS_POLL_MS: "progressPollMs",
  EVENT_ACCESS_CHECK_MS: "accessCheckMs",
  REHASH_EVERY_MS: "rehashEveryMs",
  CHECKPOINT_EVERY_MS: "checkpointEveryMs",
  KEEP_WORK_MS: "jobsKeepMs",
  OTEL_EXPORTER_OTLP_TIMEOUT: "spanExportTimeoutMs",
  SPAN_EXPORT_MS: "spanExportEveryMs",
  SPAN_EXPORT_RETRY_MAX_MS: "spanExportRetryMaxMs",
};

/** Every removed name, with its value now where that is a number. */
export const REMOVED_SETTINGS = Object.entries(REMOVED).map(([setting, now]) => ({
  setting,
  now: typeof now === "string" ? LIMITS[now] : now.instead,
}));

/** Those that are set all the same. */
export function findRemovedSettings(given: Readonly<Record<string, string | undefined>>): RemovedSetting[] {
  return REMOVED_SETTINGS.filter(({ setting }) => given[setting] !== undefined).map(({ setting, now }) => ({
    setting,
    advice: `${setting} has no effect any more: ${typeof now === "number" ? `it is always ${now}` : now}. Unset it`,
  }));
}
