import { setSearch, useSearchParam } from "@assay/site/location";
import { Pill, Select, TextField } from "@assay/ui";
import { Search } from "lucide-react";
import { EVIDENCE_KIND_OPTIONS } from "../../documents/evidence-kind-options.ts";
import type { EvidenceFilterState } from "./use-evidence-filter.ts";

export interface EvidenceFilterProps {
  filter: EvidenceFilterState;
  judgedCount: number;
  leftOutCount: number;
}

const CITED_OPTIONS = [
  { value: "", label: "Cited or not" },
  { value: "yes", label: "Cited" },
  { value: "no", label: "Not cited" },
];

export function EvidenceFilter({ filter, judgedCount, leftOutCount }: EvidenceFilterProps) {
  const typed = useSearchParam("q") ?? "";
  const cited = filter.cited === undefined ? "" : filter.cited ? "yes" : "no";
  return (
    <search className="flex flex-wrap items-center gap-2">
      <fieldset className="flex gap-1">
        <legend className="sr-only">Judged or left out</legend>
        <Pill
          label="Judged"
          count={judgedCount}
          pressed={filter.judged}
          onPress={() => setSearch({ evidence: null }, { replace: true })}
        />
        <Pill
          label="Left out"
          count={leftOutCount}
          pressed={!filter.judged}
          onPress={() => setSearch({ evidence: "left-out" }, { replace: true })}
        />
      </fieldset>
      <div className="min-w-48 flex-1">
        <TextField
          label="Search by name"
          labelHidden
          type="search"
          placeholder="Search by name"
          icon={<Search size={14} aria-hidden />}
          maxLength={200}
          value={typed}
          onChange={({ target }) => setSearch({ q: target.value }, { replace: true })}
        />
      </div>
      {filter.judged && (
        <>
          <div className="w-36 max-sm:flex-1">
            <Select
              label="Kind of evidence"
              labelHidden
              value={filter.kind ?? ""}
              onChange={(kind) => setSearch({ kind }, { replace: true })}
              options={[{ value: "", label: "All kinds" }, ...EVIDENCE_KIND_OPTIONS]}
            />
          </div>
          <div className="w-32 max-sm:flex-1">
            <Select
              label="Citations"
              labelHidden
              value={cited}
              onChange={(value) => setSearch({ cited: value }, { replace: true })}
              options={CITED_OPTIONS}
            />
          </div>
        </>
      )}
    </search>
  );
}
