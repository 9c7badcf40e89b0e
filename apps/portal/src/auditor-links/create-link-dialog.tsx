import type { IssuedLink, LinkCapability } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { choice, FormDialog, text, ticks } from "@assay/site/form-dialog";
import { useMemo } from "react";
import type { ProposedLink } from "./proposed-link.ts";
import { useLinkAct } from "./use-link-act.ts";

const DAY_MS = 86_400_000;
/** So that a clock of the browser that is a little ahead does not pass the limit of 90 days. */
const MARGIN_MS = 300_000;
const DAYS = [7, 30, 60, 90];
const DAYS_USUAL = 30;
const fieldsOf = ({ label, further, days = DAYS_USUAL }: Partial<ProposedLink>) => ({
  label: text("For whom", {
    required: true,
    before: label,
    length: TEXT_LIMITS.linkLabel,
    hint: "A person or a firm, such as “R. Okafor, Audit LLP”",
  }),
  further: ticks<LinkCapability>(
    "What it allows beside reading",
    [
      { value: "COMMENT", label: "May comment" },
      { value: "REQUEST", label: "May ask for evidence" },
    ],
    { before: further },
  ),
  days: choice(
    "Ends after",
    [...new Set([...DAYS, days])]
      .toSorted((one, other) => one - other)
      .map((value) => ({ value: String(value), label: value === 1 ? "1 day" : `${value} days` })),
    { before: String(days) },
  ),
});

interface CreateLinkDialogProps {
  runId: string;
  proposed?: ProposedLink | undefined;
  onIssued: (issued: IssuedLink) => void;
  onClose: () => void;
}

export function CreateLinkDialog({ runId, proposed, onIssued, onClose }: CreateLinkDialogProps) {
  const fields = useMemo(() => fieldsOf(proposed ?? {}), [proposed]);
  const create = useLinkAct(
    runId,
    (links, link: { label: string; capabilities: LinkCapability[]; expiresAt: string }) => links.create(runId, link),
    onIssued,
  );
  return (
    <FormDialog
      title="New link for an auditor"
      description="Whoever opens it sees this run, its verdicts and the documents that they cite, and nothing else of your organisation."
      fields={fields}
      act="Create the link"
      by={create}
      onSend={({ label, further, days }) =>
        create.mutate({ label, capabilities: ["READ", ...further], expiresAt: expiryIn(Number(days)) })
      }
      onClose={onClose}
    >
      {proposed && <p>An address proposed this link. Create it only if you expect it.</p>}
    </FormDialog>
  );
}

function expiryIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS - MARGIN_MS).toISOString();
}
