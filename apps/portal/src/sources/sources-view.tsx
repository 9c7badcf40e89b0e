import type { Source } from "@assay/client";
import { formatCount, formatDateTime } from "@assay/site/format";
import { GrowingList } from "@assay/site/growing-list";
import { Link } from "@assay/site/link";
import { hrefWith, useSearchParam } from "@assay/site/location";
import { classNames, EmptyState } from "@assay/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { FolderSync } from "lucide-react";
import { sourceListQuery } from "./queries.ts";
import { SourceDetails } from "./source-details.tsx";

function describeLast({ lastSyncedAt, lastManifestId }: Source): string {
  if (lastSyncedAt !== null) return `last synced ${formatDateTime(lastSyncedAt)}`;
  return lastManifestId === null
    ? "never synced to its end"
    : "damaged: its last sync is stored otherwise than it was recorded";
}

/** See what each source holds, when it was last synced, and what each sync changed or did not take. */
export default function SourcesView() {
  const name = useSearchParam("source");
  const sources = useInfiniteQuery(sourceListQuery);
  return (
    <div className="flex h-full min-h-0 bg-surface">
      <section
        aria-labelledby="sources-title"
        className={classNames("min-w-0 flex-1 overflow-y-auto lg:border-e lg:border-line", name && "max-lg:hidden")}
      >
        <h1 id="sources-title" className="px-4 pt-3 pb-2 text-base font-semibold">
          Sources
        </h1>
        <GrowingList
          query={sources}
          what="sources"
          empty={
            <EmptyState icon={<FolderSync size={22} aria-hidden />} title="No sources yet">
              Keep a folder, a bucket or a repository in step with <code>assay sync</code>: changed files become new
              versions, and removed ones are retired.
            </EmptyState>
          }
        >
          {(rows) => (
            <ul aria-label="Sources" className="border-t border-line">
              {rows.map((source) => (
                <li key={source.name} className="border-b border-line">
                  <Link
                    href={hrefWith({ source: source.name })}
                    aria-current={source.name === name || undefined}
                    className="flex flex-col gap-0.5 px-4 py-2 text-sm outline-offset-[-2px] hover:bg-hover aria-[current]:bg-accent-soft"
                  >
                    <bdi className="truncate font-medium">{source.name}</bdi>
                    <span className="text-xs text-muted">
                      {formatCount(source.files, "file")} held, {describeLast(source)}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </GrowingList>
      </section>
      <div className={classNames("min-w-0 flex-[2] overflow-y-auto", !name && "max-lg:hidden")}>
        {name ? (
          <SourceDetails key={name} name={name} />
        ) : (
          <EmptyState title="Choose a source">Its syncs show here, each with what it changed.</EmptyState>
        )}
      </div>
    </div>
  );
}
