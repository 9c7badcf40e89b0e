import { GrowingList } from "@assay/site/growing-list";
import { setSearch } from "@assay/site/location";
import { Button, EmptyState } from "@assay/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { ExceptionRow } from "./exception-row.tsx";
import { exceptionListQuery, type RegisterFilters } from "./queries.ts";

const NO_FILTERS = { status: null, kind: null, requirement: null, expiring: null };
const NO_MATCH = (
  <EmptyState title="No exception matches" action={<Button onClick={() => setSearch(NO_FILTERS)}>Show all</Button>} />
);
const NONE_YET = (
  <EmptyState icon={<ShieldCheck size={24} aria-hidden />} title="No exceptions yet">
    Propose one from a verdict, where a requirement does not apply or its risk is accepted for a time. Another person
    approves it.
  </EmptyState>
);

export function ExceptionList({ filters, selectedId }: { filters: RegisterFilters; selectedId: string | null }) {
  const list = useInfiniteQuery(exceptionListQuery(filters));
  const { sort: _, ...narrowing } = filters;
  const isFiltered = Object.values(narrowing).some((value) => value !== undefined);
  return (
    <GrowingList query={list} what="exceptions" empty={isFiltered ? NO_MATCH : NONE_YET}>
      {(exceptions) => (
        <ul aria-label="Exceptions">
          {exceptions.map((exception) => (
            <ExceptionRow key={exception.id} exception={exception} isSelected={exception.id === selectedId} />
          ))}
        </ul>
      )}
    </GrowingList>
  );
}
