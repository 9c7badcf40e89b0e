import { setSearch } from "@assay/site/location";
import { VERDICT_LABELS, VERDICT_TONES, VERDICTS, type Verdict } from "@assay/site/verdict";
import { Pill, TextField } from "@assay/ui";
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
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
        icon={<Search size={14} aria-hidden />}
        aria-keyshortcuts="/"
        value={text}
        onChange={({ target }) => setSearch({ q: target.value }, { replace: true })}
      />
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Status</legend>
        <Pill label="All" count={total} pressed={verdict === null} onPress={() => setSearch({ status: null })} />
        {VERDICTS.filter((each) => counts[each] > 0 || each === verdict).map((each) => (
          <Pill
            key={each}
            tone={VERDICT_TONES[each]}
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
