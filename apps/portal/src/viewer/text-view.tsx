import type { Segment } from "@assay/client";
import { Button, EmptyState, SkeletonList } from "@assay/ui";
import { useEffect, useRef } from "react";
import { ErrorPanel } from "../app/error-panel.tsx";
import type { LocatedCitation } from "./located-citation.ts";
import { SectionText } from "./section-text.tsx";
import { SheetRows } from "./sheet-rows.tsx";
import { splitRows } from "./split-rows.ts";
import { useSegments } from "./use-segments.ts";

export interface TextViewProps {
  documentId: string;
  citation: LocatedCitation | null;
  /** Told whether the passage is marked, once the text is there. */
  onLocated: (key: string, found: boolean) => void;
}

/** What was read from a document that has no pages: its sections, its slides, the rows of its sheets. */
export function TextView({ documentId, citation, onLocated }: TextViewProps) {
  const list = useSegments(documentId, citation?.segmentIndex ?? 0);
  const frame = useRef<HTMLElement>(null);
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
      className="flex h-full flex-col gap-5 overflow-auto px-4 py-4"
    >
      {list.hasPreviousPage && (
        <More label="Show what comes before" busy={list.isFetchingPreviousPage} onClick={list.fetchPreviousPage} />
      )}
      {segments.map((segment) => (
        <SegmentText
          key={segment.segmentIndex}
          segment={segment}
          cited={segment.segmentIndex === citation?.segmentIndex ? citation.range : null}
        />
      ))}
      {list.hasNextPage && (
        <More label="Show what follows" busy={list.isFetchingNextPage} onClick={list.fetchNextPage} />
      )}
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

function SegmentText({ segment, cited }: { segment: Segment; cited: LocatedCitation["range"] }) {
  const { text, location, hidden } = segment;
  const grid = splitRows(text, location);
  if (grid) return <SheetRows {...{ grid, cited, hidden }} />;
  return <SectionText {...{ text, location, cited, hidden }} />;
}
