import { setSearch, useSearchParam } from "@assay/site/location";
import { SkeletonList } from "@assay/ui";
import { lazy, Suspense, useEffect } from "react";
import { useFoundPassage } from "../search/use-found-passage.ts";
import { DocumentDetails } from "./document-details.tsx";
import { DocumentsOverview } from "./documents-overview.tsx";
import DocumentsPanel, { UploadDialog } from "./documents-panel.tsx";

const EvidenceViewer = lazy(() => import("../viewer/evidence-viewer.tsx"));

/** Upload, see what was read, correct titles, dates and owners, delete. */
export default function DocumentsView() {
  const documentId = useSearchParam("document");
  const { passage, isPending } = useFoundPassage(documentId);
  // So that files can be queued while the network is away.
  useEffect(UploadDialog.preload, []);
  return (
    <div className="flex h-full min-h-0">
      <h1 className="sr-only">Documents</h1>
      <div
        className={
          documentId
            ? "hidden min-w-0 flex-1 border-e border-line lg:block"
            : "min-w-0 flex-[3] lg:border-e lg:border-line"
        }
      >
        <DocumentsPanel />
      </div>
      <div className={documentId ? "min-w-0 flex-1" : "hidden min-w-0 flex-[2] overflow-y-auto bg-surface lg:block"}>
        {documentId ? (
          <div className="flex h-full min-h-0 flex-col">
            <div className="min-h-0 flex-1">
              {isPending ? (
                <SkeletonList label="Looking for the passage" rows={10} />
              ) : (
                <Suspense fallback={<SkeletonList label="Loading the viewer" rows={10} />}>
                  <EvidenceViewer
                    documentId={documentId}
                    citation={passage}
                    onClose={() => setSearch({ document: null, chunk: null, quote: null })}
                  />
                </Suspense>
              )}
            </div>
            <DocumentDetails documentId={documentId} />
          </div>
        ) : (
          <DocumentsOverview />
        )}
      </div>
    </div>
  );
}
