import type { FileType, Segment } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { Button, EmptyState, SkeletonList } from "@assay/ui";
import { useEffect, useRef } from "react";
import type { LocatedCitation } from "./located-citation.ts";
import { InMarkdown } from "./marked-text.tsx";
import { SectionText } from "./section-text.tsx";
import { SheetRows } from "./sheet-rows.tsx";
import { SlideText } from "./slide-text.tsx";
import { splitRows } from "./split-rows.ts";
import { useSegments } from "./use-segments.ts";

export interface TextViewProps {
  documentId: string;
  fileType: FileType;
  citation: LocatedCitation | null;
  /** Told whether the passage is marked, once the text is there. */
  onLocated: (key: string, found: boolean) => void;
}

type Layout = "page" | "slides" | "sheets";

const LAYOUTS: Partial<Record<FileType, Layout>> = { pptx: "slides", xlsx: "sheets", csv: "sheets" };

const FRAMES: Record<Layout, string> = {
  page: "flex max-w-[46rem] flex-col gap-2.5 rounded-lg border border-line bg-surface px-5 py-6 shadow-low sm:px-10 sm:py-9",
  slides: "flex max-w-[46rem] flex-col gap-6",
  sheets: "flex max-w-max min-w-0 flex-col gap-1 sm:mx-0",
};

/** What was read from a document that has no pages: its sections, its slides, the rows of its sheets. */
export function TextView({ documentId, fileType, citation, onLocated }: TextViewProps) {
  const list = useSegments(documentId, citation?.segmentIndex ?? 0);
  const frame = useRef<HTMLElement>(null);
  const layout = LAYOUTS[fileType] ?? "page";
  const loaded = list.data !== undefined;
  const key = citation?.key;
  useEffect(() => {
    if (!loaded || key === undefined) return;
    const mark = frame.current?.querySelector("mark.cited");
    mark?.scrollIntoView({ block: "center" });
    onLocated(key, Boolean(mark));
  }, [loaded, key, onLocated]);

  if (list.isPending) return <SkeletonList label="Loading the text" rows={12} />;
  if (!list.data)
    return <ErrorPanel title="The text cannot be shown" error={list.error} onRetry={() => void list.refetch()} />;
  const { segments } = list.data;
  if (segments.length === 0) return <EmptyState title="No text has been read from this file yet" />;
  return (
    <section
      ref={frame}
      aria-label="Text of the document"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className="flex h-full flex-col gap-4 overflow-auto bg-sunken p-3 outline-offset-[-2px] sm:p-6"
    >
      {list.hasPreviousPage && (
        <More label="Show earlier text" busy={list.isFetchingPreviousPage} onClick={list.fetchPreviousPage} />
      )}
      <div className={`mx-auto w-full ${FRAMES[layout]}`}>
        <InMarkdown value={fileType === "md"}>
          {segments.map((segment, index) => (
            <SegmentText
              key={segment.segmentIndex}
              segment={segment}
              before={segments[index - 1]}
              layout={layout}
              cited={segment.segmentIndex === citation?.segmentIndex ? citation.range : null}
            />
          ))}
        </InMarkdown>
      </div>
      {list.hasNextPage && <More label="Show later text" busy={list.isFetchingNextPage} onClick={list.fetchNextPage} />}
    </section>
  );
}

function More({ label, busy, onClick }: { label: string; busy: boolean; onClick: () => Promise<unknown> }) {
  return (
    <Button className="self-center" busy={busy} onClick={() => void onClick()}>
      {label}
    </Button>
  );
}

interface SegmentTextProps {
  segment: Segment;
  before: Segment | undefined;
  layout: Layout;
  cited: LocatedCitation["range"];
}

function SegmentText({ segment, before, layout, cited }: SegmentTextProps) {
  const { text, location, hidden } = segment;
  const grid = splitRows(text, location);
  if (grid) {
    const isContinued = before !== undefined && splitRows(before.text, before.location)?.sheet === grid.sheet;
    return <SheetRows {...{ grid, cited, hidden, isContinued }} />;
  }
  if (layout === "slides") return <SlideText {...{ text, location, cited, hidden }} />;
  return <SectionText {...{ text, location, cited, hidden }} />;
}
