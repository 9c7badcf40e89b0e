import type { Run } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { Link } from "@assay/site/link";
import { BASE, setSearch } from "@assay/site/location";
import { NotSealed } from "@assay/site/not-sealed";
import { EmptyState, IconButton, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRightLeft, GitCompareArrows } from "lucide-react";
import { ChangeList } from "./change-list.tsx";
import { comparisonQuery } from "./comparison-query.ts";
import { InputChanges } from "./input-changes.tsx";
import { RunChoice } from "./run-choice.tsx";
import { useComparedRuns } from "./use-compared-runs.ts";

/** See which verdicts changed, and why. */
export default function CompareView() {
  const { after, before, choices, error, retry } = useComparedRuns();
  return (
    <section
      aria-label="Comparison"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-full overflow-y-auto bg-surface outline-offset-[-2px]"
    >
      <div className="mx-auto flex max-w-4xl flex-col gap-6 px-4 py-4 lg:px-6">
        <div className="flex items-center gap-2">
          <Link
            href={after ? `${BASE}/runs?run=${after.id}` : `${BASE}/runs`}
            aria-label="Back to the runs"
            className="target inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
          >
            <ArrowLeft size={16} aria-hidden />
          </Link>
          <h1 className="text-base font-semibold">Compare runs</h1>
        </div>
        {error ? (
          <ErrorPanel title="The runs cannot be shown" error={error} onRetry={retry} />
        ) : after === undefined || before === undefined ? (
          <SkeletonList label="Loading runs" />
        ) : after === null ? (
          <EmptyState icon={<GitCompareArrows size={24} aria-hidden />} title="There is no finished run yet">
            Two finished runs of the same pack can be compared.
          </EmptyState>
        ) : (
          <>
            <div className="grid items-start gap-x-4 gap-y-2 rounded-lg border border-line p-4 sm:grid-cols-[1fr_auto_1fr]">
              <RunChoice name="against" label="Earlier run" choices={choices} run={before} />
              <IconButton
                label="Swap the two runs"
                icon={<ArrowRightLeft size={16} aria-hidden />}
                className="justify-self-center sm:mt-6"
                disabled={!before}
                onClick={() => setSearch({ run: before?.id ?? null, against: after.id })}
              />
              <RunChoice name="run" label="Later run" choices={choices} run={after} />
            </div>
            {before ? (
              <Changes before={before} after={after} />
            ) : (
              <EmptyState icon={<GitCompareArrows size={24} aria-hidden />} title="There is no other finished run">
                After another run of this pack, what changed shows here.
              </EmptyState>
            )}
          </>
        )}
      </div>
    </section>
  );
}

function Changes({ before, after }: { before: Run; after: Run }) {
  const comparison = useQuery(comparisonQuery(before, after));
  if (comparison.isPending) return <SkeletonList label="Comparing" rows={9} />;
  if (!comparison.data)
    return (
      <ErrorPanel
        title="The runs cannot be compared"
        error={comparison.error}
        onRetry={() => void comparison.refetch()}
      />
    );
  return (
    <>
      <NotSealed runs={[before, after]} />
      <InputChanges comparison={comparison.data} />
      <ChangeList comparison={comparison.data} />
    </>
  );
}
