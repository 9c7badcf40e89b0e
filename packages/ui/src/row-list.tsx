import { type CSSProperties, createContext, type ReactElement, type ReactNode, type Ref, use, useMemo } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";

export type RowListHandle = VirtualizerHandle;

export interface RowListProps<Row> {
  label: string;
  /** What scrolls. */
  scroller: React.RefObject<HTMLElement | null>;
  rows: readonly Row[];
  /** One element with a key for each row. */
  children: (row: Row, index: number) => ReactElement;
  /** How many rows there are in all; -1 where that is unknown. */
  total?: number;
  /** Rows that stay in the page wherever the list is scrolled to. */
  kept?: readonly number[];
  handle?: Ref<RowListHandle>;
}

const OVERSCAN_PX = 320;

/** A list of any length: rows have the height of their content, and only those near the view are in the page. */
export function RowList<Row>({ label, scroller, rows, children, total, kept = NONE, handle }: RowListProps<Row>) {
  const setSize = total ?? rows.length;
  const named = useMemo(() => ({ label, setSize, kept }), [label, setSize, kept]);
  return (
    <Named value={named}>
      <Virtualizer
        ref={handle ?? null}
        as={List}
        item={Item}
        data={rows}
        bufferSize={OVERSCAN_PX}
        scrollRef={scroller}
        keepMounted={kept}
      >
        {children}
      </Virtualizer>
    </Named>
  );
}

const NONE: readonly number[] = [];
const UNSEEN: CSSProperties = { visibility: "visible", opacity: 0 };
const Named = createContext({ label: "", setSize: -1, kept: NONE });

interface PlacedProps {
  style: CSSProperties;
  children: ReactNode;
  ref?: Ref<never>;
}

function List({ ref, style, children }: PlacedProps) {
  // The virtualizer lets no pointer through while the list scrolls: a click right after the wheel would be lost.
  return (
    <ul ref={ref as Ref<HTMLUListElement>} aria-label={use(Named).label} style={{ ...style, pointerEvents: "auto" }}>
      {children}
    </ul>
  );
}

function Item({ ref, style, index, children }: PlacedProps & { index: number }) {
  const { setSize, kept } = use(Named);
  // Rows are hidden until they are measured. What is kept may be about to take the focus, which nothing hidden can.
  const isAwaited = style.visibility === "hidden" && kept.includes(index);
  return (
    <li
      ref={ref as Ref<HTMLLIElement>}
      aria-setsize={setSize}
      aria-posinset={index + 1}
      style={isAwaited ? { ...style, ...UNSEEN } : style}
    >
      {children}
    </li>
  );
}
