import type { DeletionPreview, Document } from "@assay/client";
import { isRetirable } from "./is-evidence.ts";

const NAMES_SHOWN = 8;

/** What deleting a document removes, and what stays. */
export function DeletionEffects({ document, preview }: { document: Document; preview: DeletionPreview }) {
  const { documents, alsoHeldBy } = preview;
  const holders = [...new Map(alsoHeldBy.map((holder) => [holder.id, holder.originalFilename])).values()];
  return (
    <div className="flex flex-col gap-4">
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
          Past runs stay as they are: their verdicts, the text that they cite, their exports and snapshots. In runs that
          cite it, a citation keeps its text but can no longer be opened in the document.
          {isRetirable(document) && " To be able to open it, retire the document instead."}
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
