import type { AdminRun, Overview } from "@assay/client/admin";
import { nameOfPart } from "@assay/site/describe-waiting";
import { adviseOnFailure } from "@assay/site/document-failure-advice";
import { formatCount, formatDateTime } from "@assay/site/format";
import { formatDuration } from "@assay/site/format-duration";
import type { Tone } from "@assay/ui";

/** Something that somebody should look at: what it is, and where one fixes it. */
export interface Attention {
  readonly id: string;
  readonly tone: Tone;
  readonly text: string;
  readonly detail?: string | undefined;
  /** Of the console, with its search. */
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
  /** What the link says. */
  readonly act: string;
}

const WAITED_LONG_MS = 5 * 60_000;
const SIGNED_LONG_AGO_MS = 48 * 3_600_000;
const RECENT_DAYS = 2;

/** What needs attention, the gravest first. */
export function attentionOf(overview: Overview): Attention[] {
  return [
    ...brokenChain(overview),
    ...damagedResults(overview),
    ...damagedRecords(overview),
    ...stalledRuns(overview),
    ...failedRuns(overview),
    ...waitingParts(overview),
    ...oldJobs(overview),
    ...missingSnapshots(overview),
    ...failedDocuments(overview),
    ...modelErrors(overview),
    ...expiringKeys(overview),
    ...disabledWebhooks(overview),
    ...oldCheckpoint(overview),
    ...recommendedEngine(overview),
    ...unusedVersions(overview),
  ];
}

function titleOf({ name, createdAt }: Pick<AdminRun, "name" | "createdAt">): string {
  return name ? `“${name}”` : `of ${formatDateTime(createdAt)}`;
}

function damagedResults({ runs: { damaged } }: Overview): Attention[] {
  const [first] = damaged.items;
  if (!first) return [];
  return [
    {
      id: "damaged",
      tone: "missing",
      text: `Stored results of ${formatCount(damaged.count, "run")} are damaged`,
      detail: "Restore the database from a backup: until then their snapshot, replay or exports are not served.",
      path: `/runs/${first.runId}`,
      act: damaged.count === 1 ? "See the run" : "See the newest",
    },
  ];
}

function damagedRecords({ records: { damaged } }: Overview): Attention[] {
  if (damaged.count === 0) return [];
  return [
    {
      id: "damaged-records",
      tone: "missing",
      text: `${formatCount(damaged.count, "record")} of people, exceptions, requirements or guidance are damaged`,
      detail: `Restore the database from a backup: what is stored differs from the audit log (${damaged.items.join(", ")}).`,
      path: "/audit?action=integrity.failed",
      act: "See the audit log",
    },
  ];
}

function brokenChain({ audit: { broken } }: Overview): Attention[] {
  if (!broken) return [];
  return [
    {
      id: "chain",
      tone: "missing",
      text: `The audit log is broken at entry ${broken.sequence.toLocaleString()}`,
      detail: "Nothing is signed and no snapshot is captured until an operator restores or continues it.",
      path: "/audit",
      act: "See the audit log",
    },
  ];
}

function stalledRuns({ at, runs: { stalled } }: Overview): Attention[] {
  return stalled.map(({ run, waitingFor }) => ({
    id: `stalled-${run.id}`,
    tone: "partial",
    text: `The run ${titleOf(run)} has made no progress for ${since(at, run.progressedAt)}`,
    detail: waitingFor
      ? `It waits for ${nameOfPart(waitingFor)} and continues by itself when that is available again.`
      : "It fails by itself if this continues. Check the log and the queue of the service.",
    path: `/runs/${run.id}`,
    act: "See the run",
  }));
}

function failedRuns({ runs: { failed }, days }: Overview): Attention[] {
  const [newest] = failed.items;
  if (!newest) return [];
  return [
    {
      id: "failed-runs",
      tone: "failed",
      text: `${formatCount(failed.count, "run")} failed in the last ${days.length} days`,
      detail: `The newest: ${newest.failureReason ?? "it ended with an error"}`,
      path: failed.count === 1 ? `/runs/${newest.id}` : "/runs",
      ...(failed.count === 1 ? {} : { search: { status: "FAILED" } }),
      act: failed.count === 1 ? "See the run" : "See the runs",
    },
  ];
}

function waitingParts({ at, queue }: Overview): Attention[] {
  return queue.waiting.map(({ part, jobs, since: from }) => ({
    id: `waiting-${part}`,
    tone: "partial",
    text: `${formatCount(jobs, "job")} ${jobs === 1 ? "waits" : "wait"} for ${nameOfPart(part)}`,
    detail: `It has not been available for ${since(at, from)}. Nothing is lost: work continues when it responds.`,
    path: "/settings",
    act: "See the settings",
  }));
}

function oldJobs({ at, queue: { oldestDueAt, waiting } }: Overview): Attention[] {
  if (!oldestDueAt || waiting.length > 0 || Date.parse(at) - Date.parse(oldestDueAt) < WAITED_LONG_MS) return [];
  return [
    {
      id: "old-job",
      tone: "partial",
      text: `The oldest job has been due for ${since(at, oldestDueAt)}`,
      detail: "No process runs it: check that the service, or the queue that dispatches to it, is running.",
      path: "/settings",
      act: "See the settings",
    },
  ];
}

