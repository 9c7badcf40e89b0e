import type { VersionForecasts } from "@assay/client/admin";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { type Column, DataTable } from "@assay/ui";
import { useForecasts } from "./use-engine.ts";

type VersionForecast = VersionForecasts["forecasts"][number];

/** What the version that is to judge would change of each tenant's newest runs; nothing where no other one was ever active. */
export function Forecasts() {
  const { data, error, refetch } = useForecasts();
  if (error && !data)
    return <ErrorPanel title="What would change cannot be read" error={error} onRetry={() => void refetch()} />;
  if (!data || data.retrievalVersionId === null || data.forecasts.length + data.pendingTenants === 0) return null;
  const { forecasts, isActive, pendingTenants } = data;
  return (
    <section aria-label="What would change" className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">
        What would change under the {isActive ? "active" : "recommended"} version
      </h2>
      <p className="text-sm text-muted">
        The stored answers of each tenant’s newest run, judged again; no model answers for it. Verdicts stay as they are
        until the next run.
        {pendingTenants > 0 && ` ${formatCount(pendingTenants, "tenant")} still to be looked at.`}
      </p>
      {forecasts.length > 0 && (
        <DataTable label="What would change" columns={COLUMNS} rows={forecasts} rowKey={({ runId }) => runId} />
      )}
    </section>
  );
}

const COLUMNS: Column<VersionForecast>[] = [
  {
    id: "tenant",
    header: "Tenant, pack",
    cell: ({ tenantName, packName }) => (
      <span className="flex min-w-0 flex-col">
        <span className="font-medium break-words">{tenantName}</span>
        <span className="text-xs break-words text-muted">{packName}</span>
      </span>
    ),
  },
  {
    id: "complete",
    header: "COMPLETE that would fall",
    align: "end",
    cell: (forecast) => (forecast.state === "NEEDS_RUN" ? "–" : `${forecast.completeFalling} of ${forecast.complete}`),
  },
  {
    id: "others",
    header: "Others that would fall",
    align: "end",
    minor: true,
    cell: (forecast) => (forecast.state === "NEEDS_RUN" ? "–" : forecast.falling - forecast.completeFalling),
  },
  {
    id: "rising",
    header: "Would rise",
    align: "end",
    cell: (forecast) => (forecast.state === "NEEDS_RUN" ? "–" : forecast.rising),
  },
  { id: "state", header: "Foreseen", cell: (forecast) => <span className="text-xs">{describeState(forecast)}</span> },
];

function describeState({ state, needsRunFor, done, requirements, unforeseen, estimate }: VersionForecast): string {
  switch (state) {
    case "UNDER_WAY":
      return `${done} of ${requirements} judged again`;
    case "FORESEEN":
      return unforeseen === 0 ? "all of it" : `all but ${unforeseen}, whose passages or answers are not there any more`;
    case "NEEDS_RUN": {
      const what = needsRunFor.map((each) => OTHERS[each]).join(" and ");
      const tokens = estimate ? `, about ${(estimate.tokensIn + estimate.tokensOut).toLocaleString("en")} tokens` : "";
      return `cannot be foreseen without a run${tokens}: another ${what} would answer`;
    }
    default:
      return state satisfies never;
  }
}

const OTHERS = { ASSESSOR: "model", PROMPT: "prompt" } as const;
