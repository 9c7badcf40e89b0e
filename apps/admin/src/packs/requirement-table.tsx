import type { Requirement } from "@assay/client";
import type { CriteriaVersion } from "@assay/client/admin";
import { Loaded } from "@assay/site/loaded";
import { setSearch, useSearchParam } from "@assay/site/location";
import { useShownFew } from "@assay/site/show-more";
import { type Column, DataTable, EmptyState, TextField } from "@assay/ui";
import { Search } from "lucide-react";
import { matchesText } from "./matches-text.ts";
import { useRequirements } from "./use-packs.ts";

const COLUMNS: readonly Column<Requirement>[] = [
  {
    id: "id",
    header: "Requirement",
    cell: ({ requirementId }) => <span className="font-mono text-xs break-all">{requirementId}</span>,
  },
  {
    id: "criterion",
    header: "Criterion",
    minor: true,
    cell: ({ criterionId, criterionTitle }) => (
      <span className="text-muted">
        {criterionId} {criterionTitle}
      </span>
    ),
  },
  { id: "title", header: "What is required", cell: ({ title }) => <span className="max-w-prose">{title}</span> },
  { id: "subcheck", header: "Sub-check", minor: true, cell: ({ subcheckLabel }) => subcheckLabel ?? "" },
];

/** The requirements of a version, searched by id, criterion or words. */
export function RequirementTable({ version }: { version: CriteriaVersion }) {
  const query = useRequirements(version.packId, version.id);
  const text = useSearchParam("q") ?? "";
  return (
    <div className="flex flex-col gap-3 pt-3">
      <search className="w-full sm:w-80">
        <TextField
          label="Search requirements"
          labelHidden
          placeholder="Search by id, criterion or words"
          icon={<Search size={14} aria-hidden />}
          value={text}
          onChange={(event) => setSearch({ q: event.target.value }, { replace: true })}
        />
      </search>
      <Loaded query={query} what="requirements" rows={10}>
        {(requirements) => <Found requirements={requirements.filter((item) => matchesText(item, text))} text={text} />}
      </Loaded>
    </div>
  );
}

function Found({ requirements, text }: { requirements: readonly Requirement[]; text: string }) {
  const { shown, more } = useShownFew(requirements);
  if (requirements.length === 0) return <EmptyState title={`No requirement matches “${text}”`} />;
  return (
    <>
      <DataTable label="Requirements" columns={COLUMNS} rows={shown} rowKey={({ id }) => id} />
      {more}
    </>
  );
}
