import type { AuditCheckpoint } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { formatMoment } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { useCursor } from "@assay/site/pager";
import { saveJson } from "@assay/site/save-file";
import { TableList } from "@assay/site/table-list";
import { ABOVE_ROW_LINK, Button, type Column, CopyText } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { Download, Stamp } from "lucide-react";
import { clientsOf, hrefTo, useTenantId } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { shortId } from "./name-in-entry.ts";
import { RecipientsSection } from "./recipients-section.tsx";

/** Signed statements of where the log stood, to be kept outside of the service. */
export function CheckpointList() {
  const cursor = useCursor();
  const tenantId = useTenantId();
  const checkpoints = useTenantQuery({
    key: ["audit", "checkpoints", cursor],
    load: ({ admin }, options) => admin.audit.checkpoints(options).page({ cursor }),
    keepWithin: 2,
  });
  const download = useMutation({
    mutationFn: async () => {
      const { audit } = (await clientsOf(tenantId)).admin;
      await saveJson(
        { checkpoints: await audit.checkpoints().toArray(), keys: await audit.keys() },
        "checkpoints.json",
      );
    },
  });
  return (
    <section aria-labelledby="checkpoints-title" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id="checkpoints-title" className="text-sm font-semibold">
            Checkpoints
          </h2>
          <p className="text-sm text-muted">
            Signed statements of the log's state, created after each run and once a day. They prove most where nobody of
            this service can change them.
          </p>
        </div>
        <p role="alert" className="text-xs text-missing empty:hidden">
          {download.error && messageOf(download.error)}
        </p>
        <Button
          icon={<Download size={14} aria-hidden />}
          busy={download.isPending}
          disabled={checkpoints.data?.items.length === 0}
          onClick={() => download.mutate()}
        >
          Download all, with the keys
        </Button>
      </div>
      <RecipientsSection />
      <TableList
        query={checkpoints}
        what="checkpoints"
        lines={8}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        icon={Stamp}
        empty={["No checkpoint yet", "The first one is created after the first run, or within a day."]}
      />
    </section>
  );
}

/** Where a checkpoint went: in this database alone it proves little. */
function Departures({ departures }: Pick<AuditCheckpoint, "departures">) {
  if (departures.length === 0) return <span className="text-muted">Nowhere</span>;
  return (
    <ul>
      {departures.map(({ destination, leftAt, errorCode }) => (
        <li key={destination}>
          {nameOf(destination)}{" "}
          {leftAt ? <time dateTime={leftAt}>{formatMoment(leftAt)}</time> : <span>not yet ({errorCode})</span>}
        </li>
      ))}
    </ul>
  );
}

function nameOf(destination: string): string {
  if (destination.startsWith("webhook:")) return "Webhook";
  if (destination.startsWith("mail:")) return destination.slice("mail:".length);
  return { folder: "Folder", git: "Repository", s3: "Bucket", witness: "Witness" }[destination] ?? destination;
}

const COLUMNS: readonly Column<AuditCheckpoint>[] = [
  {
    id: "sequence",
    header: "Up to entry",
    cell: ({ statement: { sequence } }) => (
      <Link
        href={hrefWith({ tab: null, cursor: null, entry: String(sequence) })}
        className="font-medium tabular-nums hover:underline"
      >
        {sequence.toLocaleString()}
      </Link>
    ),
  },
  {
    id: "made",
    header: "Made",
    cell: ({ statement: { createdAt } }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
  },
  {
    id: "after",
    header: "Reason",
    cell: ({ runId }) =>
      runId ? (
        <Link href={hrefTo(`/audit/runs/${runId}`)} className="text-accent hover:underline">
          After run {shortId(runId)}
        </Link>
      ) : (
        "Daily"
      ),
  },
  {
    id: "left",
    header: "Kept outside",
    cell: ({ departures }) => <Departures departures={departures} />,
  },
  {
    id: "key",
    header: "Signed with key",
    minor: true,
    cell: ({ keyId, statement: { sequence } }) => (
      <CopyText text={keyId} what={`the key's id of the checkpoint of entry ${sequence}`} />
    ),
  },
  {
    id: "acts",
    header: "File",
    align: "end",
    cell: (checkpoint) => (
      <Button
        className={ABOVE_ROW_LINK}
        icon={<Download size={14} aria-hidden />}
        aria-label={`Download the checkpoint of entry ${checkpoint.statement.sequence}`}
        onClick={() => void saveJson(checkpoint, `checkpoint-${checkpoint.statement.sequence}.json`)}
      >
        Download
      </Button>
    ),
  },
];
