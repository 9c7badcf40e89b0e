import type { ModelUse } from "@assay/client/admin";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatCount, formatDateTime } from "@assay/site/format";
import { Badge, type Column, DataTable, SkeletonList } from "@assay/ui";
import { useModelUse } from "./use-engine.ts";

/** What each model's account allows, what is used of it now, and until when the model waits. */
export function ModelQuotas() {
  const { data, error, refetch } = useModelUse();
  return (
    <section aria-label="Models" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h2 className="text-sm font-semibold">Models</h2>
        <p className="text-sm text-muted">
          Used in the last {data?.windowSeconds ?? 60} seconds, by all processes together, of what the settings allow.
          For a model without limits nothing is counted.
        </p>
      </div>
      {data ? (
        <DataTable
          label="Models"
          columns={COLUMNS}
          rows={data.models}
          rowKey={({ kind, model }) => `${kind} ${model}`}
        />
      ) : error ? (
        <ErrorPanel title="The models cannot be shown" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList label="Loading the models" rows={3} />
      )}
    </section>
  );
}

const COLUMNS: Column<ModelUse>[] = [
  {
    id: "model",
    header: "Model",
    cell: ({ model, kind }) => (
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="font-medium break-words">{model}</span>
        <span className="text-xs text-muted">{kind === "assessor" ? "judges" : "embeds"}</span>
      </span>
    ),
  },
  {
    id: "requests",
    header: "Requests a minute",
    align: "end",
    cell: ({ used, limits }) => <Share used={used.requests} limit={limits.requestsPerMinute} />,
  },
  {
    id: "tokens",
    header: "Tokens a minute",
    align: "end",
    cell: ({ used, limits }) => <Share used={used.tokens} limit={limits.tokensPerMinute} />,
  },
  {
    id: "calls",
    header: "Calls at a time",
    align: "end",
    cell: ({ used, limits }) => <Share used={used.parallelCalls} limit={limits.parallelCalls} />,
  },
  { id: "waits", header: "Waits", cell: (use) => <Waiting {...use} /> },
];

function Share({ used, limit }: { used: number; limit: number | null }) {
  if (limit === null) return <span className="text-muted">no limit</span>;
  return (
    <span className={used >= limit ? "font-medium tabular-nums" : "tabular-nums"}>
      {used.toLocaleString()} of {limit.toLocaleString()}
    </span>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  MODEL_RATE_LIMITED: "for its quota",
  MODEL_UNAVAILABLE: "as it is not available",
};

function Waiting({ waitsUntil, waitsBecause, waitingJobs }: ModelUse) {
  if (waitsUntil === null) return <span className="text-muted">no</span>;
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5">
      <Badge tone="partial" label={`Until ${formatDateTime(waitsUntil)}`} />
      <span className="text-xs text-muted">
        {REASONS[waitsBecause ?? ""] ?? "after a failure"}; {formatCount(waitingJobs, "job waits", "jobs wait")}
      </span>
    </span>
  );
}
