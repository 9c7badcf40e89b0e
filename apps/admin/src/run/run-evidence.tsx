import type { RunDocument } from "@assay/client";
import type { AdminRun } from "@assay/client/admin";
import { DamagedRows } from "@assay/site/damaged-rows";
import { describeLeftOut } from "@assay/site/describe-left-out";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { formatBytes } from "@assay/site/format-bytes";
import { Link } from "@assay/site/link";
import { setSearch, useSearch } from "@assay/site/location";
import { Pager } from "@assay/site/pager";
import { type Column, CopyText, DataTable, Pill, SkeletonList, StateLabel } from "@assay/ui";
import { Section } from "../app/section.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";

const PAGE_SIZE = 50;

const NAME: Column<RunDocument> = {
  id: "name",
  header: "Document",
  className: "max-w-96",
  cell: ({ documentId, originalFilename, deleted }) => (
    <div className="min-w-0">
      <p className="truncate font-medium" title={originalFilename}>
        <bdi>{originalFilename}</bdi>
      </p>
      {deleted && <p className="text-xs text-muted">Deleted since</p>}
      <Link
        href={hrefTo(`/access-records?documentId=${documentId}`)}
        aria-label={`Who read it: ${originalFilename}`}
        className="text-xs text-accent hover:underline"
      >
        Who read it
      </Link>
    </div>
  ),
};
const REASON: Column<RunDocument> = {
  id: "reason",
  header: "Why",
  cell: ({ reason }) =>
    reason && <StateLabel tone={reason === "ARCHIVE" ? "neutral" : "failed"} label={describeLeftOut(reason)} />,
};
const REST: readonly Column<RunDocument>[] = [
  { id: "type", header: "Type", cell: ({ fileType }) => fileType?.toUpperCase() ?? "" },
  {
    id: "coverage",
    header: "Pages read",
    align: "end",
    minor: true,
    cell: ({ coverage }) => (coverage ? `${coverage.pagesWithText} of ${coverage.pages}` : ""),
  },
  { id: "chunks", header: "Chunks", align: "end", minor: true, cell: ({ coverage }) => coverage?.chunks ?? "" },
  {
    id: "size",
    header: "Size",
    align: "end",
    cell: ({ sizeBytes }) => (sizeBytes === null ? "" : formatBytes(sizeBytes)),
  },
  {
    id: "hash",
    header: "SHA-256",
    minor: true,
    className: "max-w-40",
    cell: ({ sha256Hash, originalFilename }) => <CopyText text={sha256Hash} what={`the hash of ${originalFilename}`} />,
  },
];
const CITED: Column<RunDocument> = {
  id: "cited",
  header: "Cited by",
  align: "end",
  cell: ({ citedByCount }) => citedByCount,
};
const JUDGED = [NAME, CITED, ...REST];
const LEFT_OUT = [NAME, REASON, ...REST];

/** The evidence set as the run fixed it, and what was omitted and why. */
export function RunEvidence({ run }: { run: AdminRun }) {
  const search = useSearch();
  const judged = search.get("evidence") !== "left-out";
  const cursor = search.get("cursor") ?? undefined;
  const { data, error, refetch, isPlaceholderData } = useTenantQuery({
    key: ["run", run.id, "documents", judged, cursor ?? null, run.startedAt !== null, run.status],
    load: ({ assay }, { signal }) => assay.runs.documents(run.id, { judged, cursor, limit: PAGE_SIZE, signal }),
    keepWithin: 3,
    staleTime: 60_000,
  });
  const show = (evidence: string | null) => setSearch({ evidence, cursor: null });
  return (
    <Section title="Evidence set">
      {error && !data ? (
        <ErrorPanel title="The documents cannot be shown" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonList label="Loading the documents" rows={4} />
      ) : (
        <>
          <div className="flex flex-wrap gap-1.5">
            <Pill label="Judged" count={data.judgedCount} pressed={judged} onPress={() => show(null)} />
            <Pill label="Left out" count={data.leftOutCount} pressed={!judged} onPress={() => show("left-out")} />
          </div>
          <DamagedRows ids={data.damaged} what="documents" />
          {data.documents.length === 0 ? (
            <p className="rounded-lg border border-line px-4 py-3 text-sm text-muted">{describeNone(run, judged)}</p>
          ) : (
            <DataTable
              label={judged ? "Documents judged" : "Documents left out"}
              columns={judged ? JUDGED : LEFT_OUT}
              rows={data.documents}
              rowKey={({ documentId }) => documentId}
              busy={isPlaceholderData}
            />
          )}
          <div className="flex flex-wrap items-center">
            <p className="text-xs text-muted">
              {judged &&
                data.judgedCount > 0 &&
                `${formatCount(data.judgedCount, "document")}, as they were when the run started`}
            </p>
            <div className="ms-auto">
              <Pager nextCursor={data.nextCursor} />
            </div>
          </div>
        </>
      )}
    </Section>
  );
}

function describeNone({ startedAt, triggerType }: AdminRun, judged: boolean): string {
  if (triggerType === "import") return "An imported run has its citations but no evidence set.";
  if (!startedAt) return "It is fixed when the run starts.";
  return judged ? "No document was used." : "Nothing was left out.";
}
