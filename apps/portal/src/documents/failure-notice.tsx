import type { Document } from "@assay/client";
import { adviseOnFailure } from "@assay/site/document-failure-advice";
import { useMay } from "@assay/site/use-session";
import { Button, EmptyState, ToneIcon } from "@assay/ui";
import { RotateCw } from "lucide-react";
import { useReprocess } from "./use-reprocess.ts";

/** Why a document is no evidence, and what to do about it. */
export function FailureNotice({ document: { id, failure } }: { document: Document }) {
  const reprocess = useReprocess(id);
  const mayChange = useMay("MEMBER");
  if (!failure) return null;
  const { title, advice, worthRetrying } = adviseOnFailure(failure.code);
  const retry = worthRetrying && mayChange && (
    <Button icon={<RotateCw size={14} aria-hidden />} busy={reprocess.isPending} onClick={() => reprocess.mutate({})}>
      Process it again
    </Button>
  );
  return (
    <EmptyState icon={<ToneIcon tone="missing" size={24} />} title={title} action={retry}>
      <p className="break-words">{failure.message}.</p>
      <p className="mt-2 text-text">{advice}</p>
      {reprocess.error && (
        <p role="alert" className="mt-2 text-missing">
          {reprocess.error.message}
        </p>
      )}
    </EmptyState>
  );
}
