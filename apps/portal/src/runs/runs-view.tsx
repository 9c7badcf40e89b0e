import type { RunStatus } from "@assay/client";
import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { isActive } from "@assay/site/is-active";
import { setSearch, useSearchParam } from "@assay/site/location";
import { RUN_LABELS, RUN_STATUSES } from "@assay/site/run-status";
import { useMay, useSession } from "@assay/site/use-session";
import { Button, classNames, Select } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { recentRunsQuery } from "../workspace/use-run.ts";
import { RunDetails } from "./run-details.tsx";
import { RunList } from "./run-list.tsx";
import { RunsOverview } from "./runs-overview.tsx";

const StartRunDialog = dialogOnDemand(() => import("./start-run-dialog.tsx"));

/** Start a run, follow it, download its results. */
export default function RunsView() {
  const asked = useSearchParam("status");
  const status = RUN_STATUSES.find((each) => each === asked);
  const runId = useSearchParam("run");
  const isStarting = useSearchParam("start") !== null;
  return (
    <div className="flex h-full min-h-0">
      <h1 className="sr-only">Runs</h1>
      <section
        aria-label="History"
        className={classNames(
          "min-h-0 w-full flex-col bg-surface lg:w-[26rem] lg:shrink-0 lg:border-e lg:border-line",
          runId ? "hidden lg:flex" : "flex",
        )}
      >
        <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-2">
          <StatusFilter status={status} />
          <StartButton />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <RunList status={status} selectedId={runId} />
        </div>
      </section>
      <div className={classNames("min-w-0 flex-1 bg-surface", !runId && "hidden lg:block")}>
        {runId ? <RunDetails key={runId} runId={runId} /> : <RunsOverview />}
      </div>
      {isStarting && <StartRunDialog onClose={() => setSearch({ start: null }, { replace: true })} />}
    </div>
  );
}

function StatusFilter({ status }: { status: RunStatus | undefined }) {
  return (
    <div className="min-w-0 flex-1">
      <Select
        label="State"
        labelHidden
        value={status ?? ""}
        onChange={(value) => setSearch({ status: value })}
        options={[
          { value: "", label: "All runs" },
          ...RUN_STATUSES.map((each) => ({ value: each, label: RUN_LABELS[each] })),
        ]}
      />
    </div>
  );
}

/** Leads to the run that continues, as a tenant has one at a time. */
function StartButton() {
  const { data: session } = useSession();
  const mayStart = useMay("MEMBER");
  const { data: recent } = useQuery(recentRunsQuery);
  const active = recent?.find(isActive);
  if (active)
    return <Button onClick={() => setSearch({ run: active.id, status: null, tab: null })}>Run in progress</Button>;
  if (session && !mayStart) return <p className="text-xs text-muted">Starting a run needs the Member role.</p>;
  return (
    <Button
      look="primary"
      icon={<Play size={14} aria-hidden />}
      disabled={!mayStart}
      onClick={() => setSearch({ start: "1" })}
    >
      Start a run
    </Button>
  );
}
