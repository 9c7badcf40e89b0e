import { RowList, type RowListHandle } from "@assay/ui";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { CriterionRow } from "./criterion-row.tsx";
import type { Row } from "./group-requirements.ts";
import { RequirementRow } from "./requirement-row.tsx";
import { RiskRow } from "./risk-row.tsx";

/** Of a row whose title takes one line. */
const ROW_PX = 36;
/** Moves by key that follow each other sooner are one step for Back. */
const MOVE_PAUSE_MS = 1000;
const FOCUS_FRAMES = 10;

interface RequirementListProps {
  rows: readonly Row[];
  selected: string | null;
  /** Whether rows have a place for the review. */
  isReviewable: boolean;
  /** `replace` for one on the way to another, which Back should not stop at. */
  onSelect: (requirementId: string, options?: { replace: boolean }) => void;
  onOpen: () => void;
}

/** Only the rows in view are in the page. Up, Down, Home, End and the page keys move, Enter opens. */
export function RequirementList({ rows, selected, isReviewable, onSelect, onOpen }: RequirementListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const focusAfterMove = useRef(false);
  const shownBefore = useRef(false);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const selectedIndex = rows.findIndex(
    (row) => row.kind === "requirement" && row.requirement.requirementId === selected,
  );
  const tabStop = selectedIndex >= 0 ? selectedIndex : rows.findIndex(({ kind }) => kind === "requirement");
  const handle = useRef<RowListHandle>(null);
  // The chosen row stays in the page, so that focus and Tab find it wherever the list is scrolled to.
  const kept = useMemo(() => (tabStop < 0 ? [] : [tabStop]), [tabStop]);

  useEffect(() => {
    if (selectedIndex < 0) return;
    handle.current?.scrollToIndex(selectedIndex, { align: shownBefore.current ? "nearest" : "center" });
    shownBefore.current = true;
    if (!focusAfterMove.current) return;
    focusAfterMove.current = false;
    return focusOnceShown(() => scroller.current?.querySelector<HTMLElement>("a[aria-current]"));
  }, [selectedIndex]);

  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 1);
    const next = nextIndex(rows, selectedIndex, event.key, page);
    if (next === undefined) return;
    event.preventDefault();
    const row = rows[next];
    if (row?.kind !== "requirement") return;
    focusAfterMove.current = true;
    onSelect(row.requirement.requirementId, { replace: event.timeStamp - movedAt.current < MOVE_PAUSE_MS });
    movedAt.current = event.timeStamp;
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that bubble from the links; each link works by itself
    <div ref={scroller} onKeyDown={move} className="min-h-0 flex-1 overflow-y-auto [contain:strict]">
      <RowList label="Requirements" {...{ scroller, rows, handle, kept }}>
        {(row, index) =>
          row.kind === "criterion" ? (
            <CriterionRow key={keyOf(row)} title={row.title} counts={row.counts} />
          ) : row.kind === "risk" ? (
            <RiskRow key={keyOf(row)} risk={row.risk} reviewed={row.reviewed} total={row.total} />
          ) : (
            <RequirementRow
              key={keyOf(row)}
              requirement={row.requirement}
              verdict={row.verdict}
              confidence={row.confidence}
              review={isReviewable ? row.review : undefined}
              selected={index === selectedIndex}
              tabbable={index === tabStop}
              onSelect={onSelect}
              onOpen={onOpen}
            />
          )
        }
      </RowList>
    </div>
  );
}

/** Nothing hidden takes the focus, and a row may be until it is measured: tries again with the next frames. */
function focusOnceShown(find: () => HTMLElement | null | undefined): () => void {
  let frame = 0;
  const attempt = (left: number) => {
    const row = find();
    row?.focus({ preventScroll: true });
    if (left > 0 && (!row || document.activeElement !== row)) frame = requestAnimationFrame(() => attempt(left - 1));
  };
  attempt(FOCUS_FRAMES);
  return () => cancelAnimationFrame(frame);
}

function keyOf(row: Row): string {
  if (row.kind === "criterion") return `c${row.criterionId}`;
  return row.kind === "risk" ? `r${row.risk}` : row.requirement.id;
}

/** Where a key leads among the requirements; undefined for a key that does not move. */
function nextIndex(rows: readonly Row[], from: number, key: string, page: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return findRequirement(rows, from + 1, 1);
    case "ArrowUp":
      return findRequirement(rows, from - 1, -1);
    case "PageDown":
      return findRequirement(rows, Math.min(from + page, rows.length - 1), from + page < rows.length ? 1 : -1);
    case "PageUp":
      return findRequirement(rows, Math.max(from - page, 0), 1);
    case "Home":
      return findRequirement(rows, 0, 1);
    case "End":
      return findRequirement(rows, rows.length - 1, -1);
    default:
      return undefined;
  }
}

function findRequirement(rows: readonly Row[], from: number, step: 1 | -1): number {
  let index = from;
  while (index in rows && rows[index]?.kind !== "requirement") index += step;
  return index;
}
