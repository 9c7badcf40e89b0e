import type { ManifestFile } from "@assay/client";
import { assayPages, assayQuery } from "@assay/site/assay-query";

const FINAL = { staleTime: Number.POSITIVE_INFINITY } as const;

export const sourceListQuery = assayPages(["sources", "list"], ({ sources }, options, cursor) =>
  sources.list(options).page({ limit: 100, cursor }),
);

export function manifestsQuery(source: string) {
  return assayPages(["sources", "manifests", source], ({ sources }, options, cursor) =>
    sources.manifests(source, options).page({ limit: 20, cursor }),
  );
}

/** Every file that a source had at the end of a sync. */
export function manifestFilesQuery(source: string, manifestId: string) {
  return assayQuery(
    ["sources", "files", source, manifestId],
    async ({ sources }, options) => {
      const text = await (await sources.manifestFiles(source, manifestId, options)).text();
      return text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ManifestFile);
    },
    FINAL,
  );
}
