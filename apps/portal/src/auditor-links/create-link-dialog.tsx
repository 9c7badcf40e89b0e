import type { IssuedLink, LinkCapability } from "@assay/client";
import { ActForm } from "@assay/site/act-form";
import { assay } from "@assay/site/assay";
import { Select, TextField } from "@assay/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readLinksAgain } from "./queries.ts";

const LABEL_LENGTH_MAX = 100;
const DAYS = ["7", "30", "60", "90"];
const DAY_MS = 86_400_000;
/** So that a clock of the browser that is a little ahead does not pass the limit of 90 days. */
const MARGIN_MS = 300_000;
const FURTHER: readonly { capability: LinkCapability; label: string }[] = [
  { capability: "COMMENT", label: "May comment" },
  { capability: "REQUEST", label: "May ask for evidence" },
];

interface CreateLinkDialogProps {
  runId: string;
  onIssued: (issued: IssuedLink) => void;
  onClose: () => void;
}

export function CreateLinkDialog({ runId, onIssued, onClose }: CreateLinkDialogProps) {
  const queries = useQueryClient();
  const [days, setDays] = useState("30");
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (link: { label: string; capabilities: LinkCapability[] }) =>
      (await assay()).links.create(runId, { ...link, expiresAt: expiryIn(Number(days)) }),
    onSuccess(issued) {
      onIssued(issued);
      void readLinksAgain(queries, runId);
    },
  });
  return (
    <ActForm
      title="New link for an auditor"
      description="Whoever opens it sees this run, its verdicts and the documents that they cite, and nothing else of your organisation."
      act="Create the link"
      busy={isPending}
      error={error}
      onSubmit={(form) =>
        mutate({
          label: String(form.get("label")),
          capabilities: ["READ", ...FURTHER.map(({ capability }) => capability).filter((each) => form.has(each))],
        })
      }
      onClose={onClose}
    >
      <TextField
        label="For whom"
        name="label"
        required
        maxLength={LABEL_LENGTH_MAX}
        autoComplete="off"
        hint="A person or a firm, such as “R. Okafor, Audit LLP”"
      />
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium">What it allows beside reading</legend>
        {FURTHER.map(({ capability, label }) => (
          <label key={capability} className="target flex min-h-6 items-center gap-2">
            <input type="checkbox" name={capability} className="size-4 accent-accent" />
            {label}
          </label>
        ))}
      </fieldset>
      <Select
        label="Ends after"
        options={DAYS.map((value) => ({ value, label: `${value} days` }))}
        value={days}
        onChange={setDays}
      />
    </ActForm>
  );
}

function expiryIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS - MARGIN_MS).toISOString();
}
