import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useRef } from "react";
import { CriterionRow } from "./criterion-row.tsx";
import type { Row } from "./group-requirements.ts";
import { RequirementRow } from "./requirement-row.tsx";

const CRITERION_PX = 48;
const REQUIREMENT_PX = 56;
/** Moves by key that follow each other sooner are one step for Back. */
const MOVE_PAUSE_MS = 1000;

interface RequirementListProps {
  rows: readonly Row[];
  selected: string | null;
  /** `replace` for one on the way to another, which Back should not stop at. */
  onSelect: (requirementId: string, options?: { replace: boolean }) => void;
  onOpen: () => void;
}

/** Only the rows in view are in the page. Up, Down, Home, End and the page keys move, Enter opens. */
export function RequirementList({ rows, selected, onSelect, onOpen }: RequirementListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const focusAfterMove = useRef(false);
  const shownBefore = useRef(false);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const selectedIndex = rows.findIndex(
    (row) => row.kind === "requirement" && row.requirement.requirementId === selected,
  );
  const tabStop = selectedIndex >= 0 ? selectedIndex : rows.findIndex(({ kind }) => kind === "requirement");
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]!.kind === "criterion" ? CRITERION_PX : REQUIREMENT_PX),
    getItemKey: (index) => keyOf(rows[index]!),
    overscan: 8,
    initialRect: { width: 320, height: 800 },
    // The chosen row stays in the page, so that focus and Tab find it wherever the list is scrolled to.
    rangeExtractor: useCallback((range: Range) => withIndex(defaultRangeExtractor(range), tabStop), [tabStop]),
  });

  useEffect(() => {
    if (selectedIndex < 0) return;
    virtualizer.scrollToIndex(selectedIndex, { align: shownBefore.current ? "auto" : "center" });
    shownBefore.current = true;
    if (!focusAfterMove.current) return;
    focusAfterMove.current = false;
    scroller.current?.querySelector<HTMLElement>("a[aria-current]")?.focus({ preventScroll: true });
  }, [selectedIndex, virtualizer]);

  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / REQUIREMENT_PX) - 1);
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
      <ul aria-label="Requirements" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index]!;
          return (
            <li
              key={key}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {row.kind === "criterion" ? (
                <CriterionRow title={row.title} counts={row.counts} />
              ) : (
                <RequirementRow
                  requirement={row.requirement}
                  verdict={row.verdict}
                  confidence={row.confidence}
                  selected={index === selectedIndex}
                  tabbable={index === tabStop}
                  onSelect={onSelect}
                  onOpen={onOpen}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function keyOf(row: Row): string {
  return row.kind === "criterion" ? `c${row.criterionId}` : row.requirement.id;
}

function withIndex(indexes: number[], index: number): number[] {
  return index < 0 || indexes.includes(index) ? indexes : [...indexes, index].sort((a, b) => a - b);
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
  while (rows[index]?.kind === "criterion") index += step;
  return index;
}
