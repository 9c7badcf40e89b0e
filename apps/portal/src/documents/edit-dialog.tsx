import type { Document, DocumentCorrection } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { assay } from "@assay/site/assay";
import { choice, FormDialog, text } from "@assay/site/form-dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOwners } from "../exceptions/use-owners.ts";
import { EVIDENCE_KIND_OPTIONS } from "./evidence-kind-options.ts";
import { EXPIRES_TOO_EARLY } from "./expires-too-early.ts";
import { NO_OWNER, ownerOptions } from "./owner-options.ts";
import { refreshDocuments } from "./refresh-documents.ts";

/** Corrects what is said of a document; its file and its text stay. */
export default function EditDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const queries = useQueryClient();
  const owners = useOwners();
  const edit = useMutation({
    mutationFn: async (correction: DocumentCorrection) => (await assay()).documents.edit(document.id, correction),
    onSuccess: async () => {
      onClose();
      await refreshDocuments(queries, [document.id]);
    },
  });
  return (
    <FormDialog
      title="Edit this document"
      description={<bdi className="break-all">{document.originalFilename}</bdi>}
      fields={{
        title: text("Title", {
          before: document.title,
          length: TEXT_LIMITS.documentTitle,
          hint: "Optional: without one the first heading is shown, or the file name",
        }),
        category: text("Category", { before: document.category, length: TEXT_LIMITS.documentCategory }),
        effectiveDate: text("Effective from", { type: "date", before: document.effectiveDate, half: true }),
        expiresAt: text("Expires on", {
          type: "date",
          before: document.expiresAt,
          half: true,
          refused: EXPIRES_TOO_EARLY,
        }),
        ownerId: choice<string>("Owner", ownerOptions(owners, document.ownerId), {
          before: document.ownerId ?? NO_OWNER,
          half: true,
        }),
        reviewBy: text("Review by", { type: "date", before: document.reviewBy, half: true }),
        evidenceKind: choice("Kind of evidence", EVIDENCE_KIND_OPTIONS, {
          before: document.evidenceKind,
          hint:
            document.evidenceKindSource === "USER"
              ? "As a person set it"
              : "As derived from the document: change it where it is wrong",
        }),
      }}
      note={<p className="text-muted">Finished runs keep the values from when they started.</p>}
      act="Save"
      by={edit}
      onSend={({ title, category, effectiveDate, expiresAt, ownerId, reviewBy, evidenceKind }) =>
        edit.mutate({
          title: title || null,
          category: category || null,
          effectiveDate: effectiveDate || null,
          expiresAt: expiresAt || null,
          reviewBy: reviewBy || null,
          ...(ownerId === (document.ownerId ?? NO_OWNER) ? {} : { ownerId: ownerId || null }),
          ...(evidenceKind === document.evidenceKind ? {} : { evidenceKind }),
        })
      }
      onClose={onClose}
    />
  );
}
