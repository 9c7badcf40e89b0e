import type { DamagedResult, Manifest } from "@assay/client";
import { DamagedRows } from "@assay/site/damaged-rows";
import { formatCount, formatDateTime } from "@assay/site/format";
import { formatBytes } from "@assay/site/format-bytes";
import { GrowingList } from "@assay/site/growing-list";
import { Link } from "@assay/site/link";
import { BASE, hrefWith } from "@assay/site/location";
import { Button, buttonClasses, EmptyState } from "@assay/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { ManifestChanges } from "./manifest-changes.tsx";
import { manifestsQuery } from "./queries.ts";

/** What a source had at the end of each sync, the newest first. */
export function SourceDetails({ name }: { name: string }) {
  const manifests = useInfiniteQuery(manifestsQuery(name));
  return (
    <section aria-labelledby="source-title" className="flex flex-col gap-4 p-4">
      <header className="flex flex-wrap items-center gap-2">
        <Link
          href={hrefWith({ source: null })}
          className={`${buttonClasses("quiet")} lg:hidden`}
          aria-label="All sources"
        >
          <ArrowLeft size={14} aria-hidden />
        </Link>
        <h2 id="source-title" className="min-w-0 flex-1 text-base font-semibold break-words">
          <bdi>{name}</bdi>
        </h2>
        <Link href={`${BASE}/documents?source=${encodeURIComponent(name)}`} className={buttonClasses()}>
          Its documents
        </Link>
      </header>
      <GrowingList
        query={manifests}
        what="syncs"
        lines={4}
        empty={
          <EmptyState title="Never synced to its end">
            Files were uploaded with this source. A sync by <code>assay sync</code> says what it holds.
          </EmptyState>
        }
      >
        {(rows) => (
          <ol aria-label="Syncs" className="flex flex-col gap-3">
            {rows.map((manifest, index) =>
              "damaged" in manifest ? (
                <li key={manifest.id}>
                  <DamagedRows ids={[manifest.id]} what="syncs" />
                </li>
              ) : (
                <Sync key={manifest.id} manifest={manifest} before={rows[index + 1]} />
              ),
            )}
          </ol>
        )}
      </GrowingList>
    </section>
  );
}

function Sync({ manifest, before }: { manifest: Manifest; before: Manifest | DamagedResult | undefined }) {
  const { sequence, closedAt, closedBy, closedByName, fileCount, notHeldCount, bytes, payloadHash, valid } = manifest;
  const [isOpen, setOpen] = useState(false);
  // The one before it is on the next page.
  const isLast = sequence > 1 && before === undefined;
  const isAlone = before !== undefined && "damaged" in before;
  return (
    <li className="flex flex-col gap-1.5 rounded-lg border border-line p-3 text-sm">
      <p className="font-medium">
        Sync {sequence}, {formatDateTime(closedAt)}
      </p>
      <p className="text-muted">
        By <bdi>{closedByName ?? closedBy}</bdi>. {formatCount(fileCount, "file")} held, {formatBytes(bytes)}.
        {notHeldCount > 0 && <span className="text-missing"> {formatCount(notHeldCount, "file")} not taken.</span>}
      </p>
      <p className="text-xs text-muted">
        {valid ? "Signed manifest" : "Manifest without a valid signature"}{" "}
        <code className="break-all select-all">{payloadHash}</code>
      </p>
      <div>
        <Button aria-expanded={isOpen} disabled={isLast || isAlone} onClick={() => setOpen(!isOpen)}>
          What changed
        </Button>
        {isLast && <span className="ms-2 text-xs text-muted">Show more to compare it</span>}
        {isAlone && <span className="ms-2 text-xs text-muted">The sync before it is damaged</span>}
      </div>
      {isOpen && !isAlone && <ManifestChanges manifest={manifest} before={before} />}
    </li>
  );
}
