import { IconButton } from "@assay/ui";
import { ChevronLeft, ChevronRight, Minus, Plus } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

export interface PdfToolbarProps {
  pageNumber: number;
  pageCount: number;
  onPage: (pageNumber: number) => void;
  /** Parts of the width that there is. */
  zoom: number;
  onZoom: (zoom: number) => void;
  children?: ReactNode;
}

export function PdfToolbar({ pageNumber, pageCount, onPage, zoom, onZoom, children }: PdfToolbarProps) {
  const smaller = ZOOMS.findLast((step) => step < zoom);
  const larger = ZOOMS.find((step) => step > zoom);
  return (
    <div
      role="toolbar"
      aria-label="Page"
      className="flex shrink-0 items-center gap-1 border-b border-line px-2 py-1 text-sm"
    >
      <IconButton
        label="Previous page"
        icon={<ChevronLeft size={16} aria-hidden />}
        disabled={pageNumber <= 1}
        onClick={() => onPage(pageNumber - 1)}
      />
      <PageField {...{ pageNumber, pageCount, onPage }} />
      <IconButton
        label="Next page"
        icon={<ChevronRight size={16} aria-hidden />}
        disabled={pageNumber >= pageCount}
        onClick={() => onPage(pageNumber + 1)}
      />
      {children}
      <div className="ml-auto flex items-center gap-1">
        <IconButton
          label="Smaller"
          icon={<Minus size={16} aria-hidden />}
          disabled={smaller === undefined}
          onClick={() => onZoom(smaller!)}
        />
        <button
          type="button"
          title="Fit the width"
          disabled={zoom === 1}
          onClick={() => onZoom(1)}
          className="target min-w-14 rounded-md px-1.5 py-1 tabular-nums enabled:hover:bg-hover"
        >
          {zoom === 1 ? "Fit" : `${Math.round(100 * zoom)} %`}
        </button>
        <IconButton
          label="Larger"
          icon={<Plus size={16} aria-hidden />}
          disabled={larger === undefined}
          onClick={() => onZoom(larger!)}
        />
      </div>
    </div>
  );
}

function PageField({ pageNumber, pageCount, onPage }: Pick<PdfToolbarProps, "pageNumber" | "pageCount" | "onPage">) {
  const [typed, setTyped] = useState(String(pageNumber));
  useEffect(() => setTyped(String(pageNumber)), [pageNumber]);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number(typed);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pageCount) onPage(wanted);
    else setTyped(String(pageNumber));
  };
  return (
    <form onSubmit={go} onBlur={go} className="flex items-center gap-1.5 whitespace-nowrap">
      <input
        aria-label="Page number"
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="target h-7 w-12 rounded-md border border-line-strong bg-surface text-center tabular-nums"
      />
      <span className="text-muted">of {pageCount}</span>
    </form>
  );
}
