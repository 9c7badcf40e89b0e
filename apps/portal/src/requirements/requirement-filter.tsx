import { classNames, TextField, ToneIcon } from "@assay/ui";
import { useEffect, useRef } from "react";
import { setSearch } from "../app/location.ts";
import { VERDICT_LABELS, VERDICT_TONES, VERDICTS, type Verdict } from "./assessment-status.ts";
import type { VerdictCounts } from "./group-requirements.ts";

interface RequirementFilterProps {
  text: string;
  verdict: Verdict | null;
  counts: VerdictCounts;
  total: number;
}

export function RequirementFilter({ text, verdict, counts, total }: RequirementFilterProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && event.target.closest("input, textarea, select, [role=dialog]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      box.current?.querySelector("input")?.focus();
    };
    document.addEventListener("keydown", focusSearch);
    return () => document.removeEventListener("keydown", focusSearch);
  }, []);
  return (
    <search ref={box} className="flex shrink-0 flex-col gap-2 border-b border-line px-3 py-2">
      <TextField
        label="Search requirements"
        labelHidden
        type="search"
        placeholder="Search requirements"
        aria-keyshortcuts="/"
        value={text}
        onChange={({ target }) => setSearch({ q: target.value }, { replace: true })}
      />
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Status</legend>
        <Chip label="All" count={total} pressed={verdict === null} onPress={() => setSearch({ status: null })} />
        {VERDICTS.filter((each) => counts[each] > 0 || each === verdict).map((each) => (
          <Chip
            key={each}
            verdict={each}
            label={VERDICT_LABELS[each]}
            count={counts[each]}
            pressed={verdict === each}
            onPress={() => setSearch({ status: verdict === each ? null : each })}
          />
        ))}
      </fieldset>
    </search>
  );
}

interface ChipProps {
  label: string;
  count: number;
  pressed: boolean;
  verdict?: Verdict;
  onPress: () => void;
}

function Chip({ label, count, pressed, verdict, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        "target inline-flex h-6 items-center gap-1 rounded-full border px-2 text-xs whitespace-nowrap transition-colors",
        pressed ? "border-accent bg-accent-soft text-text" : "border-line text-muted hover:bg-hover hover:text-text",
      )}
    >
      {verdict && <ToneIcon tone={VERDICT_TONES[verdict]} size={12} />}
      {label}
      <span className="tabular-nums">{count}</span>
    </button>
  );
}
