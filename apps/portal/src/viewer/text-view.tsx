import type { Document, DocumentPage, Segment } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { Button, EmptyState, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { picturePagesQuery } from "../reading/page-queries.ts";
import { LinesText } from "./lines-text.tsx";
import type { LocatedCitation } from "./located-citation.ts";
import { InMarkdown, MarkedText } from "./marked-text.tsx";
import { PictureSegment } from "./picture/picture-segment.tsx";
import { SectionText } from "./section-text.tsx";
import { SheetRows } from "./sheet-rows.tsx";
import type { ShownPage } from "./shown-page.ts";
import { SlideText } from "./slide-text.tsx";
import { splitRows } from "./split-rows.ts";
import { useSegments } from "./use-segments.ts";

export interface TextViewProps {
  document: Document;
  citation: LocatedCitation | null;
  /** What was chosen in the list of pages. */
  shown: ShownPage | null;
  /** Told whether the passage is marked, once the text is there. */
  onLocated: (key: string, found: boolean) => void;
}

type Layout = "page" | "slides" | "sheets" | "lines";

const LAYOUTS: Readonly<Record<string, Layout>> = {
  pptx: "slides",
  ppt: "slides",
  xlsx: "sheets",
  xls: "sheets",
  csv: "sheets",
  json: "lines",
  ndjson: "lines",
  yaml: "lines",
  xml: "lines",
  log: "lines",
};
/** Files that are an image and nothing else. */
const PICTURES: ReadonlySet<string> = new Set(["png", "jpg", "webp", "tiff"]);

const FRAMES: Record<Layout, string> = {
  page: "flex max-w-[46rem] flex-col gap-2.5 rounded-lg border border-line bg-surface px-5 py-6 shadow-low sm:px-10 sm:py-9",
  slides: "flex max-w-[46rem] flex-col gap-6",
  sheets: "flex max-w-max min-w-0 flex-col gap-1 sm:mx-0",
  lines: "flex max-w-[60rem] flex-col gap-4 rounded-lg border border-line bg-surface px-4 py-4 shadow-low",
};

/** What was read from a document that has no pages: its sections, its slides, the rows of its sheets. */
export function TextView({ document, citation, shown, onLocated }: TextViewProps) {
  const { fileType } = document;
  const list = useSegments(document, shown?.page.segmentIndex ?? citation?.segmentIndex ?? 0);
  const pictures = useQuery(picturePagesQuery(document)).data;
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
  useEffect(() => {
    if (!loaded || !shown) return;
    frame.current?.querySelector(`[data-segment="${shown.page.segmentIndex}"]`)?.scrollIntoView({ block: "start" });
  }, [loaded, shown]);

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
              document={document}
              isChosen={segment.segmentIndex === shown?.page.segmentIndex}
              picture={pictures?.find(({ segmentIndex }) => segmentIndex === segment.segmentIndex)}
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
  document: Document;
  /** The page whose image the segment's words were read from. */
  picture: DocumentPage | undefined;
  isChosen: boolean;
  cited: LocatedCitation["range"];
}

function SegmentText({ segment, before, layout, document, picture, isChosen, cited }: SegmentTextProps) {
  const { kind, text, location, context, hidden, struck, quoted, textSource, segmentIndex } = segment;
  if (kind === "COMMENT")
    return (
      <aside className="border-s-2 border-line ps-3 text-sm">
        <p className="text-muted">{location ?? "Comments"}: remarks on the text, which never count as evidence</p>
        <p dir="auto" className="break-words whitespace-pre-line">
          <MarkedText {...{ text, cited, hidden, struck, quoted }} />
        </p>
      </aside>
    );
  if (textSource === "OCR" || picture)
    return (
      <PictureSegment
        {...{ document, segment, cited }}
        page={picture}
        isOpen={isChosen || (PICTURES.has(document.fileType) && segmentIndex === 0)}
      />
    );
  const grid = splitRows(text, location, document.readerVersion);
  if (grid) {
    const isContinued =
      before !== undefined && splitRows(before.text, before.location, document.readerVersion)?.sheet === grid.sheet;
    return <SheetRows {...{ grid, cited, hidden, struck, quoted, isContinued }} />;
  }
  if (layout === "lines") return <LinesText {...{ text, location, cited, hidden, struck, quoted }} />;
  if (layout === "slides") return <SlideText {...{ text, location, cited, hidden, struck, quoted }} />;
  return <SectionText {...{ text, location, context, cited, hidden, struck, quoted }} />;
}
