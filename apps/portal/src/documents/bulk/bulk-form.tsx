import type { DocumentCorrection, EvidenceKind } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { choice, FormDialog, lines, text, tick } from "@assay/site/form-dialog";
import { useOwners } from "../../exceptions/use-owners.ts";
import { EVIDENCE_KIND_OPTIONS } from "../evidence-kind-options.ts";
import { NO_OWNER, ownerOptions } from "../owner-options.ts";
import { BULK_ACTS, type BulkKind, type BulkValues } from "./bulk-acts.ts";

interface BulkFormProps {
  kind: BulkKind;
  count: number;
  onSend: (values: BulkValues) => void;
  onClose: () => void;
}

/** What is to be done, before it begins. */
export function BulkForm({ kind, count, onSend, onClose }: BulkFormProps) {
  const { title, explained } = BULK_ACTS[kind];
  if (kind === "edit") return <EditForm {...{ count, onSend, onClose }} />;
  const isDeletion = kind === "delete";
  return (
    <FormDialog
      title={`${title(count)}?`}
      fields={{
        reason: lines("Reason", {
          length: TEXT_LIMITS.deletionReason,
          hint: "The audit log keeps a digest of it",
          when: () => isDeletion,
          check: (value) => (isDeletion && value.trim() === "" ? "Say why they are deleted" : undefined),
        }),
      }}
      act={title(count)}
      look={isDeletion ? "danger" : "primary"}
      onSend={({ reason }) => onSend(isDeletion ? { reason } : {})}
      onClose={onClose}
    >
      <p className="text-muted">{explained}</p>
    </FormDialog>
  );
}

function EditForm({ count, onSend, onClose }: Omit<BulkFormProps, "kind">) {
  const owners = useOwners();
  const day = (label: string, on: string) => text(label, { type: "date", when: (values) => values[on] === true });
  return (
    <FormDialog
      title={BULK_ACTS.edit.title(count)}
      description="Tick what to change. A field that you leave empty is removed from all of them."
      fields={{
        setCategory: tick("Category"),
        category: text("New category", {
          length: TEXT_LIMITS.documentCategory,
          when: ({ setCategory }) => setCategory === true,
        }),
        setKind: tick("Kind of evidence"),
        evidenceKind: choice<EvidenceKind>("New kind of evidence", EVIDENCE_KIND_OPTIONS, {
          before: "RECORD",
          when: ({ setKind }) => setKind === true,
        }),
        setOwner: tick("Owner"),
        ownerId: choice<string>("New owner", ownerOptions(owners, null), {
          before: NO_OWNER,
          when: ({ setOwner }) => setOwner === true,
        }),
        setEffective: tick("Effective from"),
        effectiveDate: day("New effective day", "setEffective"),
        setExpiry: tick("Expires on"),
        expiresAt: day("New expiry", "setExpiry"),
        setReview: tick("Review by"),
        reviewBy: day("New day of review", "setReview"),
      }}
      act={BULK_ACTS.edit.title(count)}
      disabled={(values) => Object.keys(correctionOf(values)).length === 0}
      onSend={(values) => onSend({ correction: correctionOf(values) })}
      onClose={onClose}
    />
  );
}

interface Entered {
  readonly setCategory: boolean;
  readonly category: string;
  readonly setKind: boolean;
  readonly evidenceKind: EvidenceKind;
  readonly setOwner: boolean;
  readonly ownerId: string;
  readonly setEffective: boolean;
  readonly effectiveDate: string;
  readonly setExpiry: boolean;
  readonly expiresAt: string;
  readonly setReview: boolean;
  readonly reviewBy: string;
}

/** Only what is ticked. */
function correctionOf(entered: Entered): DocumentCorrection {
  return {
    ...(entered.setCategory && { category: entered.category || null }),
    ...(entered.setKind && { evidenceKind: entered.evidenceKind }),
    ...(entered.setOwner && { ownerId: entered.ownerId || null }),
    ...(entered.setEffective && { effectiveDate: entered.effectiveDate || null }),
    ...(entered.setExpiry && { expiresAt: entered.expiresAt || null }),
    ...(entered.setReview && { reviewBy: entered.reviewBy || null }),
  };
}
