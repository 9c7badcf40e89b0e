import type { DocumentFailureCode } from "@assay/client";
import type { FailedDocument, ReadingCounts } from "@assay/client/admin";
import { adviseOnFailure } from "@assay/site/document-failure-advice";
import { formatDateTime } from "@assay/site/format";
import { formatBytes } from "@assay/site/format-bytes";
import { Link } from "@assay/site/link";
import { Loaded } from "@assay/site/loaded";
import { hrefWith } from "@assay/site/location";
import { Pager, useCursor } from "@assay/site/pager";
import { Button, type Column, DataTable } from "@assay/ui";
import { RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import type { ReprocessAct } from "./use-reprocess.ts";

const LOOK_MS = 1500;

interface FailedListProps {
  code: DocumentFailureCode | undefined;
  failed: ReadingCounts["failed"];
  reprocess: ReprocessAct;
  underWay: number;
}

/** The failed documents, of one reason or of all, to be read again one by one, some or all of them. */
export function FailedList({ code, failed, reprocess, underWay }: FailedListProps) {
  const cursor = useCursor();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useTenantQuery({
    key: ["failed-documents", "list", code, cursor],
    load: ({ admin }, options) => admin.documents.failed({ code, ...options }).page({ cursor }),
    keepWithin: 3,
    refetchInterval: underWay > 0 ? LOOK_MS : false,
  });
  // Its last look may be from before the last document was read.
  const { refetch } = list;
  const before = useRef(underWay);
  useEffect(() => {
    if (before.current > 0 && underWay === 0) void refetch();
    before.current = underWay;
  }, [underWay, refetch]);
  const shown = list.data?.items ?? [];
  const wanted = shown.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const total = failed.reduce((sum, each) => sum + (code === undefined || each.code === code ? each.documents : 0), 0);
  const mark = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids)
        if (on) after.add(id);
        else after.delete(id);
      return after;
    });
  const readAgain = () => reprocess.mutate({ documentIds: wanted }, { onSuccess: () => setChosen(new Set()) });
  return (
    <section aria-labelledby="failed-title" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="failed-title" className="text-sm font-semibold">
          {code ? adviseOnFailure(code).title : "Every reason"}
          <span className="ms-2 font-normal text-muted tabular-nums">{total.toLocaleString()}</span>
        </h2>
        {code && (
          <Link href={hrefWith({ code: null, cursor: null })} className="text-sm text-accent hover:underline">
            Show every reason
          </Link>
        )}
        <div className="ms-auto flex flex-wrap items-center gap-3">
          <Mark
            label="Choose all on this page"
            checked={shown.length > 0 && wanted.length === shown.length}
            onChange={(on) =>
              mark(
                shown.map(({ id }) => id),
                on,
              )
            }
          />
          <Button
            icon={<RotateCw size={14} aria-hidden />}
            disabled={wanted.length === 0}
            busy={reprocess.isPending}
            onClick={readAgain}
          >
            Read {wanted.length === 0 ? "the chosen" : wanted.length} again
          </Button>
        </div>
      </div>
      <Loaded
        query={list}
        what="failed documents"
        rows={8}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className="py-6 text-center text-sm text-muted">None is left.</p>}
      >
        {({ items, nextCursor }) => (
          <>
            <DataTable
              label="Failed documents"
              columns={columns({ chosen, mark, code })}
              rows={items}
              rowKey={({ id }) => id}
              isCurrent={({ id }) => chosen.has(id)}
              busy={list.isPlaceholderData}
            />
            <Pager nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface Marking {
  chosen: ReadonlySet<string>;
  mark: (ids: readonly string[], on: boolean) => void;
  code: DocumentFailureCode | undefined;
}

function columns({ chosen, mark, code }: Marking): Column<FailedDocument>[] {
  return [
    {
      id: "name",
      header: "Document",
      className: "sm:w-[40%]",
      cell: ({ id, title, originalFilename, within }) => (
        <span className="flex min-w-0 items-start gap-2.5">
          <Mark
            label={`Choose ${originalFilename}`}
            hidden
            checked={chosen.has(id)}
            onChange={(on) => mark([id], on)}
          />
          <span className="flex min-w-0 flex-col">
            <bdi className="font-medium break-all">{title ?? originalFilename}</bdi>
            {within.length > 0 && (
              <span className="text-xs break-all text-muted">
                In {within.map((archive) => archive.originalFilename).join(" › ")}
              </span>
            )}
          </span>
        </span>
      ),
    },
    {
      id: "why",
      header: "Why",
      cell: ({ failure }) => (
        <span className="flex min-w-0 flex-col">
          {!code && failure && <span>{adviseOnFailure(failure.code).title}</span>}
          <span className="break-words text-muted">{failure?.message}</span>
        </span>
      ),
    },
    { id: "size", header: "Size", align: "end", minor: true, cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
    {
      id: "uploaded",
      header: "Uploaded",
      align: "end",
      minor: true,
      cell: ({ uploadedAt }) => <time dateTime={uploadedAt}>{formatDateTime(uploadedAt)}</time>,
    },
  ];
}

interface MarkProps {
  label: string;
  hidden?: boolean;
  checked: boolean;
  onChange: (on: boolean) => void;
}

function Mark({ label, hidden = false, checked, onChange }: MarkProps) {
  return (
    <label className="target relative z-10 inline-flex min-h-6 min-w-6 items-center gap-2 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span className={hidden ? "sr-only" : undefined}>{label}</span>
    </label>
  );
}
