import type { Requirement, Run, TaskStatus } from "@assay/client";
import { setSearch } from "@assay/site/location";
import { classNames, Select } from "@assay/ui";
import { Columns3, Rows3 } from "lucide-react";
import { RunPicker } from "../workspace/run-picker.tsx";
import { PeopleFilter } from "./people-filter.tsx";
import { TASK_OPTIONS } from "./task-options.tsx";

export interface TaskFilterProps {
  run: Run;
  recent: readonly Run[];
  requirements: readonly Requirement[];
  view: "board" | "list";
  criterion: string | null;
  status: TaskStatus | undefined;
}

const VIEWS = [
  { view: "board", label: "Board", icon: Columns3 },
  { view: "list", label: "List", icon: Rows3 },
] as const;

/** Which tasks are shown, and how; all of it is in the address. */
export function TaskFilter({ run, recent, requirements, view, criterion, status }: TaskFilterProps) {
  const criteria = new Map(
    requirements.map(({ criterionId, criterionTitle }) => [String(criterionId), criterionTitle]),
  );
  return (
    <search className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <div className="w-full sm:w-64">
        <RunPicker run={run} recent={recent} />
      </div>
      <div className="min-w-0 flex-1 sm:w-52 sm:flex-none">
        <Select
          label="Criterion"
          labelHidden
          value={criterion ?? ""}
          onChange={(value) => setSearch({ criterion: value })}
          options={[{ value: "", label: "All criteria" }, ...[...criteria].map(([value, label]) => ({ value, label }))]}
        />
      </div>
      {view === "list" && (
        <div className="min-w-0 flex-1 sm:w-36 sm:flex-none">
          <Select
            label="State"
            labelHidden
            value={status ?? ""}
            onChange={(value) => setSearch({ status: value })}
            options={[{ value: "", label: "All states" }, ...TASK_OPTIONS]}
          />
        </div>
      )}
      <PeopleFilter />
      <fieldset className="ms-auto flex rounded-md border border-line-control p-0.5">
        <legend className="sr-only">Layout</legend>
        {VIEWS.map(({ view: each, label, icon: Icon }) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            onClick={() => setSearch({ view: each === "board" ? null : each, status: null })}
            className={classNames(
              "target inline-flex h-6 items-center justify-center gap-1.5 rounded px-2 text-xs font-medium",
              view === each ? "bg-hover text-text" : "text-muted hover:text-text",
            )}
          >
            <Icon size={14} aria-hidden />
            <span className="sr-only sm:not-sr-only">{label}</span>
          </button>
        ))}
      </fieldset>
    </search>
  );
}
