import type { DeletionPreview, Document } from "@assay/client";
import { assay } from "@assay/site/assay";
import { ErrorPanel, messageOf } from "@assay/site/error-panel";
import { hrefWith, navigate, useSearchParam } from "@assay/site/location";
import { Button, Dialog, SkeletonList } from "@assay/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DOCUMENTS_KEY } from "./queries.ts";

const NAMES_SHOWN = 8;

/** Says what deleting removes and what stays, as the service itself foresees it, before anything is removed. */
export default function DeleteDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const queries = useQueryClient();
  const shownId = useSearchParam("document");
  const preview = useQuery({
    queryKey: [...DOCUMENTS_KEY, "deletion", document.id],
    queryFn: async ({ signal }) => (await assay()).documents.previewDelete(document.id, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const deletion = useMutation({
    mutationFn: async () => (await assay()).documents.delete(document.id),
    onSuccess: async () => {
      if (preview.data?.documents.some(({ id }) => id === shownId)) navigate(hrefWith({ document: null }));
      onClose();
      await queries.invalidateQueries({ queryKey: DOCUMENTS_KEY });
    },
  });
  const count = preview.data?.documents.length ?? 1;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(document)}
      description={<bdi className="break-all">{document.originalFilename}</bdi>}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={deletion.isPending} disabled={!preview.data} onClick={() => deletion.mutate()}>
            {count === 1 ? "Delete" : `Delete ${count} documents`}
          </Button>
        </>
      }
    >
      {preview.isPending && <SkeletonList label="Checking what this removes" rows={4} />}
      {preview.error && (
        <ErrorPanel
          title="Cannot tell what this removes"
          error={preview.error}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.data && <Consequences preview={preview.data} />}
      <p role="alert" className="mt-3 text-sm text-missing empty:hidden">
        {deletion.error && `Nothing has been deleted. ${messageOf(deletion.error)}`}
      </p>
    </Dialog>
  );
}

function titleOf({ archive, fileType }: Document): string {
  if (fileType === "zip") return "Delete this archive?";
  return archive && archive.members > 0 ? "Delete this document and what is attached to it?" : "Delete this document?";
}

function Consequences({ preview: { documents, alsoHeldBy } }: { preview: DeletionPreview }) {
  const holders = [...new Map(alsoHeldBy.map((holder) => [holder.id, holder.originalFilename])).values()];
  return (
    <div className="flex flex-col gap-4 text-sm">
      <section>
        <h3 className="font-medium">What is removed</h3>
        <p className="text-muted">
          {documents.length === 1
            ? "The stored file and its text. Future runs do not use the document."
            : `It and everything from it: ${documents.length} documents, with their stored files and texts. Future runs do not use them.`}
        </p>
        {documents.length > 1 && <Names names={documents.map((each) => each.originalFilename)} />}
      </section>
      <section>
        <h3 className="font-medium">What stays</h3>
        <p className="text-muted">
          Past runs stay as they are: their verdicts, the text that they cite, their exports and snapshots. A citation
          keeps its text but can no longer be opened in the document.
        </p>
      </section>
      {holders.length > 0 && (
        <section>
          <h3 className="font-medium">Also in other archives</h3>
          <p className="text-muted">
            These archives contain the same file and left it out as a duplicate. It does not come back by itself: upload
            it again if you still need it.
          </p>
          <Names names={holders} />
        </section>
      )}
    </div>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul className="mt-1 ps-3">
      {names.slice(0, NAMES_SHOWN).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
        <li key={index} className="truncate" title={name}>
          <bdi>{name}</bdi>
        </li>
      ))}
      {names.length > NAMES_SHOWN && <li className="text-muted">and {names.length - NAMES_SHOWN} more</li>}
    </ul>
  );
}
