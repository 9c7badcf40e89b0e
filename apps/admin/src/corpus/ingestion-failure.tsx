import type { CorpusIngestion } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { navigate } from "@assay/site/location";
import { Button, Notice } from "@assay/ui";
import { RotateCw } from "lucide-react";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { adviseOnIngestion } from "./ingestion-advice.ts";

/** Why it came to nothing, and what to do about it. */
export function IngestionFailure({ ingestion: { failure, url, packId } }: { ingestion: CorpusIngestion }) {
  const again = useTenantAct(({ admin }, address: string) => admin.corpus.ingestUrl({ packId, url: address }), {
    onSuccess: ({ id }) => navigate(hrefTo(`/corpus/${id}`)),
  });
  if (!failure) return null;
  const { title, advice, worthRetrying } = adviseOnIngestion(failure.code);
  return (
    <Notice
      tone="missing"
      title={title}
      action={
        worthRetrying &&
        url && (
          <Button icon={<RotateCw size={14} aria-hidden />} busy={again.isPending} onClick={() => again.mutate(url)}>
            Fetch it again
          </Button>
        )
      }
    >
      <p>{failure.message}.</p>
      <p className="mt-1">{advice}</p>
      <div role="alert" className="mt-1 text-missing empty:hidden">
        {again.error && messageOf(again.error)}
      </div>
    </Notice>
  );
}
