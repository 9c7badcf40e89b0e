import type { Run } from "@assay/client";
import { assay } from "@assay/site/assay";
import { ErrorPanel } from "@assay/site/error-panel";
import { ExportRows } from "@assay/site/export-rows";
import { FileRow } from "@assay/site/file-row";
import { saveFile } from "@assay/site/save-file";
import { Skeleton } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";

/** The files of a completed run, each with the hash that its bytes have. */
export function ExportList({ run }: { run: Run }) {
  const exports = useQuery({
    queryKey: ["run", run.id, "exports"],
    queryFn: async ({ signal }) => (await assay()).runs.exports(run.id, { signal }),
  });
  if (exports.isPending) return <Skeleton className="h-40" />;
  if (!exports.data)
    return (
      <ErrorPanel title="The exports cannot be shown" error={exports.error} onRetry={() => void exports.refetch()} />
    );
  return (
    <ul aria-label="Exports" className="divide-y divide-line rounded-lg border border-line">
      <ExportRows exports={exports.data} download={async (id) => (await assay()).runs.download(run.id, id)} />
      <Snapshot run={run} />
    </ul>
  );
}

function Snapshot({ run }: { run: Run }) {
  const isCaptured = run.snapshotStatus === "CAPTURED";
  const hash = useQuery({
    queryKey: ["run", run.id, "snapshot-hash"],
    queryFn: async ({ signal }) => (await assay()).runs.snapshotHash(run.id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isCaptured,
  });
  if (!isCaptured)
    return (
      <li className="px-3 py-2 text-sm text-muted">
        {run.snapshotStatus === "LEGACY"
          ? "No snapshot: the run comes from an earlier system."
          : "No snapshot: it could not be captured. The verdicts are valid, but cannot be replayed exactly."}
      </li>
    );
  return (
    <FileRow
      name="Snapshot"
      detail="for exact replay"
      hash={hash.data}
      error={hash.error}
      save={async () => saveFile(await (await assay()).runs.snapshot(run.id), `snapshot-${run.id}.json`)}
    />
  );
}
