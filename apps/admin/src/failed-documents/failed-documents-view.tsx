import type { DocumentFailureCode } from "@assay/client";
import type { ReprocessChoice, Reprocessed } from "@assay/client/admin";
import { adviseOnFailure, FAILURE_ADVICE } from "@assay/site/document-failure-advice";
import { ErrorPanel } from "@assay/site/error-panel";
import { useChoice } from "@assay/site/filters";
import { EmptyState, SkeletonList } from "@assay/ui";
import { FileCheck } from "lucide-react";
import { Page } from "../app/page.tsx";
import { useTenantAct, useTenantQuery } from "../app/use-tenant-query.ts";
import { EarlierReader } from "./earlier-reader.tsx";
import { FailedList } from "./failed-list.tsx";
import { OcrLanguagesSection } from "./ocr-languages-section.tsx";
import { ReadingDoubts } from "./reading-doubts.tsx";
import { ReasonTable } from "./reason-table.tsx";
import { ReprocessOutcome } from "./reprocess-outcome.tsx";

const LOOK_MS = 1500;

const REASONS = (Object.keys(FAILURE_ADVICE) as DocumentFailureCode[]).map((value) => ({
  value,
  label: adviseOnFailure(value).title,
}));

export default function FailedDocumentsView() {
  const code = useChoice("code", REASONS);
  const counts = useTenantQuery({
    key: ["failed-documents", "counts"],
    load: ({ admin }, options) => admin.documents.counts(options),
    refetchInterval: ({ state }) => (state.data && state.data.underWay > 0 ? LOOK_MS : false),
  });
  const reprocess = useTenantAct<ReprocessChoice, Reprocessed>(({ admin }, choice) =>
    admin.documents.reprocess(choice),
  );
  const { data } = counts;
  return (
    <Page
      title="Failed documents"
      lead="Documents that could not be read are not evidence: no run uses them. This page lists them by reason, with what to do about each."
    >
      {data ? (
        <>
          <ReprocessOutcome act={reprocess} underWay={data.underWay} />
          {data.failed.length === 0 ? (
            <EmptyState
              icon={<FileCheck size={22} aria-hidden />}
              title={data.underWay > 0 ? "Nothing has failed so far" : "No document has failed"}
            >
              {data.underWay > 0 ? "Documents are still being read." : "Every document of this tenant could be read."}
            </EmptyState>
          ) : (
            <>
              <ReasonTable reasons={data.failed} chosen={code} reprocess={reprocess} />
              <FailedList key={code} code={code} failed={data.failed} reprocess={reprocess} underWay={data.underWay} />
            </>
          )}
          <EarlierReader counts={data} reprocess={reprocess} />
          <ReadingDoubts counts={data} />
          <OcrLanguagesSection />
        </>
      ) : counts.error ? (
        <ErrorPanel
          title="The failed documents cannot be shown"
          error={counts.error}
          onRetry={() => void counts.refetch()}
        />
      ) : (
        <SkeletonList label="Loading the failed documents" rows={8} />
      )}
    </Page>
  );
}
