import type { Link } from "@assay/client";
import { FormDialog } from "@assay/site/form-dialog";
import { formatDateTime } from "@assay/site/format";
import { useLinkAct } from "./use-link-act.ts";

interface EndLinkDialogProps {
  runId: string;
  link: Link;
  onClose: () => void;
}

export function EndLinkDialog({ runId, link, onClose }: EndLinkDialogProps) {
  const revoke = useLinkAct(runId, (links) => links.revoke(runId, link.id), onClose);
  return (
    <FormDialog
      title={`Revoke the link for “${link.label}”?`}
      act="Revoke"
      look="danger"
      by={revoke}
      onSend={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>Whoever has it open is out with the next request. A revoked link cannot be issued again.</p>
      <p>{link.lastUsedAt ? `It was last used on ${formatDateTime(link.lastUsedAt)}.` : "It has never been used."}</p>
    </FormDialog>
  );
}
