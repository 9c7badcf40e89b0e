import type { CorpusIngestion, IngestionStatus } from "@assay/client/admin";
import { formatDateTime } from "@assay/site/format";
import { formatBytes } from "@assay/site/format-bytes";
import { Link } from "@assay/site/link";
import { setSearch, useSearchParam } from "@assay/site/location";
import { useCursor } from "@assay/site/pager";
import { TableList } from "@assay/site/table-list";
import { type Column, ROW_LINK, Select, StateLabel } from "@assay/ui";
import { Library } from "lucide-react";
import { hrefTo } from "../app/tenant.ts";
import { usePackNames } from "../packs/use-packs.ts";
import { adviseOnIngestion } from "./ingestion-advice.ts";
import { INGESTION_STATUS } from "./ingestion-status.ts";
import { useActiveIds, useIngestionPage } from "./use-corpus.ts";

const STATUSES = Object.keys(INGESTION_STATUS) as IngestionStatus[];

function useStatus(): IngestionStatus | undefined {
  const given = useSearchParam("status");
  return STATUSES.find((status) => status === given);
}

export function StatusSelect() {
  return (
    <Select
      label="State"
      value={useStatus() ?? ""}
      onChange={(value) => setSearch({ status: value, cursor: null })}
      options={[
        { value: "", label: "All states" },
        ...STATUSES.map((value) => ({ value, label: INGESTION_STATUS[value].label })),
      ]}
    />
  );
}

/** What was submitted, newest first, by pack and state. */
export function IngestionList({ packId }: { packId: string | undefined }) {
  const status = useStatus();
  const query = useIngestionPage({ packId, status, cursor: useCursor() });
  const columns = useColumns(query.data?.items ?? []);
  return (
    <div className="flex flex-col gap-3 pt-3">
      <TableList
        query={query}
        what="submitted guidance"
        columns={columns}
        rowKey={({ id }) => id}
        icon={Library}
        empty={[
          "No guidance yet",
          packId || status ? "No submission matches these filters." : "Add a web page or a file.",
        ]}
      />
    </div>
  );
}

function describeState(status: IngestionStatus, failure: CorpusIngestion["failure"], isInForce: boolean): string {
  if (failure) return adviseOnIngestion(failure.code).title;
  return isInForce ? "Active" : INGESTION_STATUS[status].label;
}

function useColumns(ingestions: readonly CorpusIngestion[]): readonly Column<CorpusIngestion>[] {
  const { data: packs } = usePackNames();
  const { data: inForce } = useActiveIds(ingestions.map(({ packId }) => packId));
  return [
    {
      id: "source",
      header: "Source",
      cell: ({ id, filename, url }) => (
        <span className="min-w-0">
          <Link href={hrefTo(`/corpus/${id}`)} className={ROW_LINK}>
            <bdi className="break-words">{filename}</bdi>
          </Link>
          {url && <span className="block max-w-md truncate text-xs text-muted">{url}</span>}
        </span>
      ),
    },
    {
      id: "pack",
      header: "Pack",
      cell: ({ packId }) => <span className="text-muted">{packs?.get(packId)?.name}</span>,
    },
    {
      id: "state",
      header: "State",
      cell: ({ id, status, failure }) => (
        <StateLabel
          className="align-middle"
          tone={INGESTION_STATUS[status].tone}
          label={describeState(status, failure, inForce?.has(id) ?? false)}
        />
      ),
    },
    {
      id: "passages",
      header: "Passages",
      align: "end",
      cell: ({ chunkCount }) => chunkCount?.toLocaleString() ?? <span className="text-muted">–</span>,
    },
    {
      id: "size",
      header: "Size",
      align: "end",
      minor: true,
      cell: ({ sizeBytes }) => (sizeBytes === null ? <span className="text-muted">–</span> : formatBytes(sizeBytes)),
    },
    { id: "made", header: "Submitted", align: "end", cell: ({ createdAt }) => formatDateTime(createdAt) },
  ];
}
