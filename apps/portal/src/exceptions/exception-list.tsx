import { ErrorPanel } from "@assay/site/error-panel";
import { setSearch } from "@assay/site/location";
import { Button, EmptyState, SkeletonList } from "@assay/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { ExceptionRow } from "./exception-row.tsx";
import { exceptionListQuery, type RegisterFilters } from "./queries.ts";

const NO_FILTERS = { status: null, kind: null, requirement: null, expiring: null };

export function ExceptionList({ filters, selectedId }: { filters: RegisterFilters; selectedId: string | null }) {
  const list = useInfiniteQuery(exceptionListQuery(filters));
  if (list.isPending) return <SkeletonList label="Loading exceptions" rows={9} />;
  if (!list.data)
    return <ErrorPanel title="The exceptions cannot be shown" error={list.error} onRetry={() => void list.refetch()} />;
  const exceptions = list.data.pages.flatMap(({ items }) => items);
  const { sort: _, ...narrowing } = filters;
  if (exceptions.length === 0)
    return Object.values(narrowing).some((value) => value !== undefined) ? (
      <EmptyState
        title="No exception matches"
        action={<Button onClick={() => setSearch(NO_FILTERS)}>Show all</Button>}
      />
    ) : (
      <EmptyState icon={<ShieldCheck size={24} aria-hidden />} title="No exceptions yet">
        Propose one from a verdict, where a requirement does not apply or its risk is accepted for a time. Another
        person approves it.
      </EmptyState>
    );
  return (
    <>
      <ul aria-label="Exceptions">
        {exceptions.map((exception) => (
          <ExceptionRow key={exception.id} exception={exception} isSelected={exception.id === selectedId} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="flex justify-center p-3">
          <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