function missingSnapshots({ runs: { withoutSnapshot } }: Overview): Attention[] {
  const [newest] = withoutSnapshot.items;
  if (!newest) return [];
  const { count } = withoutSnapshot;
  return [
    {
      id: "without-snapshot",
      tone: "partial",
      text: `${formatCount(count, "completed run")} ${count === 1 ? "has" : "have"} no snapshot`,
      detail: "Their verdicts are valid, but cannot be replayed or signed. Those of a new run can.",
      path: count === 1 ? `/runs/${newest.id}` : "/runs",
      ...(count === 1 ? {} : { search: { status: "COMPLETED", snapshot: "FAILED" } }),
      act: count === 1 ? "See the run" : "See the runs",
    },
  ];
}

function failedDocuments({ failedDocuments: reasons }: Overview): Attention[] {
  const count = sumOf(reasons);
  if (count === 0) return [];
  const named = reasons.map((reason) => `${adviseOnFailure(reason.code).title}: ${reason.count}`);
  return [
    {
      id: "failed-documents",
      tone: "failed",
      text: `${formatCount(count, "document")} could not be read`,
      detail: named.join("; "),
      path: "/failed-documents",
      act: "See the documents",
    },
  ];
}

function modelErrors({ days, modelErrors: reasons }: Overview): Attention[] {
  const recent = days.slice(-RECENT_DAYS).reduce((sum, day) => sum + day.modelErrors, 0);
  if (recent === 0) return [];
  const [chief] = reasons;
  return [
    {
      id: "model-errors",
      tone: "partial",
      text: `${formatCount(recent, "model call")} failed since yesterday`,
      detail:
        chief && `Most often in the last ${days.length} days: ${chief.code}, ${formatCount(chief.count, "time")}.`,
      path: "/settings",
      act: "See the models",
    },
  ];
}

function sumOf(counted: readonly { readonly count: number }[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}

function expiringKeys({ at, apiKeys }: Overview): Attention[] {
  const isExpired = ({ expiresAt }: { expiresAt: string }) => Date.parse(expiresAt) <= Date.parse(at);
  const expired = apiKeys.items.filter(isExpired);
  const soon = apiKeys.items.filter((key) => !isExpired(key));
  const items: Attention[] = [];
  const [next] = soon;
  if (next)
    items.push({
      id: "keys-soon",
      tone: "partial",
      text: `${formatCount(soon.length, "API key")} ${soon.length === 1 ? "expires" : "expire"} within 30 days`,
      detail: `First “${next.name}”, on ${formatDateTime(next.expiresAt)}. Programs that use it stop working then.`,
      path: "/api-keys",
      act: "See the keys",
    });
  if (expired.length > 0)
    items.push({
      id: "keys-expired",
      tone: "neutral",
      text: `${formatCount(expired.length, "API key")} ${expired.length === 1 ? "has" : "have"} expired and ${expired.length === 1 ? "is" : "are"} not revoked`,
      detail: expired.map(({ name }) => `“${name}”`).join(", "),
      path: "/api-keys",
      act: "See the keys",
    });
  return items;
}

function disabledWebhooks({ webhooks: { count, items } }: Overview): Attention[] {
  const [first] = items;
  if (!first) return [];
  const why = first.disabledReason === "GONE" ? "replied with 410 Gone" : "failed for three days";
  return [
    {
      id: "webhooks",
      tone: "failed",
      text: `${formatCount(count, "webhook")} ${count === 1 ? "was" : "were"} disabled`,
      detail: `${new URL(first.url).host} ${why}. It is told of nothing until it is enabled again.`,
      path: count === 1 ? `/webhooks/${first.id}` : "/webhooks",
      act: count === 1 ? "See the webhook" : "See the webhooks",
    },
  ];
}

function oldCheckpoint({ at, audit: { head, checkpoint } }: Overview): Attention[] {
  if (head.sequence === 0) return [];
  if (checkpoint && Date.parse(at) - Date.parse(checkpoint.createdAt) < SIGNED_LONG_AGO_MS) return [];
  if (!checkpoint) return [];
  return [
    {
      id: "checkpoint",
      tone: "partial",
      text: `The audit chain was last signed ${since(at, checkpoint.createdAt)} ago`,
      detail: "It is signed once a day while the service runs. Entries since then are not yet covered by a signature.",
      path: "/audit",
      act: "See the audit log",
    },
  ];
}

function recommendedEngine({ retrievalVersion }: Overview): Attention[] {
  if (!retrievalVersion?.recommendedId) return [];
  return [
    {
      id: "recommended-engine",
      tone: "neutral",
      text: "An engine version is recommended and not activated",
      detail: "The active version continues as before. A SUPER_ADMIN compares the two and decides.",
      path: "/engine",
      act: "See the engine versions",
    },
  ];
}

function unusedVersions({ packs }: Overview): Attention[] {
  if (packs.length === 0)
    return [
      {
        id: "no-pack",
        tone: "neutral",
        text: "No pack is bound, so no run can start",
        path: "/packs",
        act: "See the packs",
      },
    ];
  return packs
    .filter(({ version, newestVersion }) => newestVersion > version)
    .map(({ packId, name, version, newestVersion }) => ({
      id: `version-${packId}`,
      tone: "neutral",
      text: `Version ${newestVersion} of ${name} is published; this tenant uses version ${version}`,
      path: `/packs/${packId}`,
      act: "See the pack",
    }));
}

function since(now: string, then: string): string {
  return formatDuration(Math.max(0, Date.parse(now) - Date.parse(then)));
}
