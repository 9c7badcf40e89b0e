import { ChoiceFilter, Filters, TextFilter } from "@assay/site/filters";
import { setSearch } from "@assay/site/location";
import { TextField } from "@assay/ui";
import { useActorChoices } from "../app/use-actor-choices.ts";
import { ACTION_CHOICES, describeAction, OBJECT_CHOICES } from "./describe-action.ts";
import { type FilterTexts, RANGE_CHOICES } from "./filters.ts";
import { nameActor } from "./name-in-entry.ts";

export function AuditFilterBar({ filters }: { filters: FilterTexts }) {
  const actors = [
    { value: "system", label: "the service" },
    ...useActorChoices(({ name, prefix }) => `Key “${name}”, ${prefix}…`),
  ];
  const { action, actor } = filters;
  return (
    <Filters label="Filter the audit log">
      <ChoiceFilter
        name="action"
        label="What happened"
        every="Every act"
        className="w-full sm:w-56"
        choices={withOther(ACTION_CHOICES, action, describeAction)}
      />
      <ChoiceFilter
        name="actor"
        label="By"
        every="By anybody"
        className="w-full sm:w-52"
        choices={withOther(actors, actor, (id) => nameActor({ actor: id }, {}))}
      />
      <ChoiceFilter name="objectType" label="About" every="About anything" choices={OBJECT_CHOICES} />
      <TextFilter name="objectId" label="Id of what it is about" className="w-full sm:w-52" />
      <TextFilter name="runId" label="Id of the run" className="w-full sm:w-52" />
      <ChoiceFilter name="range" label="When" every="At any time" choices={RANGE_CHOICES} />
      {(filters.range === "between" || filters.from || filters.to) && (
        <>
          <DayFilter name="from" label="From" value={filters.from} />
          <DayFilter name="to" label="To" value={filters.to} />
        </>
      )}
    </Filters>
  );
}

function DayFilter({ name, label, value }: { name: "from" | "to"; label: string; value: string | undefined }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 sm:flex-row sm:items-center sm:gap-2">
      <span aria-hidden className="text-sm text-muted">
        {label}
      </span>
      <TextField
        label={`${label}, a day`}
        labelHidden
        type="date"
        value={value ?? ""}
        onChange={({ target }) => setSearch({ [name]: target.value || null, cursor: null }, { replace: true })}
      />
    </div>
  );
}

/** What the address names is a choice too, even where nobody would look for it. */
function withOther<T extends { value: string; label: string }>(
  choices: readonly T[],
  value: string | undefined,
  describe: (value: string) => string,
): readonly { value: string; label: string }[] {
  if (value === undefined || choices.some((choice) => choice.value === value)) return choices;
  return [...choices, { value, label: describe(value) }];
}
