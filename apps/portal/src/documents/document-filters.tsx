import { Link } from "@assay/site/link";
import { BASE, setSearch, useSearch } from "@assay/site/location";
import { Pill, Select, TextField } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { useOwners } from "../exceptions/use-owners.ts";
import { nameEvidenceKind } from "./evidence-kind.ts";
import { GAPS, KINDS, MINE } from "./list-filters.ts";
import { nameGap } from "./name-gap.ts";
import { sourcesQuery } from "./queries.ts";

const DAY_MIN = "0001-01-01";
const DAY_MAX = "9999-12-31";
const IN_WORDS: ReadonlySet<string> = new Set(["past", "soon"]);

const PILLS = [
  ["expires", "past", "Expired"],
  ["expires", "soon", "Expires soon"],
  ...GAPS.map((gap) => ["gap", gap, nameGap(gap)] as const),
] as const;

/** Which documents are listed, and in which order; all of it is in the address. */
export default function DocumentFilters() {
  const search = useSearch();
  const people = useOwners();
  const { data: sources = [] } = useQuery(sourcesQuery);
  const value = (name: string) => search.get(name) ?? "";
  const set = (name: string) => (next: string) => setSearch({ [name]: next || null });
  // A link that names oneself says the same as "Mine".
  const owner = value("owner") === people[0]?.value ? MINE : value("owner");
  const source = value("source");
  const owners = [{ value: MINE, label: "Mine" }, ...people.slice(1)];
  const names = sources.map(({ name }) => name);
  return (
    <search
      aria-label="Filters"
      className="grid shrink-0 grid-cols-2 items-center gap-2 border-b border-line bg-sunken px-3 py-2 @2xl:grid-cols-3"
    >
      <Select
        label="Owner"
        labelHidden
        value={owner}
        onChange={set("owner")}
        options={[
          { value: "", label: "Any owner" },
          ...owners,
          ...(owner && !owners.some((each) => each.value === owner)
            ? [{ value: owner, label: people.length > 1 ? "A former member" : "…" }]
            : []),
        ]}
      />
      <Select
        label="Kind of evidence"
        labelHidden
        value={value("kind")}
        onChange={set("kind")}
        options={[
          { value: "", label: "Any kind" },
          ...KINDS.map((kind) => ({
            value: kind,
            label: kind === "UNKNOWN" ? "Kind unknown" : nameEvidenceKind(kind),
          })),
        ]}
      />
      <Select
        label="Source"
        labelHidden
        value={source}
        onChange={set("source")}
        options={[
          { value: "", label: "Any source" },
          ...(source && !names.includes(source) ? [source, ...names] : names).map((name) => ({
            value: name,
            label: name,
          })),
        ]}
      />
      <Select
        label="Later runs"
        labelHidden
        value={value("later")}
        onChange={set("later")}
        options={[
          { value: "", label: "In later runs or not" },
          { value: "judged", label: "In later runs" },
          { value: "left-out", label: "Replaced or retired" },
        ]}
      />
      <Select
        label="Order"
        labelHidden
        value={value("sort")}
        onChange={set("sort")}
        options={[
          { value: "", label: "Newest first" },
          { value: "expiresAt", label: "First to expire" },
          { value: "reviewBy", label: "First to review" },
        ]}
      />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2 @max-2xl:col-span-2">
        <span aria-hidden className="text-xs text-muted">
          Expires before
        </span>
        <TextField
          type="date"
          label="Expires before"
          labelHidden
          min={DAY_MIN}
          max={DAY_MAX}
          value={IN_WORDS.has(value("expires")) ? "" : value("expires")}
          onChange={({ target }) => setSearch({ expires: target.value || null }, { replace: true })}
        />
      </div>
      <div className="col-span-full flex flex-wrap items-center gap-1.5">
        <Pill
          label="Review due"
          tone="partial"
          pressed={search.has("due")}
          onPress={() => setSearch({ due: search.has("due") ? null : "1" })}
        />
        {PILLS.map(([name, word, label]) => (
          <Pill
            key={word}
            {...{ label }}
            tone="partial"
            pressed={value(name) === word}
            onPress={() => setSearch({ [name]: value(name) === word ? null : word })}
          />
        ))}
        <Link
          href={`${BASE}/documents/sources`}
          className="target ms-auto text-xs text-accent underline-offset-2 hover:underline"
        >
          What each source holds
        </Link>
      </div>
    </search>
  );
}
