import type { Document } from "@assay/client";
import { IconButton } from "@assay/ui";
import { MoreHorizontal } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const load = () => import("./document-actions.tsx");
const DocumentActions = lazy(load);

/** The button of what can be done with a document; all else comes when it is first pressed. */
export function DocumentMenu({ document, name }: { document: Document; name: string }) {
  const [wanted, setWanted] = useState(false);
  const trigger = <IconButton label={`Actions for ${name}`} icon={<MoreHorizontal size={16} aria-hidden />} />;
  const closed = (
    <IconButton
      {...trigger.props}
      aria-haspopup="menu"
      aria-expanded={wanted}
      onPointerEnter={() => void load().catch(() => undefined)}
      // Not before it is there: what cannot be fetched would take the view along.
      onClick={() =>
        void load().then(
          () => setWanted(true),
          () => undefined,
        )
      }
    />
  );
  return (
    <div className="relative z-10">
      {wanted ? (
        <Suspense fallback={closed}>
          <DocumentActions document={document} trigger={trigger} />
        </Suspense>
      ) : (
        closed
      )}
    </div>
  );
}
