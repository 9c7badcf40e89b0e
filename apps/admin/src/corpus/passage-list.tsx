import type { CorpusIngestion, GuidancePassage } from "@assay/client/admin";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { Button, SkeletonList } from "@assay/ui";
import { usePassages } from "./use-corpus.ts";

/** What was read, in the order of the text: each passage with its place. */
export function PassageList({ ingestion: { id, chunkCount } }: { ingestion: CorpusIngestion }) {
  const query = usePassages(id, true);
  const passages = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const left = (chunkCount ?? 0) - passages.length;
  return (
    <section aria-label="Passages" className="flex flex-col gap-2">
      <h2 className="text-sm font-medium">{formatCount(chunkCount ?? 0, "passage")}</h2>
      {query.error && (
        <ErrorPanel title="The passages cannot be read" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <SkeletonList label="Loading passages" rows={8} />}
      {passages.length > 0 && (
        <ol className="divide-y divide-line rounded-lg border border-line">
          {passages.map((passage) => (
            <Passage key={passage.id} passage={passage} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more of {left.toLocaleString()} passages
        </Button>
      )}
    </section>
  );
}

function Passage({ passage: { passageIndex, content, pageNumber, location } }: { passage: GuidancePassage }) {
  const place = pageNumber === null ? location : `Page ${pageNumber}`;
  return (
    <li className="grid gap-x-4 gap-y-1 px-3 py-2 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
      <span className="text-xs leading-5 text-muted">
        <span className="tabular-nums">{passageIndex + 1}</span>
        {place && <span className="ms-2 break-words">{place}</span>}
      </span>
      <p className="max-w-prose break-words whitespace-pre-line">{content}</p>
    </li>
  );
}
