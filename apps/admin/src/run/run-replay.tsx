import type { AdminRunDetails } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { formatDateTime } from "@assay/site/format";
import { formatBytes } from "@assay/site/format-bytes";
import { isActive } from "@assay/site/is-active";
import { setSearch, useSearch } from "@assay/site/location";
import { Button, CopyText, Fact, Facts, Notice, StateLabel } from "@assay/ui";
import { RotateCw } from "lucide-react";
import { Section } from "../app/section.tsx";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { SNAPSHOTS } from "../runs/run-columns.tsx";
import { readReplay } from "./read-replay.ts";
import { ReplayResult } from "./replay-result.tsx";

/** The snapshot that the run was frozen to, and whether its replay says the same as the live data. */
export function RunReplay({ details }: { details: AdminRunDetails }) {
  const { run, snapshot, resultCheck } = details;
  const asked = useSearch().get("replay") === "1";
  const replay = useTenantQuery({
    key: ["run", run.id, "replay", run.status],
    load: (clients, options) => readReplay(clients, run.id, options),
    enabled: asked && !isActive(run),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const start = () => (asked ? void replay.refetch() : setSearch({ replay: "1" }, { replace: true }));
  return (
    <Section
      title="Snapshot and replay"
      end={
        !isActive(run) && (
          <Button icon={<RotateCw size={14} aria-hidden />} busy={replay.isFetching} onClick={start}>
            Replay and compare
          </Button>
        )
      }
    >
      <Facts className="rounded-lg border border-line px-4 py-1.5">
        <Fact term="Snapshot">
          <StateLabel {...SNAPSHOTS[run.snapshotStatus]} />
          <p className="text-xs text-muted">{REPLAY_NOTES[run.snapshotStatus]}</p>
        </Fact>
        {snapshot && (
          <>
            <Fact term="SHA-256">
              <CopyText text={snapshot.snapshotHash} what="the snapshot's hash" whole />
            </Fact>
            <Fact term="Captured">
              {formatDateTime(snapshot.capturedAt)}, {formatBytes(snapshot.sizeBytes)}
            </Fact>
          </>
        )}
        {resultCheck && (
          <Fact term="Hashed again">
            {formatDateTime(resultCheck.checkedAt)}:{" "}
            {resultCheck.damaged.length === 0 ? "all as recorded" : `damaged: ${resultCheck.damaged.join(", ")}`}
          </Fact>
        )}
      </Facts>
      <div role="status">{replay.isFetching && <p className="text-sm text-muted">Replaying and comparing …</p>}</div>
      {replay.error && !replay.isFetching && (
        <Notice tone="missing" title="The replay could not be compared">
          {messageOf(replay.error)}
        </Notice>
      )}
      {replay.data && !replay.isFetching && <ReplayResult check={replay.data} run={run} />}
    </Section>
  );
}

const REPLAY_NOTES = {
  PENDING: "The snapshot is captured when the run completes.",
  CAPTURED: "The snapshot is captured: a replay returns the same bytes each time, without asking a model.",
  FAILED: "There is no snapshot, so the run cannot be replayed exactly.",
  LEGACY: "The run is older than snapshots: a replay shows the live data.",
} as const;
