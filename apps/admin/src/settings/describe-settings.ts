import type { Setting, Settings } from "@assay/client/admin";
import { formatBytes } from "@assay/site/format-bytes";
import { formatDuration } from "@assay/site/format-duration";

interface SettingRow {
  readonly term: string;
  readonly value: string;
  /** The variables that set it; none for what comes with the release. */
  readonly setBy: readonly string[];
}

export interface SettingGroup {
  readonly title: string;
  readonly note?: string;
  readonly rows: readonly SettingRow[];
}

/** What people call them; one that is not listed is shown by its own name. */
const NAMES: Readonly<Record<string, string>> = {
  EMBEDDED: "Embedded, in the data folder",
  POSTGRES: "PostgreSQL server",
  NEON: "Neon",
  DATA_FOLDER: "In the data folder",
  FOLDER: "In a folder of its own",
  S3: "S3-compatible store",
  SUPABASE: "Supabase",
  IN_PROCESS: "In the service's own process",
  QSTASH: "QStash",
  BUILT_IN: "Built in",
  SETTING: "From the settings",
  gemini: "Gemini",
  "openai-compatible": "A server with OpenAI's interface",
  offline: "Offline engine, in the service itself",
};

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const number = (value: number) => value.toLocaleString();
const name = (value: string) => NAMES[value] ?? value;

/** In days or minutes where it is whole ones: 90 days do not read as hours. */
export function formatPeriod(ms: number): string {
  if (ms >= DAY_MS && ms % DAY_MS === 0) return ms === DAY_MS ? "1 day" : `${number(ms / DAY_MS)} days`;
  if (ms < HOUR_MS && ms >= MINUTE_MS && ms % MINUTE_MS === 0) return `${ms / MINUTE_MS} min`;
  return formatDuration(ms);
}

/** What the deployment runs with, in the words of anyone who reads it. */
export function describeSettings({ service, parts, models, limits, schedule, telemetry }: Settings): SettingGroup[] {
  return [
    {
      title: "Service",
      rows: [
        row("Version", service.version, String),
        row("Reader of documents", service.readerVersion, (value) => `Version ${value}`),
        row("Super-admin mode", service.superAdminMode, (value) => (value ? "On" : "Off")),
      ],
    },
    {
      title: "Where data is stored",
      rows: [
        row("Database", parts.database, name),
        row("Original files", parts.storage, name),
        row("Job queue", parts.queue, name),
        row("Accounts and sign-in", parts.identity, name),
        row("Key of audit checkpoints", parts.signingKey, name),
        row("Traces sent to a collector", telemetry.exporter, (value) => (value ? "Yes" : "No")),
      ],
    },
    {
      title: "Models and thresholds",
      note: "After a change of a model or threshold, the next start creates a new engine version. Runs use the active version, which an administrator may have chosen.",
      rows: [
        row("Provider that assesses", models.provider, name),
        row("Assessor", models.assessor, ({ model, promptVersion }) => `${model}, prompt ${promptVersion}`),
        row("Embedder", models.embedder, ({ model, dimensions }) => `${model}, ${dimensions} dimensions`),
        row("Complete from a confidence of", models.confidenceComplete, (value) => value.toFixed(2)),
        row("Partial from a confidence of", models.confidencePartial, (value) => value.toFixed(2)),
        row("Passages retrieved from a similarity of", models.similarityThreshold, (value) => value.toFixed(2)),
        row("Passages that a model sees", models.chunksPerRequirement, number),
      ],
    },
    {
      title: "Limits of a file",
      rows: [
        row("Largest upload", limits.maxUploadBytes, formatBytes),
        row("Levels of archives", limits.archiveDepthMax, number),
        row("Files of an archive", limits.archiveFilesMax, number),
        row("An archive unpacked", limits.archiveBytesMax, formatBytes),
        row("Characters of a document", limits.textLengthMax, number),
        row("Reading a document", limits.extractionLimitMs, formatPeriod),
      ],
    },
    {
      title: "Limits of a tenant",
      rows: [
        row("Documents", limits.documentsPerTenantMax, number),
        row("Stored files", limits.bytesPerTenantMax, formatBytes),
        row("Requests per minute", limits.requestsPerMinute, number),
        row("Uploads per minute", limits.uploadsPerMinute, number),
        row("Searches per minute", limits.searchesPerMinute, number),
      ],
    },
    {
      title: "Runs and maintenance",
      rows: [
        row("Assessing a requirement, per attempt", limits.requirementLimitMs, formatPeriod),
        row("Attempts", limits.attemptsMax, number),
        row("A run without progress fails after", limits.runStalledMs, formatPeriod),
        row("Each stored file is checked every", schedule.rehashEveryMs, formatPeriod),
        row("The audit log is signed every", schedule.checkpointEveryMs, formatPeriod),
        row("Traces are kept for", schedule.spansKeepMs, formatPeriod),
      ],
    },
  ];
}

/** The groups with those of their settings that are named so, or set by a variable of that name, in any case. */
export function findSettings(groups: readonly SettingGroup[], sought: string): SettingGroup[] {
  const text = sought.trim().toLowerCase();
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(({ term, setBy }) => [term, ...setBy].some((each) => each.toLowerCase().includes(text))),
    }))
    .filter(({ rows }) => rows.length > 0);
}

function row<T>(term: string, { value, setBy }: Setting<T>, show: (value: T) => string): SettingRow {
  return { term, value: show(value), setBy };
}
