import type { Manifest, ManifestFile } from "@assay/client";
import { formatCount } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { Loaded } from "@assay/site/loaded";
import { BASE } from "@assay/site/location";
import { useQuery } from "@tanstack/react-query";
import { compareFiles } from "./compare-files.ts";
import { manifestFilesQuery } from "./queries.ts";

const SHOWN = 100;

/** What a sync found: files that were not taken, new and changed ones, and what has left the source. */
export function ManifestChanges({ manifest, before }: { manifest: Manifest; before: Manifest | undefined }) {
  const after = useQuery(manifestFilesQuery(manifest.source, manifest.id));
  const earlier = useQuery({
    ...manifestFilesQuery(manifest.source, before?.id ?? ""),
    enabled: before !== undefined,
  });
  const files = before && !earlier.data ? earlier : after;
  return (
    <Loaded query={files} what="files" rows={3} failure="The files of this sync cannot be shown">
      {() => {
        const { notHeld, added, changed, gone } = compareFiles(earlier.data ?? [], after.data ?? []);
        if (notHeld.length + added.length + changed.length + gone.length === 0)
          return <p className="text-sm text-muted">Nothing changed since the sync before.</p>;
        return (
          <div className="flex flex-col gap-3">
            <Files title="Not taken" files={notHeld} />
            <Files title="Retired or moved" files={gone} />
            <Files title="New versions" files={changed} />
            <Files title="New files" files={added} />
          </div>
        );
      }}
    </Loaded>
  );
}

function Files({ title, files }: { title: string; files: readonly ManifestFile[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="text-xs font-medium text-muted">
        {title} ({files.length.toLocaleString()})
      </h3>
      <ul className="text-sm">
        {files.slice(0, SHOWN).map(({ path, documentId, refused }) => (
          <li key={path} className="py-0.5 break-words">
            {documentId ? (
              <Link
                href={`${BASE}/documents?document=${documentId}`}
                className="text-accent underline-offset-2 hover:underline"
              >
                <bdi>{path}</bdi>
              </Link>
            ) : (
              <>
                <bdi>{path}</bdi> <span className="text-missing">{refused ?? "not sent"}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      {files.length > SHOWN && (
        <p className="text-xs text-muted">and {formatCount(files.length - SHOWN, "more", "more")}</p>
      )}
    </section>
  );
}
