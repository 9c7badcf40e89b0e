import type { IssuedLink, LinkCapability } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { choice, FormDialog, text, ticks } from "@assay/site/form-dialog";
import { useLinkAct } from "./use-link-act.ts";

const DAY_MS = 86_400_000;
/** So that a clock of the browser that is a little ahead does not pass the limit of 90 days. */
const MARGIN_MS = 300_000;
const FIELDS = {
  label: text("For whom", {
    required: true,
    length: TEXT_LIMITS.linkLabel,
    hint: "A person or a firm, such as “R. Okafor, Audit LLP”",
  }),
  further: ticks<LinkCapability>("What it allows beside reading", [
    { value: "COMMENT", label: "May comment" },
    { value: "REQUEST", label: "May ask for evidence" },
  ]),
  days: choice(
    "Ends after",
    ["7", "30", "60", "90"].map((value) => ({ value, label: `${value} days` })),
    { before: "30" },
  ),
};

interface CreateLinkDialogProps {
  runId: string;
  onIssued: (issued: IssuedLink) => void;
  onClose: () => void;
}

export function CreateLinkDialog({ runId, onIssued, onClose }: CreateLinkDialogProps) {
  const create = useLinkAct(
    runId,
    (links, link: { label: string; capabilities: LinkCapability[]; expiresAt: string }) => links.create(runId, link),
    onIssued,
  );
  return (
    <FormDialog
      title="New link for an auditor"
      description="Whoever opens it sees this run, its verdicts and the documents that they cite, and nothing else of your organisation."
      fields={FIELDS}
      act="Create the link"
      by={create}
      onSend={({ label, further, days }) =>
        create.mutate({ label, capabilities: ["READ", ...further], expiresAt: expiryIn(Number(days)) })
      }
      onClose={onClose}
    />
  );
}

function expiryIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS - MARGIN_MS).toISOString();
}
