import { TextFilter } from "@assay/site/filters";
import { setSearch, useSearch } from "@assay/site/location";
import { RUN_LABELS, RUN_STATUSES, RUN_TONES } from "@assay/site/run-status";
import { Button, Pill, Select, type SelectOption } from "@assay/ui";
import { useActorChoices } from "../app/use-actor-choices.ts";
import { useTenantSession } from "../app/use-tenant-session.ts";
import { SNAPSHOTS } from "./run-columns.tsx";
import { BETWEEN, CLEARED, isFiltered, readStatuses, SNAPSHOT_STATUSES } from "./run-filters.ts";

const TIMES: readonly SelectOption[] = [
  { value: "1d", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
  { value: BETWEEN, label: "Between two days" },
];

/** What filters the list. All of it is in the address. */
export function FilterBar() {
  const search = useSearch();
  const { data: session } = useTenantSession();
  const packs = session?.packs.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const starters = useActorChoices(({ name }) => `Key ${name}`);
  const change = (name: string) => (value: string) => setSearch({ [name]: value, cursor: null });
  return (
    <search className="flex flex-col gap-3" aria-label="Filters">
      <div className="flex flex-wrap items-end gap-2">
        <TextFilter name="q" label="Search runs" placeholder="Id or name" className="w-full sm:w-64" />
        <Chosen label="Pack" any="Any pack" param="pack" options={packs} onChange={change("pack")} />
        <Chosen label="Started by" any="Anybody" param="by" options={starters} onChange={change("by")} />
        <Chosen
          label="Snapshot"
          any="Any snapshot"
          param="snapshot"
          options={SNAPSHOT_STATUSES.map((value) => ({ value, label: SNAPSHOTS[value].label }))}
          onChange={change("snapshot")}
        />
        <Chosen
          label="Created"
          any="Any time"
          param="time"
          options={TIMES}
          onChange={(time) => setSearch({ time, cursor: null, ...(time === BETWEEN ? {} : { from: null, to: null }) })}
        />
        {search.get("time") === BETWEEN && (
          <>
            <Day label="From" param="from" onChange={change("from")} />
            <Day label="to" param="to" onChange={change("to")} />
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <Statuses />
        {isFiltered(search) && (
          <Button look="quiet" className="h-6 px-2 text-xs" onClick={() => setSearch(CLEARED)}>
            Clear the filters
          </Button>
        )}
      </div>
    </search>
  );
}

interface ChosenProps {
  label: string;
  any: string;
  param: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
}

function Chosen({ label, any, param, options, onChange }: ChosenProps) {
  const value = useSearch().get(param) ?? "";
  const known = options.some((option) => option.value === value);
  return (
    <div className="min-w-36 flex-1 sm:max-w-48 sm:flex-none">
      <Select
        label={label}
        labelHidden
        value={value}
        onChange={onChange}
        options={[{ value: "", label: any }, ...options, ...(value !== "" && !known ? [{ value, label: value }] : [])]}
      />
    </div>
  );
}

function Day({ label, param, onChange }: { label: string; param: string; onChange: (value: string) => void }) {
  const value = useSearch().get(param) ?? "";
  return (
    <label className="flex min-w-0 flex-1 items-center gap-2 text-xs whitespace-nowrap text-muted sm:flex-none">
      {label}
      <input
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="target h-8 w-full min-w-0 rounded-md border border-line-control bg-surface px-2 text-sm text-text shadow-low hover:border-line-strong sm:w-36"
      />
    </label>
  );
}

function Statuses() {
  const chosen = readStatuses(useSearch());
  const toggled = (status: (typeof chosen)[number]) =>
    RUN_STATUSES.filter((each) => (each === status ? !chosen.includes(each) : chosen.includes(each)));
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Status</legend>
      {RUN_STATUSES.map((status) => (
        <Pill
          key={status}
          label={RUN_LABELS[status]}
          tone={RUN_TONES[status]}
          pressed={chosen.includes(status)}
          onPress={() => setSearch({ status: toggled(status).join(","), cursor: null })}
        />
      ))}
    </fieldset>
  );
}
