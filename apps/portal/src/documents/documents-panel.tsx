import type { Document, DocumentStatus } from "@assay/client";
import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { formatCount } from "@assay/site/format";
import { hrefWith, setSearch, useSearchParam } from "@assay/site/location";
import { useFileDrop } from "@assay/site/use-file-drop";
import { useMay } from "@assay/site/use-session";
import { useSettled } from "@assay/site/use-settled";
import { Button, EmptyState, Select, TextField } from "@assay/ui";
import { FileStack, ListFilter, Search, Upload } from "lucide-react";
import { type DragEvent, lazy, Suspense, useState } from "react";
import type { Selection } from "./bulk/selection.ts";
import { DocumentList } from "./document-list.tsx";
import { useHasUploaded } from "./has-uploaded.ts";
import { isReplaceable } from "./is-replaceable.ts";
import { countFilters, NO_FILTERS, useListFilters } from "./list-filters.ts";
import { statusLabel } from "./status-badge.tsx";
import { useDocumentTree } from "./use-document-tree.ts";
import { VersionDialog } from "./version-dialog-on-demand.ts";

export const UploadDialog = dialogOnDemand(() => import("./upload-dialog.tsx"));
const UploadTray = lazy(() => import("./upload-tray.tsx"));
const DocumentFilters = lazy(() => import("./document-filters.tsx"));
const BulkBar = lazy(() => import("./bulk/bulk-bar.tsx"));

const STATUSES: readonly DocumentStatus[] = ["UPLOADED", "EXTRACTED", "PARSED", "INDEXED", "READY", "FAILED"];
const hrefOf = (documentId: string) => hrefWith({ document: documentId, citation: null, chunk: null, quote: null });

/** The tenant's documents: found, dropped, uploaded, opened by `?document=` of the present address. */
export default function DocumentsPanel() {
  const [typed, setTyped] = useState("");
  const q = useSettled(typed.trim()) || undefined;
  const inAddress = useSearchParam("state");
  const status = STATUSES.find((each) => each === inAddress);
  const filters = useListFilters();
  const filterCount = countFilters(filters);
  const [filtering, setFiltering] = useState(filterCount > 0);
  const tree = useDocumentTree({ q, status, ...filters });
  const total = tree.list.data?.pages[0]?.total;
  const [selection, choose] = useState<Selection>();
  const choosing = selection && { selection, choose, listed: tree.list.isPlaceholderData ? [] : tree.documents };
  const selectedId = useSearchParam("document");
  const mayUpload = useMay("MEMBER");
  const [chosen, setChosen] = useState<readonly File[] | null>(null);
  const hasUploaded = useHasUploaded();
  const [replaced, setReplaced] = useState<{ document: Document; files: readonly File[] } | null>(null);
  const [heldOver, setHeldOver] = useState<Document>();
  const replaceableAt = (element: Element) => {
    const id = element.closest<HTMLElement>("[data-document]")?.dataset.document;
    return tree.documents.find((each) => each.id === id && isReplaceable(each));
  };
  const { isOver, target } = useFileDrop((files, on) => {
    const document = files.length === 1 ? replaceableAt(on) : undefined;
    if (document) setReplaced({ document, files });
    else setChosen(files);
  }, mayUpload);
  const holdOver = ({ dataTransfer, target: on }: DragEvent) =>
    setHeldOver(dataTransfer.items.length === 1 ? replaceableAt(on as Element) : undefined);
  const upload = mayUpload && (
    <Button
      look="primary"
      icon={<Upload size={14} aria-hidden />}
      onClick={() => setChosen([])}
      onPointerEnter={UploadDialog.preload}
    >
      Upload
    </Button>
  );

  return (
    <section
      aria-label="Documents"
      className="@container relative flex h-full min-h-0 flex-col bg-surface"
      onDragOverCapture={holdOver}
      {...target}
    >
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <div className="min-w-0 flex-1 @max-md:basis-full">
          <TextField
            label="Search by name"
            labelHidden
            type="search"
            placeholder="Search by name"
            icon={<Search size={14} aria-hidden />}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <div className="w-32 shrink-0 @max-md:flex-1">
          <Select
            label="State"
            labelHidden
            value={status ?? ""}
            onChange={(value) => setSearch({ state: value || null })}
            options={[
              { value: "", label: "All states" },
              ...STATUSES.map((each) => ({ value: each, label: statusLabel(each) })),
            ]}
          />
        </div>
        <Button
          icon={<ListFilter size={14} aria-hidden />}
          aria-expanded={filtering}
          onClick={() => setFiltering(!filtering)}
        >
          {filterCount > 0 ? `Filters (${filterCount})` : "Filters"}
        </Button>
        {upload}
      </div>
      {filtering && (
        <Suspense fallback={null}>
          <DocumentFilters />
        </Suspense>
      )}
      {(total === undefined ? tree.list.isPending : total > 0 || tree.searching) && (
        <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 border-b border-line px-3 text-xs text-muted">
          <p role="status">{total !== undefined && formatCount(total, "document")}</p>
          {filterCount > 0 && (
            <Button look="quiet" className="h-6 text-xs" onClick={() => setSearch(NO_FILTERS)}>
              Clear filters
            </Button>
          )}
          {mayUpload && total !== undefined && total > 0 && !choosing && (
            <Button look="quiet" className="ms-auto h-6 text-xs" onClick={() => choose({ chosen: new Map() })}>
              Select
            </Button>
          )}
        </div>
      )}
      {choosing && (
        <Suspense fallback={null}>
          <BulkBar {...choosing} />
        </Suspense>
      )}
      <div className="min-h-0 flex-1">
        <DocumentList
          tree={tree}
          choosing={choosing}
          selectedId={selectedId}
          hrefOf={hrefOf}
          empty={tree.searching ? <EmptyState title="No document matches" /> : <NoDocuments />}
        />
      </div>
      {hasUploaded && (
        <Suspense fallback={null}>
          <UploadTray hrefOf={hrefOf} />
        </Suspense>
      )}
      {isOver && !chosen && !replaced && (
        <div
          role="status"
          className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/90 font-medium text-accent"
        >
          {heldOver ? (
            <span className="min-w-0 break-words">
              Drop it as the new version of <bdi>{tree.names.get(heldOver.id)}</bdi>
            </span>
          ) : (
            "Drop files, folders or archives to upload them"
          )}
        </div>
      )}
      {replaced && <VersionDialog {...replaced} onClose={() => setReplaced(null)} />}
      {chosen && <UploadDialog files={chosen} categories={knownCategories(tree)} onClose={() => setChosen(null)} />}
    </section>
  );
}

function NoDocuments() {
  return (
    <EmptyState icon={<FileStack size={24} aria-hidden />} title="No documents yet">
      Upload the policies, records and reports that show how you meet the requirements. Drop them here, or choose them;
      archives are unpacked.
    </EmptyState>
  );
}

function knownCategories({ rows }: ReturnType<typeof useDocumentTree>): string[] {
  const categories = rows.flatMap((row) => (row.kind === "document" ? (row.document.category ?? []) : []));
  return [...new Set(categories)].sort();
}
