import type { Citation } from "@assay/client";
import { setSearch } from "@assay/site/location";
import { ViewBoundary } from "@assay/site/view-boundary";
import { SkeletonList } from "@assay/ui";
import { lazy, Suspense } from "react";
import DocumentsPanel from "../documents/documents-panel.tsx";

const EvidenceViewer = lazy(() => import("../viewer/evidence-viewer.tsx"));

interface EvidencePanelProps {
  documentId: string | null;
  citation: Citation | undefined;
  runId: string | undefined;
  /** Told of each cited passage once it is shown. */
  onOpened: (chunkId: string) => void;
}

/** The tenant's documents, or the chosen one at the cited place. */
export function EvidencePanel({ documentId, citation, runId, onOpened }: EvidencePanelProps) {
  if (documentId === null) return <DocumentsPanel />;
  return (
    <ViewBoundary key={documentId}>
      <Suspense fallback={<SkeletonList label="Loading the document" />}>
        <EvidenceViewer
          documentId={documentId}
          citation={citation}
          runId={runId}
          onOpened={onOpened}
          onClose={() => setSearch({ document: null, citation: null, panel: citation ? null : "evidence" })}
        />
      </Suspense>
    </ViewBoundary>
  );
}
