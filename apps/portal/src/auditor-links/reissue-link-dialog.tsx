import type { IssuedLink, Link } from "@assay/client";
import { FormDialog } from "@assay/site/form-dialog";
import { useLinkAct } from "./use-link-act.ts";

interface ReissueLinkDialogProps {
  runId: string;
  link: Link;
  onIssued: (issued: IssuedLink) => void;
  onClose: () => void;
}

export function ReissueLinkDialog({ runId, link, onIssued, onClose }: ReissueLinkDialogProps) {
  const reissue = useLinkAct(runId, (links) => links.reissue(runId, link.id), onIssued);
  return (
    <FormDialog
      title={`Issue the link for “${link.label}” again?`}
      act="Issue again"
      by={reissue}
      onSend={() => reissue.mutate()}
      onClose={onClose}
    >
      <p>
        The address that was sent before stops working, and whoever has it open is out. You get a new address to send.
      </p>
    </FormDialog>
  );
}
