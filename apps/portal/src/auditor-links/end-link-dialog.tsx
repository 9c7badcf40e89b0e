import type { Link } from "@assay/client";
import { ActForm } from "@assay/site/act-form";
import { assay } from "@assay/site/assay";
import { formatDateTime } from "@assay/site/format";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readLinksAgain } from "./queries.ts";

interface EndLinkDialogProps {
  runId: string;
  link: Link;
  onClose: () => void;
}

export function EndLinkDialog({ runId, link, onClose }: EndLinkDialogProps) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => (await assay()).links.revoke(runId, link.id),
    onSuccess() {
      onClose();
      void readLinksAgain(queries, runId);
    },
  });
  return (
    <ActForm
      title={`Revoke the link for “${link.label}”?`}
      act="Revoke"
      look="danger"
      busy={isPending}
      error={error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>Whoever has it open is out with the next request. A revoked link cannot be issued again.</p>
      <p>{link.lastUsedAt ? `It was last used on ${formatDateTime(link.lastUsedAt)}.` : "It has never been used."}</p>
    </ActForm>
  );
}
