import { AssayApiError, type Document, type DocumentCorrection, type EvidenceKind } from "@assay/client";
import { assay } from "@assay/site/assay";
import { messageOf } from "@assay/site/error-panel";
import { Button, Dialog, Select, TextField } from "@assay/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";
import { EVIDENCE_KIND_OPTIONS } from "./evidence-kind-options.ts";
import { DOCUMENTS_KEY } from "./queries.ts";

const TITLE_LENGTH_MAX = 300;
const CATEGORY_LENGTH_MAX = 100;

/** Corrects what is said of a document; its file and its text stay. */
export default function EditDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const queries = useQueryClient();
  const formId = useId();
  const [kind, setKind] = useState(document.evidenceKind);
  const edit = useMutation({
    mutationFn: async (correction: DocumentCorrection) => (await assay()).documents.edit(document.id, correction),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: DOCUMENTS_KEY });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(name)).trim() || null;
    edit.mutate({
      title: read("title"),
      category: read("category"),
      effectiveDate: read("effectiveDate"),
      expiresAt: read("expiresAt"),
      ...(kind === document.evidenceKind ? {} : { evidenceKind: kind }),
    });
  };
  const dateError = isDateError(edit.error) ? "Must not be before the effective date" : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit this document"
      description={<bdi className="break-all">{document.originalFilename}</bdi>}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={edit.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Title"
          name="title"
          maxLength={TITLE_LENGTH_MAX}
          defaultValue={document.title ?? ""}
          hint="Optional: without one the first heading is shown, or the file name"
        />
        <TextField
          label="Category"
          name="category"
          maxLength={CATEGORY_LENGTH_MAX}
          defaultValue={document.category ?? ""}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Effective from"
            name="effectiveDate"
            type="date"
            defaultValue={document.effectiveDate ?? ""}
          />
          <TextField
            label="Expires on"
            name="expiresAt"
            type="date"
            defaultValue={document.expiresAt ?? ""}
            error={dateError}
          />
        </div>
        <Select
          label="Kind of evidence"
          hint={
            document.evidenceKindSource === "USER"
              ? "As a person set it"
              : "As derived from the document: change it where it is wrong"
          }
          value={kind}
          onChange={(value) => setKind(value as EvidenceKind)}
          options={EVIDENCE_KIND_OPTIONS}
        />
        <p className="text-sm text-muted">Finished runs keep the values from when they started.</p>
        <p role="alert" className="text-sm text-missing empty:hidden">
          {edit.error && !dateError && `Nothing has been changed. ${messageOf(edit.error)}`}
        </p>
      </form>
    </Dialog>
  );
}

function isDateError(error: unknown): boolean {
  if (!(error instanceof AssayApiError) || !Array.isArray(error.details.issues)) return false;
  return error.details.issues.some(({ field }: { field?: string }) => field === "expiresAt");
}
