import { ErrorPanel } from "@assay/site/error-panel";
import { SkeletonList } from "@assay/ui";
import { RunHeader } from "./run-header.tsx";
import { RunPageTabs } from "./run-page-tabs.tsx";
import { useRunProgress } from "./use-run-progress.ts";

/** A run as it goes, and when it is over what came of it. */
export function RunDetails({ runId }: { runId: string }) {
  const { data, error, isLive, refetch } = useRunProgress(runId);
  if (!data)
    return error ? (
      <ErrorPanel title="The run cannot be shown" error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonList label="Loading the run" rows={9} />
    );
  return (
    <section
      aria-labelledby="run-title"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-full overflow-y-auto outline-offset-[-2px]"
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-4 px-4 py-4 lg:px-6">
        <RunHeader run={data.run} />
        <RunPageTabs run={data.run} steps={data.steps} isLive={isLive} error={error} />
      </div>
    </section>
  );
}
