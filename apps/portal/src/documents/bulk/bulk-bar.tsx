import type { Document } from "@assay/client";
import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { formatCount } from "@assay/site/format";
import { hrefWith, navigate, useSearchParam } from "@assay/site/location";
import { Button } from "@assay/ui";
import { Archive, ArchiveRestore, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { BulkKind } from "./bulk-acts.ts";
import { type Choosing, withDocuments } from "./selection.ts";

const BulkDialog = dialogOnDemand(() => import("./bulk-dialog.tsx"));

const ICON = { size: 14, "aria-hidden": true } as const;
const ACTS: readonly { kind: BulkKind; label: string; icon: React.ReactNode }[] = [
  { kind: "edit", label: "Change …", icon: <Pencil {...ICON} /> },
  { kind: "retire", label: "Retire …", icon: <Archive {...ICON} /> },
  { kind: "restore", label: "Restore …", icon: <ArchiveRestore {...ICON} /> },
  { kind: "delete", label: "Delete …", icon: <Trash2 {...ICON} /> },
];

/** How many documents are chosen, and what can be done to them. */
export default function BulkBar({ selection, choose, listed }: Choosing) {
  const { chosen } = selection;
  const [act, setAct] = useState<{ kind: BulkKind; documents: readonly Document[] }>();
  const shownId = useSearchParam("document");
  const chosenHere = listed.filter(({ id }) => chosen.has(id)).length;
  return (
    <div
      role="toolbar"
      aria-label="Chosen documents"
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-sunken px-3 py-2 text-sm"
    >
      <label className="target flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={chosenHere > 0 && chosenHere === listed.length}
          ref={(box) => {
            if (box) box.indeterminate = chosenHere > 0 && chosenHere < listed.length;
          }}
          onChange={({ target }) => choose(withDocuments(selection, listed, target.checked))}
        />
        All {listed.length.toLocaleString()} shown
      </label>
      <p role="status" className="text-muted">
        {formatCount(chosen.size, "chosen", "chosen")}
        {chosen.size > chosenHere && `, ${(chosen.size - chosenHere).toLocaleString()} of them not shown`}
      </p>
      <div className="ms-auto flex flex-wrap gap-2">
        {ACTS.map(({ kind, label, icon }) => (
          <Button
            key={kind}
            icon={icon}
            disabled={concerned(kind, chosen).length === 0}
            onPointerEnter={BulkDialog.preload}
            onClick={() => setAct({ kind, documents: concerned(kind, chosen) })}
          >
            {label}
          </Button>
        ))}
        <Button look="quiet" onClick={() => choose(undefined)}>
          Done
        </Button>
      </div>
      {act && (
        <BulkDialog
          {...act}
          onDone={(kind, done) => {
            if (kind === "delete" && done.some(({ id }) => id === shownId)) navigate(hrefWith({ document: null }));
            choose(withDocuments(selection, done, false));
          }}
          onClose={() => setAct(undefined)}
        />
      )}
    </div>
  );
}

/** What came out of an archive is retired and restored with it. */
function concerned(kind: BulkKind, chosen: ReadonlyMap<string, Document>): Document[] {
  const all = [...chosen.values()];
  return kind === "retire" || kind === "restore"
    ? all.filter(({ parentDocumentId }) => parentDocumentId === null)
    : all;
}
