import type { Document } from "@assay/client";
import { isContainer } from "@assay/contract/containers";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { assay } from "@assay/site/assay";
import { ErrorPanel } from "@assay/site/error-panel";
import { FormDialog, lines } from "@assay/site/form-dialog";
import { hrefWith, navigate, useSearchParam } from "@assay/site/location";
import { SkeletonList } from "@assay/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DeletionEffects } from "./deletion-effects.tsx";
import { DOCUMENTS_KEY } from "./queries.ts";
import { refreshDocuments } from "./refresh-documents.ts";

/** Says what deleting removes and what stays, as the service itself foresees it, before anything is removed. */
export default function DeleteDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const queries = useQueryClient();
  const shownId = useSearchParam("document");
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...DOCUMENTS_KEY, "deletion", document.id],
    queryFn: async ({ signal }) => (await assay()).documents.previewDelete(document.id, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const deletion = useMutation({
    mutationFn: async (reason: string) =>
      (await assay()).documents.delete(document.id, { reason: reason.trim() || undefined }),
    onSuccess: async () => {
      const removed = data?.documents ?? [document];
      if (removed.some(({ id }) => id === shownId)) navigate(hrefWith({ document: null }));
      onClose();
      await refreshDocuments(queries);
    },
  });
  const count = data?.documents.length ?? 1;
  return (
    <FormDialog
      title={titleOf(document)}
      description={<bdi className="break-all">{document.originalFilename}</bdi>}
      fields={{
        reason: lines("Reason", {
          length: TEXT_LIMITS.deletionReason,
          hint: "Optional. The audit log keeps a digest of it",
        }),
      }}
      act={count === 1 ? "Delete" : `Delete ${count} documents`}
      look="danger"
      disabled={!data}
      by={deletion}
      failed="Nothing has been deleted."
      onSend={({ reason }) => deletion.mutate(reason)}
      onClose={onClose}
    >
      {isPending && <SkeletonList label="Checking what this removes" rows={4} />}
      {error && <ErrorPanel title="Cannot tell what this removes" error={error} onRetry={() => void refetch()} />}
      {data && <DeletionEffects document={document} preview={data} />}
    </FormDialog>
  );
}

function titleOf({ archive, fileType }: Document): string {
  if (isContainer(fileType)) return "Delete this archive?";
  return archive && archive.members > 0 ? "Delete this document and what is attached to it?" : "Delete this document?";
}
