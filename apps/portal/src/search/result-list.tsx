import type { SearchResult, SearchResults } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { classNames, EmptyState, Skeleton } from "@assay/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { SearchX, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { ResultOption } from "./result-option.tsx";

const SLOW_MS = 3000;

export interface ResultListProps {
  listId: string;
  /** What is searched for; empty where nothing is. */
  q: string;
  search: UseQueryResult<SearchResults>;
  results: readonly SearchResult[];
  optionId: (index: number) => string;
  chosen: number;
  onChoose: (index: number) => void;
  onOpen: () => void;
  /** What is typed differs from what is searched for. */
  isTyping: boolean;
}

/** What was found, or why nothing is shown. */
export function ResultList(props: ResultListProps) {
  const { listId, q, search, results, optionId, chosen, onChoose, onOpen, isTyping } = props;
  const isSlow = useLateness(q, search.isFetching);
  const hasFailed = q !== "" && search.isError && !search.isFetching;
  useEffect(() => {
    document.getElementById(optionId(chosen))?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <p role="status" className={isSlow ? "px-4 pt-3 text-sm text-muted" : "sr-only"}>
        {describeState({ q, isSlow, isTyping, count: results.length, hasFailed, isFetching: search.isFetching })}
      </p>
      {q === "" && <p className="px-4 py-6 text-sm text-muted">Finds passages in the text of your documents.</p>}
      {hasFailed && (
        <ErrorPanel
          title="The evidence cannot be searched"
          error={search.error}
          onRetry={() => void search.refetch()}
        />
      )}
      {q !== "" && search.isPending && search.isFetching && <ResultSkeletons />}
      {q !== "" && !hasFailed && search.data?.degraded && (
        <p className="flex items-start gap-2 border-b border-line bg-partial-soft px-4 py-2 text-sm text-partial">
          <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
          Only words are searched for now: the model that compares meanings is not available.
        </p>
      )}
      {q !== "" && !hasFailed && search.data && results.length === 0 && !search.isPlaceholderData && (
        <EmptyState icon={<SearchX size={22} aria-hidden />} title="Nothing found">
          Try other words. Documents are searched when they are ready.
        </EmptyState>
      )}
      <div
        id={listId}
        role="listbox"
        aria-label="Passages"
        className={classNames(
          results.length > 0 && !hasFailed && "p-2",
          search.isPlaceholderData && "opacity-60 transition-opacity",
        )}
      >
        {!hasFailed &&
          results.map((result, index) => (
            <ResultOption
              key={`${result.chunkId} ${result.quote.startOffset}`}
              id={optionId(index)}
              result={result}
              selected={index === chosen}
              onPoint={() => onChoose(index)}
              onOpen={onOpen}
            />
          ))}
      </div>
    </div>
  );
}

function ResultSkeletons() {
  return (
    <div aria-hidden className="flex flex-col gap-5 px-5 py-4">
      {[0, 1, 2].map((each) => (
        <div key={each} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="ms-6 h-3 w-5/6" />
        </div>
      ))}
    </div>
  );
}

function describeState(state: {
  q: string;
  isSlow: boolean;
  isTyping: boolean;
  isFetching: boolean;
  hasFailed: boolean;
  count: number;
}): string {
  if (state.q === "" || state.isTyping || state.hasFailed) return "";
  if (state.isSlow) return "Still searching …";
  if (state.isFetching) return "";
  return state.count === 1 ? "1 passage" : `${state.count} passages`;
}

/** Whether a search has run for longer than people wait without a word. */
function useLateness(q: string, running: boolean): boolean {
  const [lateFor, setLateFor] = useState<string>();
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setLateFor(q), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setLateFor(undefined);
    };
  }, [q, running]);
  return running && lateFor === q;
}
