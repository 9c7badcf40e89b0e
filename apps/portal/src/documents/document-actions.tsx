import type { Document } from "@assay/client";
import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { messageOf } from "@assay/site/error-panel";
import { BASE, navigate } from "@assay/site/location";
import { useMay } from "@assay/site/use-session";
import { Dialog, Menu, type MenuItem, type MenuProps } from "@assay/ui";
import { Archive, ArchiveRestore, Download, FileDiff, FilePlus2, Pencil, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { isEvidence } from "./is-evidence.ts";
import { isReplaceable } from "./is-replaceable.ts";
import { useChangeEvidence } from "./use-change-evidence.ts";
import { useDownload } from "./use-download.ts";
import { useReprocess } from "./use-reprocess.ts";
import { VersionDialog } from "./version-dialog-on-demand.ts";
import { hasVersions } from "./versions/has-versions.ts";

const EditDialog = dialogOnDemand(() => import("./edit-dialog.tsx"));
const DeleteDialog = dialogOnDemand(() => import("./delete-dialog.tsx"));

interface DocumentActionsProps {
  document: Document;
  /** The button that the menu is of. */
  trigger: MenuProps["trigger"];
}

/** What can be done with a document, open at once: loaded when a menu of one first opens. */
export default function DocumentActions({ document, trigger }: DocumentActionsProps) {
  const { id, status } = document;
  const [deleting, setDeleting] = useState(false);
  const [editing, setEditing] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const mayChange = useMay("MEMBER");
  const download = useDownload(document);
  const reprocess = useReprocess(id);
  const evidence = useChangeEvidence(document);
  const icon = { size: 14, "aria-hidden": true } as const;
  const items: MenuItem[] = [
    { label: "Download", icon: <Download {...icon} />, onSelect: () => download.mutate() },
    ...(hasVersions(document)
      ? [
          {
            label: "Versions",
            icon: <FileDiff {...icon} />,
            onSelect: () => navigate(`${BASE}/documents/versions?document=${id}`),
          },
        ]
      : []),
    ...(mayChange ? [{ label: "Edit …", icon: <Pencil {...icon} />, onSelect: () => setEditing(true) }] : []),
    ...(mayChange && isReplaceable(document)
      ? [{ label: "New version …", icon: <FilePlus2 {...icon} />, onSelect: () => setReplacing(true) }]
      : []),
    ...(mayChange && status === "FAILED"
      ? [{ label: "Process again", icon: <RotateCw {...icon} />, onSelect: () => reprocess.mutate({}) }]
      : []),
    ...(mayChange && document.parentDocumentId === null
      ? [
          isEvidence(document)
            ? { label: "Retire", icon: <Archive {...icon} />, onSelect: () => evidence.mutate("retire") }
            : { label: "Restore", icon: <ArchiveRestore {...icon} />, onSelect: () => evidence.mutate("restore") },
        ]
      : []),
    ...(mayChange
      ? [{ label: "Delete …", icon: <Trash2 {...icon} />, danger: true, onSelect: () => setDeleting(true) }]
      : []),
  ];
  return (
    <>
      <Menu defaultOpen trigger={trigger} items={items} />
      {editing && <EditDialog document={document} onClose={() => setEditing(false)} />}
      {replacing && <VersionDialog document={document} files={[]} onClose={() => setReplacing(false)} />}
      {deleting && <DeleteDialog document={document} onClose={() => setDeleting(false)} />}
      <FailureDialog title="The document cannot be downloaded" act={download} />
      <FailureDialog title="The document cannot be processed again" act={reprocess} />
      <FailureDialog title="The document cannot be retired or restored" act={evidence} />
    </>
  );
}

function FailureDialog({
  title,
  act: { error, reset },
}: {
  title: string;
  act: { error: Error | null; reset: () => void };
}) {
  return (
    <Dialog open={error !== null} onOpenChange={reset} title={title}>
      <p role="alert" className="text-sm">
        {messageOf(error)}
      </p>
    </Dialog>
  );
}
