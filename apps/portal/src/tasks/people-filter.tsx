import { setSearch, useSearchParam } from "@assay/site/location";
import { Pill } from "@assay/ui";
import { MINE, NOBODY } from "./task-people.ts";

/** Whose tasks are shown, and whether only those past their date; in the address. */
export function PeopleFilter() {
  const assignee = useSearchParam("assignee");
  const overdue = useSearchParam("overdue") !== null;
  const toggle = (value: string) => setSearch({ assignee: assignee === value ? null : value });
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">People and dates</legend>
      <Pill label="Mine" pressed={assignee === MINE} onPress={() => toggle(MINE)} />
      <Pill label="Overdue" pressed={overdue} onPress={() => setSearch({ overdue: overdue ? null : "1" })} />
      <Pill label="Unassigned" pressed={assignee === NOBODY} onPress={() => toggle(NOBODY)} />
    </fieldset>
  );
}
