import { ErrorPanel } from "@assay/site/error-panel";
import type { Comparison, Side } from "@assay/site/explain-change";
import { EmptyState, Select, SkeletonList, TextField } from "@assay/ui";
import { GitCompareArrows, Search } from "lucide-react";
import { useMemo } from "react";
import type { Clients } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { AlignedRuns } from "./aligned-runs.tsx";
import type { LoadedTrace } from "./load-trace.ts";
import { nameOfRun } from "./name-of-run.ts";
import { Legend } from "./span-bar.tsx";
import { useTrace } from "./use-trace.ts";
import { changeTraceState, type TraceState } from "./use-trace-state.ts";

const CHOICES_MAX = 50;

/** This run next to another one of its pack, requirement by requirement; each difference names the pin it lies in. */
export function CompareView({ loaded, state }: { loaded: LoadedTrace; state: TraceState }) {
  const { run } = loaded;
  const choices = useTenantQuery({
    key: ["runs", "choices"],
    load: async ({ assay }, { signal }) => (await assay.runs.list({ signal }).page({ limit: CHOICES_MAX })).items,
  });
  const others = (choices.data ?? []).filter((each) => each.id !== run.id && each.packId === run.packId);
  const known = others.some(({ id }) => id === state.against);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-72 max-w-full">
          <Select
            label="Compare with"
            value={state.against ?? ""}
            onChange={(against) => changeTraceState({ against: against || null }, { step: true })}
            options={[
              { value: "", label: "Choose a run" },
              ...(state.against && !known ? [{ value: state.against, label: `Run ${state.against}` }] : []),
              ...others.map((each) => ({ value: each.id, label: nameOfRun(each) })),
            ]}
          />
        </div>
        <TextField
          label="Search requirements"
          type="search"
          icon={<Search size={14} aria-hidden />}
          value={state.text}
          onChange={(event) => changeTraceState({ text: event.target.value })}
        />
        <div className="ms-auto">
          <Legend />
        </div>
      </div>
      {choices.error ? (
        <ErrorPanel title="The runs cannot be read" error={choices.error} onRetry={() => void choices.refetch()} />
      ) : state.against ? (
        <Compared key={state.against} loaded={loaded} against={state.against} text={state.text} />
      ) : (
        <EmptyState icon={<GitCompareArrows size={22} aria-hidden />} title="Choose the run to compare with">
          {choices.data && others.length === 0
            ? "This is the only run of its pack."
            : "The two runs are shown side by side, aligned by requirement."}
        </EmptyState>
      )}
    </div>
  );
}

function Compared({ loaded, against, text }: { loaded: LoadedTrace; against: string; text: string }) {
  const other = useTrace(against);
  // The later run is on the right, whichever one the address leads with.
  const [before, after] = useMemo(
    () => (other.data ? [other.data, loaded].sort((a, b) => a.run.createdAt.localeCompare(b.run.createdAt)) : []),
    [other.data, loaded],
  ) as [LoadedTrace?, LoadedTrace?];
  const comparison = useTenantQuery({
    key: ["comparison", before?.run.id, after?.run.id, before?.run.status, after?.run.status],
    load: (clients, { signal }) => loadComparison(clients, before!, after!, signal),
    enabled: before !== undefined && after !== undefined,
  });
  const error = other.error ?? comparison.error;
  if (error)
    return (
      <ErrorPanel
        title="The runs cannot be compared"
        error={error}
        onRetry={() => void Promise.all([other.isError && other.refetch(), comparison.isError && comparison.refetch()])}
      />
    );
  if (!before || !after || !comparison.data) return <SkeletonList label="Comparing" rows={9} />;
  return <AlignedRuns before={before} after={after} comparison={comparison.data} text={text} />;
}

async function loadComparison(
  { assay: { runs } }: Clients,
  before: LoadedTrace,
  after: LoadedTrace,
  signal: AbortSignal,
): Promise<Comparison> {
  const side = async ({ run, requirements }: LoadedTrace): Promise<Side> => ({
    run,
    requirements,
    configuration: await runs.configuration(run.id, { signal }),
  });
  const [diff, ...sides] = await Promise.all([
    runs.diff(after.run.id, before.run.id, { signal }),
    side(before),
    side(after),
  ]);
  return { diff, before: sides[0], after: sides[1] };
}
