import type { Document } from "@assay/client";
import { formatBytes } from "@assay/site/format-bytes";
import { IconButton } from "@assay/ui";
import { Download, X } from "lucide-react";
import { DocumentIcon } from "../documents/document-icon.tsx";
import { nameOf } from "../documents/name-of.ts";
import { useDownload } from "../documents/use-download.ts";

export function ViewerHeader({ document, onClose }: { document: Document; onClose?: () => void }) {
  const download = useDownload(document);
  return (
    <header className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-2">
      <DocumentIcon fileType={document.fileType} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-sm font-medium" title={document.originalFilename}>
          <bdi>{nameOf(document)}</bdi>
        </h2>
        <p className="text-xs text-muted" role="status">
          {download.error
            ? `Cannot download it: ${download.error.message}`
            : `${document.fileType} · ${formatBytes(document.sizeBytes)}`}
        </p>
      </div>
      <IconButton
        label="Download the original"
        icon={<Download size={16} aria-hidden />}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      />
      {onClose && <IconButton label="Close the document" icon={<X size={16} aria-hidden />} onClick={onClose} />}
    </header>
  );
}
