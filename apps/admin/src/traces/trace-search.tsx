import { IconButton, TextField } from "@assay/ui";
import { ChevronDown, ChevronUp, Search } from "lucide-react";
import { formatWhole } from "./format-time.ts";
import { searchRows } from "./model/search-rows.ts";
import type { TraceModel } from "./use-trace-model.ts";
import { changeTraceState } from "./use-trace-state.ts";

/** Finds rows without hiding the others; Enter goes to the next one, Shift and Enter to the one before. */
export function TraceSearch({ model, text }: { model: TraceModel; text: string }) {
  const { trace, matched, found, selected } = model;
  const at = found.indexOf(selected);
  const go = (step: 1 | -1) => {
    // What was typed last may not be searched for yet.
    const rows = searchRows(trace, text, matched?.kept);
    if (rows.length === 0) return;
    const from = rows.indexOf(selected);
    model.select(from >= 0 ? rows[(from + step + rows.length) % rows.length]! : nextFrom(rows, selected, step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form is sent
    <div role="search" className="flex min-w-0 items-center gap-1.5">
      <TextField
        label="Search spans"
        labelHidden
        type="search"
        placeholder="Search spans"
        icon={<Search size={14} aria-hidden />}
        className="w-44 sm:w-56"
        value={text}
        onChange={(event) => changeTraceState({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          go(event.shiftKey ? -1 : 1);
        }}
      />
      <p role="status" className="min-w-16 text-xs whitespace-nowrap text-muted tabular-nums">
        {text.trim() === ""
          ? ""
          : found.length === 0
            ? "No match"
            : `${at >= 0 ? `${formatWhole(at + 1)} of ` : ""}${formatWhole(found.length)}${at >= 0 ? "" : " found"}`}
      </p>
      <IconButton
        label="Previous match"
        icon={<ChevronUp size={15} aria-hidden />}
        className="size-7"
        disabled={found.length === 0}
        onClick={() => go(-1)}
      />
      <IconButton
        label="Next match"
        icon={<ChevronDown size={15} aria-hidden />}
        className="size-7"
        disabled={found.length === 0}
        onClick={() => go(1)}
      />
    </div>
  );
}

/** The first match behind the selected row, or the last one before it; around the end where there is none. */
function nextFrom(found: Uint32Array, selected: number, step: 1 | -1): number {
  if (step === 1) return found.find((row) => row > selected) ?? found[0]!;
  return found.findLast((row) => row < selected) ?? found.at(-1)!;
}
