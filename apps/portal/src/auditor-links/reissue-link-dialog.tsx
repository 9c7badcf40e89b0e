import type { IssuedLink, Link } from "@assay/client";
import { ActForm } from "@assay/site/act-form";
import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readLinksAgain } from "./queries.ts";

interface ReissueLinkDialogProps {
  runId: string;
  link: Link;
  onIssued: (issued: IssuedLink) => void;
  onClose: () => void;
}

export function ReissueLinkDialog({ runId, link, onIssued, onClose }: ReissueLinkDialogProps) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => (await assay()).links.reissue(runId, link.id),
    onSuccess(issued) {
      onIssued(issued);
      void readLinksAgain(queries, runId);
    },
  });
  return (
    <ActForm
      title={`Issue the link for “${link.label}” again?`}
      act="Issue again"
      busy={isPending}
      error={error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>
        The address that was sent before stops working, and whoever has it open is out. You get a new address to send.
      </p>
    </ActForm>
  );
}
