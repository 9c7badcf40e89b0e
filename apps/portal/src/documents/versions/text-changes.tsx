import { formatCount } from "@assay/site/format";
import { languageOf } from "@assay/site/language-of";
import { Button, classNames } from "@assay/ui";
import { useState } from "react";
import type { ChangedLine, TextBlock } from "./to-blocks.ts";

/** Lines that are shown before and after a change. */
const AROUND = 2;
/** How many lines one press unfolds. */
const UNFOLD = 200;

const SIGNS = {
  removed: { sign: "−", says: "Removed: ", className: "bg-missing-soft" },
  added: { sign: "+", says: "Added: ", className: "bg-complete-soft" },
  equal: { sign: "", says: "", className: "text-muted" },
} as const;

const ROW = "grid sm:grid-cols-2 sm:divide-x sm:divide-line";

/** Two texts next to each other, on a phone one below the other; what is equal is folded. */
export function TextChanges({ blocks }: { blocks: readonly TextBlock[] }) {
  return (
    <ol aria-label="Differences" className="overflow-hidden rounded-lg border border-line font-mono text-xs leading-5">
      {blocks.map((block, index) =>
        block.kind === "equal" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <EqualLines key={index} lines={block.lines} isFirst={index === 0} isLast={index === blocks.length - 1} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <li key={index} data-kind="changed">
            {block.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change
              <ChangedRow key={at} line={line} />
            ))}
          </li>
        ),
      )}
    </ol>
  );
}

function ChangedRow({ line: { removed, added } }: { line: ChangedLine }) {
  return (
    <div className={ROW}>
      {removed === undefined ? <Nothing /> : <Line as="del" kind="removed" text={removed} />}
      {added === undefined ? <Nothing /> : <Line as="ins" kind="added" text={added} />}
    </div>
  );
}

const Nothing = () => <div className="bg-sunken max-sm:hidden" />;

interface LineProps {
  as?: "del" | "ins" | "span";
  kind: keyof typeof SIGNS;
  text: string;
}

function Line({ as: Element = "span", kind, text }: LineProps) {
  const { sign, says, className } = SIGNS[kind];
  return (
    <Element className={classNames("flex min-w-0 gap-2 px-2 py-0.5 no-underline", className)}>
      <span aria-hidden className="w-2 shrink-0 font-semibold select-none">
        {sign}
      </span>
      <span className="sr-only">{says}</span>
      <span dir="auto" lang={languageOf(text)} className="min-w-0 flex-1 break-words whitespace-pre-wrap">
        {text}
      </span>
    </Element>
  );
}

const takeFocus = (row: HTMLElement | null) => row?.focus();

/** In both texts; where it is shown twice, it is read out once. */
function EqualRow({ text, focused }: { text: string; focused: boolean }) {
  return (
    <div className={ROW} {...(focused && { tabIndex: -1, ref: takeFocus })}>
      <Line kind="equal" text={text} />
      <div aria-hidden className="grid max-sm:hidden">
        <Line kind="equal" text={text} />
      </div>
    </div>
  );
}

function EqualLines({ lines, isFirst, isLast }: { lines: readonly string[]; isFirst: boolean; isLast: boolean }) {
  const [unfolded, setUnfolded] = useState(0);
  const [focusAt, setFocusAt] = useState<number>();
  const before = isFirst ? 0 : AROUND;
  const after = isLast ? 0 : AROUND;
  const folded = lines.length - before - after - unfolded;
  // A fold takes as much room as a line.
  const shownFirst = folded > 1 ? before + unfolded : lines.length;
  const rows = (from: number, to: number) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: they never change
    lines.slice(from, to).map((text, at) => <EqualRow key={from + at} text={text} focused={from + at === focusAt} />);
  const unfold = () => {
    const count = Math.min(folded, UNFOLD);
    setUnfolded(unfolded + count);
    // The button goes, and with it the place of the keyboard.
    if (folded - count <= 1) setFocusAt(shownFirst);
  };
  return (
    <li>
      {rows(0, shownFirst)}
      {folded > 1 && (
        <div className="border-y border-line bg-sunken px-2 py-1 font-sans">
          <Button look="quiet" className="h-6 text-xs" onClick={unfold}>
            {folded > UNFOLD
              ? `Show ${UNFOLD} of ${formatCount(folded, "equal line")}`
              : `Show ${formatCount(folded, "equal line")}`}
          </Button>
        </div>
      )}
      {folded > 1 && rows(lines.length - after, lines.length)}
    </li>
  );
}
