import { ChoiceFilter, Filters, TextFilter, useChoice, useTyped } from "@assay/site/filters";
import { useSearchParam } from "@assay/site/location";
import { useCursor } from "@assay/site/pager";
import { TableList } from "@assay/site/table-list";
import { Eye } from "lucide-react";
import { Page } from "../app/page.tsx";
import { useActorChoices } from "../app/use-actor-choices.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { RANGE_CHOICES, toAuditFilters } from "../audit/filters.ts";
import { accessColumns } from "./access-columns.tsx";
import { AccessFileButtons } from "./access-file-buttons.tsx";
import { KIND_CHOICES } from "./kinds.ts";

const RANGES = RANGE_CHOICES.filter(({ value }) => value !== "between");

/** For an ADMIN who has to say who read which evidence, and when. */
export default function AccessRecordsView() {
  const [documentId, runId] = [useTyped("documentId"), useTyped("runId")];
  const [kind, range] = [useChoice("kind", KIND_CHOICES), useChoice("range", RANGES)];
  const actor = useSearchParam("actor");
  const actors = useActorChoices(({ name, prefix }) => `Key “${name}”, ${prefix}…`);
  const { from } = toAuditFilters(range ? { range } : {});
  const filters = {
    kind,
    actor: actor ?? undefined,
    documentId,
    runId,
    from,
  };
  const cursor = useCursor();
  const page = useTenantQuery({
    key: ["access-records", { kind, actor, documentId, runId, range }, cursor],
    load: async ({ admin }, options) => {
      const found = await admin.accessRecords.list({ ...filters, cursor, ...options });
      return { ...found, items: found.accessRecords };
    },
    keepWithin: 1,
  });
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Page
      title="Who read what"
      lead="Each reading of an original, snapshot, export, report or replay, by whom and when: one line for each reader and file in ten minutes. Kept 13 months."
    >
      <Filters label="Filter the access records">
        <ChoiceFilter name="kind" label="What was read" every="Anything" choices={KIND_CHOICES} />
        <ChoiceFilter name="actor" label="By" every="By anybody" className="w-full sm:w-52" choices={actors} />
        <TextFilter name="documentId" label="Id of the document" className="w-full sm:w-52" />
        <TextFilter name="runId" label="Id of the run" className="w-full sm:w-52" />
        <ChoiceFilter name="range" label="When" every="At any time" choices={RANGES} />
      </Filters>
      <AccessFileButtons filters={filters} />
      <TableList
        query={page}
        what="access records"
        lines={8}
        columns={accessColumns(page.data?.names ?? {})}
        rowKey={({ id }) => id}
        icon={Eye}
        empty={
          isFiltered
            ? ["No record matches", "Change the filters to see others."]
            : ["Nothing has been read yet", "The first download of a file is the first record."]
        }
      />
    </Page>
  );
}
