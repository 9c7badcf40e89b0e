import type { Document } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { EmptyState, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { DocumentIcon } from "./document-icon.tsx";
import { nameOf } from "./name-of.ts";
import { membersQuery } from "./queries.ts";
import SkippedRow from "./skipped-row.tsx";
import { StatusBadge } from "./status-badge.tsx";

const hrefOf = (documentId: string) => hrefWith({ document: documentId, citation: null });

/** What an archive held: its documents, then what was omitted and why. */
export function ArchiveContents({ archive: document }: { archive: Document }) {
  const { id, archive } = document;
  const members = useQuery(membersQuery(id));
  if (!archive) return <EmptyState title="The archive is being unpacked" />;
  if (members.isPending) return <SkeletonList label="Loading what is inside" rows={6} />;
  if (!members.data)
    return (
      <ErrorPanel title="The archive cannot be shown" error={members.error} onRetry={() => void members.refetch()} />
    );
  return (
    <div className="h-full overflow-auto p-3">
      <h3 className="px-1 pb-1 text-sm font-medium">
        {members.data.length === 1 ? "1 document" : `${members.data.length} documents`}
      </h3>
      <ul className="mb-4 divide-y divide-line rounded-lg border border-line">
        {members.data.map((member) => (
          <li key={member.id} className="flex items-center gap-2 px-3 py-2">
            <DocumentIcon fileType={member.fileType} />
            <Link href={hrefOf(member.id)} className="min-w-0 flex-1 text-sm hover:underline">
              <bdi className="block truncate">{nameOf(member)}</bdi>
            </Link>
            <StatusBadge status={member.status} />
          </li>
        ))}
      </ul>
      {archive.skipped.length > 0 && (
        <>
          <h3 className="px-1 pb-1 text-sm font-medium">Left out</h3>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {archive.skipped.map((skipped, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
              <li key={index} className="py-1.5">
                <SkippedRow skipped={skipped} hrefOf={hrefOf} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
